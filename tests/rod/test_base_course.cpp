#include "support/differences.hpp"

#include <supple/rod/base_course.hpp>

#include <gtest/gtest.h>

namespace supple::test {
namespace test_base_course {

Base turning_base()
{
    Base base;
    base.X_WB = SE3(Matrix3d::Identity(), {1.0, 2.0, 3.0});
    base.timing.history.time = {0.0, 0.4, 0.5, 1.2};
    base.timing.history.columns = {{"position.x", {0.0, 0.3, 0.1, 0.5}},
                                   {"rotation.y", {0.0, 0.5, 0.7, -0.2}},
                                   {"rotation.z", {0.1, 0.0, 0.4, 0.3}}};
    return base;
}

TEST(BaseCourse, PassesThroughItsSamplesAndRestsOutside)
{
    const BaseCourse course(turning_base());
    EXPECT_TRUE(course.moves());
    EXPECT_NEAR(course.at(0.4).X_WB.position().x(), 0.3, 1e-15);
    EXPECT_EQ(course.at(0.4).X_WB.position().y(), 2.0);
    for (const double outside : {-1.0, 1.2, 5.0}) {
        EXPECT_EQ(course.at(outside).v.norm() + course.at(outside).omega.norm(), 0.0);
    }
    EXPECT_NEAR(course.at(5.0).X_WB.position().x(), 0.5, 1e-15);
    EXPECT_FALSE(BaseCourse(Base{}).moves());
}

TEST(BaseCourse, MovesAsItsDerivativesSay)
{
    const BaseCourse course(turning_base());
    for (const double t : {0.1, 0.37, 0.45, 0.9}) {
        const auto at = [&](const VectorXd& x) { return course.at(x[0]); };
        const VectorXd here = VectorXd::Constant(1, t);
        const auto velocities = [&](const VectorXd& x) -> VectorXd {
            VectorXd both(6);
            both << at(x).v, at(x).omega;
            return both;
        };
        const Vector6d body = right_difference(
            std::function<SE3(const VectorXd&)>([&](const VectorXd& x) { return at(x).X_WB; }), here);
        const BaseState state = course.at(t);
        EXPECT_LT((state.X_WB.rotation() * body.head<3>() - state.v).norm(), 1e-9);
        EXPECT_LT((state.X_WB.rotation() * body.tail<3>() - state.omega).norm(), 1e-9);
        VectorXd rates(6);
        rates << state.a, state.omega_rate;
        EXPECT_GT(rates.norm(), 0.1);
        EXPECT_LT((difference(velocities, here) - rates).norm(), 1e-8);
    }
}

TEST(BaseCourse, HasAContinuousAccelerationBetweenItsEnds)
{
    const BaseCourse course(turning_base());
    for (const double t : {0.4, 0.5}) {
        const BaseState before = course.at(t - 1e-9), after = course.at(t + 1e-9);
        EXPECT_LT((before.a - after.a).norm() + (before.omega_rate - after.omega_rate).norm(), 1e-5);
        EXPECT_LT((before.v - after.v).norm() + (before.omega - after.omega).norm(), 1e-6);
    }
}

}  // namespace test_base_course
}  // namespace supple::test
