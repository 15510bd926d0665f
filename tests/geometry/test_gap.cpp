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

}  // namespace test_gap
}  // namespace supple::test
