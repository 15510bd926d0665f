// Which eigenvalues mean divergence.
#include <supple/algebra/decompositions.hpp>
#include <supple/algebra/divergence.hpp>

#include <gtest/gtest.h>
#include <Eigen/Dense>

#include <cmath>
#include <random>

namespace supple {
namespace test_divergence {

/// The plane in which a pair a ± ib turns, as two orthonormal columns in which the diagonal is a, a.
MatrixXd plane_of(const Eigen::VectorXcd& vector, const MatrixXd& A)
{
    MatrixXd spanned(A.rows(), 2);
    spanned << vector.real(), vector.imag();
    const MatrixXd U =
        Eigen::HouseholderQR<MatrixXd>(spanned).householderQ() * MatrixXd::Identity(A.rows(), 2);
    const Eigen::Matrix2d B = U.transpose() * A * U;
    const double angle = 0.5 * std::atan2(B(0, 0) - B(1, 1), B(0, 1) + B(1, 0));
    return U * Eigen::Rotation2Dd(-angle).toRotationMatrix();
}

TEST(Divergence, APairThatCountsAsRealIsRealForAMatrixNoFurtherAwayThanItsImaginaryPart)
{
    std::mt19937 random(4);
    std::normal_distribution<double> normal;
    int pairs = 0;
    for (int i = 0; i < 400; ++i) {
        MatrixXd A = MatrixXd::NullaryExpr(6, 6, [&](auto, auto) { return normal(random); });
        A -= 3.0 * MatrixXd::Identity(6, 6);
        const auto eigen = general_eigen(A);
        ASSERT_TRUE(eigen);
        for (Eigen::Index k = 0; k < 6; ++k) {
            const std::complex<double> lambda = eigen->values[k];
            const double a = lambda.real(), b = lambda.imag();
            if (!(b > 0.0) || !(without_flutter(lambda) < 0.0)) continue;
            ++pairs;
            EXPECT_LE(b, 0.1 * std::abs(a));
            const MatrixXd U = plane_of(eigen->vectors.col(k), A);
            Eigen::Matrix2d change = U.transpose() * A * U;
            EXPECT_NEAR(change(0, 0), a, 1e-9);
            EXPECT_NEAR(change(1, 1), a, 1e-9);
            // The smaller of the two entries beside the diagonal, whose product is −b².
            const bool upper = std::abs(change(0, 1)) < std::abs(change(1, 0));
            const double entry = upper ? change(0, 1) : change(1, 0);
            change.setZero();
            (upper ? change(0, 1) : change(1, 0)) = -entry;
            EXPECT_LE(change.norm(), b * (1.0 + 1e-9));
            const Eigen::Matrix2d there = U.transpose() * (A + U * change * U.transpose()) * U;
            EXPECT_NEAR(there.trace(), 2.0 * a, 1e-9);
            EXPECT_NEAR(there.determinant(), a * a, 1e-9 * a * a);
        }
    }
    EXPECT_GT(pairs, 20);
}

TEST(Divergence, WhatIsFurtherOffTheAxisOrStableSaysNothing)
{
    EXPECT_EQ(without_flutter({-2.0, 0.0}), -2.0);
    EXPECT_EQ(without_flutter({-2.0, 0.1}), -2.0);
    EXPECT_EQ(without_flutter({-2.0, -0.1}), -2.0);
    EXPECT_TRUE(std::isinf(without_flutter({-2.0, 0.3})));
    EXPECT_EQ(without_flutter({0.5, 3.0}), 0.5);
}

}  // namespace test_divergence
}  // namespace supple
