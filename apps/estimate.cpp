#include "estimate.hpp"

#include "output.hpp"

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

/// With the file's model; with the exact rod where the file names none, because it judges the others.
ModelDocument chosen_document(const EstimateOptions& options)
{
    ModelDocument document = open_chosen(options.file, options.model, options.settings, {options.out});
    if (options.model.empty() && !document.root.find("model")) choose_model(document, "cosserat");
    return document;
}

int estimate_forces_of(const EstimateOptions& options)
{
    const ModelDocument document = chosen_document(options);
    const Manipulator manipulator = read_model(document);
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
    const std::string text = record.stream ? stream_to_text(record) : to_text(record.steps.front());
    if (options.json)
        fmt::print("{}", to_json(record));
    else if (record.stream)
        fmt::print("{}", text);
    else
        fmt::print("{}", to_text(record.steps.front(), use_colour(STDOUT_FILENO)));
    const auto told = [&](Describer& d) { describe(d, record); };
    if (!write_estimate(options, document, told, text)) return bad_usage;
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
    if (options.damping && options.data.size() != 1) return "--damping takes one table of a measured motion";
    if (options.damping && !options.unknown.empty())
        return "--damping and --unknown ask for different things; give one";
    if (!options.damping && options.unknown.empty())
        return "say what to find: --unknown tip-force,contacts (forces from a shape) or --damping (of a "
               "motion)";
    std::vector<std::string> read = options.data;
    read.push_back(options.file);
    return out_mistake(options.out, out_forms("estimate"), read);
}

}  // namespace

bool write_estimate(const EstimateOptions& options, const ModelDocument& document,
                    const std::function<void(Describer& to)>& told, const std::string& text)
{
    const Output output{
        .command = "estimate",
        .file = options.file,
        .document = document,
        .record =
            [&](const std::filesystem::path& path) {
                write_described(path, told, "estimate", "an estimate");
            },
        .json = [&](const Pieces& to) { json_pieces(told, "estimate", to); },
        .text = [&] { return text; },
    };
    return write_output(options.out, output);
}

int run_estimate(const EstimateOptions& options)
{
    return run_checked(mistake_in(options), [&options] {
        return options.damping ? estimate_damping_of(options) : estimate_forces_of(options);
    });
}

}  // namespace supple::app
