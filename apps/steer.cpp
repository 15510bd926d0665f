#include "steer.hpp"
#include "solve.hpp"
#include "terminal.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/io/file.hpp>
#include <supple/io/model_document.hpp>
#include <supple/io/steering_json.hpp>
#include <supple/io/target_text.hpp>
#include <supple/io/text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unistd.h>

#include <algorithm>

namespace supple::app {
namespace {

/// What is wrong with the request, found before time is spent; empty when nothing is.
std::string mistake_in(const SteerRequest& request)
{
    const int asked = !request.target.empty() + !request.pose.empty() + !request.path.empty();
    if (asked != 1) return "give one of --target '10 30 * mm', --pose '10 30 * mm, 0 0.6 0.8', --path T.csv";
    const std::vector<std::string> forms =
        request.path.empty() ? std::vector<std::string>{".json"} : std::vector<std::string>{".csv", ".jsonl"};
    const std::string form = std::filesystem::path(request.out).extension();
    if (!request.out.empty() && std::find(forms.begin(), forms.end(), form) == forms.end())
        return fmt::format("--out {}: end the name in {}", request.out, fmt::join(forms, " or "));
    return "";
}

/// @throws InputError
SteeredModel prepare(const SteerRequest& request)
{
    const ModelDocument document = open_chosen(request.file, request.model, request.settings);
    SteeredModel model;
    model.manipulator = read_model(document);
    if (std::holds_alternative<CosseratModel>(model.manipulator.model))
        throw InputError(fmt::format(
            "{}: the exact rod is not steered; use a chain, as in --model spherical-prb", request.file));
    model.system = discretize(model.manipulator);
    if (!model.system->unsupported.empty())
        throw InputError(fmt::format("{}: {}", request.file, model.system->unsupported));
    model.actuations = choose_actuations(model.manipulator, *model.system, request.actuate);
    if (model.actuations.empty())
        throw InputError(fmt::format(
            "{}: there is nothing to steer with: no coil set or field source; name something by --actuate",
            request.file));
    model.place = tip_of(*model.system);
    if (request.at.empty() || request.at == "tip") return model;
    std::vector<std::string> names;
    for (const Sample& station : model.system->stations) {
        names.push_back(station.name);
        if (station.name == request.at) model.place = station.place;
    }
    if (std::find(names.begin(), names.end(), request.at) == names.end())
        throw InputError(fmt::format("--at: the file has no station {}; it has {}", in_quotes(request.at),
                                     names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
    return model;
}

int steer_once(const SteerRequest& request, SteeredModel& model)
{
    const Target target = request.pose.empty() ? parse_position(request.target, "--target")
                                               : parse_pose(request.pose, "--pose");
    Steerer steerer(*model.system, model.actuations, model.place);
    Steering result;
    steerer.steer(target, {}, result);
    if (request.json) {
        fmt::print("{}", to_json(result, target, request.at.empty() ? "tip" : request.at));
    } else if (!request.quiet) {
        fmt::print("{}", steer_report(model, target, result, request.point(), use_colour(STDOUT_FILENO)));
    }
    if (!request.out.empty() && !write_safely([&] {
            write_file(request.out, to_json(result, target, request.at.empty() ? "tip" : request.at));
        }))
        return bad_usage;
    if (result.status == Status::converged) return done;
    print_error(fmt::format("{}: {}: {}", request.file, name(result.status), result.message));
    return not_solved;
}

int steer(SteerRequest request)
{
    if (request.at == "tip") request.at.clear();
    if (const std::string mistake = mistake_in(request); !mistake.empty()) {
        print_error(mistake);
        return bad_usage;
    }
    try {
        SteeredModel model = prepare(request);
        return request.path.empty() ? steer_once(request, model) : follow_path(request, model);
    } catch (const InputError& error) {
        print_error(error.what());
        return invalid_file;
    }
}

}  // namespace

Action add_steer(CLI::App& program)
{
    auto* command =
        program.add_subcommand("steer", "Actuation that reaches a tip position or follows a path");
    auto request = std::make_shared<SteerRequest>();
    command->add_option("FILE", request->file, "Model file")->required();
    command->add_option("--target", request->target, "Position to reach; * is free: --target '10 30 * mm'")
        ->type_name("'X Y Z UNIT'");
    command
        ->add_option("--pose", request->pose,
                     "Position, and tangent (x y z) or quaternion (w x y z): --pose '* 30 * mm, 0 0.6 0.8'")
        ->type_name("'X Y Z UNIT, ..'");
    command
        ->add_option("--path", request->path,
                     "Follow one target a row: columns tip.position.x [mm], .. (.tangent, .quaternion); an "
                     "empty cell is free")
        ->type_name("TABLE.csv");
    command
        ->add_option(
            "--actuate", request->actuate,
            "What to steer with, separated by commas: coils.currents,magnetic_field.uniform; without "
            "it all coils on the rod and of the field, or the field itself")
        ->type_name("NAMES");
    command->add_option("--at", request->at, "Steer a station of the file instead of the tip")
        ->type_name("STATION");
    command->add_flag("--json", request->json, "Print the result as JSON; with --path one line a row");
    command->add_option("--out", request->out, "Also write the result: .json; with --path .csv or .jsonl")
        ->type_name("NAME");
    add_settings_option(*command, request->settings);
    command->add_option("--model", request->model, "Use another model than the file's")
        ->type_name("TYPE")
        ->check(CLI::IsMember(model_types()));
    command->add_flag("--quiet", request->quiet, "Print errors only");
    command->footer(
        "Examples:\n"
        "  supple steer examples/mri_catheter.yaml --target '5 25 * mm'\n"
        "  supple steer examples/mri_catheter.yaml --pose '* 25 * mm, 0 0.5 0.9' --json\n"
        "  supple steer examples/mri_catheter.yaml --path examples/circle_path.csv --out currents.csv\n\n"
        "Exits with 4 where the target is not reached (the result is then the closest point found), with 5\n"
        "where rows of a path are not.\n");
    return [command, request] { return command->parsed() ? steer(*request) : -1; };
}

}  // namespace supple::app
