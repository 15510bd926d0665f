// More than one coil set, fields instead of currents, limits: steering is the same for all of them.
#include "support/steering.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/fields/limits.hpp>
#include <supple/statics/equilibrium.hpp>
#include <supple/steer/actuation_names.hpp>

#include <gtest/gtest.h>

namespace supple::test {
namespace test_actuations {

Manipulator with_two_coil_sets()
{
    Manipulator m = mri_catheter(spherical_by_tag("9R-H"), {0.01, 0.02, 0.03});
    CoilSet second = std::get<CoilSet>(m.attachments[0]);
    second.name = "second";
    second.at = 40 * mm;
    second.currents.setZero();
    m.attachments.push_back(second);
    return m;
}

TEST(Steering, OfTwoCoilSetsMeetsAPointInSpaceWithTheLeastCurrents)
{
    Manipulator m = with_two_coil_sets();
    std::get<CoilSet>(m.attachments[0]).currents = {0.02, 0.03, 0.05};
    std::get<CoilSet>(m.attachments[1]).currents = {0.03, 0.01, -0.04};
    const Vector3d wanted = solve(m).tip().position() / mm;
    const auto system = discretize(with_two_coil_sets());
    const Steering result =
        steer(*system, all_actuations(*system), target_mm(wanted.x(), wanted.y(), wanted.z()));
    ASSERT_EQ(result.status, Status::converged) << result.message;
    EXPECT_LT(result.distance, 1e-12);
    EXPECT_EQ(result.rank, 3);
    EXPECT_EQ(result.nulls, 2);  // each set feels nothing along the field

    // Least: what is left of the currents is all in the directions that move the tip.
    const MatrixXd J = actuation_jacobian(*system, result.equilibrium);
    const VectorXd moves = J.transpose() * (J * J.transpose()).ldlt().solve(J * result.actuation);
    EXPECT_LT((moves - result.actuation).norm(), 1e-6 * result.actuation.norm());
    EXPECT_GT(result.actuation.norm(), 0.02);
}

TEST(Steering, ByTheFieldMeetsWhatAMagnetCanReach)
{
    Manipulator m = rod_along_x(50 * mm, 17185 * mN_mm2);
    m.model = isotropic(3);
    Magnet magnet;
    magnet.name = "magnet";
    magnet.at = 50 * mm;
    magnet.dipole = {0, 0, 0.01};
    m.attachments = {magnet};
    m.environment.magnetic_field.uniform = {0, 30e-3, 20e-3};
    const Vector3d wanted = solve(m).tip().position() / mm;
    m.environment.magnetic_field.uniform = {0, 1e-3, 0};
    const auto system = discretize(m);
    const Steering result =
        steer(*system, all_actuations(*system), target_mm(wanted.x(), wanted.y(), wanted.z()));
    ASSERT_EQ(result.status, Status::converged) << result.message;
    ASSERT_EQ(result.paths[0], "environment.magnetic_field.uniform.x");
    m.environment.magnetic_field.uniform = result.actuation;
    EXPECT_LT((solve(m).tip().position() / mm - wanted).norm(), 1e-8);
    EXPECT_LE(result.actuation.norm(), std::hypot(30e-3, 20e-3) * (1 + 1e-9));
}

TEST(Steering, AsksForAPoseAndMeetsOneThatExists)
{
    Manipulator m = mri_catheter(spherical_by_tag("6R-B"), {0.02, 0.03, 0.05});
    const SE3 X = solve(m).tip();
    const auto system = discretize(mri_catheter(spherical_by_tag("6R-B"), Vector3d::Zero()));
    Target pose;
    pose.position = {X.position().x(), X.position().y(), X.position().z()};
    pose.rotation = X.rotation();
    const Steering whole = steer(*system, all_actuations(*system), pose);
    ASSERT_EQ(whole.status, Status::converged) << whole.message;
    EXPECT_LT(whole.turn, 1e-10);
    Target direction;
    direction.position[1] = X.position().y();
    direction.tangent = X.rotation().col(2);
    const Steering pointed = steer(*system, all_actuations(*system), direction);
    ASSERT_EQ(pointed.status, Status::converged) << pointed.message;
    EXPECT_LT(pointed.turn, 1e-7);
}

TEST(Steering, SaysWhatItCannotDo)
{
    Manipulator m = mri_catheter(spherical_by_tag("3R-B"), Vector3d::Zero());
    const auto system = discretize(m);
    EXPECT_EQ(steer(*system, {}, target_mm(0, 30)).message, "there is nothing to steer with");
    EXPECT_EQ(steer(*system, all_actuations(*system), Target{}).message, "the target leaves everything free");
    Plane wall;
    wall.at = m.rod.length;
    wall.point = {0, 1, 0};
    m.constraints = {wall};
    const auto walled = discretize(m);
    const Steering refused = steer(*walled, all_actuations(*walled), target_mm(0, 30));
    EXPECT_EQ(refused.status, Status::invalid);
    EXPECT_EQ(refused.message, "a wall stands in the way of steering: remove the planes");
    m.environment.magnetic_field.uniform.x() = std::nan("");
    m.constraints.clear();
    const auto spoilt = discretize(m);
    EXPECT_EQ(steer(*spoilt, all_actuations(*spoilt), target_mm(0, 30)).status, Status::not_converged);
}

TEST(ActuationGroups, AreNeighboursOfOneName)
{
    const auto groups = group_actuations({"attachments.coils.currents.x", "attachments.coils.currents.y",
                                          "attachments.coils.currents.z", "attachments.rods.tensions.0",
                                          "attachments.rods.tensions.1", "loads.tip.force.x"});
    std::vector<std::vector<std::size_t>> members;
    for (const ActuationGroup& group : groups)
        members.push_back(group.k);
    EXPECT_EQ(members, (std::vector<std::vector<std::size_t>>{{0, 1, 2}, {3, 4}, {5}}));
}

TEST(ActuationGroups, NameEachNumberWhoseIndexItsPlaceDoesNotTell)
{
    const auto groups = group_actuations(
        {"attachments.coils.currents.x", "attachments.coils.currents.z", "attachments.rods.tensions.1",
         "environment.magnetic_field.uniform.z", "environment.magnetic_field.coils.up.current"});
    std::vector<std::string> names;
    for (const ActuationGroup& group : groups) {
        names.push_back(group.name);
        EXPECT_EQ(group.k.size(), 1U) << group.name;
        EXPECT_FALSE(group.vector) << group.name;
    }
    EXPECT_EQ(names,
              (std::vector<std::string>{"coils.currents.x", "coils.currents.z", "rods.tensions.1",
                                        "magnetic_field.uniform.z", "magnetic_field.coils.up.current"}));
}

TEST(Limits, AreFoundByThePathOfAnActuation)
{
    Manipulator m = with_two_coil_sets();
    std::get<CoilSet>(m.attachments[1]).current_limits = {-0.3, 0.2};
    m.environment.magnetic_field.uniform_limits = {-3, 3};
    Coil coil;
    coil.current_limits = {0, 7};
    m.environment.magnetic_field.coils = {coil};
    HelmholtzPair pair;
    pair.coil.name = "big";
    pair.coil.current_limits = {-1, 1};
    m.environment.magnetic_field.helmholtz_pairs = {pair};
    DrivenRods rods;
    rods.tension_limits = {0, 5};
    m.attachments.emplace_back(rods);
    EXPECT_EQ(limits_of(m, "attachments.second.currents.x").upper, 0.2);
    EXPECT_EQ(limits_of(m, "attachments.second.currents.x").lower, -0.3);
    EXPECT_EQ(limits_of(m, "attachments.coils.currents.x").upper, std::numeric_limits<double>::infinity());
    EXPECT_EQ(limits_of(m, "attachments.2.tensions.4").upper, 5.0);
    EXPECT_EQ(limits_of(m, "environment.magnetic_field.uniform.z").lower, -3.0);
    EXPECT_EQ(limits_of(m, "environment.magnetic_field.coils.0.current").upper, 7.0);
    EXPECT_EQ(limits_of(m, "environment.magnetic_field.helmholtz_pairs.big.current").upper, 1.0);
    std::get<DrivenRods>(m.attachments[2]).retraction_limits = {-0.001, 0.002};
    EXPECT_EQ(limits_of(m, "attachments.2.tensions.4").upper, 5.0);
    EXPECT_EQ(limits_of(m, "attachments.2.retractions.4").upper, 0.002);
    EXPECT_EQ(limits_of(m, "attachments.2.retractions.4").lower, -0.001);
    EXPECT_EQ(limits_of(m, "loads.0.force.x").upper, std::numeric_limits<double>::infinity());
}

}  // namespace test_actuations
}  // namespace supple::test
