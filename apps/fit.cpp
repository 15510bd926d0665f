#include "fit.hpp"
#include "progress.hpp"
#include "terminal.hpp"

#include <supple/io/column_map.hpp>
#include <supple/io/file.hpp>
#include <supple/io/fit_table.hpp>
#include <supple/io/path.hpp>
#include <supple/io/text.hpp>

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
    FitSetup setup = fit_setup(read_model(document));
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
        const auto parameter = std::find_if(setup.parameters.begin(), setup.parameters.end(),
                                            [&](const FitParameter& p) { return p.path == path; });
        if (comma == std::string::npos)
            throw InputError(fmt::format("--bounds {}: expected {}", in_quotes(text), expected));
        if (parameter == setup.parameters.end())
            throw InputError(fmt::format("--bounds {}: that value is not fitted", path));
        const Dimension dimension = quantity_at(document.root, path, path).dimension;
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
        const Dimension dimension = quantity_at(document.root, path, path).dimension;
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

CaseTable read_data(const FitCommand& command, const std::string& name)
{
    CaseTable table = read_case_table(name);
    if (!command.columns.empty())
        table = renamed(std::move(table), read_file(command.columns, longest_model_file), command.columns);
    return table;
}

/// Splits off the last part of the rows, or reads a second table.
std::optional<CaseTable> validation_data(const FitCommand& command, CaseTable& data)
{
    if (command.validate.empty()) return std::nullopt;
    if (!is_number(command.validate)) return read_data(command, command.validate);
    const double part = std::stod(command.validate);
    if (!(part > 0.0 && part < 1.0))
        throw InputError(fmt::format("--validate {}: expected a table, or a part of the rows such as 0.25",
                                     command.validate));
    const auto kept = static_cast<std::size_t>(std::lround((1.0 - part) * static_cast<double>(data.rows)));
    CaseTable rest = rows_of(data, kept, data.rows);
    data = rows_of(data, 0, kept);
    return rest;
}

void write_outputs(const FitCommand& command, const ModelDocument& document, const CaseTable& data,
                   const FitOutcome& outcome)
{
    for (const std::string& name : command.out) {
        if (name.ends_with(".json")) {
            write_file(name, fit_json(command, outcome));
        } else if (name.ends_with(".csv")) {
            write_case_table(fit_table(data, outcome), name);
        } else {
            VectorXd values(static_cast<Eigen::Index>(outcome.report.parameters.size()));
            std::vector<std::string> paths;
            for (const FittedParameter& parameter : outcome.report.parameters) {
                values[static_cast<Eigen::Index>(paths.size())] = parameter.value;
                paths.push_back(parameter.path);
            }
            write_file(name, fitted_file(read_file(command.file, longest_model_file), document.root,
                                         with_values(document, paths, values).root));
        }
    }
}

int run_fit(const FitCommand& command)
{
    const ModelDocument document = open_chosen(command.file, command.model, command.settings);
    const WatchInterrupts watch;
    CaseTable data =
        command.grid.empty() ? read_data(command, command.data) : reference_data(command, document);
    const std::optional<CaseTable> kept_back = validation_data(command, data);
    const FitSetup setup = setup_of(command, document);
    FitProblem problem = fit_problem(document, data, setup);
    problem.study.stop = &interrupt_asked;

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
    outcome.report = fit(problem, options);
    if (shown) fmt::print(stderr, "\r\033[K");
    outcome.objective = setup.objective;
    outcome.cases = data.rows;
    outcome.positions = std::any_of(data.columns.begin(), data.columns.end(), [](const CaseColumn& column) {
        return column.path.find("position.") != std::string::npos;
    });
    outcome.data =
        command.grid.empty() ? command.data : fmt::format("a grid solved by {}", command.reference);
    for (const FitParameter& parameter : setup.parameters)
        outcome.dimensions.push_back(quantity_at(document.root, parameter.path, parameter.path).dimension);
    if (kept_back && outcome.report.status == Status::converged) {
        FitProblem other = fit_problem(document, *kept_back, setup);
        for (Eigen::Index i = 0; i < other.start.size(); ++i)
            other.start[i] = outcome.report.parameters[static_cast<std::size_t>(i)].value;
        FitOptions score;
        score.evaluate_only = true;
        outcome.validation = fit(other, score);
        outcome.validation_data = kept_back->file_name;
    }
    const bool found = !outcome.report.parameters.empty();
    if (command.json || found)
        fmt::print("{}", command.json ? fit_json(command, outcome) : fit_text(command, outcome));
    if (found) write_outputs(command, document, data, outcome);
    if (interrupt_asked) return interrupted;
    if (outcome.report.status == Status::converged) return done;
    print_error(fmt::format("{}: {}: {}", command.file, name(outcome.report.status), outcome.report.message));
    return not_solved;
}

int run(const FitCommand& command)
{
    for (const std::string& name : command.out) {
        if (!name.ends_with(".json") && !name.ends_with(".csv") && !name.ends_with(".yaml")) {
            print_error(fmt::format("--out {}: end the name in .yaml, .json or .csv", name));
            return bad_usage;
        }
    }
    if (command.data.empty() == command.grid.empty()) {
        print_error(
            "fit needs a table of data, or --reference cosserat with --grid PATH=VALUES, and not both");
        return bad_usage;
    }
    if (command.shape_points > 0 && command.grid.empty()) {
        print_error("--shape-points is for shapes of a reference: give --reference cosserat and --grid too");
        return bad_usage;
    }
    try {
        return run_fit(command);
    } catch (const InputError& error) {
        print_error(error.what());
        return invalid_file;
    }
}

}  // namespace

Action add_fit(CLI::App& program)
{
    auto* command =
        program.add_subcommand("fit", "Values of the model file that best explain measured cases");
    auto fit = std::make_shared<FitCommand>();
    command->add_option("FILE", fit->file, "Model file")->required();
    command->add_option("DATA", fit->data,
                        "Table of cases: inputs such as loads.0.force.x [mN], and what was "
                        "observed, such as tip.position.x [mm]");
    command
        ->add_option("--parameters", fit->parameters,
                     "Values to fit: rod.bending_stiffness,model.parameters.gamma; without it "
                     "those of the file's fit: block")
        ->type_name("PATHS")
        ->delimiter(',')
        ->allow_extra_args(false);
    const auto repeated = [&](const char* name, std::vector<std::string>& target, const char* type,
                              const char* help) {
        command->add_option(name, target, help)
            ->type_name(type)
            ->expected(1, 1 << 10)
            ->allow_extra_args(false);
    };
    repeated("--bounds", fit->bounds, "PATH=LOWER,UPPER", "Bounds of a value; one of them may be left out");
    repeated("--sum", fit->sums, "PATH+PATH", "Values whose sum stays, as that of the links does");
    repeated("--weights", fit->weights, "PATH=WEIGHT", "Weight of what is observed: tip.position='10 1/m'");
    command
        ->add_option("--objective", fit->objective,
                     "What is made small; least-squares where the file says nothing")
        ->check(CLI::IsMember(std::vector<std::string>{"least-squares", "mean-of-norms", "huber", "cauchy"}));
    command
        ->add_option("--robust-size", fit->robust_size,
                     "Weighted residuals beyond it count less (huber, cauchy)")
        ->type_name("SIZE")
        ->check(CLI::PositiveNumber);
    command
        ->add_option("--metric", fit->metric, "rmse-centred: the mean difference of positions does not count")
        ->check(CLI::IsMember(std::vector<std::string>{"rmse", "rmse-centred"}));
    command
        ->add_option("--columns", fit->columns,
                     "What the columns of a foreign table are: servo_4_mm: attachments.0.retractions.0 [mm]")
        ->type_name("MAP.yaml");
    command
        ->add_option("--validate", fit->validate,
                     "Judge the values by a second table, or by the last part of the rows: 0.25")
        ->type_name("TABLE.csv|PART");
    repeated("--sigma", fit->sigmas, "PATH=SIZE",
             "Standard deviation of an input, carried on to tip and reactions: loads.0.force.x='0.1 mN'");
    command
        ->add_option(
            "--shape-points", fit->shape_points,
            "Fit whole shapes of the reference, at this many places from base to tip, instead of its tips")
        ->type_name("N")
        ->check(CLI::Range(2, 1000));
    command->add_flag("--evaluate", fit->evaluate, "Score the file's values without fitting");
    command->add_flag("--global", fit->search, "Search the whole box with a swarm first; needs bounds");
    command->add_option("--seed", fit->seed, "Of the swarm")->type_name("N")->capture_default_str();
    command->add_option("--reference", fit->reference, "Make the data with this model, over --grid")
        ->type_name("TYPE")
        ->check(CLI::IsMember(model_types()));
    repeated("--grid", fit->grid, "PATH=VALUES",
             "Values of an input of the reference: loads.0.force.x='-4 0 4 mN'; all combinations are taken");
    add_settings_option(*command, fit->settings);
    command->add_option("--model", fit->model, "Use another model than the file's")
        ->type_name("TYPE")
        ->check(CLI::IsMember(model_types()));
    command->add_flag("--json", fit->json, "Print the report as JSON");
    repeated("--out", fit->out, "NAME",
             "Also write the fitted model (.yaml), the report (.json) or the cases with their errors (.csv)");
    command->add_flag("--quiet", fit->quiet, "No progress");
    command->add_option("--threads", fit->threads, "Threads; without it one for each core")
        ->type_name("N")
        ->check(CLI::Range(1, 1024));
    command->get_option("--grid")->needs("--reference");
    command->footer(
        "Examples:\n"
        "  supple fit examples/catheter.yaml examples/catheter_measured.csv --parameters "
        "rod.bending_stiffness\n"
        "  supple fit examples/catheter.yaml --reference cosserat --grid loads.0.force.y='-4 -2 2 4 mN' \\\n"
        "    --parameters model.parameters.gamma --objective mean-of-norms --out fitted.yaml\n\n"
        "Exits with 4 where no values were found.\n");
    return [command, fit] { return command->parsed() ? run(*fit) : -1; };
}

}  // namespace supple::app
