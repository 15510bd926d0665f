// The elimination of chains against dense matrices of the same entries.
#include "support/random.hpp"

#include <supple/algebra/bordered_chain.hpp>
#include <supple/algebra/decompositions.hpp>
#include <supple/algebra/inertia.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <Eigen/LU>

#include <algorithm>

namespace supple::test {
namespace test_chain_matrix {

std::vector<int> random_sizes(int blocks, std::mt19937& engine)
{
    constexpr int known[] = {1, 2, 3, 6};
    std::uniform_int_distribution<int> pick(0, 3);
    std::vector<int> sizes(static_cast<std::size_t>(blocks));
    for (int& size : sizes)
        size = known[pick(engine)];
    return sizes;
}

/// Entries at random; `own` on the diagonal beside them.
void fill_at_random(ChainMatrix& G, double own, bool symmetric, std::mt19937& engine)
{
    for (std::size_t e = 0; e < G.blocks(); ++e) {
        const ChainMatrix::Block b = G.block(e);
        const VectorXd S = random_vector(6 * b.size, engine), c = random_vector(6 * b.size, engine),
                       r = random_vector(6 * b.size, engine);
        std::copy(S.begin(), S.end(), b.S);
        std::copy(c.begin(), c.end(), b.column);
        std::copy(symmetric ? c.begin() : r.begin(), symmetric ? c.end() : r.end(), b.row);
        MatrixXd D = random_vector(b.size * b.size, engine).reshaped(b.size, b.size);
        if (symmetric) D = (D + D.transpose()).eval();
        D.diagonal().array() += own;
        std::copy(D.data(), D.data() + D.size(), b.D);
    }
}

int negative(const MatrixXd& A)
{
    return static_cast<int>((symmetric_eigenvalues(0.5 * (A + A.transpose())).array() < 0.0).count());
}

TEST(ChainMatrix, SolvesAsTheDenseMatrixDoes)
{
    std::mt19937 engine(1);
    for (int i = 0; i < 200; ++i) {
        SCOPED_TRACE(i);
        const auto sizes = random_sizes(1 + i % 9, engine);
        BorderedChain chain(sizes, 0);
        fill_at_random(chain.G, i % 3 == 0 ? 0.0 : 6.0, false, engine);
        const MatrixXd A = chain.G.dense();
        const VectorXd x = random_vector(static_cast<int>(A.rows()), engine);
        VectorXd b = A * x, c = A.transpose() * x;
        ASSERT_TRUE(chain.factor());
        chain.solve(b);
        chain.solve_transposed(c);
        const double rounding = 1e-11 * A.norm() * A.inverse().norm();
        EXPECT_LT((b - x).norm(), rounding);
        EXPECT_LT((c - x).norm(), rounding);
        EXPECT_EQ(chain.determinant_positive(), A.determinant() > 0.0);
    }
}

TEST(ChainMatrix, CountsTheNegativeEigenvaluesOfItsSymmetricPart)
{
    std::mt19937 engine(2);
    int most = 0;
    for (int i = 0; i < 200; ++i) {
        SCOPED_TRACE(i);
        const auto sizes = random_sizes(1 + i % 9, engine);
        BorderedChain chain(sizes, 0);
        fill_at_random(chain.G, 2.0, i % 2 == 0, engine);
        MatrixXd A = chain.G.dense();
        const VectorXd weights = random_vector(static_cast<int>(A.rows()), engine).cwiseAbs();
        EXPECT_EQ(chain.negative_where_free({}, weights, 0.0), negative(A));
        most = std::max(most, negative(A));
        A.diagonal() += 7.0 * weights;
        EXPECT_EQ(chain.negative_where_free({}, weights, 7.0), negative(A));
    }
    EXPECT_GT(most, 3);
}

/// A border at random, and the whole as a dense matrix.
MatrixXd fill_border(BorderedChain& chain, std::mt19937& engine)
{
    const auto fill = [&](MatrixXd& part) {
        part = random_vector(static_cast<int>(part.size()), engine).reshaped(part.rows(), part.cols());
    };
    fill(chain.right);
    fill(chain.lower);
    fill(chain.corner);
    MatrixXd A(chain.size(), chain.size());
    A << chain.G.dense(), chain.right, chain.lower, chain.corner;
    return A;
}

TEST(BorderedChain, SolvesAsTheDenseMatrixDoes)
{
    std::mt19937 engine(3);
    for (int i = 0; i < 200; ++i) {
        SCOPED_TRACE(i);
        BorderedChain chain(random_sizes(2 + i % 9, engine), 1 + i % 7);
        fill_at_random(chain.G, 4.0, false, engine);
        const MatrixXd A = fill_border(chain, engine);
        const VectorXd x = random_vector(chain.size(), engine);
        VectorXd b = A * x, c = A.transpose() * x;
        ASSERT_TRUE(chain.factor());
        chain.solve(b);
        chain.solve_transposed(c);
        const double rounding = 1e-11 * A.norm() * A.inverse().norm();
        EXPECT_LT((b - x).norm(), rounding);
        EXPECT_LT((c - x).norm(), rounding);
        EXPECT_EQ(chain.determinant_positive(), A.determinant() > 0.0);
    }
}

// Of the outermost blocks, or of all of the chain, nothing is left to eliminate by: the border is what holds.
TEST(BorderedChain, SolvesWhereTheChainAloneIsSingular)
{
    std::mt19937 engine(4);
    for (int i = 0; i < 100; ++i) {
        SCOPED_TRACE(i);
        const int blocks = 3 + i % 6;
        const std::vector<int> sizes(static_cast<std::size_t>(blocks), 3);
        BorderedChain chain(sizes, 4);
        fill_at_random(chain.G, 4.0, i % 2 == 0, engine);
        const bool alone = i % 4 == 0;  // the tip's coordinates move nothing else: the chain is singular
        const double size = alone || i % 3 == 0 ? 0.0 : i % 3 == 1 ? 1e-14 : 1e-7;
        const ChainMatrix::Block tip = chain.G.block(static_cast<std::size_t>(blocks - 1));
        for (int k = 0; k < 9; ++k)
            tip.D[k] *= size;
        if (alone) {
            std::fill(tip.column, tip.column + 18, 0.0);
            std::fill(tip.row, tip.row + 18, 0.0);
        }
        MatrixXd A = fill_border(chain, engine);
        const VectorXd x = random_vector(chain.size(), engine);
        VectorXd b = A * x, c = A.transpose() * x;
        ASSERT_TRUE(chain.factor());
        chain.solve(b);
        chain.solve_transposed(c);
        const double rounding = 1e-9 * A.norm() * A.inverse().norm();
        EXPECT_LT((b - x).norm(), rounding);
        EXPECT_LT((c - x).norm(), rounding);
        EXPECT_EQ(chain.determinant_positive(), A.determinant() > 0.0);
    }
}

TEST(BorderedChain, SaysThatTheWholeIsSingular)
{
    std::mt19937 engine(5);
    const std::vector<int> sizes(4, 3);
    BorderedChain chain(sizes, 2);
    fill_at_random(chain.G, 4.0, false, engine);
    fill_border(chain, engine);
    chain.lower.row(1) = 2.0 * chain.lower.row(0);
    chain.corner.row(1) = 2.0 * chain.corner.row(0);
    EXPECT_FALSE(chain.factor());

    BorderedChain free(sizes, 0);
    fill_at_random(free.G, 4.0, false, engine);
    const ChainMatrix::Block base = free.G.block(3);
    std::fill(base.row, base.row + 18, 0.0);
    std::fill(base.D, base.D + 9, 0.0);
    EXPECT_FALSE(free.factor());
    free.G.block(1).D[0] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(free.factor());
}

// On the motions that are left, by a basis of them.
TEST(BorderedChain, CountsTheNegativeEigenvaluesOnTheMotionsThatAreLeft)
{
    std::mt19937 engine(6);
    int most = 0;
    for (int i = 0; i < 300; ++i) {
        SCOPED_TRACE(i);
        BorderedChain chain(random_sizes(3 + i % 8, engine), 4);
        fill_at_random(chain.G, 5.0, i % 2 == 0, engine);
        fill_border(chain, engine);
        if (i % 5 == 0) chain.lower.row(1) = chain.lower.row(0);  // held twice
        const std::vector<BorderRole> roles{BorderRole::held, BorderRole::held, BorderRole::follows,
                                            BorderRole::none};
        MatrixXd A = chain.G.dense();
        A -= chain.right.col(2) * chain.lower.row(2) / chain.corner(2, 2);
        const MatrixXd left = orthogonal_complement(chain.lower.topRows(i % 5 == 0 ? 1 : 2).transpose());
        const int expected = negative(left.transpose() * A * left);
        EXPECT_EQ(chain.negative_where_free(roles, VectorXd::Ones(A.rows()), 0.0), expected);
        most = std::max(most, expected);
    }
    EXPECT_GT(most, 3);
}

// A part of the chain without force has G = K exactly: nothing is left of its pivots at the shift −1.
TEST(BorderedChain, CountsTheOthersWhereAPartOfTheChainIsExactlyZero)
{
    std::mt19937 engine(8);
    const std::vector<int> sizes(5, 3);
    BorderedChain chain(sizes, 0);
    fill_at_random(chain.G, -2.0, true, engine);
    const ChainMatrix::Block tip = chain.G.block(4);
    for (double* part : {tip.column, tip.row})
        std::fill(part, part + 18, 0.0);
    std::fill(tip.D, tip.D + 9, 0.0);
    for (int a = 0; a < 3; ++a)
        tip.D[4 * a] = 1.0;
    MatrixXd A = chain.G.dense();
    const int expected = negative(A.topLeftCorner(12, 12) - MatrixXd::Identity(12, 12));
    EXPECT_GT(expected, 2);
    EXPECT_EQ(chain.negative_where_free({}, VectorXd::Ones(15), -1.0), expected);
    tip.D[0] = 1.0 + 1e-15;
    EXPECT_EQ(chain.negative_where_free({}, VectorXd::Ones(15), -1.0), expected);
}

TEST(Inertia, IsThatOfTheEigenvalues)
{
    std::mt19937 engine(7);
    for (int n = 1; n <= 30; ++n) {
        for (int i = 0; i < 20; ++i) {
            MatrixXd A = random_vector(n * n, engine).reshaped(n, n);
            A = (A + A.transpose()).eval();
            if (i % 2 == 0) A.diagonal().setZero();  // pairs of rows are needed
            if (i % 5 == 0) A.diagonal().array() -= 3.0;
            const int expected = negative(A);
            EXPECT_EQ(count_negative_eigenvalues(A, n), expected) << n << ' ' << i;
        }
    }
}

}  // namespace test_chain_matrix
}  // namespace supple::test
