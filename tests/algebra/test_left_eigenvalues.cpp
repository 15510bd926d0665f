#include "support/block_matrices.hpp"

#include <supple/algebra/decompositions.hpp>
#include <supple/algebra/left_eigenvalues.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace test_left_eigenvalues {

using namespace supple;
using test::dense;
using variational::BlockTridiagonal;

BlockTridiagonal random_matrix(int blocks, double asymmetry, std::mt19937& random)
{
    std::normal_distribution<double> normal;
    const auto block = [&] { return Matrix6d::NullaryExpr([&](auto, auto) { return normal(random); }); };
    BlockTridiagonal A(blocks);
    for (std::size_t a = 0; a < A.D.size(); ++a) {
        const Matrix6d any = block();
        A.D[a] = any + any.transpose() + asymmetry * block();
        if (a + 1 == A.D.size()) break;
        A.U[a] = block();
        A.L[a] = A.U[a].transpose() + asymmetry * block();
    }
    return A;
}

TEST(LeftEigenvalues, AreThoseOfTheDenseMatrix)
{
    std::mt19937 random(7);
    std::uniform_real_distribution<double> mass(0.5, 2.0);
    for (const double asymmetry : {0.0, 1e-6, 0.3, 2.0}) {
        for (const int blocks : {1, 2, 9}) {
            const BlockTridiagonal A = random_matrix(blocks, asymmetry, random);
            BlockTridiagonal M = random_matrix(blocks, 0.0, random);
            for (std::size_t a = 0; a < M.D.size(); ++a)
                M.D[a].diagonal().array() += 20.0 + mass(random);
            std::vector<double> expected, found;
            for (const auto& lambda : general_eigenvalues(linear_solution(dense(M), dense(A)))) {
                if (lambda.real() < 0.0) expected.push_back(lambda.real());
            }
            const auto left = variational::left_eigenvalues(A, M);
            ASSERT_TRUE(left) << blocks << " blocks, asymmetry " << asymmetry;
            for (const auto& lambda : *left)
                found.push_back(lambda.real());
            std::sort(expected.begin(), expected.end());
            std::sort(found.begin(), found.end());
            ASSERT_GT(expected.size(), 0U);
            ASSERT_EQ(found.size(), expected.size()) << blocks << " blocks, asymmetry " << asymmetry;
            for (std::size_t i = 0; i < found.size(); ++i)
                EXPECT_NEAR(found[i], expected[i], 1e-6 * std::abs(expected[0])) << blocks << " blocks";
        }
    }
}

TEST(LeftEigenvalues, OfManyDecadesAreEachFoundOnce)
{
    // The outermost are found first; a search that does not keep clear of them finds them again.
    std::mt19937 random(3);
    std::uniform_real_distribution<double> decades(0.0, 6.0);
    for (const double asymmetry : {0.0, 0.3}) {
        BlockTridiagonal A = random_matrix(30, asymmetry, random), M(30);
        for (std::size_t a = 0; a < A.D.size(); ++a) {
            M.D[a].setIdentity();
            for (int i = 0; i < 6; ++i)
                A.D[a](i, i) += (i < 2 ? -10.0 : 10.0) * std::pow(10.0, decades(random));
        }
        std::size_t expected = 0;
        for (const auto& lambda : general_eigenvalues(dense(A)))
            expected += lambda.real() < 0.0 ? 1 : 0;
        const auto left = variational::left_eigenvalues(A, M);
        ASSERT_TRUE(left);
        EXPECT_GE(expected, 50U);
        EXPECT_EQ(left->size(), expected);
    }
}

TEST(LeftEigenvalues, DirectionsWithoutMassAreLeftOut)
{
    std::mt19937 random(8);
    BlockTridiagonal A = random_matrix(3, 0.2, random);
    BlockTridiagonal M(3);
    M.set_zero();
    for (Matrix6d& D : M.D)
        D.setIdentity();
    std::vector<Vector6d> unused(3, Vector6d::Zero());
    hold_directions({true, false, false, true, false, false}, 1, A, unused);
    M.D[1](0, 0) = M.D[1](3, 3) = 0.0;
    MatrixXd all = dense(A);
    std::vector<Eigen::Index> free;
    for (Eigen::Index i = 0; i < 18; ++i) {
        if (i != 6 && i != 9) free.push_back(i);
    }
    const double expected = general_eigenvalues(all(free, free)).real().minCoeff();
    const auto left = variational::left_eigenvalues(A, M);
    ASSERT_TRUE(left && !left->empty());
    double leftmost = 0.0;
    for (const auto& lambda : *left)
        leftmost = std::min(leftmost, lambda.real());
    EXPECT_NEAR(leftmost, expected, 1e-9 * std::abs(expected));
}

}  // namespace test_left_eigenvalues
