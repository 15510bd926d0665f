#include "support/differences.hpp"
#include "support/random.hpp"

#include <supple/geometry/gap.hpp>

#include <gtest/gtest.h>

namespace supple::test {
namespace test_gap {

TEST(Gap, OfAPlaneIsTheDistanceAndItsDerivativesAreThoseOfItsValue)
{
    std::mt19937 engine(3);
    for (int i = 0; i < 20; ++i) {
        const PlaneGap plane{random_vector(3, engine), VectorXd(random_vector(3, engine)).normalized()};
        const Vector3d along = plane.normal.unitOrthogonal();
        EXPECT_NEAR(plane.value(plane.point + 0.3 * plane.normal + 2.0 * along), 0.3, 1e-14);

        const VectorXd x = random_vector(3, engine);
        const Gap gap = plane.at(x);
        EXPECT_EQ(gap.value, plane.value(x));
        const MatrixXd gradient = difference(
            [&](const VectorXd& y) -> VectorXd { return VectorXd::Constant(1, plane.at(y).value); }, x);
        EXPECT_LT((gap.gradient.transpose() - gradient).norm(), 1e-11);
        EXPECT_NEAR(gap.gradient.norm(), 1.0, 1e-14);
        const MatrixXd hessian =
            difference([&](const VectorXd& y) -> VectorXd { return plane.at(y).gradient; }, x);
        EXPECT_LT((gap.hessian - hessian).norm(), 1e-11);
    }
}

template <class Surface>
void expect_derivatives(const Surface& surface, const VectorXd& x)
{
    double u = 0.0;
    const Gap gap = surface.at(x, u);
    const MatrixXd gradient = difference(
        [&](const VectorXd& y) -> VectorXd { return VectorXd::Constant(1, surface.at(y, u).value); }, x);
    const MatrixXd hessian =
        difference([&](const VectorXd& y) -> VectorXd { return surface.at(y, u).gradient; }, x);
    EXPECT_LT((gap.gradient.transpose() - gradient).norm(), 1e-11);
    EXPECT_LT((gap.hessian - hessian).norm(), 1e-11);
    EXPECT_GT(gap.hessian.norm(), 0.1);
}

TEST(Gap, OfASphereAndACylinderIsZeroAtTheirSurfaceWithTheUnitNormalToTheFreeSide)
{
    std::mt19937 engine(4);
    for (const bool inside : {false, true}) {
        const double free = inside ? -1.0 : 1.0;
        for (int i = 0; i < 20; ++i) {
            const SphereGap sphere{random_vector(3, engine), 0.7, inside};
            const Vector3d out = Vector3d(random_vector(3, engine)).normalized();
            double u = 0.0;
            const Gap at_sphere = sphere.at(sphere.centre + 0.7 * out, u);
            EXPECT_NEAR(at_sphere.value, 0.0, 1e-14);
            EXPECT_LT((at_sphere.gradient - free * out).norm(), 1e-14);
            EXPECT_NEAR(sphere.distance(sphere.centre + 0.9 * out, u), free * 0.2, 1e-14);
            expect_derivatives(sphere, random_vector(3, engine));

            const CylinderGap cylinder{random_vector(3, engine), out, 0.4, inside};
            const Vector3d across = out.unitOrthogonal();
            const Gap at_cylinder = cylinder.at(cylinder.point + 2.0 * out + 0.4 * across, u);
            EXPECT_NEAR(at_cylinder.value, 0.0, 1e-14);
            EXPECT_LT((at_cylinder.gradient - free * across).norm(), 1e-14);
            EXPECT_NEAR(cylinder.distance(cylinder.point - out + 0.9 * across, u), free * 0.5, 1e-14);
            expect_derivatives(cylinder, random_vector(3, engine));
        }
    }
}

}  // namespace test_gap
}  // namespace supple::test
