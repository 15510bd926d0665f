#include "support/random.hpp"
#include "support/singular_values.hpp"

#include <supple/algebra/jacobi.hpp>

#include <gtest/gtest.h>

namespace supple::test {
namespace test_jacobi {

MatrixXd random_matrix(int rows, int columns, unsigned seed)
{
    std::mt19937 engine(seed);
    return random_vector(rows * columns, engine).reshaped(rows, columns);
}

TEST(ColumnSvd, IsThatOfALibraryForEveryShape)
{
    for (const auto& [rows, columns] : {std::pair{1, 1}, {2, 3}, {3, 3}, {6, 3}, {3, 7}, {27, 6}}) {
        const MatrixXd M = random_matrix(rows, columns, 7);
        ColumnSvd svd;
        svd.compute(M);
        EXPECT_LT((M * svd.V - svd.US).norm(), 1e-13 * M.norm());
        EXPECT_LT((svd.V.transpose() * svd.V - MatrixXd::Identity(columns, columns)).norm(), 1e-13);
        const VectorXd expected = singular_values(M);
        EXPECT_LT((svd.sigma.head(expected.size()) - expected).norm(), 1e-13 * expected[0]);
        EXPECT_EQ(svd.rank(1e-9), std::min(rows, columns));
    }
}

TEST(ColumnSvd, TellsARankThatRoundingBlurs)
{
    MatrixXd M = random_matrix(6, 4, 3);
    M.col(3) = M.col(0) - 2.0 * M.col(1);
    M *= 1e-7;
    ColumnSvd svd;
    svd.compute(M);
    EXPECT_EQ(svd.rank(1e-12), 3);
    EXPECT_LT((M * svd.V.col(3)).norm(), 1e-14 * svd.sigma[0]);
    svd.compute(MatrixXd::Zero(2, 3));
    EXPECT_EQ(svd.rank(1e-9), 0);
}

TEST(SymmetricEigen, DiagonalisesIndefiniteMatrices)
{
    for (const int k : {1, 2, 3, 6}) {
        MatrixXd A = random_matrix(k, k, 11);
        A = (A + A.transpose()).eval();
        SymmetricEigen eigen;
        eigen.compute(A);
        EXPECT_LT((A * eigen.Q - eigen.Q * eigen.mu.asDiagonal()).norm(), 1e-13 * A.norm());
        EXPECT_LT((eigen.Q.transpose() * eigen.Q - MatrixXd::Identity(k, k)).norm(), 1e-13);
    }
}

}  // namespace test_jacobi
}  // namespace supple::test
