#include <supple/algebra/solve6.hpp>

#include "support/random.hpp"

#include <gtest/gtest.h>
#include <Eigen/LU>

namespace test_solve6 {

using namespace supple;

TEST(Equations6, TheSolutionSatisfiesTheEquationsAndTheSignIsThatOfTheDeterminant)
{
    std::mt19937 engine(3);
    int negative = 0;
    for (int seed = 0; seed < 100; ++seed) {
        SCOPED_TRACE(seed);
        const VectorXd numbers = test::random_vector(36 + 48, engine);
        Matrix6d A = numbers.head<36>().reshaped(6, 6);
        if (seed % 3 == 0) A.diagonal().setZero();       // rows must be exchanged
        if (seed % 3 == 1) A.diagonal().array() += 1e3;  // none is
        if (seed % 5 == 0) A.row(2) *= 1e-9;
        const Eigen::Matrix<double, 6, 8> B = numbers.tail<48>().reshaped(6, 8);
        Equations6<8> equations;
        equations.A() = A;
        equations.B() = B;
        const double sign = equations.solve();
        const Eigen::Matrix<double, 6, 8> X = equations.B();
        // Each equation holds against the size of its own terms.
        const auto size = (A.cwiseAbs() * X.cwiseAbs() + B.cwiseAbs()).eval();
        EXPECT_LT(((A * X - B).cwiseAbs().array() / size.array()).maxCoeff(), 1e-13);
        EXPECT_EQ(sign, A.determinant() > 0.0 ? 1.0 : -1.0);
        negative += sign < 0.0;
    }
    EXPECT_GT(negative, 10);
    EXPECT_LT(negative, 90);
}

TEST(Equations6, OfASingularMatrixNothingFiniteIsLeft)
{
    Equations6<2> equations;
    equations.A() = Matrix6d::Ones();
    equations.B().setOnes();
    equations.solve();
    EXPECT_FALSE(equations.B().allFinite());
}

}  // namespace test_solve6
