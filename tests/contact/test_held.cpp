#include "support/differences.hpp"
#include "support/random.hpp"

#include <supple/contact/held.hpp>
#include <supple/lie/so3.hpp>

#include <gtest/gtest.h>

namespace supple::test {
namespace {

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

}  // namespace
}  // namespace supple::test
