#include "output.hpp"
#include "progress.hpp"

#include <supple/fields/fit_table.hpp>
#include <supple/io/case_inputs.hpp>
#include <supple/io/column_map.hpp>
#include <supple/io/file.hpp>
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

const std::map<std::string, FitObjective> objectives = {{"least-squares", FitObjective::least_squares},
                                                        {"mean-of-norms", FitObjective::mean_of_norms},
                                                        {"huber", FitObjective::huber},
                                                        {"cauchy", FitObjective::cauchy}};

/// "PATH=TEXT" of an option.
std::pair<std::string, std::string> pair_of(const std::string& text, const char* option, const char* expected)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        throw InputError(fmt::format("{} {}: expected {}", option, in_quotes(text), expected));
    return {text.substr(0, equals), std::string(trim(text.substr(equals + 1)))};
}

double bound_of(const std::string& text, Dimension dimension, const std::string& path)
{
    const Quantity bound = parse_quantity(text);
    if (!bound || bound.values.size() != 1 || !(bound.dimension == dimension))
        throw InputError(fmt::format("--bounds {}: found {}; expected {}, such as {}", path, in_quotes(text),
                                     describe(dimension), example(dimension)));
    return bound.values[0];
}

FitSetup setup_of(const FitCommand& command, const ModelDocument& document)
{
    Manipulator base = read_model(document);
    FitSetup setup = fit_setup(base);
    if (!command.parameters.empty()) {
        setup.parameters.clear();
        setup.sums.clear();
    }
    for (const std::string& path : command.parameters)
        setup.parameters.push_back({path, {}, {}});
    for (const std::string& text : command.bounds) {
        const char* expected = "PATH=LOWER,UPPER, as in rod.bending_stiffness='10 N mm^2, 30 N mm^2'";
        const auto [path, both] = pair_of(text, "--bounds", expected);
        const std::size_t comma = both.find(',');
        if (comma == std::string::npos)
            throw InputError(fmt::format("--bounds {}: expected {}", in_quotes(text), expected));
        const Input bounded = input_at(base, path);
        const auto parameter =
            std::find_if(setup.parameters.begin(), setup.parameters.end(),
                         [&](const FitParameter& p) { return input_at(base, p.path) == bounded; });
        if (parameter == setup.parameters.end())
            throw InputError(fmt::format("--bounds {}: that value is not fitted", path));
        const Dimension dimension = bounded.dimension();
        const std::string lower(trim(both.substr(0, comma))), upper(trim(both.substr(comma + 1)));
        if (!lower.empty()) parameter->lower = bound_of(lower, dimension, path);
        if (!upper.empty()) parameter->upper = bound_of(upper, dimension, path);
    }
    if (!command.sums.empty()) setup.sums.clear();
    for (const std::string& text : command.sums)
        setup.sums.push_back(sum_paths(text));
    for (const std::string& text : command.weights) {
        const auto [path, value] = pair_of(text, "--weights", "PATH=WEIGHT, as in tip.position='10 1/m'");
        const Quantity weight = parse_quantity(value);
        if (!weight || weight.values.size() != 1 || !(weight.values[0] >= 0.0))
            throw InputError(fmt::format("--weights {}: found {}; expected a number, as in '10 1/m' or 0.5",
                                         path, in_quotes(value)));
        setup.weights[path] = weight.values[0];
    }
    for (const std::string& text : command.sigmas) {
        const auto [path, value] = pair_of(text, "--sigma", "PATH=SIZE, as in loads.0.force.x='0.1 mN'");
        const Quantity sigma = parse_quantity(value);
        const Dimension dimension = input_at(base, path).dimension();
        if (!sigma || sigma.values.size() != 1 || !(sigma.dimension == dimension) ||
            !(sigma.values[0] >= 0.0))
            throw InputError(fmt::format("--sigma {}: found {}; expected {} not below 0, such as {}", path,
                                         in_quotes(value), describe(dimension), example(dimension)));
        setup.deviations[path] = sigma.values[0];
    }
    if (!command.objective.empty()) setup.objective.kind = objectives.at(command.objective);
    if (command.robust_size > 0.0) setup.objective.robust_size = command.robust_size;
    if (!command.metric.empty()) setup.objective.centred = command.metric == "rmse-centred";
    setup.threads = command.threads;
    return setup;
}

/// Without --sigma: the deviations of those inputs of the data that the file calls uncertain.
void add_uncertain(FitSetup& setup, Manipulator& base, const CaseTable& data)
{
    for (const Uncertain& each : base.uncertain) {
        for (const CaseColumn& column : data.columns) {
            if (column_role(column.path) == ColumnRole::input &&
                input_at(base, column.path) == input_at(base, each.path))
                setup.deviations[column.path] = each.deviation();
        }
    }
}

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
    FitSetup setup = setup_of(command, document);
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
