// Motion capture of a real arm, replayed from its motor commands.
#include "external.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/io/column_map.hpp>
#include <supple/io/fit_problem.hpp>
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

std::filesystem::path recording(const std::filesystem::path& folder)
{
    return folder / "ftdcr_v4" / "tdcr_sysid_20260511-183002_train.csv";
}

/// Lines are time, label, nine commands and the tip in mm.
std::vector<Sample> read_samples(const std::filesystem::path& folder)
{
    const auto path = recording(folder);
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

/// One arc a segment, with stiffnesses and angles that another program found from this recording.
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
    StaticSolver solver(*system);
    Equilibrium eq;
    std::vector<Vector3d> errors;
    Vector3d centre = Vector3d::Zero();
    for (const Sample& sample : samples) {
        for (int j = 0; j < 9; ++j)
            system->coupled[0]->parameter(j) = sample.commands[static_cast<std::size_t>(j)];
        solver.solve({}, eq);
        // The marker stands 8 mm beyond the last disk.
        errors.push_back(converged(eq).tip() * Vector3d(0, 0, 8 * mm) - sample.tip);
        centre += errors.back() / static_cast<double>(samples.size());
    }
    double square = 0.0;
    for (const Vector3d& error : errors)
        square += (error - centre).squaredNorm() / static_cast<double>(errors.size());
    return {{.name = "real arm, 15 values as another program found them, RMSE of 1620 tips",
             .unit = "mm",
             .ours = {std::sqrt(square) / mm},
             .tolerance = 5.2,
             .remark =
                 "Samples with the same commands lie 5.7 mm apart: a model without memory gets about 4 mm."}};
}

std::vector<Figure> fitted_arm(const std::filesystem::path& folder, std::size_t values, double bound)
{
    const std::string map = "columns/real_arm.yaml";
    const ModelDocument document = example_document("real_arm.yaml");
    FitSetup setup = fit_setup(read_model(document));
    setup.parameters.resize(values);
    setup.threads = 1;  // other experiments run beside it
    FitOptions options;
    options.tolerance = 1e-6;  // the last digits take half the time
    const FitReport report =
        fit(fit_problem(read_model(document),
                        renamed(read_case_table(recording(folder)), example_text(map), map), setup),
            options);
    if (report.status != Status::converged || report.failed > 0)
        throw std::runtime_error("the fit did not end: " + report.message);
    return {{.name = fmt::format("real arm, {} values fitted, RMSE of {} tips", values, report.error.count),
             .unit = "mm",
             .ours = {report.error.rms / mm},
             .tolerance = bound,
             .remark =
                 "Samples with the same commands lie 5.7 mm apart: a model without memory gets about 4 mm."}};
}

}  // namespace supple::app::external
