// Evaluating a motion asks for no memory after the first time.
#include "support/arm.hpp"
#include "support/golden.hpp"
#include "support/memory_requests.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/dynamics/motion.hpp>
#include <supple/dynamics/stepper.hpp>

#include <gtest/gtest.h>

namespace supple::test {
namespace test_memory {

TEST(MotionMemory, IsAskedForOnlyAtTheStart)
{
    auto arm = unactuated_arm(true);
    Manipulator soft = rod_along_x(0.4, 1.0);
    soft.rod.bending_stiffness.reset();
    soft.rod.section = CrossSection{Circle{10e-3}, std::nullopt, 1.0};
    soft.rod.material.youngs_modulus = 70e6;
    soft.rod.material.density = 1200;
    soft.rod.damping.retardation_time = 3e-3;
    soft.environment.gravity = {0.0, 0.0, -9.81};
    soft.model = SphericalModel{};
    auto chain = discretize(soft);
    for (System* system : {arm.get(), chain.get()}) {
        Motion motion(*system);
        const int n = motion.size();
        VectorXd q = VectorXd::Constant(n, 0.01), v = VectorXd::Constant(n, 0.1), a(n), r(n);
        MatrixXd M(n, n), D(n, n), K(n, n);
        ASSERT_TRUE(motion.acceleration(0.0, q, v, a));
        const std::size_t before = memory_requests();
        for (int i = 0; i < 3; ++i) {
            motion.acceleration(0.0, q, v, a);
            motion.residual(0.0, q, v, a, r);
            motion.tangents(0.0, q, v, a, M, D, K);
        }
        EXPECT_EQ(memory_requests(), before) << system->type;
        EXPECT_LT(r.norm(), 1e-9 * (M * a).norm() + 1e-12);
    }
}

TEST(MotionMemory, IsNotAskedForByExplicitSteps)
{
    auto arm = unactuated_arm(true);
    Motion motion(*arm);
    const Accuracy accuracy(1e-8, arm->model->coordinate_scale(), 50.0);
    auto stepper = explicit_stepper(16, accuracy, 1e-4, false);
    VectorXd q = VectorXd::Zero(16), v = VectorXd::Zero(16);
    ASSERT_TRUE(stepper->start(motion, 0.0, q, v, 1.0));
    const std::size_t before = memory_requests();
    for (int i = 0; i < 20; ++i) {
        ASSERT_EQ(stepper->step(), Stepper::Outcome::stepped);
        stepper->at(stepper->time(), q, v);
    }
    EXPECT_EQ(memory_requests(), before);
    EXPECT_LT((q - stepper->q()).norm(), 1e-12);
}

}  // namespace test_memory
}  // namespace supple::test
