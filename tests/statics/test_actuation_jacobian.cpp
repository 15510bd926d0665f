#include "support/allocations.hpp"
#include "support/differences.hpp"
#include "support/files.hpp"
#include "support/sensitivity_cases.hpp"
#include "support/singular_values.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace supple::test {
namespace test_actuation_jacobian {

/// The catheter of s2 with a chain of ball joints given outright, from the units of the file [mm, N, A].
Manipulator catheter(const nlohmann::json& file, const nlohmann::json& chain)
{
    Manipulator m;
    m.rod.length = file["L"].get<double>() * 1e-3;
    m.rod.bending_stiffness = Vector2d::Constant(file["EI"].get<double>() * 1e-6);
    m.rod.torsional_stiffness = file["GJ"].get<double>() * 1e-6;
    SphericalModel model;
    model.layout = JointLayout::given;
    for (const double r : chain["r_mm"])
        model.links.push_back(r * 1e-3);
    for (const double k : chain["kb_Nmm_per_rad"])
        model.bending.push_back(k * 1e-3);
    for (const double k : chain["kt_Nmm_per_rad"])
        model.twisting.push_back(k * 1e-3);
    model.joints = static_cast<int>(model.bending.size());
    m.model = model;
    for (int i = 0; i < 3; ++i)
        m.environment.magnetic_field.uniform[i] = file["B0"][static_cast<std::size_t>(i)];
    CoilSet coils;
    coils.name = "coils";
    coils.at = file["s_coil"].get<double>() * 1e-3;
    coils.turns.setOnes();
    for (int i = 0; i < 3; ++i)
        coils.areas[i] = file["mu_per_A_Nmm_per_T"][static_cast<std::size_t>(i)].get<double>() * 1e-3;
    m.attachments = {coils};
    return m;
}

TEST(ActuationJacobian, IsThatOfTheReferenceCatheterAndOfRankTwo)
{
    const auto file = nlohmann::json::parse(slurp(std::string(SUPPLE_TEST_DATA) + "/s2_forward.json"));
    int compared = 0;
    for (const auto& one : file["cases"]) {
        for (const auto& [name, expected] : one["models"].items()) {
            SCOPED_TRACE(name + " u = " + one["u"].dump());
            Manipulator m = catheter(file, file["models"][name]);
            for (int i = 0; i < 3; ++i)
                std::get<CoilSet>(m.attachments[0]).currents[i] = one["u"][static_cast<std::size_t>(i)];
            const auto system = discretize(m);
            const Equilibrium eq = solve_statics(*system);
            ASSERT_EQ(eq.status, Status::converged) << eq.message;

            MatrixXd reference(3, 3);
            for (int i = 0; i < 3; ++i) {
                for (int j = 0; j < 3; ++j)
                    reference(i, j) =
                        expected["dtip_du"][static_cast<std::size_t>(i)][static_cast<std::size_t>(j)]
                            .get<double>() *
                        1e-3;
            }
            const MatrixXd J = actuation_jacobian(*system, eq);
            ASSERT_EQ(J.cols(), 3);
            EXPECT_LT(relative_error(J, reference), 1e-6);
            const VectorXd singular = singular_values(J);
            EXPECT_LT(singular[2], 1e-10 * singular[0]);
            ++compared;
        }
    }
    EXPECT_EQ(compared, 80);
}

TEST(ActuationJacobian, NamesItsColumnsByTheirPathsInTheDescription)
{
    Manipulator m = chains()[4].manipulator;
    add_fields(m);
    const auto paths = [](const Manipulator& manipulator) {
        std::vector<std::string> list;
        for (const Parameter& p : actuations(*discretize(manipulator)))
            list.push_back(p.path);
        return list;
    };
    // With coils on the rod the uniform field is the scanner's.
    EXPECT_THAT(paths(m), testing::ElementsAre("attachments.coils.currents.x", "attachments.coils.currents.y",
                                               "attachments.coils.currents.z",
                                               "environment.magnetic_field.coils.0.current",
                                               "environment.magnetic_field.helmholtz_pairs.0.current"));
    m.attachments.pop_back();
    EXPECT_THAT(paths(m), testing::ElementsAre("environment.magnetic_field.uniform.x",
                                               "environment.magnetic_field.uniform.y",
                                               "environment.magnetic_field.uniform.z",
                                               "environment.magnetic_field.coils.0.current",
                                               "environment.magnetic_field.helmholtz_pairs.0.current",
                                               "environment.magnetic_field.dipoles.far.moment.x",
                                               "environment.magnetic_field.dipoles.far.moment.y",
                                               "environment.magnetic_field.dipoles.far.moment.z"));
    m.attachments.clear();
    EXPECT_THAT(paths(m), testing::IsEmpty());
}

// Two coils of a set at a joint: half of each on either side of it, but one current.
TEST(ActuationJacobian, CountsACoilAtAJointOnce)
{
    Manipulator m = chains()[5].manipulator;
    add_fields(m);
    std::get<CoilSet>(m.attachments[1]).at = 0.036;  // the second joint
    const auto system = discretize(m);
    const Equilibrium eq = solve_statics(*system, {.tolerance = 1e-13});
    ASSERT_EQ(eq.status, Status::converged);
    const auto parameters = actuations(*system);
    ASSERT_EQ(parameters[0].path, "attachments.coils.currents.x");
    ASSERT_EQ(parameters[0].loads.size(), 2u);
    Differences differences(*system, eq);
    const MatrixXd J = actuation_jacobian(*system, eq);
    for (int k = 0; k < 3; ++k) {
        const auto d = differences.by(parameters[static_cast<std::size_t>(k)], 1e-2);  // A
        EXPECT_LT(relative_error(J.col(k), d.tip.head<3>()), 1e-7);
        EXPECT_GT(J.col(k).norm(), 1e-6);  // m/A
    }
}

TEST(Compliance, IsSymmetricUnderConservativeLoadsAndNotUnderFollowers)
{
    for (const bool fields : {true, false}) {
        Manipulator m = chains()[2].manipulator;
        fields ? add_fields(m) : add_wrenches(m);
        hold(m);
        const auto system = discretize(m);
        const Equilibrium eq = solve_statics(*system);
        ASSERT_EQ(eq.status, Status::converged);
        const Place tip = tip_of(*system), inside = inside_of(*system);
        const Matrix6d there = compliance(*system, eq, tip, inside),
                       back = compliance(*system, eq, inside, tip);
        const double asymmetry = relative_error(there, back.transpose());
        if (fields) {
            EXPECT_LT(asymmetry, 1e-9);
        } else {
            EXPECT_GT(asymmetry, 1e-3);
        }
    }
}

TEST(Sensitivity, OfAClampedTipIsTheDifferenceOfSolvedEquilibria)
{
    for (SensitivityCase c : chains()) {
        if (c.name == "universal" || c.name == "isotropic" || c.name == "curvature")
            continue;                           // cannot twist
        if (c.name == "given_links") continue;  // nine coordinates, six held
        SCOPED_TRACE(c.name);
        add_wrenches(c.manipulator);
        clamp_tip(c.manipulator);
        const auto system = discretize(c.manipulator);
        const Equilibrium eq = solve_statics(*system, {.tolerance = 1e-13});
        ASSERT_EQ(eq.status, Status::converged) << eq.message;
        const auto parameters = target_parameters(*system);
        ASSERT_EQ(parameters.size(), 6u);
        EXPECT_EQ(parameters[4].path, "constraints.C.rotation.y");
        Differences differences(*system, eq);
        for (const Parameter& parameter : parameters) {
            SCOPED_TRACE(parameter.path);
            const std::vector<Parameter> one{parameter};
            const VectorXd dq = coordinate_sensitivity(*system, eq, one);
            const MatrixXd reaction = reaction_sensitivity(*system, eq, 0, one);
            const double speed = dq.cwiseQuotient(system->model->coordinate_scale()).cwiseAbs().maxCoeff();
            ASSERT_GT(speed, 1e-3);
            const Answer d = differences.by(parameter, 1e-3 / speed);
            EXPECT_LT(relative_error(dq, d.coordinates), 1e-7);
            EXPECT_LT(relative_error(reaction, d.reactions), 1e-6);
            EXPECT_GT(reaction.norm(), 1e-6);
        }
    }
}

TEST(Sensitivity, AsksForNoMemoryOnceItIsMade)
{
    Manipulator m = chains()[0].manipulator;
    add_wrenches(m);
    hold(m);
    const auto system = discretize(m);
    const Equilibrium eq = solve_statics(*system);
    const auto parameters = model_parameters(m, *system);
    Sensitivity sensitivity(*system);
    const std::size_t before = allocations();
    ASSERT_TRUE(sensitivity.linearise(eq));
    sensitivity.solve_adjoint(tip_of(*system), Vector6d::Ones());
    double sum = 0.0;
    for (const Parameter& parameter : parameters) {
        sum += sensitivity.adjoint(parameter);
        sensitivity.solve(parameter);
        sum += sensitivity.pose(tip_of(*system)).sum() + sensitivity.reaction(0).sum();
    }
    EXPECT_EQ(allocations(), before);
    EXPECT_NE(sum, 0.0);
}

TEST(Sensitivity, RefusesAnEquilibriumOfAnotherSystem)
{
    Manipulator one = chains()[0].manipulator, other = chains()[6].manipulator;
    add_wrenches(one);
    add_wrenches(other);
    const auto system = discretize(one), another = discretize(other);
    const Equilibrium eq = solve_statics(*another);
    ASSERT_EQ(eq.status, Status::converged);
    Sensitivity sensitivity(*system);
    EXPECT_FALSE(sensitivity.linearise(eq));
    EXPECT_TRUE(actuation_jacobian(*system, eq).hasNaN() || actuations(*system).empty());
    EXPECT_TRUE(compliance(*system, eq, tip_of(*system), tip_of(*system)).hasNaN());
}

}  // namespace test_actuation_jacobian
}  // namespace supple::test
