// Twists and wrenches in other frames.
#include "support/differences.hpp"
#include "support/generators.hpp"

#include <supple/lie/spatial.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <numbers>

namespace supple {
namespace test_spatial {

constexpr double pi = std::numbers::pi;

/// exp of a square matrix by its Taylor series after halving it below one: knows nothing of rotations.
template <typename Matrix>
Matrix matrix_exponential(const Matrix& M)
{
    int halvings = 0;
    while (std::ldexp(M.norm(), -halvings) > 0.5)
        ++halvings;
    const Matrix A = std::ldexp(1.0, -halvings) * M;
    Matrix sum = Matrix::Identity();
    Matrix power = Matrix::Identity();
    for (int k = 1; k < 18; ++k) {  // 0.5^18/18! < 1e-21
        power = power * A / k;
        sum += power;
    }
    for (int i = 0; i < halvings; ++i)
        sum = sum * sum;
    return sum;
}

TEST(Spatial, TwistOfATranslatedFrameGainsTheLeverArm)
{
    // B sits at x = 2 in A and turns about A's z: seen at A's origin, the turn about B moves the origin along
    // −y.
    const SE3 X_AB(Matrix3d::Identity(), Vector3d(2.0, 0.0, 0.0));
    const Vector6d V_B = (Vector6d() << 0.0, 0.0, 0.0, 0.0, 0.0, 1.0).finished();
    const Vector6d V_A = (Vector6d() << 0.0, -2.0, 0.0, 0.0, 0.0, 1.0).finished();
    EXPECT_EQ(Ad(X_AB, V_B), V_A);
}

TEST(Spatial, WrenchMovedByALeverGainsItsMoment)
{
    // A force along y at x = 2 has the moment 2 about z at the origin.
    const SE3 X_AB(Matrix3d::Identity(), Vector3d(2.0, 0.0, 0.0));
    const Vector6d F_B = (Vector6d() << 0.0, 1.0, 0.0, 0.0, 0.0, 0.0).finished();
    const Vector6d F_A = (Vector6d() << 0.0, 1.0, 0.0, 0.0, 0.0, 2.0).finished();
    EXPECT_EQ(transport_wrench(X_AB, F_B), F_A);
    EXPECT_EQ(Ad_transpose(X_AB, F_A), F_B);
}

TEST(Spatial, AdIsTheDerivativeOfAdAtTheIdentity)
{
    const Vector6d xi = (Vector6d() << 0.3, -0.7, 1.1, 0.9, 0.2, -0.5).finished();
    const auto adjoint = [&](const VectorXd& t) -> VectorXd { return Ad(se3::exp(t[0] * xi)).reshaped(); };
    const VectorXd zero = VectorXd::Zero(1);
    const VectorXd exact = ad(xi).reshaped();
    EXPECT_LT(test::relative_error(exact, test::difference(adjoint, zero)), 1e-11);
    EXPECT_GT(exact.norm(), 1.0);
}

RC_GTEST_PROP(SpatialLaws, AdIsAHomomorphism, ())
{
    const SE3 X = se3::exp(*test::twist(2.0 * pi));
    const SE3 Y = se3::exp(*test::twist(2.0 * pi));
    RC_ASSERT((Ad(X * Y) - Ad(X) * Ad(Y)).norm() < 1e-13);
    RC_ASSERT((Ad(X.inverse()) * Ad(X) - Matrix6d::Identity()).norm() < 1e-13);
}

RC_GTEST_PROP(SpatialLaws, AdOfExpIsTheMatrixExponentialOfAd, ())
{
    const Vector6d xi = *test::twist(2.0 * pi);
    RC_ASSERT((Ad(se3::exp(xi)) - matrix_exponential(ad(xi))).norm() < 1e-12);
}

RC_GTEST_PROP(SpatialLaws, HomogeneousMatrixIsTheMatrixExponentialOfHat, ())
{
    const Vector6d xi = *test::twist(2.0 * pi);
    RC_ASSERT((se3::homogeneous(se3::exp(xi)) - matrix_exponential(se3::hat(xi))).norm() < 1e-13);
    RC_ASSERT(se3::vee(se3::hat(xi)) == xi);
}

RC_GTEST_PROP(SpatialLaws, ConjugationMovesTheTwist, ())
{
    // X ξ^ X⁻¹ = (Ad(X) ξ)^
    const SE3 X = se3::exp(*test::twist(2.0 * pi));
    const Vector6d xi = *test::vector6_of_size(1.0);
    const Eigen::Matrix4d moved = se3::homogeneous(X) * se3::hat(xi) * se3::homogeneous(X.inverse());
    RC_ASSERT((moved - se3::hat(Ad(X, xi))).norm() < 5e-14);
}

RC_GTEST_PROP(SpatialLaws, BracketIsTheCommutatorOfTheHats, ())
{
    const Vector6d a = *test::vector6_of_size(1.0);
    const Vector6d b = *test::vector6_of_size(1.0);
    const Eigen::Matrix4d A = se3::hat(a), B = se3::hat(b);
    RC_ASSERT((se3::hat(ad(a, b)) - (A * B - B * A)).norm() < 1e-14);
    RC_ASSERT((ad(a, b) + ad(b, a)).norm() < 1e-15);
}

RC_GTEST_PROP(SpatialLaws, JacobiIdentity, ())
{
    const Vector6d a = *test::vector6_of_size(1.0);
    const Vector6d b = *test::vector6_of_size(1.0);
    const Vector6d c = *test::vector6_of_size(1.0);
    RC_ASSERT((ad(a, ad(b, c)) + ad(b, ad(c, a)) + ad(c, ad(a, b))).norm() < 1e-14);
}

RC_GTEST_PROP(SpatialLaws, ProductsWithoutTheMatrixAgreeWithIt, ())
{
    const SE3 X = se3::exp(*test::twist(2.0 * pi));
    const Vector6d a = *test::vector6_of_size(2.0);
    const Vector6d b = *test::vector6_of_size(2.0);
    RC_ASSERT((Ad(X, a) - Ad(X) * a).norm() < 5e-14);
    RC_ASSERT((Ad_transpose(X, a) - Ad(X).transpose() * a).norm() < 5e-14);
    RC_ASSERT((ad(a, b) - ad(a) * b).norm() < 5e-14);
    RC_ASSERT((ad_transpose(a, b) - ad(a).transpose() * b).norm() < 5e-14);
}

RC_GTEST_PROP(SpatialLaws, PowerIsTheSameInEveryFrame, ())
{
    const SE3 X_AB = se3::exp(*test::twist(2.0 * pi));
    const Vector6d V_B = *test::vector6_of_size(2.0);
    const Vector6d F_B = *test::vector6_of_size(2.0);
    const Vector6d F_A = transport_wrench(X_AB, F_B);
    RC_ASSERT(std::abs(F_A.dot(Ad(X_AB, V_B)) - F_B.dot(V_B)) < 2e-13);
    RC_ASSERT((Ad_transpose(X_AB, F_A) - F_B).norm() < 5e-14);
}

}  // namespace test_spatial
}  // namespace supple
