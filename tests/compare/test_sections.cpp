// Section forces and curvature along a chain are those of the exact rod, more and more so.
#include "support/rods.hpp"

#include <supple/compare/compare.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace supple::test {
namespace test_sections {

constexpr double L = 0.2, EI1 = 3e-4, EI2 = 4e-4, GJ = 2e-4;

/// Wrenches at the tip and in the middle, curved at rest in its outer part.
Manipulator loaded_rod()
{
    Manipulator m = rod_along_z(L, EI1);
    m.rod.bending_stiffness = Vector2d(EI1, EI2);
    m.rod.torsional_stiffness = GJ;
    m.rod.rest_shape = {{L / 2, {0.0, 0.0}, 0.0}, {L / 2, {3.0, -2.0}, 1.0}};
    m.loads = {dead_load(L / 2, EI1 / (L * L) * Vector3d(-2, 3, 0.5), EI1 / L * Vector3d(0.2, 0.1, 0)),
               dead_load(L, EI1 / (L * L) * Vector3d(1, 1, -0.5), EI1 / L * Vector3d(0.3, -0.2, 0.4))};
    return m;
}

/// The largest differences at the base, in the middle and at the tip, over the largest values of the rod. At
/// a load both show what arrives there from the base.
struct Differences {
    double force = 0.0, moment = 0.0, curvature = 0.0;
};

Differences differences(const Shape& chain, const Shape& rod)
{
    const auto at = [](const Shape& shape, double s) {
        const auto place = std::lower_bound(shape.arclength.begin(), shape.arclength.end(), s * (1 - 1e-9));
        EXPECT_NEAR(*place, s, 1e-9 * L);
        return place - shape.arclength.begin();
    };
    const auto relative = [&](std::vector<Vector3d> Shape::*list) {
        double difference = 0.0, most = 0.0;
        for (const Vector3d& v : rod.*list)
            most = std::max(most, v.norm());
        for (const double s : {0.0, L / 2, L}) {
            const auto i = static_cast<std::size_t>(at(chain, s)), k = static_cast<std::size_t>(at(rod, s));
            difference = std::max(difference, ((chain.*list)[i] - (rod.*list)[k]).norm());
        }
        return difference / most;
    };
    return {relative(&Shape::force), relative(&Shape::moment), relative(&Shape::curvature)};
}

TEST(Sections, ForceMomentAndCurvatureConvergeToThoseOfTheExactRod)
{
    Manipulator m = loaded_rod();
    const Equilibrium exact = solve(judge_of(m));
    ASSERT_EQ(exact.status, Status::converged);
    ASSERT_EQ(exact.shape.curvature.size(), exact.shape.frames.size());
    SegmentModel twisting = isotropic();
    twisting.freedoms.twist = true;
    const auto families = {
        std::function<ModelChoice(int)>([](int n) { return spherical(n, JointLayout::gauss); }),
        std::function<ModelChoice(int)>([](int n) {
            return CurvatureModel{n, true};
        }),
        std::function<ModelChoice(int)>([&](int n) {
            twisting.segments = n / 4;
            return twisting;
        })};
    for (const auto& with : families) {
        const auto error = [&](int joints) {
            m.model = with(joints);
            const Equilibrium eq = solve(m);
            EXPECT_EQ(eq.status, Status::converged);
            EXPECT_EQ(eq.shape.curvature.size(), eq.shape.frames.size());
            return differences(eq.shape, exact.shape);
        };
        SCOPED_TRACE(type_name(with(8)));
        const Differences coarse = error(16), fine = error(32);
        EXPECT_LT(fine.force, 1e-12);  // dead forces
        EXPECT_LT(fine.moment, 1e-3);
        EXPECT_LT(fine.curvature, 1e-3);
        EXPECT_NEAR(std::log2(coarse.moment / fine.moment), 2.0, 0.15);
        EXPECT_NEAR(std::log2(coarse.curvature / fine.curvature), 2.0, 0.15);
    }
}

TEST(Sections, ARodAtRestHasItsRestCurvature)
{
    Manipulator m = loaded_rod();
    m.loads.clear();
    m.model = spherical(8, JointLayout::half_links);
    const Shape shape = solve(m).shape;
    for (std::size_t i = 0; i < shape.arclength.size(); ++i) {
        const Vector3d expected = shape.arclength[i] <= L / 2 + 1e-9 ? Vector3d::Zero() : Vector3d(3, -2, 1);
        EXPECT_LT((shape.curvature[i] - expected).norm(), 1e-9) << "at " << shape.arclength[i];
    }
}

TEST(Sections, AModelThatDoesNotTwistHasNoTwist)
{
    Manipulator m = rod_along_z(L, EI1);
    m.loads = {dead_load(L, Vector3d::Zero(), EI1 / L * Vector3d(0.5, 0, 0.5))};
    m.model = isotropic(2);
    const Shape chain = solve(m).shape;
    EXPECT_EQ(chain.curvature.front().z(), 0.0);
    EXPECT_GT(chain.curvature.front().x(), 0.0);
    m.model = spherical(8, JointLayout::gauss);
    EXPECT_GT(solve(m).shape.curvature.front().z(), 0.0);
}

}  // namespace test_sections
}  // namespace supple::test
