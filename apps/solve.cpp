#include "solve.hpp"

#include <supple/io/result_file.hpp>
#include <supple/io/result_json.hpp>
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
    // A .vtp has no place for a status: it holds an equilibrium or is not written.
    const bool picture = options.out.ends_with(".vtp");
    const auto write = [&] {
        if (picture) return write_result(options.out, equilibrium);
        write_described(
            options.out, [&](Describer& d) { describe(d, judged); }, "solve", "an equilibrium");
    };
    if (picture && !claims_balance(equilibrium.status)) {
        print_note(fmt::format("{} is not written: there is no shape to show", options.out));
    } else if (!options.out.empty() && !write_safely(write)) {
        return bad_usage;
    }
    if (equilibrium.status == Status::converged) return done;
    print_error(fmt::format("{}: {}: {}", options.file, name(equilibrium.status), equilibrium.message));
    return not_solved;
}

}  // namespace

int run_solve(const SolveOptions& options)
{
    const std::vector<std::string> read{options.file, options.cases};
    const std::string mistake =
        options.cases.empty() ? out_mistake(options.out, {".json", ".jsonl", ".csv", ".vtp", ".h5"}, read)
                              : out_mistake(options.out, {".csv", ".jsonl"}, read, " for a table of cases");
    return run_checked(mistake, [&options] {
        const ModelDocument document =
            open_chosen(options.file, options.model, options.settings, {options.out});
        return options.cases.empty() ? solve_file(options, document) : solve_table(options, document);
    });
}

}  // namespace supple::app
