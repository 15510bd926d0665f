// A real arm of three segments and nine tendons, replayed from its motor commands [external data, Sec. 4].
#include "support/external.hpp"
#include "support/rods.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/statics/equilibrium.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <sstream>

namespace supple::test {
namespace test_real_arm {

struct Sample {
    std::vector<double> commands;  ///< of the nine tendons [m]
    Vector3d tip;                  ///< [m]
};

std::optional<std::filesystem::path> recording()
{
    return external_file(std::filesystem::path("ftdcr_v4") / "tdcr_sysid_20260511-183002_train.csv");
}

/// Commands relative to the first sample; lines are time, label, nine commands and the tip in mm.
std::vector<Sample> read(const std::filesystem::path& path)
{
    std::ifstream file(path);
    std::string line, field;
    std::getline(file, line);
    std::vector<Sample> samples;
    while (std::getline(file, line)) {
        std::istringstream fields(line);
        std::vector<double> numbers;
        for (int i = 0; std::getline(fields, field, ','); ++i) {
            if (i >= 2) numbers.push_back(std::strtod(field.c_str(), nullptr) * mm);
        }
        samples.push_back({{numbers.begin(), numbers.begin() + 9}, {numbers[9], numbers[10], numbers[11]}});
    }
    const std::vector<double> first = samples.at(0).commands;
    for (Sample& sample : samples) {
        for (std::size_t j = 0; j < 9; ++j)
            sample.commands[j] -= first[j];
    }
    return samples;
}

/// One arc a segment, with the stiffnesses and angles that were found from this recording by other means.
Manipulator arm()
{
    const std::vector<double> ends{60 * mm, 122.5 * mm, 186.5 * mm};
    const double stiffness[] = {6200, 4600, 3300}, slack[] = {0.0, 0.1 * mm, 0.4 * mm};  // [N/m], T⁰/k
    DrivenRods tendons;
    tendons.contact = ContactLaw::tendon;
    tendons.cable = true;
    for (const double degrees : {-174, -52, 69, -144, -27, 93, -116, 1, 119}) {
        const std::size_t segment = tendons.angles.size() / 3;
        tendons.angles.push_back(degrees * std::numbers::pi / 180.0);
        tendons.radii.push_back(4.5 * mm);
        tendons.ends.push_back(ends[segment]);
        tendons.bending_stiffness.push_back(0.0);
        tendons.axial_stiffness.push_back(stiffness[segment] * ends[segment]);
        tendons.pretension.push_back(stiffness[segment] * slack[segment]);
    }
    tendons.retractions.assign(9, 0.0);
    Manipulator m = rod_along_z(ends.back(), 2454 * N_mm2);
    m.model = CurvatureModel{};
    Disks disks;
    disks.positions = ends;
    m.attachments = {disks, tendons};
    return m;
}

TEST(RealArm, EveryCommandIsSolvedAndTheTipIsNearTheMeasuredOne)
{
    const auto path = recording();
    if (!path) GTEST_SKIP() << "the data of others are not here: set SUPPLE_EXTERNAL_DATA";
    const std::vector<Sample> samples = read(*path);
    ASSERT_EQ(samples.size(), 1620u);
    const auto system = discretize(arm());
    StaticSolver solver(*system);
    Equilibrium eq;
    std::vector<Vector3d> errors;
    Vector3d mean = Vector3d::Zero();
    int slack = 0;
    for (const Sample& sample : samples) {
        for (int j = 0; j < 9; ++j)
            system->coupled[0]->parameter(j) = sample.commands[static_cast<std::size_t>(j)];
        solver.solve({}, eq);
        ASSERT_EQ(eq.status, Status::converged) << eq.message << ", sample " << errors.size();
        for (const double T : eq.drives[0].tensions) {
            ASSERT_GE(T, 0.0);
            slack += T == 0.0;
        }
        // The marker stands 8 mm beyond the last disk.
        errors.push_back(eq.tip() * Vector3d(0, 0, 8 * mm) - sample.tip);
        mean += errors.back() / static_cast<double>(samples.size());
    }
    double square = 0.0;
    for (const Vector3d& error : errors)
        square += (error - mean).squaredNorm() / static_cast<double>(errors.size());
    EXPECT_LT(std::sqrt(square), 5.2 * mm);
    EXPECT_GT(slack, 1000);
}

}  // namespace test_real_arm
}  // namespace supple::test
