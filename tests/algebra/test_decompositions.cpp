#include <supple/algebra/decompositions.hpp>

#include <support/random.hpp>

#include <gtest/gtest.h>

namespace supple::test {
namespace test_decompositions {

MatrixXd square_matrix(int n, unsigned seed)
{
    std::mt19937 engine(seed);
    return random_vector(n * n, engine).reshaped(n, n);
}

class EachSize : public testing::TestWithParam<int> {};

TEST_P(EachSize, SymmetricEigenvectorsRebuildTheMatrix)
{
    const MatrixXd B = square_matrix(GetParam(), 1), A = B + B.transpose();
    const SymmetricEigenpairs eigen = symmetric_eigen(A);
    EXPECT_LT((eigen.vectors * eigen.values.asDiagonal() * eigen.vectors.transpose() - A).norm(),
              1e-12 * A.norm());
    EXPECT_LT((eigen.values - symmetric_eigenvalues(A)).norm(), 1e-12 * A.norm());
    for (Eigen::Index i = 1; i < A.rows(); ++i)
        EXPECT_LE(eigen.values[i - 1], eigen.values[i]);
}

TEST_P(EachSize, GeneralEigenvectorsAreScaledByTheirValues)
{
    const MatrixXd A = square_matrix(GetParam(), 2);
    const auto eigen = general_eigen(A);
    ASSERT_TRUE(eigen);
    const Eigen::MatrixXcd moved = A * eigen->vectors;
    EXPECT_LT((moved - eigen->vectors * eigen->values.asDiagonal()).norm(), 1e-10 * A.norm());
    EXPECT_NEAR(general_eigenvalues(A).sum().real(), A.trace(), 1e-12 * A.norm());
}

TEST_P(EachSize, SolutionsAndInversesUndoTheMatrix)
{
    const MatrixXd A = square_matrix(GetParam(), 3) + 2.0 * MatrixXd::Identity(GetParam(), GetParam());
    const MatrixXd X = square_matrix(GetParam(), 4);
    EXPECT_LT((linear_solution(A, A * X) - X).norm(), 1e-9 * X.norm());
    const auto inverse = inverse_of(A);
    ASSERT_TRUE(inverse);
    EXPECT_LT((*inverse * A * X - X).norm(), 1e-9 * X.norm());
    MatrixXd singular = A;
    singular.col(0).setZero();
    EXPECT_FALSE(inverse_of(singular));
}

TEST_P(EachSize, TheComplementOfColumnsIsOrthonormalAndOrthogonalToThem)
{
    const int n = GetParam(), m = n / 2;
    const MatrixXd A = square_matrix(n, 5).leftCols(m);
    const MatrixXd N = orthogonal_complement(A);
    ASSERT_EQ(N.cols(), n - m);
    EXPECT_LT((N.transpose() * N - MatrixXd::Identity(n - m, n - m)).norm(), 1e-12);
    EXPECT_LT((A.transpose() * N).norm(), 1e-12 * (1.0 + A.norm()));
}

TEST_P(EachSize, LeastSquaresLeaveAResidualOrthogonalToTheColumns)
{
    const MatrixXd A = square_matrix(GetParam(), 6).leftCols((GetParam() + 1) / 2);
    const VectorXd b = square_matrix(GetParam(), 7).col(0);
    EXPECT_LT((A.transpose() * (A * least_squares_solution(A, b) - b)).norm(), 1e-11 * A.norm() * b.norm());
}

TEST_P(EachSize, ACholeskyFactorIsLowerAndItsSolutionsUndoIt)
{
    const MatrixXd B = square_matrix(GetParam(), 8);
    const MatrixXd M = B * B.transpose() + MatrixXd::Identity(GetParam(), GetParam());
    const auto L = cholesky_factor(M);
    ASSERT_TRUE(L);
    EXPECT_TRUE(L->isLowerTriangular(0.0));
    EXPECT_LT((*L * L->transpose() - M).norm(), 1e-12 * M.norm());
    EXPECT_LT((*L * lower_solution(*L, B) - B).norm(), 1e-12 * B.norm());
    const Eigen::VectorXcd y = B.col(0) + std::complex<double>(0.0, 1.0) * B.col(0).reverse();
    EXPECT_LT((L->transpose() * transposed_lower_solution(*L, y) - y).norm(), 1e-12 * y.norm());
    EXPECT_FALSE(cholesky_factor(-M));
}

INSTANTIATE_TEST_SUITE_P(Decompositions, EachSize, testing::Values(1, 2, 7, 30));

}  // namespace test_decompositions
}  // namespace supple::test
