// Motion capture of a real arm, replayed from its motor commands.
#include "external.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/statics/equilibrium.hpp>

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <numbers>
#include <sstream>
#include <stdexcept>

namespace supple::app::external {
namespace {

struct Sample {
    std::vector<double> commands;  ///< of the nine tendons, relative to the first sample [m]
    Vector3d tip;                  ///< [m]
};

/// Lines are time, label, nine commands and the tip in mm.
std::vector<Sample> read_samples(const std::filesystem::path& folder)
{
    const auto path = folder / "ftdcr_v4" / "tdcr_sysid_20260511-183002_train.csv";
    std::istringstream file(text_of(path));
    std::string line, field;
    std::getline(file, line);
    std::vector<Sample> samples;
    while (std::getline(file, line)) {
        std::istringstream fields(line);
        std::vector<double> values;
        for (int i = 0; std::getline(fields, field, ','); ++i)
            if (i >= 2) values.push_back(std::strtod(field.c_str(), nullptr) * mm);
        if (values.size() != 12)
            throw std::runtime_error(path.string() + " has a line without twelve values");
        samples.push_back({{values.begin(), values.begin() + 9}, {values[9], values[10], values[11]}});
    }
    if (samples.size() != 1620) throw std::runtime_error(path.string() + " does not hold 1620 samples");
    const std::vector<double> first = samples[0].commands;
    for (Sample& sample : samples)
        for (std::size_t j = 0; j < 9; ++j)
            sample.commands[j] -= first[j];
    return samples;
}

/// One arc a segment, with stiffnesses and angles that the specification found from this recording.
Manipulator arm()
{
    const std::vector<double> ends{60 * mm, 122.5 * mm, 186.5 * mm};
    const double stiffness[] = {6200, 4600, 3300}, slack[] = {0.0, 0.1 * mm, 0.4 * mm};  // [N/m], T⁰/k
    DrivenRods tendons;
    tendons.contact = ContactLaw::tendon;
    tendons.cable = tendons.by_retraction = true;
    for (const double degrees : {-174, -52, 69, -144, -27, 93, -116, 1, 119}) {
        const std::size_t segment = tendons.angles.size() / 3;
        tendons.angles.push_back(degrees * std::numbers::pi / 180.0);
        tendons.radii.push_back(4.5 * mm);
        tendons.ends.push_back(ends[segment]);
        tendons.bending_stiffness.push_back(0.0);
        tendons.axial_stiffness.push_back(stiffness[segment] * ends[segment]);
        tendons.pretension.push_back(stiffness[segment] * slack[segment]);
    }
    tendons.drive.assign(9, 0.0);
    Manipulator m;
    m.rod.length = ends.back();
    m.rod.bending_stiffness = Vector2d::Constant(2454e-6);
    m.model = CurvatureModel{};
    Disks disks;
    disks.positions = ends;
    m.attachments = {disks, tendons};
    return m;
}

}  // namespace

std::vector<Figure> real_arm(const std::filesystem::path& folder)
{
    const std::vector<Sample> samples = read_samples(folder);
    const auto system = discretize(arm());
    Equilibrium eq;
    std::vector<Vector3d> errors;
    Vector3d centre = Vector3d::Zero();
    for (const Sample& sample : samples) {
        for (int j = 0; j < 9; ++j)
            system->coupled[0]->parameter(j) = sample.commands[static_cast<std::size_t>(j)];
        solve_statics(*system, {}, eq);
        // The marker stands 8 mm beyond the last disk.
        errors.push_back(converged(eq).tip() * Vector3d(0, 0, 8 * mm) - sample.tip);
        centre += errors.back() / static_cast<double>(samples.size());
    }
    double square = 0.0;
    for (const Vector3d& error : errors)
        square += (error - centre).squaredNorm() / static_cast<double>(errors.size());
    return {{.name = "real arm, 15 values as the specification found them, RMSE of 1620 tips",
             .unit = "mm",
             .ours = {std::sqrt(square) / mm},
             .tolerance = 5.2,
             .remark =
                 "Samples with the same commands lie 5.7 mm apart: a model without memory gets about 4 mm."}};
}

}  // namespace supple::app::external
