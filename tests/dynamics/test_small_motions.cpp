#include "support/nodal_rods.hpp"
#include "support/random.hpp"
#include "support/rods.hpp"

#include <supple/analysis/simulate.hpp>
#include <supple/dynamics/small_motions.hpp>

#include <gtest/gtest.h>
#include <Eigen/QR>

#include <cmath>

namespace supple::test {
namespace test_small_motions {

/// A symmetric matrix with the given eigenvalues.
MatrixXd symmetric(const VectorXd& values, unsigned seed)
{
    const Eigen::Index n = values.size();
    MatrixXd B(n, n);
    std::mt19937 engine(seed);
    for (Eigen::Index i = 0; i < n; ++i)
        B.col(i) = random_vector(static_cast<int>(n), engine);
    const MatrixXd Q = Eigen::HouseholderQR<MatrixXd>(B).householderQ();
    return Q * values.asDiagonal() * Q.transpose();
}

double equation_error(const SmallMotions& motions, const MatrixXd& K, const MatrixXd& D)
{
    double largest = 0.0;
    for (std::size_t i = 0; i < motions.values.size(); ++i) {
        const std::complex<double> l = motions.values[i];
        const Eigen::VectorXcd z = motions.vectors.col(static_cast<Eigen::Index>(i));
        const Eigen::VectorXcd r = l * l * z + l * (D * z) + K * z;
        largest = std::max(largest, r.norm() / (z.norm() * (K.norm() + std::norm(l))));
    }
    return largest;
}

/// Every frequency occurs twice, over nine decades of squares.
VectorXd double_squares()
{
    VectorXd squares(12);
    for (int i = 0; i < 12; ++i)
        squares[i] = std::pow(10.0, 4 + 9 * (i / 2) / 5.0);
    return squares;
}

TEST(SmallMotions, SolveTheirEquationWithAndWithoutDamping)
{
    const MatrixXd K = symmetric(double_squares(), 3);
    const VectorXd rates = VectorXd::LinSpaced(12, 0.0, 50.0);
    const MatrixXd none = MatrixXd::Zero(12, 12), even = 7.0 * MatrixXd::Identity(12, 12),
                   uneven = symmetric(rates, 90), turned = K + 1e3 * MatrixXd::Random(12, 12);
    for (const MatrixXd& D : {none, even, uneven}) {
        const auto motions = small_motions(K, D);
        ASSERT_TRUE(motions);
        EXPECT_EQ(motions->values.size(), 12u);
        EXPECT_LT(equation_error(*motions, K, D), 1e-11);
        const auto other = small_motions(turned, D);
        ASSERT_TRUE(other);
        EXPECT_FALSE(other->symmetric);
        EXPECT_LT(equation_error(*other, turned, D), 1e-11);
    }
}

TEST(SmallMotions, OfASymmetricSystemNeverFlutterNorGrowByRounding)
{
    const MatrixXd K = symmetric(double_squares(), 3);
    for (unsigned seed = 1; seed <= 5; ++seed) {
        for (const double damping : {0.0, 1e-6, 1.0, 1e5}) {
            VectorXd rates = VectorXd::Zero(12);
            rates.tail(5).setConstant(damping);
            const auto motions = small_motions(K, symmetric(rates, 100 * seed));
            ASSERT_TRUE(motions);
            EXPECT_TRUE(motions->symmetric);
            EXPECT_FALSE(motions->flutters);
            EXPECT_FALSE(motions->diverges);
        }
    }
}

TEST(SmallMotions, OfASymmetricSystemDivergeWhereTheStiffnessIsNegative)
{
    VectorXd squares = double_squares();
    squares[0] = -1.0;
    const MatrixXd K = symmetric(squares, 3);
    for (const double damping : {0.0, 3.0}) {
        const auto motions = small_motions(K, damping * MatrixXd::Identity(12, 12));
        ASSERT_TRUE(motions);
        EXPECT_TRUE(motions->diverges);
        EXPECT_FALSE(motions->flutters);
    }
}

TEST(SmallMotions, ThatAreTurnedByGyroscopesDoNotGrowByRounding)
{
    // Forces across the velocity do no work, however large they are.
    for (const double size : {1.0, 1e3, 1e6}) {
        for (unsigned seed = 1; seed <= 20; ++seed) {
            const MatrixXd K = symmetric(VectorXd::LinSpaced(8, 1.0, 50.0), seed);
            std::mt19937 engine(seed);
            MatrixXd B(8, 8);
            for (Eigen::Index i = 0; i < 8; ++i)
                B.col(i) = random_vector(8, engine);
            const auto motions = small_motions(K, size * (B - B.transpose()));
            ASSERT_TRUE(motions);
            EXPECT_FALSE(motions->flutters || motions->diverges) << size << ", seed " << seed;
        }
    }
}

TEST(SmallMotions, ThatGrowFasterThanTheyTurnDiverge)
{
    // λ² = 100 ± 2i: growth in two planes that a small moment couples; and −100 ± 2i, which flutters.
    MatrixXd K(2, 2);
    K << -100, 2, -2, -100;
    const MatrixXd D = MatrixXd::Zero(2, 2);
    const auto growing = small_motions(K, D), waving = small_motions(-K, D);
    ASSERT_TRUE(growing && waving);
    EXPECT_TRUE(growing->diverges);
    EXPECT_FALSE(growing->flutters);
    EXPECT_TRUE(waving->flutters);
    EXPECT_FALSE(waving->diverges);
}

TEST(SmallMotions, OfAStraightRodComeInPairsAndDoNotFlutter)
{
    // A metal rod with the same stiffness in all planes: 1 mm thick, 200 mm long, frequencies over five
    // decades.
    for (const double viscous : {0.0, 2.0}) {
        for (const double retardation : {0.0, 1e-5}) {
            Manipulator m = experiment(2, 20, StrainPlace::midpoint, false);
            m.rod.damping.viscous_rate = viscous;
            m.rod.damping.retardation_time = retardation;
            const Modes modes = find_modes(m);
            EXPECT_EQ(modes.status, Status::converged) << modes.message;
            EXPECT_EQ(modes.message, "");
            EXPECT_FALSE(modes.flutter);
            ASSERT_GT(modes.modes.size(), 4u);
            EXPECT_NEAR(modes.modes[0].frequency / modes.modes[1].frequency, 1.0, 1e-5);
            EXPECT_NEAR(modes.modes[0].frequency, 18.44, 0.05);
        }
    }
}

/// A column of eight joints under eight times Euler's load, with a moment along it that hardly couples its
/// planes.
TEST(SmallMotions, OfAColumnFarBeyondEulersLoadDiverge)
{
    Manipulator m = experiment(3, 8, StrainPlace::midpoint, false);
    m.rod.length = 0.1;
    m.rod.material.youngs_modulus = 1e9;
    m.rod.material.density = 1000.0;
    m.rod.section->profile = Circle{1e-3};
    m.model = spherical(8, JointLayout::gauss);
    m.base = {};
    m.loads = {dead_load(0.1, Vector3d(0, 0, -0.1), Vector3d(0, 0, 1e-9))};
    const Modes modes = find_modes(m);
    EXPECT_EQ(modes.status, Status::unstable);
    EXPECT_TRUE(modes.divergence);
    EXPECT_NE(modes.message.find("diverges"), std::string::npos) << modes.message;
    for (const Mode& mode : modes.modes) {
        if (mode.eigenvalue.real() > 1.0) {
            EXPECT_EQ(mode.frequency, 0.0);
        }
    }
}

}  // namespace test_small_motions
}  // namespace supple::test
