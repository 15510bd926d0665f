// The nodal rod of the variational study is steered as chains are.
#include "support/nodal_rods.hpp"
#include "support/steering.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/dynamics/variational_statics.hpp>
#include <supple/statics/equilibrium.hpp>

#include <gtest/gtest.h>

namespace supple::test {
namespace test_nodal_rod {

constexpr double mT = 1e-3;

/// The vertical part of the uniform field alone.
std::vector<Actuation> vertical_field(const System& system, const Limits& limits = {})
{
    std::vector<Actuation> all = all_actuations(system, limits);
    std::erase_if(all, [](const Actuation& a) { return !a.parameter.path.ends_with("uniform.z"); });
    return all;
}

/// Experiment 5 with a magnet of the remanence [T].
Manipulator fifth(double remanence)
{
    Manipulator m = experiment(5, 10);
    // 13.45 mA m² are those of 1.345 T.
    for (Attachment& attachment : m.attachments) {
        if (auto* magnet = std::get_if<Magnet>(&attachment)) magnet->dipole *= remanence / 1.345;
    }
    m.environment.magnetic_field.uniform = Vector3d(0, 0, 1 * mT);
    return m;
}

TEST(SteeredNodalRod, TheFieldThatLevelsTheFifthExperimentIsThePublishedOne)
{
    Target level;
    level.tangent = Vector3d::UnitX();
    for (const auto& [remanence, field] : {std::pair(1.37, 7.61), std::pair(1.32, 7.90)}) {
        Manipulator m = fifth(remanence);
        const auto system = discretize(m);
        const Steering found = steer(*system, vertical_field(*system), level);
        ASSERT_EQ(found.status, Status::converged) << found.message;
        ASSERT_EQ(found.actuation.size(), 1);
        EXPECT_NEAR(found.actuation[0] / mT, field, 0.005);

        // The nodes' own statics agree that the tip is level.
        m.environment.magnetic_field.uniform.z() = found.actuation[0];
        const Equilibrium eq = variational::solve_statics(m);
        EXPECT_LT((eq.tip().rotation().col(2) - Vector3d::UnitX()).norm(), 1e-8);
        EXPECT_LT(eq.tip().position().z(), -15e-3) << "level, but sagging on the way";
    }
}

TEST(SteeredNodalRod, DerivativesByTheFieldAreDifferencesOfTheNodesOwnEquilibria)
{
    Manipulator m = fifth(1.345);
    m.environment.magnetic_field.uniform = Vector3d(2 * mT, 5 * mT, 7 * mT);
    const auto system = discretize(m);
    const Equilibrium eq = solve_statics(*system);
    const std::vector<Actuation> field = all_actuations(*system);
    ASSERT_EQ(field.size(), 3U);
    for (int axis = 0; axis < 3; ++axis) {
        const std::vector<Parameter> one = {field[static_cast<std::size_t>(axis)].parameter};
        const Vector6d pose = pose_sensitivity(*system, eq, tip_of(*system), one);
        const double h = 0.05 * mT;
        Manipulator moved = m;
        moved.environment.magnetic_field.uniform[axis] += h;
        const Vector3d after = variational::solve_statics(moved).tip().position();
        moved.environment.magnetic_field.uniform[axis] -= 2.0 * h;
        const Vector3d before = variational::solve_statics(moved).tip().position();
        const Vector3d D = (after - before) / (2.0 * h);
        EXPECT_LT((pose.head<3>() - D).norm(), 1e-4 * D.norm()) << axis;
        EXPECT_GT(D.norm(), 0.1);  // m/T
    }
}

TEST(SteeredNodalRod, ATargetTakenFromASolvedShapeIsMetAndOneBeyondTheRodIsNot)
{
    Manipulator m = fifth(1.345);
    m.environment.magnetic_field.uniform = Vector3d(1 * mT, 4 * mT, 7 * mT);
    const Vector3d wanted = variational::solve_statics(m).tip().position();
    m.environment.magnetic_field.uniform = Vector3d(0, 0, 1 * mT);
    const auto system = discretize(m);
    Target target;
    target.position = {std::nullopt, wanted.y(), wanted.z()};
    const Steering met = steer(*system, all_actuations(*system), target);
    ASSERT_EQ(met.status, Status::converged) << met.message;
    EXPECT_LT(met.distance, 1e-11);
    // A field along the magnet moves it little: the smallest field that does it is not larger than ours.
    EXPECT_LT(met.actuation.norm(), Vector3d(1 * mT, 4 * mT, 7 * mT).norm() * 1.001);
    EXPECT_TRUE(met.equilibrium.stability.stable.value_or(false));

    target.position = {std::nullopt, std::nullopt, 2.0 * m.rod.length};
    const Steering beyond = steer(*system, vertical_field(*system, {-15 * mT, 15 * mT}), target);
    EXPECT_EQ(beyond.status, Status::infeasible) << beyond.message;
    EXPECT_GT(beyond.distance, m.rod.length);
    EXPECT_EQ(beyond.actuation[0], 15 * mT);
    EXPECT_LT(beyond.slope, 1e-6);
}

}  // namespace test_nodal_rod
}  // namespace supple::test
