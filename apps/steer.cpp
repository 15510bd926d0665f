#include "steer.hpp"
#include "output.hpp"

#include <supple/io/model_document.hpp>
#include <supple/io/result_file.hpp>
#include <supple/io/result_json.hpp>
#include <supple/io/result_svg.hpp>
#include <supple/io/result_text.hpp>
#include <supple/io/target_text.hpp>
#include <supple/result/check.hpp>
#include <supple/steer/describe_steering.hpp>

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
    return out_mistake(request.out, out_forms(request.path.empty() ? "steer" : "steer --path"),
                       {request.file, request.path});
}

/// @throws InputError
SteeredModel prepare(const SteerRequest& request)
{
    ModelDocument document = open_chosen(request.file, request.model, request.settings, {request.out});
    const Manipulator manipulator = read_model(document);
    SteeredModel model{std::move(document), manipulator, Steerer(manipulator, {request.actuate, request.at})};
    const std::string& mistake = model.steerer.mistake();
    // What is wrong with an option names the option; what is wrong with the file names the file.
    if (!mistake.empty())
        throw InputError(mistake.starts_with("--") ? mistake : fmt::format("{}: {}", request.file, mistake));
    return model;
}

int steer_once(const SteerRequest& request, SteeredModel& model)
{
    const Target target = request.pose.empty() ? parse_position(request.target, "--target")
                                               : parse_pose(request.pose, "--pose");
    Steering result;
    model.steerer.steer(target, {}, result);
    const SteeringRecord record{result, target, request.at.empty() ? "tip" : request.at};
    if (request.json) {
        fmt::print("{}", to_json(record));
    } else if (!request.quiet) {
        fmt::print("{}", to_text(model.manipulator, record, model.steerer.actuations(),
                                 {.colour = use_colour(STDOUT_FILENO)}));
    }
    const auto told = [&](Describer& d) { describe(d, record); };
    const Output output{
        .command = "steer",
        .file = request.file,
        .document = model.document,
        .record =
            [&](const std::filesystem::path& path) { write_described(path, told, "steer", "steering"); },
        .json = [&](const Pieces& to) { json_pieces(told, "steer", to); },
        .text = [&] { return to_text(model.manipulator, record, model.steerer.actuations()); },
        .drawing = [&] { return to_svg(model.manipulator, record); },
        .has_shape = claims_balance(result.equilibrium.status),
    };
    if (!write_output(request.out, output)) return bad_usage;
    if (result.status == Status::converged) return done;
    print_error(fmt::format("{}: {}: {}", request.file, name(result.status), result.message));
    return not_solved;
}

}  // namespace

int run_steer(SteerRequest request)
{
    if (request.at == "tip") request.at.clear();
    return run_checked(mistake_in(request), [&request] {
        SteeredModel model = prepare(request);
        return request.path.empty() ? steer_once(request, model) : follow_path(request, model);
    });
}

}  // namespace supple::app
