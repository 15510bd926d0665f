#include <supple/assembly/discretize.hpp>
#include <supple/io/model_file.hpp>
#include <supple/statics/eigenvalue.hpp>
#include <supple/statics/equilibrium.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <numbers>

namespace supple {
namespace test_eigenvalue {

/// A clamped column of length L [mm] and stiffness EI [N mm²] under a share of its Euler load.
double column_eigenvalue(double L, double EI, double share, int segments, std::string_view more = "")
{
    const double euler = std::numbers::pi * std::numbers::pi * EI / (4.0 * L * L);  // [N]
    const Manipulator column = parse_model(
        fmt::format("supple: 1\nrod: {{length: {} mm, bending_stiffness: {} N mm^2}}\n"
                    "model: {{type: isotropic-prb, segments: {}}}\nloads: [{{at: tip, force: 0 0 {} N}}]\n{}",
                    L, EI, segments, -share * euler, more));
    const auto system = discretize(column);
    StaticSolver solver(*system);
    Equilibrium eq;
    solver.solve({}, eq);
    EXPECT_TRUE(eq.status == Status::converged || eq.status == Status::unstable) << eq.message;
    return solver.smallest_eigenvalue();
}

TEST(SmallestEigenvalue, FallsLinearlyWithTheLoadOfAStraightColumn)
{
    const double at_euler = column_eigenvalue(100, 100, 1.0, 4);
    EXPECT_NEAR(at_euler, 0.0, 0.01);
    for (const double share : {0.0, 0.25, 0.5, 1.5})
        EXPECT_NEAR(column_eigenvalue(100, 100, share, 4), 1.0 - share * (1.0 - at_euler), 1e-12) << share;
}

TEST(SmallestEigenvalue, NearsZeroAtTheEulerLoadAtSecondOrder)
{
    const double coarse = column_eigenvalue(100, 100, 1.0, 4), fine = column_eigenvalue(100, 100, 1.0, 8);
    EXPECT_NEAR(coarse / fine, 4.0, 0.2);
}

TEST(SmallestEigenvalue, DoesNotDependOnTheScaleOfTheProblem)
{
    const double soft = column_eigenvalue(20, 0.01, 0.7, 3);
    EXPECT_NEAR(column_eigenvalue(3000, 2e9, 0.7, 3), soft, 1e-10);
    EXPECT_NEAR(soft, 0.3, 0.01);
}

TEST(SmallestEigenvalue, IsRaisedByAFixtureAsEulersThirdCaseSays)
{
    // Clamped and pinned: the buckling load is 8.1830 times that of the free column, 20.1907 EI/L².
    const std::string pinned = "constraints: [{fixture: {at: tip, hold: {x: 0 mm, y: 0 mm}}}]\n";
    EXPECT_NEAR(column_eigenvalue(100, 100, 8.1830, 8, pinned), 0.0, 0.02);
    EXPECT_GT(column_eigenvalue(100, 100, 8.0, 8, pinned), column_eigenvalue(100, 100, 8.0, 8) + 1.0);
}

TEST(SmallestEigenvalue, OfAStraightColumnIsTheSameInAGuideAndInAFixtureAcross)
{
    // Sideways both hold; along a straight rod the guide's slip changes nothing.
    for (const double share : {0.0, 2.0, 6.0}) {
        const double fixed = column_eigenvalue(
            100, 100, share, 4, "constraints: [{fixture: {at: 50 mm, hold: {x: 0 mm, y: 0 mm}}}]\n");
        const double guided = column_eigenvalue(100, 100, share, 4,
                                                "constraints: [{guide: {point: 0 0 50 mm, near: 50 mm}}]\n");
        EXPECT_NEAR(guided, fixed, 1e-8) << share;
        if (share > 0.0) {
            EXPECT_GT(guided, column_eigenvalue(100, 100, share, 4) + 0.5);
        }
    }
}

TEST(SmallestEigenvalue, IsPositiveUnderASmallMomentThatHasNoPotential)
{
    // A moment along the axis has no potential: the tangent is not symmetric, and the straight rod of equal
    // stiffnesses only diverges far above it.
    const Manipulator rod = parse_model(
        "supple: 1\nrod: {length: 100 mm, bending_stiffness: 100 N mm^2}\n"
        "model: {type: isotropic-prb, segments: 4}\nloads: [{at: tip, moment: 0 0 1 N mm}]\n");
    const auto system = discretize(rod);
    StaticSolver solver(*system);
    Equilibrium eq;
    solver.solve({}, eq);
    EXPECT_EQ(eq.stability.kind, StabilityKind::divergence_only);
    const double lambda = solver.smallest_eigenvalue();
    EXPECT_GT(lambda, 0.0);
    EXPECT_LT(lambda, 1.0 + 1e-12);
}

}  // namespace test_eigenvalue
}  // namespace supple
