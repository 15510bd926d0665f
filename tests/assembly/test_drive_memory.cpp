// What a drive remembers in motion.
#include "support/driven_arm.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/rod/events.hpp>

#include <gmock/gmock.h>

namespace supple::test {
namespace {

/// A cable drawn in by 2 mm, then let out by 0.5 mm, with a play of 0.3 mm to either side.
Manipulator drawn_and_let_out(double play)
{
    Manipulator m = paper_arm(cables({0.0, 0.0, 0.0, 0.0, 0.0, 0.0}, 3000.0, 1.0));
    for (Attachment& attachment : m.attachments) {
        auto* rods = std::get_if<DrivenRods>(&attachment);
        if (!rods) continue;
        rods->memory.play = play;
        rods->timing.history.time = {0.0, 1.0, 2.0};
        rods->timing.history.columns = {{"retractions.0", {0.0, 2e-3, 1.5e-3}}};
    }
    return m;
}

double retraction_at(const Manipulator& m, double time)
{
    const auto system = discretize(m, 0.5);
    EXPECT_EQ(system->unsupported, "");
    system->coupled.at(0)->set_time(time);
    return system->coupled.at(0)->parameter(0);
}

TEST(DriveMemory, PlayIsTakenUpInMotionAsInASequence)
{
    const Manipulator plain = drawn_and_let_out(0.0), loose = drawn_and_let_out(0.3e-3);
    EXPECT_NEAR(retraction_at(plain, 2.0), 1.5e-3, 1e-15);
    EXPECT_NEAR(retraction_at(loose, 0.1), 0.0, 1e-15) << "the first 0.3 mm do not arrive";
    EXPECT_NEAR(retraction_at(loose, 1.0), 1.7e-3, 1e-15);
    EXPECT_NEAR(retraction_at(loose, 2.0), 1.7e-3, 1e-15) << "nor does a reversal within the play";
}

TEST(DriveMemory, MotionIsCutWhereThePlayIsTakenUp)
{
    EXPECT_THAT(events_of(drawn_and_let_out(0.3e-3)).kinks,
                testing::Contains(testing::DoubleNear(0.15, 1e-12)));
}

}  // namespace
}  // namespace supple::test
