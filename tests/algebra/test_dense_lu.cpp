#include "support/random.hpp"

#include <supple/algebra/dense_lu.hpp>

#include <Eigen/Eigenvalues>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace supple::test {
namespace test_dense_lu {

MatrixXd random_matrix(int n, std::mt19937& engine)
{
    return random_vector(n * n, engine).reshaped(n, n);
}

TEST(DenseLu, SolvesSystemsThatNeedTheirRowsExchanged)
{
    std::mt19937 engine(1);
    for (const int n : {1, 2, 3, 6, 9, 18, 22, 31, 40, 64, 130}) {
        SCOPED_TRACE(fmt::format("{} unknowns", n));
        MatrixXd A = random_matrix(n, engine);
        A(0, 0) = n > 1 ? 0.0 : 0.5;  // no first pivot without exchange
        const VectorXd x = random_vector(n, engine);
        VectorXd b = A * x, c = A.transpose() * x;
        MatrixXd factors = A;
        DenseLu lu(n);
        lu.factor(factors);
        ASSERT_FALSE(lu.singular);
        lu.solve(factors, b);
        lu.solve_transposed(factors, c);
        EXPECT_LT((b - x).norm(), 1e-9 * x.norm());
        EXPECT_LT((c - x).norm(), 1e-9 * x.norm());
        EXPECT_EQ(lu.determinant_positive, A.determinant() > 0.0);
    }
}

TEST(DenseLu, SeesSingularAndUndefinedMatrices)
{
    std::mt19937 engine(2);
    for (const int n : {2, 6, 40}) {
        MatrixXd A = random_matrix(n, engine);
        A.col(n - 1) = A.col(0);
        DenseLu lu(n);
        lu.factor(A);
        EXPECT_TRUE(lu.singular) << n;
        MatrixXd B = random_matrix(n, engine);
        B(n - 1, 0) = std::nan("");
        lu.factor(B);
        EXPECT_TRUE(lu.singular) << n;
    }
}

TEST(DenseLu, PositiveDefinitenessIsThatOfTheSymmetricPart)
{
    std::mt19937 engine(3);
    for (int i = 0; i < 200; ++i) {
        const int n = 1 + i % 40;
        MatrixXd A = random_matrix(n, engine);
        A.diagonal().array() += 0.8 * std::sqrt(static_cast<double>(n));
        const MatrixXd S = 0.5 * (A + A.transpose());
        MatrixXd work(n, n);
        const double least = Eigen::SelfAdjointEigenSolver<MatrixXd>(S).eigenvalues()[0];
        EXPECT_EQ(is_positive_definite(A, n, work), least > 0.0) << least;
    }
}

}  // namespace test_dense_lu
}  // namespace supple::test
