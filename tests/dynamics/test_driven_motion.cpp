#include "support/golden.hpp"
#include "support/sanitized.hpp"

#include <supple/analysis/simulate.hpp>
#include <supple/io/model_file.hpp>

#include <gmock/gmock.h>

namespace supple::test {
namespace test_driven_motion {

/// The arm of s3 with the disks' inertia as printed, under the paper's contact law.
Modes arm_modes(const std::string& tensions)
{
    return find_modes(
        load(std::string(SUPPLE_EXAMPLES) + "/rod_driven_arm_as_printed.yaml",
             {{"attachments.rods.contact", "least-squares"}, {"attachments.rods.tensions", tensions}}));
}

/// The slowest mode that friction damps.
std::complex<double> first_pole(const Modes& modes)
{
    for (const Mode& mode : modes.modes) {
        if (mode.damping_ratio > 1e-6 && mode.frequency > 0.0) return mode.eigenvalue;
    }
    ADD_FAILURE() << "no damped mode; " << modes.message;
    return {};
}

TEST(DrivenMotion, FirstPolesAreThoseOfTheReference)
{
    // s3 Sec. 7
    const std::complex<double> one = first_pole(arm_modes("10 0 0 0 0 0 N"));
    EXPECT_NEAR(one.real(), -0.4837, 1e-4 * 53.2);
    EXPECT_NEAR(one.imag(), 53.166, 1e-4 * 53.2);
    const std::complex<double> two = first_pole(arm_modes("0 0 0 0 10 0 N"));
    EXPECT_NEAR(two.real(), -2.2303, 1e-4 * 55.7);
    EXPECT_NEAR(two.imag(), 55.726, 1e-4 * 55.7);
}

TEST(DrivenMotion, SettlesWhereFrictionHoldsNothing)
{
    // s3 Sec. 7: mean of the last of three seconds after a step of T22, over the length.
    Manipulator arm = load(std::string(SUPPLE_EXAMPLES) + "/rod_driven_arm_as_printed.yaml",
                           {{"attachments.rods.contact", "least-squares"},
                            {"attachments.rods.tensions", "0 0 0 0 10 0 N"},
                            {"attachments.rods.from", "0 s"}});
    arm.simulation->initial = InitialState::equilibrium;
    arm.simulation->duration = sanitized ? 0.02 : 3.0;
    const Trajectory motion = simulate(arm);
    ASSERT_EQ(motion.status, Status::converged) << motion.message;
    EXPECT_NEAR(motion.frames[0].back().position().x(), -4.66834e-3, 1e-7);
    if (sanitized) return;
    Vector3d mean = Vector3d::Zero();
    for (std::size_t i = 2001; i < motion.time.size(); ++i)
        mean += motion.frames[i].back().position() / static_cast<double>(motion.time.size() - 2001);
    const Vector3d frictionless(-52.2224e-3, 0.0, 231.7263e-3);
    EXPECT_NEAR(100.0 * (mean - frictionless).norm() / 0.24, 0.0057, 0.002);
}

TEST(DrivenMotion, WithoutTensionVibratesInBothPlanesAsTheReference)
{
    const auto reference = golden("s3_modal.json");
    const Modes modes = arm_modes("0 0 0 0 0 0 N");
    std::vector<double> expected;
    for (const char* plane : {"vertical_plane_Hz", "lateral_Hz"}) {
        for (const double frequency : reference["table1_Ixx"][plane])
            expected.push_back(frequency);
    }
    std::sort(expected.begin(), expected.end());
    ASSERT_EQ(modes.modes.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_NEAR(modes.modes[i].frequency, expected[i], 1e-5 * expected[i]) << i;
}

}  // namespace test_driven_motion
}  // namespace supple::test
