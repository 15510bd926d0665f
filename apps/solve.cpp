#include "solve.hpp"
#include "output.hpp"

#include <supple/io/result_file.hpp>
#include <supple/io/result_json.hpp>
#include <supple/io/result_svg.hpp>
#include <supple/io/result_text.hpp>

#include <fmt/format.h>

#include <unistd.h>

namespace supple::app {
namespace {

int solve_file(const SolveOptions& options, const ModelDocument& document)
{
    const Manipulator manipulator = read_model(document);
    supple::SolveOptions how = solve_options(options);
    how.check_branch = options.judge;
    const Equilibrium equilibrium = supple::solve(manipulator, how);
    const JudgedEquilibrium judged{equilibrium,
                                   options.judge ? model_error(manipulator, equilibrium) : std::nullopt};

    if (options.json) {
        fmt::print("{}", to_json(judged));
    } else {
        const bool colour = use_colour(STDOUT_FILENO);
        fmt::print("{}", to_text(manipulator, judged, {.colour = colour, .brief = options.quiet}));
    }
    const auto told = [&](Describer& d) { describe(d, judged); };
    const Output output{
        .command = "solve",
        .file = options.file,
        .document = document,
        .record =
            [&](const std::filesystem::path& path) {
                if (path.extension() == ".vtp") return write_result(path, equilibrium);
                write_described(path, told, "solve", "an equilibrium");
            },
        .json = [&](const Pieces& to) { json_pieces(told, "solve", to); },
        .text = [&] { return to_text(manipulator, judged); },
        .drawing = [&] { return to_svg(manipulator, equilibrium); },
        .has_shape = claims_balance(equilibrium.status),
    };
    if (!write_output(options.out, output)) return bad_usage;
    if (equilibrium.status == Status::converged) return done;
    print_error(fmt::format("{}: {}: {}", options.file, name(equilibrium.status), equilibrium.message));
    return not_solved;
}

}  // namespace

int run_solve(const SolveOptions& options)
{
    const std::vector<std::string> read{options.file, options.cases};
    const std::string mistake = options.cases.empty() ? out_mistake(options.out, out_forms("solve"), read)
                                                      : out_mistake(options.out, out_forms("solve --cases"),
                                                                    read, " for a table of cases");
    return run_checked(mistake, [&options] {
        const ModelDocument document =
            open_chosen(options.file, options.model, options.settings, {options.out});
        return options.cases.empty() ? solve_file(options, document) : solve_table(options, document);
    });
}

}  // namespace supple::app
