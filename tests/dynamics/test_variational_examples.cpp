// The examples of the six experiments move as s4 Sec. 7 says they do.
#include <supple/dynamics/variational.hpp>
#include <supple/dynamics/variational_statics.hpp>
#include <supple/io/model_file.hpp>

#include <gtest/gtest.h>

namespace supple::test {
namespace test_variational_examples {

constexpr double mm = 1e-3;

Manipulator example(const std::string& name)
{
    return load(std::string(SUPPLE_EXAMPLES) + "/" + name + ".yaml");
}

/// Extent of the tip's course along world x, y, z [m].
Vector3d tip_range(Manipulator m, double duration)
{
    m.simulation->duration = duration;
    const Trajectory run = simulate_variational(m);
    EXPECT_EQ(run.status, Status::converged) << run.message;
    Vector3d low = run.frames[0].back().position(), high = low;
    for (const auto& frames : run.frames) {
        low = low.cwiseMin(frames.back().position());
        high = high.cwiseMax(frames.back().position());
    }
    return high - low;
}

TEST(VariationalExamples, TheReleasedRodsSwingAsFar)
{
    EXPECT_NEAR(tip_range(example("variational_1_aluminium_rod"), 0.1).y(), 16.7 * mm, 0.1 * mm);
    const Vector3d second = tip_range(example("variational_2_thin_rod"), 0.2);
    EXPECT_NEAR(second.y(), 15.5 * mm, 0.15 * mm);
    EXPECT_NEAR(second.z(), 17.3 * mm, 0.15 * mm);
    const Vector3d third = tip_range(example("variational_3_soft_rod"), 1.0);
    EXPECT_NEAR(third.z(), 43.2 * mm, 0.1 * mm);
    EXPECT_NEAR(third.x(), 22.5 * mm, 0.1 * mm);
    const Vector3d fourth = tip_range(example("variational_4_magnet_at_the_tip"), 1.0);
    EXPECT_NEAR(fourth.z(), 48.5 * mm, 0.1 * mm);
    EXPECT_NEAR(fourth.x(), 17.2 * mm, 0.1 * mm);
}

TEST(VariationalExamples, TheFieldOfTheFifthLevelsTheTip)
{
    const Equilibrium eq = variational::solve_statics(example("variational_5_levelled_by_a_field"));
    ASSERT_EQ(eq.status, Status::converged) << eq.message;
    EXPECT_NEAR(eq.tip().rotation()(2, 2), 0.0, 0.002);
    EXPECT_LT(eq.tip().position().z(), -10 * mm);  // level, not lifted
}

TEST(VariationalExamples, TheMagnetGoesAroundWithItsField)
{
    const Vector3d range = tip_range(example("rotating_field"), 1.0);
    EXPECT_GT(range.y(), 50 * mm);
    EXPECT_GT(range.z(), 50 * mm);
}

TEST(VariationalExamples, TheTipOfTheWhipOvertakesTheHand)
{
    const Trajectory run = simulate_variational(example("whip_crack"));
    ASSERT_EQ(run.status, Status::converged) << run.message;
    double hand = 0.0, tip = 0.0;
    for (const VectorXd& u : run.velocities) {
        hand = std::max(hand, u.head<3>().norm());
        tip = std::max(tip, u.segment<3>(u.size() - 6).norm());
    }
    EXPECT_GT(hand, 1.0);
    EXPECT_GT(tip, 2.0 * hand);
}

}  // namespace test_variational_examples
}  // namespace supple::test
