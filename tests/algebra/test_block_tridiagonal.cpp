#include "support/block_matrices.hpp"
#include "support/random.hpp"

#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <cmath>

namespace supple::test {
namespace test_block_tridiagonal {

using variational::BlockFactors;
using variational::BlockTridiagonal;

Matrix6d random_block(std::mt19937& engine)
{
    return random_vector(36, engine).reshaped(6, 6);
}

BlockTridiagonal random_system(int blocks, std::mt19937& engine, bool symmetric = false)
{
    BlockTridiagonal A(blocks);
    for (Matrix6d& D : A.D) {
        D = random_block(engine);
        if (symmetric) D = (D + D.transpose()).eval();
    }
    for (std::size_t a = 0; a + 1 < A.D.size(); ++a) {
        A.U[a] = random_block(engine);
        A.L[a] = symmetric ? Matrix6d(A.U[a].transpose()) : random_block(engine);
    }
    return A;
}

VectorXd in_one(const std::vector<Vector6d>& r)
{
    VectorXd all(6 * static_cast<Eigen::Index>(r.size()));
    for (std::size_t a = 0; a < r.size(); ++a)
        all.segment<6>(6 * static_cast<Eigen::Index>(a)) = r[a];
    return all;
}

std::vector<Vector6d> random_side(int blocks, std::mt19937& engine)
{
    std::vector<Vector6d> r(static_cast<std::size_t>(blocks));
    for (Vector6d& part : r)
        part = random_vector(6, engine);
    return r;
}

TEST(BlockTridiagonal, SolvesWhatADenseSystemDoes)
{
    std::mt19937 engine(1);
    for (const int blocks : {1, 2, 5, 20}) {
        const BlockTridiagonal A = random_system(blocks, engine);
        const std::vector<Vector6d> r = random_side(blocks, engine);
        std::vector<Vector6d> x = r;
        BlockFactors factors(blocks);
        ASSERT_TRUE(factors.factor(A)) << blocks;
        factors.solve(x);
        // Pivoting within blocks only: a leading part may be close to singular.
        EXPECT_LT((dense(A) * in_one(x) - in_one(r)).norm(), 1e-9 * in_one(r).norm()) << blocks;
    }
}

TEST(BlockTridiagonal, ASingularOrSpoiltBlockIsRefused)
{
    std::mt19937 engine(2);
    const BlockTridiagonal sound = random_system(4, engine);
    BlockFactors factors(4);
    ASSERT_TRUE(factors.factor(sound));
    BlockTridiagonal A = sound;
    A.D[0].row(2).setZero();
    EXPECT_FALSE(factors.factor(A));
    A = sound;
    A.D[3].setZero();
    A.L[2].setZero();
    EXPECT_FALSE(factors.factor(A));
    A = sound;
    A.D[1](3, 4) = std::nan("");
    EXPECT_FALSE(factors.factor(A));
}

TEST(BlockTridiagonal, HeldDirectionsHaveTheirValuesAndTheOthersSolveTheRest)
{
    std::mt19937 engine(3);
    const int blocks = 4;
    for (const std::size_t a : {0U, 1U, 3U}) {
        const BlockTridiagonal whole = random_system(blocks, engine);
        const std::vector<Vector6d> r = random_side(blocks, engine);
        const Vector6d values = random_vector(6, engine);
        const std::array<bool, 6> held = {false, true, false, false, true, true};
        BlockTridiagonal A = whole;
        std::vector<Vector6d> x = r;
        hold_directions(held, a, A, x, values);
        BlockFactors factors(blocks);
        ASSERT_TRUE(factors.factor(A));
        factors.solve(x);
        const VectorXd left = dense(whole) * in_one(x) - in_one(r);
        for (Eigen::Index row = 0; row < left.size(); ++row) {
            const auto i = static_cast<std::size_t>(row % 6);
            if (static_cast<std::size_t>(row / 6) == a && held[i])
                EXPECT_NEAR(x[a][row % 6], values[row % 6], 1e-12);
            else
                EXPECT_NEAR(left[row], 0.0, 1e-9) << row;
        }
    }
}

TEST(BlockTridiagonal, CountsTheNegativeEigenvalues)
{
    std::mt19937 engine(4);
    int seen = 0;
    for (int i = 0; i < 20; ++i) {
        BlockTridiagonal A = random_system(5, engine, true);
        for (Matrix6d& D : A.D)
            D.diagonal().array() += 0.4 * i;
        const VectorXd eigenvalues = Eigen::SelfAdjointEigenSolver<MatrixXd>(dense(A)).eigenvalues();
        const int expected = static_cast<int>((eigenvalues.array() < 0.0).count());
        EXPECT_EQ(negative_eigenvalues(A), expected) << i;
        seen += expected > 0 ? 1 : 0;
    }
    EXPECT_GT(seen, 3);
    EXPECT_LT(seen, 20);
}

}  // namespace test_block_tridiagonal
}  // namespace supple::test
