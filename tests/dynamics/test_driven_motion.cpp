#include "support/golden.hpp"

#include <supple/io/model_file.hpp>
#include <supple/io/motion_case.hpp>

#include <gmock/gmock.h>

namespace supple::test {
namespace {

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

}  // namespace
}  // namespace supple::test
