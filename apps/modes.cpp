#include "command.hpp"

#include <supple/analysis/simulate.hpp>
#include <supple/io/result_file.hpp>
#include <supple/io/result_json.hpp>
#include <supple/io/result_text.hpp>

#include <fmt/format.h>

#include <unistd.h>

namespace supple::app {
namespace {

int modes_file(const MotionOptions& options)
{
    const Manipulator manipulator =
        read_model(open_chosen(options.file, options.model, options.settings, {options.out}));
    const Modes modes = find_modes(manipulator, {.count = options.count});
    if (options.json) {
        fmt::print("{}", to_json(modes));
    } else {
        fmt::print("{}", to_text(manipulator, modes,
                                 {.colour = use_colour(STDOUT_FILENO), .most_modes = options.count}));
    }
    if (!options.out.empty() && !write_safely([&] { write_result(options.out, modes); })) return bad_usage;
    if (modes.status == Status::converged) return done;
    print_error(fmt::format("{}: {}: {}", options.file, name(modes.status), modes.message));
    return not_solved;
}

}  // namespace

int run_modes(const MotionOptions& options)
{
    return run_checked(out_mistake(options.out, {".json", ".csv", ".h5"}, {options.file}),
                       [&options] { return modes_file(options); });
}

}  // namespace supple::app
