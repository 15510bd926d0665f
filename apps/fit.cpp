#include "output.hpp"
#include "progress.hpp"

#include <supple/fields/fit_table.hpp>
#include <supple/io/case_inputs.hpp>
#include <supple/io/column_map.hpp>
#include <supple/io/file.hpp>
#include <supple/io/fit_options.hpp>
#include <supple/io/fit_reference.hpp>
#include <supple/io/fit_text.hpp>
#include <supple/io/made_cases.hpp>
#include <supple/text/words.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unistd.h>

#include <algorithm>
#include <cmath>

namespace supple::app {
namespace {

CaseTable read_data(const FitCommand& command, const std::string& name)
{
    CaseTable table = read_case_table(name);
    if (!command.columns.empty())
        table = renamed(std::move(table), read_file(command.columns, longest_model_file), command.columns);
    return table;
}

CaseTable solve_grid(const FitCommand& command, const ModelDocument& document)
{
    const ReferenceChoice choice{command.reference, command.grid, command.shape_points};
    Progress progress(grid_table(command.grid).rows, !command.quiet);
    ReferenceData data = reference_data(document, choice, {{}, command.threads, &interrupt_asked},
                                        [&](std::size_t done) { progress.show(done); });
    progress.clear();
    if (data.failed > 0)
        print_note(fmt::format("{} cases of the grid have no reference and do not count", data.failed));
    return std::move(data.table);
}

/// How many of the rows are fitted to: the others, at the end, are kept back.
std::size_t rows_to_fit(const FitCommand& command, const CaseTable& data)
{
    if (command.validate.empty() || !is_number(command.validate)) return data.rows;
    const double part = std::stod(command.validate);
    if (!(part > 0.0 && part < 1.0))
        throw InputError(fmt::format("--validate {}: expected a table, or a part of the rows such as 0.25",
                                     command.validate));
    const auto fitted = static_cast<std::size_t>(std::lround((1.0 - part) * static_cast<double>(data.rows)));
    if (fitted == 0 || fitted == data.rows)
        throw InputError(fmt::format("--validate {}: of {} rows that leaves none to fit or none to keep back",
                                     command.validate, data.rows));
    return fitted;
}

/// Scores fitted values on other cases.
FitReport scored(FitProblem problem, const FitReport& fitted)
{
    for (Eigen::Index i = 0; i < problem.start.size(); ++i)
        problem.start[i] = fitted.parameters[static_cast<std::size_t>(i)].value;
    FitOptions score;
    score.evaluate_only = true;
    return fit(problem, score);
}

bool write_outputs(const FitCommand& command, const ModelDocument& document, const CaseTable& data,
                   const FitOutcome& outcome)
{
    for (const std::string& name : command.out) {
        if (name.ends_with(".json")) {
            write_file(name, fit_json(outcome));
        } else if (name.ends_with(".html")) {
            const Output page{.command = "fit",
                              .file = command.file,
                              .document = document,
                              .record = {},
                              .json = [&](const Pieces& to) { to(fit_json(outcome)); },
                              .text = [&] { return fit_text(outcome, false); }};
            if (!write_output(name, page)) return false;
        } else if (name.ends_with(".csv")) {
            write_case_table(fit_table(data, outcome), name);
        } else {
            VectorXd values(static_cast<Eigen::Index>(outcome.report.parameters.size()));
            std::vector<std::string> paths;
            for (const FittedParameter& parameter : outcome.report.parameters) {
                values[static_cast<Eigen::Index>(paths.size())] = parameter.value;
                paths.push_back(parameter.path);
            }
            write_file(name,
                       fitted_file(document.text, document.root, with_values(document, paths, values).root));
        }
    }
    return true;
}

int fit_file(const FitCommand& command)
{
    const ModelDocument document = open_chosen(command.file, command.model, command.settings, command.out);
    const WatchInterrupts watch;
    const CaseTable data =
        command.grid.empty() ? read_data(command, command.data) : solve_grid(command, document);
    const std::size_t fitted = rows_to_fit(command, data);
    FitSetup setup = fit_setup(read_model(document), command);
    Manipulator manipulator = read_model(document);
    if (command.sigmas.empty()) add_uncertain(setup, manipulator, data);
    // All rows together, for drives remember: of those kept back what came before is known.
    FitProblem all = fit_problem(manipulator, data, setup);
    all.study.stop = &interrupt_asked;
    const FitProblem problem = part_of(all, 0, fitted);
    const auto& cases = problem.study.cases;
    if (std::all_of(cases.begin(), cases.end(),
                    [](const FitCase& each) { return each.observations.empty(); }))
        throw InputError("nothing was observed in the rows that are fitted to");

    FitOptions options;
    options.search = command.search;
    options.seed = command.seed;
    options.evaluate_only = command.evaluate;
    const bool shown = !command.quiet && isatty(STDERR_FILENO) != 0;
    options.progress = [shown](int pass, double cost) {
        if (shown) fmt::print(stderr, "\rpass {}: {:.6g}\033[K", pass, cost);
        return !interrupt_asked.load();
    };
    if (command.search && (!problem.lower.allFinite() || !problem.upper.allFinite()))
        throw InputError("--global searches a box: give every value --bounds PATH=LOWER,UPPER");

    FitOutcome outcome;
    outcome.file = command.file;
    outcome.scored = command.evaluate;
    outcome.report = fit(problem, options);
    if (shown) fmt::print(stderr, "\r\033[K");
    outcome.objective = setup.objective;
    outcome.cases = fitted;
    outcome.positions = std::any_of(data.columns.begin(), data.columns.end(), [](const CaseColumn& column) {
        return column.path.find("position.") != std::string::npos;
    });
    outcome.data =
        command.grid.empty() ? command.data : fmt::format("a grid solved by {}", command.reference);
    Manipulator base = read_model(document);
    for (const FitParameter& parameter : setup.parameters)
        outcome.dimensions.push_back(input_at(base, parameter.path).dimension());
    const bool converged = outcome.report.status == Status::converged;
    if (converged && fitted < data.rows) {
        outcome.validation = scored(part_of(all, fitted, data.rows), outcome.report);
    } else if (converged && !command.validate.empty()) {
        const CaseTable other = read_data(command, command.validate);
        outcome.validation = scored(fit_problem(manipulator, other, setup), outcome.report);
    }
    const bool found = !outcome.report.parameters.empty();
    if (command.json || found)
        fmt::print("{}", command.json ? fit_json(outcome) : fit_text(outcome, command.quiet));
    bool written = true;
    if (found &&
        (!write_safely([&] { written = write_outputs(command, document, data, outcome); }) || !written))
        return bad_usage;
    if (interrupt_asked) return interrupted;
    if (outcome.report.status == Status::converged) return done;
    print_error(fmt::format("{}: {}: {}", command.file, name(outcome.report.status), outcome.report.message));
    return not_solved;
}

/// What is wrong with the command, found before time is spent; empty when nothing is.
std::string mistake_in(const FitCommand& command)
{
    for (const std::string& name : command.out) {
        const std::string wrong = out_mistake(
            name, out_forms("fit"), {command.file, command.data, command.columns, command.validate});
        if (!wrong.empty()) return wrong;
    }
    if (command.data.empty() == command.grid.empty())
        return "fit needs a table of data, or --reference cosserat with --grid PATH=VALUES, and not both";
    if (command.shape_points > 0 && command.grid.empty())
        return "--shape-points is for shapes of a reference: give --reference cosserat and --grid too";
    return "";
}

}  // namespace

/// What the program calls, see load_fit.cpp.
extern "C" int supple_run_fit(const FitCommand& command)
{
    return run_checked(mistake_in(command), [&command] { return fit_file(command); });
}

}  // namespace supple::app
