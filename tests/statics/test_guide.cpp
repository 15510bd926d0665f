#include "support/differences.hpp"
#include "support/sensitivity_cases.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace supple::test {
namespace test_guide {

/// The rod of s1's constrained case along x: 82 mm, EI = 2.05e5 mN mm², Table 1.
Manipulator catheter(bool isotropic = false)
{
    Manipulator m;
    m.rod.length = 0.082;
    m.rod.bending_stiffness = Vector2d::Constant(2.05e-4);
    Matrix3d R;  // d1 = y, d2 = z, d3 = x
    R << 0, 0, 1, 1, 0, 0, 0, 1, 0;
    m.base.X_WB = SE3(R, Vector3d::Zero());
    SegmentModel model;
    model.isotropic = isotropic;
    model.segments = 3;
    model.parameters.gamma = {0.1699, 0.3301, 0.3301, 0.1699};
    model.parameters.k_eta = {2.5064, 4.8339, 2.5064};
    model.parameters.k_theta = {2.4914, 5.0303, 2.4914};
    m.model = model;
    return m;
}

void load_tip(Manipulator& m, const Vector3d& force, const Vector3d& moment)
{
    PointLoad load;
    load.at = m.rod.length;
    load.force = force;
    load.moment = moment;
    m.loads = {load};
}

void load_tip(Manipulator& m, double times = 1.0)
{
    load_tip(m, times * Vector3d(9e-3, 27e-3, 15e-3), times * Vector3d(3e-4, 1.6e-3, 1.8e-3));
}

const Vector3d first(0.082 / 3.0, 0.0, 0.0), second(0.082 * 2.0 / 3.0, 0.0, 0.0);

Manipulator in_guides(Manipulator m)
{
    m.constraints = {Guide{"P1", first, first.x()}, Guide{"P2", second, second.x()}};
    return m;
}

Manipulator in_fixtures(Manipulator m)
{
    m.constraints = {Fixture{"P1", first.x(), {std::nullopt, 0.0, 0.0}},
                     Fixture{"P2", second.x(), {std::nullopt, 0.0, 0.0}}};
    return m;
}

const Reaction& reaction(const Equilibrium& eq, const std::string& name)
{
    for (const Reaction& r : eq.reactions) {
        if (r.name == name) return r;
    }
    ADD_FAILURE() << name;
    return eq.base_reaction;
}

class EachGuidedModel : public testing::TestWithParam<bool> {};

TEST_P(EachGuidedModel, ForceIsPerpendicularToTheRodThatPassesThePoint)
{
    Manipulator m = in_guides(catheter(GetParam()));
    load_tip(m);
    const Equilibrium eq = solve_statics(*discretize(m));
    ASSERT_EQ(eq.status, Status::converged) << eq.message;
    EXPECT_EQ(eq.stability.kind, StabilityKind::divergence_only);
    int found = 0;
    for (std::size_t i = 0; i < eq.shape.frames.size(); ++i) {
        for (const auto& [name, point] : {std::pair("P1", first), std::pair("P2", second)}) {
            if (eq.shape.arclength[i] != reaction(eq, name).at) continue;
            ++found;
            const Vector3d F = reaction(eq, name).force;
            EXPECT_LT((eq.shape.frames[i].position() - point).norm(), 1e-12);
            EXPECT_GT(F.norm(), 1e-2);
            EXPECT_LT(std::abs(F.dot(eq.shape.frames[i].rotation().col(2))), 1e-10 * F.norm());
            EXPECT_GT(std::abs(F.x()), 1e-3);  // along the rod's old axis, which a fixture cannot pull
            EXPECT_GT(std::abs(reaction(eq, name).at - point.x()), 1e-6);  // it has slipped
        }
    }
    EXPECT_EQ(found, 2);
}

// Force and moment about the world's origin, added up here from loads, reactions and base.
TEST_P(EachGuidedModel, RodIsInBalance)
{
    Manipulator m = in_guides(catheter(GetParam()));
    load_tip(m);
    const Equilibrium eq = solve_statics(*discretize(m));
    ASSERT_EQ(eq.status, Status::converged);
    Vector3d force = m.loads[0].force + eq.base_reaction.force;
    Vector3d moment =
        m.loads[0].moment + eq.tip().position().cross(m.loads[0].force) + eq.base_reaction.moment;
    for (const auto& [name, point] : {std::pair("P1", first), std::pair("P2", second)}) {
        force += reaction(eq, name).force;
        moment += point.cross(reaction(eq, name).force);
    }
    EXPECT_LT(force.norm(), 1e-12);   // N
    EXPECT_LT(moment.norm(), 1e-13);  // N m
}

TEST_P(EachGuidedModel, TangentIsTheDerivativeOfTheResidual)
{
    Manipulator m = in_guides(catheter(GetParam()));
    load_tip(m);
    m.rod.rest_shape = {{m.rod.length, {2.0, -3.0}, 0.0}};
    PointLoad follower;
    follower.at = 0.07;
    follower.force = {0.02, 0.01, -0.03};
    follower.frame = LoadFrame::body;
    m.loads.push_back(follower);
    const auto system = discretize(m);
    ASSERT_EQ(system->unsupported, "");
    StaticProblem p(*system);
    p.start_from_rest();
    const int size = static_cast<int>(p.x.size());
    EXPECT_EQ(size, p.coordinates() + 6 + 2);
    for (int i = 0; i < size; ++i)
        p.x[i] += 0.05 * std::sin(3.0 * i + 1.0);
    const VectorXd x = p.x;
    p.evaluate(1.0);
    MatrixXd A = p.A.matrix();
    A.block(p.coordinates(), p.coordinates(), 6, 6).setZero();  // the term for redundant constraints
    const MatrixXd D = difference(
        [&](const VectorXd& at) -> VectorXd {
            p.x = at;
            p.evaluate(1.0);
            return p.r;
        },
        x);
    for (int j = 0; j < size; ++j) {
        EXPECT_LT(relative_error(A.col(j), D.col(j)), 1e-9) << j;
        EXPECT_GT(D.col(j).norm(), 1e-3) << j;
    }
}

TEST_P(EachGuidedModel, IsAFixtureWithTheForceAlongTheAxisAdded)
{
    Manipulator m = in_guides(catheter(GetParam()));
    load_tip(m);
    const Equilibrium guided = solve_statics(*discretize(m));
    ASSERT_EQ(guided.status, Status::converged);
    Manipulator held = catheter(GetParam());
    load_tip(held);
    std::get<SegmentModel>(held.model).segments = 1;
    for (const auto& [name, point] : {std::pair("P1", first), std::pair("P2", second)}) {
        Fixture fixture{name, reaction(guided, name).at, {std::nullopt, point.y(), point.z()}};
        held.constraints.emplace_back(fixture);
        PointLoad pull;  // what the fixture cannot give
        pull.at = fixture.at;
        pull.force = {reaction(guided, name).force.x(), 0.0, 0.0};
        held.loads.push_back(pull);
    }
    const Equilibrium fixed = solve_statics(*discretize(held));
    ASSERT_EQ(fixed.status, Status::converged) << fixed.message;
    EXPECT_LT((fixed.tip().position() - guided.tip().position()).norm(), 1e-11);
    for (const char* name : {"P1", "P2"}) {
        EXPECT_LT((reaction(fixed, name).force - reaction(guided, name).force).tail<2>().norm(), 1e-9);
    }
}

INSTANTIATE_TEST_SUITE_P(Joints, EachGuidedModel, testing::Bool(),
                         [](const auto& kind) { return kind.param ? "isotropic" : "universal"; });

// Three-moment equation for two supports at thirds under a tip moment: F1 l/M = 12/7, F2 l/M = −9/7, which
// Gauss joints give exactly [s1 Sec. 13, rows 15 and 16].
TEST(Guide, GivesTheSupportReactionsOfBeamTheory)
{
    Manipulator m = in_guides(catheter());
    std::get<SegmentModel>(m.model).parameters = SegmentParameters{};
    const double M = 1e-6, l = m.rod.length / 3.0;  // turns the tip by 1e-4 rad
    load_tip(m, Vector3d::Zero(), {0.0, 0.0, M});
    const Equilibrium eq = solve_statics(*discretize(m));
    ASSERT_EQ(eq.status, Status::converged);
    EXPECT_NEAR(reaction(eq, "P1").force.y() * l / M, 12.0 / 7.0, 1e-6);
    EXPECT_NEAR(reaction(eq, "P2").force.y() * l / M, -9.0 / 7.0, 1e-6);
}

// What slip changes is the force along the axis, of the second order, and through it the rest in the third.
TEST(Guide, DiffersFromAFixtureInTheThirdOrderOfTheLoad)
{
    const auto apart = [](double times) {
        Manipulator guided = in_guides(catheter()), held = in_fixtures(catheter());
        load_tip(guided, times);
        load_tip(held, times);
        const Equilibrium B = solve_statics(*discretize(guided)), A = solve_statics(*discretize(held));
        EXPECT_EQ(B.status, Status::converged);
        EXPECT_EQ(A.status, Status::converged);
        return (reaction(B, "P1").force - reaction(A, "P1").force).tail<2>().norm();
    };
    EXPECT_NEAR(std::log2(apart(0.1) / apart(0.05)), 3.0, 0.1);
}

TEST(Guide, DiffersFromAFixtureByAFewMillinewton)
{
    Manipulator guided = in_guides(catheter()), held = in_fixtures(catheter());
    load_tip(guided);
    load_tip(held);
    const Equilibrium B = solve_statics(*discretize(guided)), A = solve_statics(*discretize(held));
    ASSERT_EQ(A.status, Status::converged);
    ASSERT_EQ(B.status, Status::converged);
    // [s1 Sec. 6B]: at most 5.5 mN across, 0.11 mm at the tip, up to 17 mN along x, in six cases like this.
    double across = 0.0, along = 0.0;
    for (const char* name : {"P1", "P2"}) {
        const Vector3d apart = reaction(B, name).force - reaction(A, name).force;
        across = std::max(across, apart.tail<2>().cwiseAbs().maxCoeff());
        along = std::max(along, std::abs(apart.x()));
    }
    EXPECT_GT(across, 1e-4);
    EXPECT_LT(across, 5.5e-3);
    EXPECT_GT(along, 1e-3);
    EXPECT_LT(along, 17e-3);
    const double tip = (A.tip().position() - B.tip().position()).norm();
    EXPECT_GT(tip, 1e-6);
    EXPECT_LT(tip, 0.11e-3);
}

TEST(Guide, SensitivitiesAreTheDifferencesOfSolvedEquilibria)
{
    Manipulator m = in_guides(catheter());
    load_tip(m);
    const auto system = discretize(m);
    const Equilibrium eq = solve_statics(*system, {.tolerance = 1e-13});
    ASSERT_EQ(eq.status, Status::converged);
    Differences differences(*system, eq);
    std::vector<Parameter> parameters = target_parameters(*system);
    ASSERT_EQ(parameters[1].path, "constraints.P1.point.y");
    for (const auto& list : {load_parameters(*system), model_parameters(m, *system)})
        parameters.insert(parameters.end(), list.begin(), list.end());
    for (const Parameter& parameter : parameters) {
        SCOPED_TRACE(parameter.path);
        Sensitivity sensitivity(*system);
        ASSERT_TRUE(sensitivity.linearise(eq));
        sensitivity.solve_adjoint(tip_of(*system), Vector6d::Ones());
        const double adjoint = sensitivity.adjoint(parameter);
        sensitivity.solve(parameter);
        const Vector6d tip = sensitivity.pose(tip_of(*system));
        MatrixXd reactions(6, 2);
        reactions << sensitivity.reaction(0), sensitivity.reaction(1);
        const double speed = sensitivity.coordinates().cwiseAbs().maxCoeff();
        ASSERT_GT(speed, 1e-3);
        EXPECT_NEAR(adjoint, tip.sum(), 1e-9 * tip.cwiseAbs().sum());
        const Answer d = differences.by(parameter, step_of(parameter, *system, speed));
        // Between supports the shape hardly depends on stiffness: rounding takes more of what little it does.
        const double tolerance = parameter.elements.empty() ? 1e-7 : 1e-5;
        EXPECT_LT(relative_error(tip, d.tip), tolerance);
        EXPECT_LT(relative_error(reactions, d.reactions), tolerance);
    }
}

TEST(Guide, WarmStartFindsTheSameShapeAgain)
{
    Manipulator m = in_guides(catheter());
    load_tip(m);
    const auto system = discretize(m);
    StaticSolver solver(*system);
    Equilibrium cold;
    solver.solve({}, cold);
    Equilibrium warm = cold;
    solver.solve({.warm_start = true}, warm);
    ASSERT_EQ(warm.status, Status::converged);
    EXPECT_LE(warm.solver.iterations, 2);  // one finds the multipliers, which a result does not keep
    EXPECT_LT((warm.tip().position() - cold.tip().position()).norm(), 1e-12);
    EXPECT_NEAR(reaction(warm, "P2").at, reaction(cold, "P2").at, 1e-12);
}

TEST(Guide, BeyondTheReachOfTheRodIsInfeasible)
{
    Manipulator m = catheter();
    m.constraints = {Guide{"far", {0.0, 0.09, 0.0}, 0.06}};
    load_tip(m);
    const Equilibrium eq = solve_statics(*discretize(m));
    EXPECT_EQ(eq.status, Status::infeasible) << eq.message;
    EXPECT_TRUE(eq.coordinates.allFinite());
}

TEST(Guide, IsRefusedWhereTheChainOrTheWeightCannotSlip)
{
    for (const int chain : {4, 6}) {
        Manipulator m = chains()[static_cast<std::size_t>(chain)].manipulator;
        m.constraints = {Guide{"G", {0.0, 0.0, 0.04}, 0.04}};
        const Equilibrium eq = solve_statics(*discretize(m));
        EXPECT_EQ(eq.status, Status::invalid);
        EXPECT_THAT(eq.message, testing::HasSubstr("guide"));
    }
    Manipulator heavy = in_guides(catheter());
    heavy.rod.mass_per_length = 3e-3;
    heavy.environment.gravity = {0.0, 0.0, -9.81};
    EXPECT_THAT(solve_statics(*discretize(heavy)).message, testing::HasSubstr("weight"));
}

}  // namespace test_guide
}  // namespace supple::test
