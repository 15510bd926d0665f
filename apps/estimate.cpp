#include "command.hpp"

#include <supple/estimate/estimate_forces.hpp>
#include <supple/estimate/estimator.hpp>
#include <supple/io/force_text.hpp>
#include <supple/io/result_file.hpp>
#include <supple/io/result_json.hpp>
#include <supple/io/shape_table.hpp>

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>

namespace supple::app {
namespace {

ForceOptions force_options(const EstimateOptions& options)
{
    const auto unknown = [&](const char* name) {
        return std::find(options.unknown.begin(), options.unknown.end(), name) != options.unknown.end();
    };
    ForceOptions force;
    force.tip_force = unknown("tip-force");
    force.tip_moment = unknown("tip-moment");
    force.weight = unknown("weight");
    force.patch = unknown("patch");
    force.max_contacts = unknown("contacts") ? options.max_contacts : 0;
    force.axial = options.axial;
    force.roll = options.roll;
    force.robust = options.robust;
    force.unknown_sigma = options.sigma_unknown;
    force.stiffness_sd = options.stiffness_sd;
    return force;
}

StreamOptions stream_options(const EstimateOptions& options)
{
    StreamOptions stream;
    if (options.force_walk > 0.0) stream.force_walk = options.force_walk;
    if (options.place_walk > 0.0) stream.place_walk = options.place_walk;
    return stream;
}

GivenSigma given_sigma(const EstimateOptions& options)
{
    GivenSigma sigma;
    if (options.sigma > 0.0) sigma.length = options.sigma;
    if (options.sigma_curvature > 0.0) sigma.curvature = options.sigma_curvature;
    if (options.sigma_rotation > 0.0) sigma.rotation = options.sigma_rotation;
    sigma.unknown = options.sigma_unknown;
    return sigma;
}

/// The file's model; the exact rod where the file names none, because it judges the others.
Manipulator chosen_manipulator(const EstimateOptions& options)
{
    ModelDocument document = open_chosen(options.file, options.model, options.settings, {options.out});
    if (options.model.empty() && !document.root.find("model")) choose_model(document, "cosserat");
    return read_model(document);
}

int estimate_forces_of(const EstimateOptions& options)
{
    const Manipulator manipulator = chosen_manipulator(options);
    std::vector<CaseTable> tables;
    for (const std::string& data : options.data)
        tables.push_back(read_case_table(data));
    const std::vector<ShapeData> shapes = read_shapes(tables, manipulator.rod.length, given_sigma(options));
    const ForceOptions force = force_options(options);
    ForceRecord record;
    record.stream = shapes.size() > 1;
    if (record.stream) {
        Estimator estimator(manipulator, force, stream_options(options));
        for (const ShapeData& shape : shapes)
            record.steps.push_back(estimator.update(shape));
    } else {
        record.steps.push_back(estimate_forces(manipulator, shapes.front(), force));
    }
    if (options.json)
        fmt::print("{}", to_json(record));
    else if (record.stream)
        fmt::print("{}", stream_to_text(record));
    else
        fmt::print("{}", to_text(record.steps.front(), use_colour(STDOUT_FILENO)));
    const auto write = [&] {
        write_described(
            options.out, [&](Describer& d) { describe(d, record); }, "estimate", "an estimate of forces");
    };
    if (!options.out.empty() && !write_safely(write)) return bad_usage;
    for (const ForceEstimate& estimate : record.steps) {
        if (estimate.status == Status::converged) continue;
        const std::string at = estimate.time ? fmt::format(" at {} s", *estimate.time) : "";
        print_error(
            fmt::format("{}{}: {}: {}", options.data.front(), at, name(estimate.status), estimate.message));
        return not_solved;
    }
    return done;
}

std::string mistake_in(const EstimateOptions& options)
{
    if (options.damping) {
        if (options.data.size() != 1) return "--damping takes one table of a measured motion";
        if (!options.unknown.empty()) return "--damping and --unknown ask for different things; give one";
        return "";
    }
    if (options.unknown.empty())
        return "say what to find: --unknown tip-force,contacts (forces from a shape) or --damping (of a "
               "motion)";
    std::vector<std::string> read = options.data;
    read.push_back(options.file);
    return out_mistake(options.out, {".json", ".csv", ".h5"}, read);
}

}  // namespace

int run_estimate(const EstimateOptions& options)
{
    return run_checked(mistake_in(options), [&options] {
        return options.damping ? estimate_damping_of(options) : estimate_forces_of(options);
    });
}

}  // namespace supple::app
