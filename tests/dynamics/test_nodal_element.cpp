#include "support/differences.hpp"
#include "support/nodal_rods.hpp"
#include "support/random.hpp"

#include <supple/dynamics/nodal_problem.hpp>
#include <supple/lie/so3.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace supple::test {
namespace test_nodal_element {

using namespace supple::variational;

/// One element with different stiffness along every axis, a rest curvature and damping.
NodalRod one_element(StrainPlace strain, double retardation_time)
{
    NodalRod rod;
    rod.strain = strain;
    rod.C1 = Vector3d(2.0, 3.0, 5.0);
    rod.C2 = Vector3d(0.7, 0.4, 0.9);
    rod.arclength = {0.0, 0.8};
    rod.lengths = {0.8};
    rod.rest = {Vector3d(0.1, -0.2, 0.3)};
    rod.damping.retardation_time = retardation_time;
    return rod;
}

/// Two frames moved by x = [δp_a, η_a, δp_b, η_b] from a strained pair.
std::pair<SE3, SE3> ends(const VectorXd& x)
{
    const SE3 a(so3::exp(Vector3d(0.3, -0.4, 0.2)), Vector3d(0.1, 0.2, -0.1));
    const SE3 b(so3::exp(Vector3d(-0.3, 0.5, 0.6)), Vector3d(0.3, -0.1, 0.6));
    return {SE3(a.rotation() * so3::exp(x.segment<3>(3)), a.position() + x.segment<3>(0)),
            SE3(b.rotation() * so3::exp(x.segment<3>(9)), b.position() + x.segment<3>(6))};
}

VectorXd gradient_of(const ElementForces& e)
{
    VectorXd g(12);
    g << -e.f, e.g_a, e.f, e.g_b;
    return g;
}

// Where nothing is stressed the tangent has no part from forces.
TEST(NodalElement, TheUnstressedStiffnessIsTheTangentOfAnElementAtRest)
{
    NodalRod rod = one_element(StrainPlace::midpoint, 0.0);
    const Vector3d psi(0.3, -0.4, 0.5);
    const double theta = 2.0 * std::atan(0.5 * psi.norm());
    const Vector3d turn = theta * psi.normalized();
    rod.rest = {psi};
    const SE3 a(so3::exp(Vector3d(0.3, -0.4, 0.2)), Vector3d(0.1, 0.2, -0.1));
    const Matrix3d middle = a.rotation() * so3::exp(0.5 * turn);
    const SE3 b(a.rotation() * so3::exp(turn), a.position() + rod.lengths[0] * middle.col(2));
    ElementTangent t;
    EXPECT_LT(element_tangent(rod, 0, a, b, {}, t).energy, 1e-28);
    MatrixXd K(12, 12);
    K << t.ff, -t.fa, -t.ff, -t.fb,  //
        -t.af, t.aa, t.af, t.ab,     //
        -t.ff, t.fa, t.ff, t.fb,     //
        -t.bf, t.ba, t.bf, t.bb;
    EXPECT_LT(relative_error(unstressed_stiffness(rod, 0, a, b), K), 1e-13);
}

/// Of an element twisted by half a turn matrix twice and bent between, without the shear that this brings.
double bending_energy(NodalRod rod, const Matrix3d& half, double bend)
{
    rod.C1.setZero();
    const SE3 a(Matrix3d::Identity(), Vector3d::Zero());
    const Matrix3d R = half * so3::exp(Vector3d(bend, 0, 0)) * half;
    return element_forces(rod, 0, a, SE3(R, Vector3d(0, 0, rod.lengths[0]))).energy;
}

// An element that is twisted by θ bends as if its stiffness were C2/cos²(θ/2): ψ divides by the scalar part
// of the quaternion. So a soft twist asks for short elements.
TEST(NodalElement, ATwistedElementBendsStifferByTheSquareOfTheCosine)
{
    NodalRod rod = one_element(StrainPlace::midpoint, 0.0);
    rod.rest = {Vector3d::Zero()};
    rod.C2.y() = rod.C2.x();
    for (const double theta : {0.0, 0.27, 1.0}) {
        for (const double phi : {1e-3, 0.4}) {
            const Matrix3d half = so3::exp(Vector3d(0, 0, 0.5 * theta));
            const double expected = 0.5 * rod.C2.x() / rod.lengths[0] *
                                    std::pow(2.0 * std::tan(0.5 * phi) / std::cos(0.5 * theta), 2);
            EXPECT_NEAR(bending_energy(rod, half, phi) - bending_energy(rod, half, 0.0), expected,
                        1e-12 * (1.0 + expected));
        }
    }
}

class EachStrain : public testing::TestWithParam<StrainPlace> {};

TEST_P(EachStrain, ForcesAreTheDerivativeOfTheEnergy)
{
    const NodalRod rod = one_element(GetParam(), 0.0);
    const auto energy = [&](const VectorXd& x) {
        const auto [a, b] = ends(x);
        return VectorXd(VectorXd::Constant(1, element_forces(rod, 0, a, b).energy));
    };
    const VectorXd zero = VectorXd::Zero(12);
    const auto [a, b] = ends(zero);
    const VectorXd g = gradient_of(element_forces(rod, 0, a, b));
    EXPECT_GT(g.cwiseAbs().minCoeff(), 1e-3);
    EXPECT_LT(relative_error(g.transpose(), difference(energy, zero)), 1e-9);
}

TEST_P(EachStrain, TheTangentIsTheDerivativeOfTheForces)
{
    for (const double retardation : {0.0, 0.3}) {
        const NodalRod rod = one_element(GetParam(), retardation);
        const EndRates rates = {Vector3d(0.3, -0.7, 0.5), Vector3d(-0.2, 0.4, 0.9)};
        const auto forces = [&](const VectorXd& x) {
            const auto [a, b] = ends(x);
            return gradient_of(element_forces(rod, 0, a, b, rates));
        };
        const VectorXd zero = VectorXd::Zero(12);
        const auto [a, b] = ends(zero);
        ElementTangent t;
        const ElementForces with_tangent = element_tangent(rod, 0, a, b, rates, t);
        EXPECT_LT(relative_error(gradient_of(with_tangent), forces(zero)), 1e-14);
        MatrixXd K(12, 12);
        K << t.ff, -t.fa, -t.ff, -t.fb,  //
            -t.af, t.aa, t.af, t.ab,     //
            -t.ff, t.fa, t.ff, t.fb,     //
            -t.bf, t.ba, t.bf, t.bb;
        EXPECT_GT(K.cwiseAbs().minCoeff(), 0.0);
        EXPECT_LT(relative_error(K, difference(forces, zero)), 1e-9) << "retardation time " << retardation;
    }
}

TEST_P(EachStrain, TheTangentKnowsTheRatesOfDamping)
{
    const NodalRod rod = one_element(GetParam(), 0.3);
    const auto pair = ends(VectorXd::Zero(12));
    const SE3 &a = pair.first, &b = pair.second;
    const auto forces = [&](const VectorXd& w) {
        return gradient_of(element_forces(rod, 0, a, b, {w.head<3>(), w.tail<3>()}));
    };
    VectorXd w(6);
    w << 0.3, -0.7, 0.5, -0.2, 0.4, 0.9;
    ElementTangent t;
    element_tangent(rod, 0, a, b, {w.head<3>(), w.tail<3>()}, t);
    MatrixXd D(12, 6);
    D << MatrixXd::Zero(3, 6), t.aa_rate, t.ab_rate, MatrixXd::Zero(3, 6), t.ba_rate, t.bb_rate;
    EXPECT_GT(t.ab_rate.norm(), 0.01);
    EXPECT_LT(relative_error(D, difference(forces, w)), 1e-9);
}

TEST_P(EachStrain, DampingTakesPowerFromEveryMotionThatBends)
{
    const NodalRod rod = one_element(GetParam(), 0.3);
    NodalRod elastic = rod;
    elastic.damping.retardation_time = 0.0;
    const auto [a, b] = ends(VectorXd::Zero(12));
    std::mt19937 engine(3);
    for (int i = 0; i < 20; ++i) {
        const VectorXd w = random_vector(6, engine);
        const EndRates rates = {w.head<3>(), w.tail<3>()};
        const ElementForces with = element_forces(rod, 0, a, b, rates);
        const ElementForces without = element_forces(elastic, 0, a, b, rates);
        EXPECT_GT((with.g_a - without.g_a).dot(w.head<3>()) + (with.g_b - without.g_b).dot(w.tail<3>()), 0.0);
        EXPECT_EQ((with.f - without.f).norm(), 0.0);
    }
}

TEST_P(EachStrain, ARigidMotionTurnsTheForces)
{
    const NodalRod rod = one_element(GetParam(), 0.0);
    const auto [a, b] = ends(VectorXd::Zero(12));
    const SE3 X(so3::exp(Vector3d(1.0, 2.0, -0.5)), Vector3d(3.0, 1.0, 2.0));
    const ElementForces here = element_forces(rod, 0, a, b);
    const ElementForces there = element_forces(rod, 0, X * a, X * b);
    EXPECT_NEAR(there.energy, here.energy, 1e-13);
    EXPECT_LT((there.f - X.rotation() * here.f).norm(), 1e-12);
    EXPECT_LT((there.g_a - here.g_a).norm(), 1e-12);
    EXPECT_LT((there.g_b - here.g_b).norm(), 1e-12);
    // Hence no force and no moment is left over.
    const Vector3d moment =
        a.rotation() * here.g_a + b.rotation() * here.g_b + (b.position() - a.position()).cross(here.f);
    EXPECT_LT(moment.norm(), 1e-13);
}

INSTANTIATE_TEST_SUITE_P(NodalElement, EachStrain,
                         testing::Values(StrainPlace::midpoint, StrainPlace::nodal));

}  // namespace test_nodal_element
}  // namespace supple::test
