#include "support/allocations.hpp"
#include "support/differences.hpp"
#include "support/sensitivity_cases.hpp"

#include <supple/field/field_source.hpp>
#include <supple/model/chain.hpp>

#include <gmock/gmock.h>

namespace supple::test {
namespace test_sensitivity {

std::vector<Parameter> all_parameters(const Manipulator& m, const System& system)
{
    std::vector<Parameter> all;
    for (const auto& list : {load_parameters(system), field_parameters(system), target_parameters(system),
                             model_parameters(m, system)})
        all.insert(all.end(), list.begin(), list.end());
    return all;
}

class EachSensitivity : public testing::TestWithParam<SensitivityCase> {
 protected:
    EachSensitivity()
        : system(discretize(GetParam().manipulator)), eq(solve_statics(*system, {.tolerance = 1e-13}))
    {
    }

    std::unique_ptr<System> system;
    Equilibrium eq;
};

// Steps are 1e-4 rad or a hundredth of an element: Richardson leaves 1e-9 of truncation. The solver goes on
// to rounding: 1e-15 times the condition of the tangent, 1e2, over steps that turn coordinates by 1e-5 or
// more.
TEST_P(EachSensitivity, IsTheDifferenceOfSolvedEquilibriaAndNotZero)
{
    ASSERT_EQ(eq.status, Status::converged) << eq.message;
    Sensitivity sensitivity(*system);
    Differences differences(*system, eq);
    const VectorXd& scale = system->model->coordinate_scale();
    const auto parameters = all_parameters(GetParam().manipulator, *system);
    ASSERT_GT(parameters.size(), 8u);
    for (const Parameter& parameter : parameters) {
        SCOPED_TRACE(parameter.path);
        ASSERT_TRUE(sensitivity.linearise(eq));
        sensitivity.solve(parameter);
        const VectorXd dq = sensitivity.coordinates();
        const Vector6d tip = sensitivity.pose(tip_of(*system)), inside = sensitivity.pose(inside_of(*system));
        MatrixXd reactions(6, static_cast<Eigen::Index>(eq.reactions.size()));
        for (int i = 0; i < reactions.cols(); ++i)
            reactions.col(i) = sensitivity.reaction(i);

        // The first link only shifts the rest of the chain: then no coordinate moves, but the tip does.
        const double speed = dq.cwiseQuotient(scale).cwiseAbs().maxCoeff();
        const double tip_speed = tip.head<3>().norm() / system->length;
        ASSERT_GT(tip_speed, 1e-6);  // per SI unit of the parameter
        const Answer d = differences.by(parameter, step_of(parameter, *system, std::max(speed, tip_speed)));
        if (speed > 1e-9 * tip_speed) {
            EXPECT_LT(relative_error(dq, d.coordinates), 1e-7);
        }
        EXPECT_LT(relative_error(tip, d.tip), 1e-7);
        EXPECT_LT(relative_error(inside, d.inside), 1e-7);
        if (reactions.cols() > 0) {
            EXPECT_GT(reactions.norm(), 0.0);
            EXPECT_LT(relative_error(reactions, d.reactions), 1e-7);
        }
    }
}

TEST_P(EachSensitivity, AdjointGivesTheSameGradientAsTheForwardSolve)
{
    ASSERT_EQ(eq.status, Status::converged);
    Sensitivity sensitivity(*system);
    ASSERT_TRUE(sensitivity.linearise(eq));
    Vector6d weight;
    weight << 1.0, -2.0, 0.5, 0.03, 0.02, -0.01;
    for (const Place& place : {tip_of(*system), inside_of(*system)}) {
        sensitivity.solve_adjoint(place, weight);
        for (const Parameter& parameter : all_parameters(GetParam().manipulator, *system)) {
            const double adjoint = sensitivity.adjoint(parameter);
            sensitivity.solve(parameter);
            const Vector6d forward = sensitivity.pose(place);
            EXPECT_NEAR(adjoint, weight.dot(forward), 1e-9 * weight.cwiseProduct(forward).cwiseAbs().sum())
                << parameter.path;
            EXPECT_NE(adjoint, 0.0) << parameter.path;
        }
    }
}

TEST_P(EachSensitivity, ComplianceIsTheSensitivityToADeadLoad)
{
    ASSERT_EQ(eq.status, Status::converged);
    Manipulator loaded = GetParam().manipulator;
    PointLoad nothing;
    nothing.at = 0.05;
    loaded.loads.push_back(nothing);
    const auto with_load = discretize(loaded);
    const Equilibrium at = solve_statics(*with_load);
    std::vector<Parameter> parameters;
    const std::string path = "loads." + std::to_string(loaded.loads.size() - 1);
    for (const Parameter& p : load_parameters(*with_load)) {
        if (p.path.starts_with(path)) parameters.push_back(p);
    }
    ASSERT_EQ(parameters.size(), 6u);
    Place loaded_at;
    for (std::size_t k = 0; k < with_load->point_arclength.size(); ++k) {
        if (with_load->point_arclength[k] == nothing.at)
            loaded_at = dynamic_cast<const Chain&>(*with_load->model).points()[k];
    }
    const MatrixXd by_load = pose_sensitivity(*with_load, at, tip_of(*with_load), parameters);
    EXPECT_LT(relative_error(compliance(*with_load, at, tip_of(*with_load), loaded_at), by_load), 1e-9);
    EXPECT_GT(by_load.norm(), 0.0);
}

INSTANTIATE_TEST_SUITE_P(Chains, EachSensitivity, testing::ValuesIn(sensitivity_cases()),
                         [](const auto& instance) { return instance.param.name; });

}  // namespace test_sensitivity
}  // namespace supple::test
