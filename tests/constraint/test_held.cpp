#include "support/differences.hpp"
#include "support/random.hpp"

#include <supple/constraint/held.hpp>
#include <supple/lie/so3.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace supple::test {
namespace test_held {

SE3 moved(const SE3& X, const VectorXd& dx)
{
    return SE3(so3::exp(dx.tail<3>()) * X.rotation(), X.position() + dx.head<3>());
}

void expect_laws(const FrameFunction& held, const SE3& X)
{
    FrameFunction::Values phi;
    FrameFunction::Gradient gradient;
    held.evaluate(X, phi, gradient);
    ASSERT_EQ(phi.size(), held.size());
    const auto value = [&](const VectorXd& dx) -> VectorXd {
        FrameFunction::Values p;
        FrameFunction::Gradient unused;
        held.evaluate(moved(X, dx), p, unused);
        return p;
    };
    EXPECT_LT((gradient - difference(value, VectorXd::Zero(6))).norm(), 1e-10);
    EXPECT_GT(gradient.norm(), 0.9);

    // F = (∂φ/∂x)ᵀ λ, and its derivative by the frame.
    std::mt19937 engine(8);
    const VectorXd lambda = random_vector(held.size(), engine);
    const auto force_at = [&](const VectorXd& dx) {
        FrameForce force;
        force.clear();
        held.add_force(moved(X, dx), lambda.data(), force);
        return force;
    };
    const FrameForce force = force_at(VectorXd::Zero(6));
    EXPECT_LT((force.F - gradient.transpose() * lambda).norm(), 1e-14);
    const MatrixXd D =
        difference([&](const VectorXd& dx) -> VectorXd { return force_at(dx).F; }, VectorXd::Zero(6));
    EXPECT_LT((force.dF_dx - D).norm(), 1e-9);
}

TEST(Held, AFixtureHoldsChosenCoordinates)
{
    Fixture fixture;
    fixture.name = "P";
    fixture.hold = {std::nullopt, 0.2, -0.7};
    const HeldPosition held(0, fixture);
    EXPECT_EQ(held.size(), 2);
    EXPECT_EQ(held.name(), "P");
    const SE3 X(so3::exp({0.3, 0.1, -0.5}), {5.0, 0.2, -0.7});
    FrameFunction::Values phi;
    FrameFunction::Gradient gradient;
    held.evaluate(X, phi, gradient);
    EXPECT_EQ(phi.norm(), 0.0);
    expect_laws(held, X);
    expect_laws(held, SE3(Matrix3d::Identity(), {0.3, -2.0, 0.4}));
}

TEST(Held, AFixtureHoldsATangentByAMomentAcrossIt)
{
    Fixture fixture;
    fixture.hold = {std::nullopt, 0.2, std::nullopt};
    fixture.tangent = Vector3d(2, -1, 2) / 3.0;
    const HeldPosition held(0, fixture);
    ASSERT_EQ(held.size(), 3);
    // A frame with that tangent, whatever its roll.
    Matrix3d R;
    R.col(2) = *fixture.tangent;
    R.col(0) = Vector3d(1, 2, 0).normalized();
    R.col(1) = R.col(2).cross(R.col(0));
    FrameFunction::Values phi;
    FrameFunction::Gradient gradient;
    for (const double roll : {0.0, 1.0, 3.0}) {
        held.evaluate(SE3(R * so3::exp({0, 0, roll}), {7.0, 0.2, 3.0}), phi, gradient);
        EXPECT_LT(phi.norm(), 1e-15);
    }
    for (const double away : {1e-8, 1e-3, 1.0, 2.5}) {
        SCOPED_TRACE(away);
        const SE3 X(so3::exp(away * Vector3d(0.6, 0.64, -0.48)) * R, {0.1, 0.4, -0.3});
        expect_laws(held, X);
        held.evaluate(X, phi, gradient);
        const Vector3d t = X.rotation().col(2);
        const double angle = std::atan2(t.cross(*fixture.tangent).norm(), t.dot(*fixture.tangent));
        EXPECT_GT(angle, 0.9 * away);
        EXPECT_NEAR(phi.tail<2>().norm(), 2.0 * std::tan(angle / 2.0), 1e-12 * angle + 1e-15);
        const double lambda[] = {0.0, 0.4, -1.3};
        FrameForce force;
        held.add_force(X, lambda, force);
        EXPECT_EQ(force.F.head<3>().norm(), 0.0);
        EXPECT_LT(std::abs(force.F.tail<3>().dot(X.rotation().col(2))), 1e-15 * force.F.norm() + 1e-15);
    }
}

TEST(Held, DerivativesByTheTargetsAreDifferences)
{
    Fixture fixture;
    fixture.hold = {0.1, std::nullopt, -0.3};
    fixture.tangent = Vector3d(2, -1, 2) / 3.0;
    const HeldPosition held(0, fixture);
    ASSERT_EQ(held.targets(), 5);
    const SE3 X(so3::exp({0.3, 0.9, -0.5}), {5.0, 0.2, -0.7});
    const double lambda[] = {0.7, -0.2, 0.4, -1.3};
    for (int k = 0; k < held.targets(); ++k) {
        SCOPED_TRACE(held.target_path(k));
        const auto both = [&](const VectorXd& amount) -> VectorXd {
            HeldPosition moved_one = held;
            moved_one.move_target(k, amount[0]);
            FrameFunction::Values phi;
            FrameFunction::Gradient unused;
            moved_one.evaluate(X, phi, unused);
            FrameForce force;
            moved_one.add_force(X, lambda, force);
            VectorXd all(10);
            all << phi, force.F;
            return all;
        };
        FrameFunction::Values dphi;
        Vector6d dF;
        held.target_derivative(k, X, lambda, dphi, dF);
        VectorXd ours(10);
        ours << dphi, dF;
        EXPECT_LT((ours - difference(both, VectorXd::Zero(1))).norm(), 1e-10);
        EXPECT_GT(dphi.norm(), 0.1);
    }
}

TEST(Held, AClampHoldsTheWholePose)
{
    Clamp clamp;
    clamp.X_WC = SE3(so3::exp({0.4, -0.9, 0.2}), {0.3, -0.1, 0.8});
    const HeldPose held(0, clamp);
    FrameFunction::Values phi;
    FrameFunction::Gradient gradient;
    held.evaluate(clamp.X_WC, phi, gradient);
    EXPECT_LT(phi.norm(), 1e-15);
    for (const double away : {0.0, 1e-8, 1e-3, 1.0, 2.8}) {
        SCOPED_TRACE(away);
        expect_laws(held, moved(clamp.X_WC, away * (VectorXd(6) << 1, 2, -1, 0.6, -0.64, 0.48).finished()));
    }
}

}  // namespace test_held
}  // namespace supple::test
