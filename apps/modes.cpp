#include "output.hpp"

#include <supple/analysis/simulate.hpp>
#include <supple/io/result_file.hpp>
#include <supple/io/result_json.hpp>
#include <supple/io/result_svg.hpp>
#include <supple/io/result_text.hpp>
#include <supple/io/run_page.hpp>
#include <supple/result/check.hpp>

#include <fmt/format.h>

#include <unistd.h>

namespace supple::app {
namespace {

/// What the page of modes holds of them.
void page_record(const Modes& modes, const Pieces& to)
{
    const Modes shown = thinned(modes);
    if (shown.modes.size() < modes.modes.size()) print_note(shown.warnings.back());
    json_pieces([&](Describer& d) { describe(d, shown); }, command_of(shown), to);
}

int modes_file(const MotionOptions& options)
{
    const ModelDocument document = open_chosen(options.file, options.model, options.settings, {options.out});
    const Manipulator manipulator = read_model(document);
    const Modes modes = find_modes(manipulator, {.count = options.count});
    if (options.json) {
        fmt::print("{}", to_json(modes));
    } else {
        fmt::print("{}", to_text(manipulator, modes,
                                 {.colour = use_colour(STDOUT_FILENO), .most_modes = options.count}));
    }
    const Output output{
        .command = "modes",
        .file = options.file,
        .document = document,
        .record = [&](const std::filesystem::path& path) { write_result(path, modes); },
        .json = [&](const Pieces& to) { page_record(modes, to); },
        .text = [&] { return to_text(manipulator, modes, {.most_modes = options.count}); },
        .drawing = [&] { return to_svg(manipulator, modes); },
        .has_shape = claims_balance(modes.equilibrium.status),
    };
    if (!write_output(options.out, output)) return bad_usage;
    if (modes.status == Status::converged) return done;
    print_error(fmt::format("{}: {}: {}", options.file, name(modes.status), modes.message));
    return not_solved;
}

}  // namespace

int run_modes(const MotionOptions& options)
{
    return run_checked(out_mistake(options.out, out_forms("modes"), {options.file}),
                       [&options] { return modes_file(options); });
}

}  // namespace supple::app
