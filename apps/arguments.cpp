// The only file that knows how arguments are parsed: every command, its options, help and examples.

#include "command.hpp"

#include <supple/compare/candidate.hpp>
#include <supple/io/result_reference.hpp>
#include <supple/io/schema.hpp>
#include <supple/text/units.hpp>
#include <supple/text/words.hpp>
#include <supple/version.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <cstdio>

namespace supple::app {
namespace {

/// What a command does once its options are read; answers with the exit code, or -1 if it was not given.
using Action = std::function<int()>;

const std::vector<std::string> shells = {"bash", "zsh", "fish"};
const std::vector<std::string> studies = {"s1", "s2", "s3", "s4", "external", "all"};

/// --set PATH=VALUE, which may be repeated.
void add_settings_option(CLI::App& command, std::vector<Setting>& settings)
{
    const auto parse = [&settings](const std::vector<std::string>& texts) {
        for (const std::string& text : texts) {
            const std::size_t equals = text.find('=');
            if (equals == std::string::npos || equals == 0) {
                throw CLI::ValidationError(
                    "--set", "found \"" + text + "\"; expected PATH=VALUE, as in loads.0.force='0 1 0 mN'");
            }
            settings.push_back({text.substr(0, equals), text.substr(equals + 1)});
        }
        return true;
    };
    command.add_option("--set", parse, "Change a value of the file: --set loads.0.force='0 1 0 mN'")
        ->type_name("PATH=VALUE")
        ->expected(1, 1 << 16)  // one a time, any number of times
        ->allow_extra_args(false);
}

void add_model_option(CLI::App& command, std::string& model)
{
    command.add_option("--model", model, "Use another model than the file's")
        ->type_name("TYPE")
        ->check(CLI::IsMember(model_types()));
}

void add_threads_option(CLI::App& command, int& threads, const char* help)
{
    command.add_option("--threads", threads, help)->type_name("N")->check(CLI::Range(1, 1024));
}

Action add_solve(CLI::App& program)
{
    auto* command = program.add_subcommand("solve", "Static equilibrium: tip, shape, reactions, stability");
    auto options = std::make_shared<SolveOptions>();
    command->add_option("FILE", options->file, "Model file")->required();
    command->add_flag("--json", options->json, "Print the result as JSON; with --cases one line a case");
    command
        ->add_option(
            "--out", options->out,
            "Also write the result: .json, .csv or .vtp (the shape), .h5; with --cases .csv or .jsonl")
        ->type_name("NAME");
    command
        ->add_option("--cases", options->cases,
                     "Solve one case a row: columns such as loads.0.force.x [mN] change the file's values")
        ->type_name("TABLE.csv");
    command
        ->add_flag("--sequence", options->sequence,
                   "With --cases: each row from the shape of the row before, as increments of one load")
        ->needs("--cases");
    add_settings_option(*command, options->settings);
    add_model_option(*command, options->model);
    command->add_flag("--continue", options->arc_length,
                      "Follow the load path by its arc length, through limit points");
    command->add_flag("--stability", options->eigenvalue,
                      "Also give the smallest eigenvalue: 1 unloaded, 0 where the rod buckles");
    command->add_flag_callback(
        "--no-judge", [options] { options->judge = false; },
        "Do not say how far the model is off; that takes a solve of the exact rod");
    command->add_flag("--quiet", options->quiet,
                      "Leave out the table of the shape, or of the cases, and progress");
    add_threads_option(*command, options->threads, "Threads for --cases; without it one for each core");
    command->footer(
        "Examples:\n"
        "  supple solve examples/catheter.yaml\n"
        "  supple solve examples/catheter.yaml --set loads.0.force='0 1 0 mN' --json\n"
        "  supple solve examples/catheter.yaml --cases examples/catheter_cases.csv --out results.csv\n"
        "  supple solve examples/wall_contact.yaml --cases examples/wall_increments.csv --sequence\n\n"
        "Exits with 4 where the equilibrium is not converged, with 5 where cases of a table are not.\n");
    return [command, options] { return command->parsed() ? run_solve(*options) : -1; };
}

/// FILE, --json, --set, --model.
void add_motion_options(CLI::App& command, MotionOptions& options)
{
    command.add_option("FILE", options.file, "Model file")->required();
    command.add_flag("--json", options.json, "Print the result as JSON");
    add_settings_option(command, options.settings);
    add_model_option(command, options.model);
}

Action add_simulate(CLI::App& program)
{
    auto* command = program.add_subcommand("simulate", "Motion in time: trajectory, energies, spectrum");
    auto options = std::make_shared<MotionOptions>();
    add_motion_options(*command, *options);
    command
        ->add_option(
            "--out", options->out,
            "Also write the trajectory: .csv (tip, stations and energies), .json or .h5 (everything), "
            ".pvd (shapes, for ParaView)")
        ->type_name("NAME");
    auto* wanted = command
                       ->add_option("--spectrum", options->spectrum,
                                    "Frequencies of one value: tip.position.x, disks.8.position.x, ...")
                       ->type_name("PATH");
    command
        ->add_option("--samples", options->samples,
                     "Form the spectrum of this many samples; without it of all")
        ->type_name("N")
        ->check(CLI::Range(8, 1 << 24))
        ->needs(wanted);
    command->add_flag("--quiet", options->quiet, "Leave out the table of the motion, and progress");
    command->footer(
        "Examples:\n"
        "  supple simulate examples/free_vibration.yaml --out motion.csv\n"
        "  supple simulate examples/free_vibration.yaml --spectrum tip.position.x --samples 512\n\n"
        "The file says how: simulation: {duration: 2 s, output_every: 1 ms, initial: equilibrium}.\n"
        "Exits with 4 where the motion could not be followed to its end, with 130 when interrupted; what "
        "was\n"
        "done is written.\n");
    return [command, options] { return command->parsed() ? run_simulate(*options) : -1; };
}

Action add_modes(CLI::App& program)
{
    auto* command = program.add_subcommand(
        "modes", "Small vibrations about the equilibrium: frequencies, damping, shapes, flutter");
    auto options = std::make_shared<MotionOptions>();
    add_motion_options(*command, *options);
    command
        ->add_option("--out", options->out,
                     "Also write the modes: .json or .h5 (everything), .csv (a row a mode)")
        ->type_name("NAME");
    command
        ->add_option("--count", options->count,
                     "Show this many modes, the slowest; of long variational rods no others are then found")
        ->type_name("N")
        ->check(CLI::Range(1, 1 << 20));
    command->add_flag("--quiet", options->quiet, "No progress is shown in any case; kept for scripts");
    command->footer(
        "Example:\n  supple modes examples/free_vibration.yaml --count 4\n\n"
        "Exits with 4 where there is no equilibrium, or where a motion about it grows (flutter, "
        "divergence).\n");
    return [command, options] { return command->parsed() ? run_modes(*options) : -1; };
}

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
    command
        ->add_option("--out", request->out,
                     "Also write the result: .json, .csv or .h5; with --path .csv or .jsonl")
        ->type_name("NAME");
    add_settings_option(*command, request->settings);
    add_model_option(*command, request->model);
    command->add_flag("--quiet", request->quiet, "Print errors only");
    command->footer(
        "Examples:\n"
        "  supple steer examples/mri_catheter.yaml --target '5 25 * mm'\n"
        "  supple steer examples/mri_catheter.yaml --pose '* * * mm, 0.1 0.4 0.9' --json\n"
        "  supple steer examples/mri_catheter.yaml --path examples/circle_path.csv --out currents.csv\n\n"
        "Exits with 4 where the target is not reached (the result is then the closest point found), with 5\n"
        "where rows of a path are not.\n");
    return [command, request] { return command->parsed() ? run_steer(*request) : -1; };
}

/// "a, b" as "a,b": blanks around commas do not count.
CLI::Option* trimmed(CLI::Option* option)
{
    return option->transform([](std::string word) { return std::string(trim(word)); });
}

/// A list of words, each checked against those that there are.
CLI::Option* add_words(CLI::App& command, const std::string& option, const std::vector<std::string>& words,
                       std::vector<std::string>& chosen, const std::string& help)
{
    const auto parse = [words, &chosen, option](const std::vector<std::string>& given) {
        for (const std::string& written : given) {
            const std::string word(trim(written));
            if (std::find(words.begin(), words.end(), word) == words.end())
                throw CLI::ValidationError(
                    option, fmt::format("found \"{}\"; expected some of {}", word, fmt::join(words, ",")));
            chosen.push_back(word);
        }
        return true;
    };
    return command.add_option(option, parse, help)
        ->type_name("LIST")
        ->delimiter(',')
        ->expected(1, 1 << 10)
        ->allow_extra_args(false);
}

void add_choices(CLI::App& command, CompareRequest& request)
{
    add_words(command, "--models", model_types(), request.models,
              "Models to try, as in universal-prb,curvature; without it every one that there is");
    command
        .add_option("--joints", request.joints,
                    "Numbers of joints to try, three of them a segment, one an arc; without it 2,4,8,16,32")
        ->type_name("LIST")
        ->delimiter(',')
        ->check(CLI::Range(1, 1000))
        ->allow_extra_args(false);
    std::vector<std::string> layouts;
    for (const JointLayout layout : joint_layouts())
        layouts.emplace_back(name(layout));
    add_words(command, "--layouts", layouts, request.layouts,
              fmt::format("Layouts of ball joints to try: {}; without it gauss and the file's",
                          fmt::join(layouts, ", ")));
}

Action add_compare(CLI::App& program)
{
    auto* command =
        program.add_subcommand("compare", "The same file by several models, judged by the exact rod");
    auto request = std::make_shared<CompareRequest>();
    command->add_option("FILE", request->file, "Model file")->required();
    add_choices(*command, *request);
    command
        ->add_option("--tolerance", request->tolerance,
                     "How many joints are needed for this error of the tip, in percent of the length")
        ->type_name("PERCENT")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    command
        ->add_option("--cases", request->cases,
                     "Compare over a table of cases; tip.position.x, .y, .z in it are compared with, too")
        ->type_name("TABLE.csv");
    add_settings_option(*command, request->settings);
    command->add_flag("--json", request->json, "Print the comparison as JSON");
    command->add_option("--out", request->out, "Also write it: .json or .h5, or .csv with one row a model")
        ->type_name("NAME");
    command->add_flag("--quiet", request->quiet, "Print the table alone, and no progress");
    add_threads_option(*command, request->threads, "Threads for --cases; without it one for each core");
    command->footer(
        "Examples:\n"
        "  supple compare examples/held_catheter.yaml\n"
        "  supple compare examples/catheter.yaml --models isotropic-prb,spherical-prb --joints 6,12,24 "
        "--tolerance 0.01\n"
        "  supple compare examples/catheter.yaml --cases examples/catheter_cases.csv --out comparison.csv\n\n"
        "The exact rod is the geometrically exact one, model cosserat. Exits with 4 where it or a model is "
        "not\n"
        "converged, with 5 where that is so in a case of a table. A model that cannot carry the file is "
        "listed\n"
        "with the reason.\n");
    return [command, request] { return command->parsed() ? run_compare(*request) : -1; };
}

Action add_fit(CLI::App& program)
{
    auto* command =
        program.add_subcommand("fit", "Values of the model file that best explain measured cases");
    auto fit = std::make_shared<FitCommand>();
    command->add_option("FILE", fit->file, "Model file")->required();
    command->add_option("DATA", fit->data,
                        "Table of cases: inputs such as loads.0.force.x [mN], and what was "
                        "observed, such as tip.position.x [mm]");
    trimmed(command->add_option("--parameters", fit->parameters,
                                "Values to fit: rod.bending_stiffness,model.parameters.gamma; without it "
                                "those of the file's fit: block"))
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
    add_model_option(*command, fit->model);
    command->add_flag("--json", fit->json, "Print the report as JSON");
    repeated("--out", fit->out, "NAME",
             "Also write the fitted model (.yaml), the report (.json) or the cases with their errors (.csv)");
    command->add_flag("--quiet", fit->quiet, "No progress");
    add_threads_option(*command, fit->threads, "Threads; without it one for each core");
    command->get_option("--grid")->needs("--reference");
    command->footer(
        "Examples:\n"
        "  supple fit examples/catheter.yaml examples/catheter_measured.csv --parameters "
        "rod.bending_stiffness\n"
        "  supple fit examples/catheter.yaml --reference cosserat --grid loads.0.force.y='-4 -2 2 4 mN' \\\n"
        "    --parameters model.parameters.gamma --objective mean-of-norms --out fitted.yaml\n\n"
        "Exits with 4 where no values were found.\n");
    return [command, fit] { return command->parsed() ? run_fit(*fit) : -1; };
}

/// An option whose value is a quantity of one dimension: --noise '0.05 mm'.
void add_quantity(CLI::App& command, const std::string& name, double& value, Dimension dimension,
                  const std::string& description)
{
    const auto parse = [&value, name, dimension](const std::vector<std::string>& texts) {
        const Quantity quantity = parse_quantity(texts.at(0));
        if (!quantity || quantity.values.size() != 1 || !(quantity.dimension == dimension) ||
            quantity.values[0] < 0.0)
            throw CLI::ValidationError(name, fmt::format("found \"{}\"; expected {}, as in '{}'", texts.at(0),
                                                         describe(dimension), example(dimension)));
        value = quantity.values[0];
        return true;
    };
    command.add_option(name, parse, description)->type_name("QUANTITY")->expected(1);
}

/// --sigma QUANTITY, of what its dimension says; or the word unknown.
void add_sigma(CLI::App& command, EstimateOptions& options)
{
    const auto parse = [&options](const std::vector<std::string>& texts) {
        for (const std::string& text : texts) {
            if (text == "unknown") {
                options.sigma_unknown = true;
                continue;
            }
            const Quantity q = parse_quantity(text);
            const bool one = q && q.values.size() == 1 && q.values[0] > 0.0;
            if (one && q.dimension == dimension::length)
                options.sigma = q.values[0];
            else if (one && q.dimension == dimension::per_length)
                options.sigma_curvature = q.values[0];
            else if (one && q.has_unit && q.dimension == dimension::none)
                options.sigma_rotation = q.values[0];
            else
                throw CLI::ValidationError(
                    "--sigma", fmt::format("found \"{}\"; expected a length '0.1 mm', a curvature '0.5 1/m', "
                                           "an angle '1 mrad', or the word unknown",
                                           text));
        }
        return true;
    };
    command
        .add_option(
            "--sigma,--noise", parse,
            "Standard deviation of each measured number without one: '0.1 mm' of positions, '0.5 1/m' "
            "of curvatures, '1 mrad' of rotations; unknown: found from the data")
        ->type_name("QUANTITY")
        ->expected(1, 1 << 8)
        ->allow_extra_args(false);
}

Action add_estimate(CLI::App& program)
{
    auto* command =
        program.add_subcommand("estimate", "Forces from a measured shape; damping from a measured motion");
    auto options = std::make_shared<EstimateOptions>();
    command->add_option("FILE", options->file, "Model file; without a model in it the exact rod is used")
        ->required();
    command
        ->add_option(
            "DATA", options->data,
            "Tables, one kind each. Points: s, x, y, z; curvatures: s, kappa_1, kappa_2; poses: those "
            "of points, qw, qx, qy, qz; with units, sigma and, for a stream, time [s]")
        ->required()
        ->expected(1, 3);
    command
        ->add_option("--unknown", options->unknown,
                     "What to find, apart by commas: tip-force, tip-moment, contacts, weight, patch")
        ->delimiter(',')
        ->check(CLI::IsMember({"tip-force", "tip-moment", "contacts", "weight", "patch"}))
        ->type_name("NAMES")
        ->expected(1, 1 << 8)
        ->allow_extra_args(false);
    command->add_option("--max-contacts", options->max_contacts, "Look for up to so many contacts")
        ->capture_default_str()
        ->check(CLI::Range(1, 3));
    add_sigma(*command, *options);
    command->add_flag("--axial", options->axial, "Contacts may push along the rod too (friction)");
    command->add_flag("--roll", options->roll, "The fibre's angle about the rod is unknown");
    command->add_flag("--robust", options->robust, "Outliers lose their weight");
    command
        ->add_option("--stiffness-sd", options->stiffness_sd,
                     "Relative standard deviation of EI, carried into all forces: 0.05")
        ->check(CLI::Range(0.0, 10.0));
    command
        ->add_option("--force-walk", options->force_walk,
                     "Of a stream: how far a force walks in a second, in EI/L^2 (usually 10)")
        ->check(CLI::Range(1e-6, 1e6));
    command
        ->add_option("--place-walk", options->place_walk,
                     "Of a stream: how far a contact walks in a second, in lengths of the rod (usually 0.5)")
        ->check(CLI::Range(1e-6, 1e6));
    add_model_option(*command, options->model);
    command->add_flag("--damping", options->damping,
                      "Find the viscous damping of a variational rod from time [s], tip.position.x [mm] ..");
    command
        ->add_option("--horizon", options->horizon, "Of damping: steps to look ahead; 1: the published law")
        ->capture_default_str()
        ->check(CLI::Range(1, 1000000));
    command->add_flag("--causal", options->causal,
                      "Of damping: extrapolate the measurement instead of reading it ahead");
    add_quantity(*command, "--rotational-rate", options->rotational_rate, dimension::none / dimension::time,
                 "Viscous damping of rotation, which positions do not show: '2 1/s'");
    add_quantity(*command, "--step", options->step, dimension::time,
                 "Of damping: step of the filter's model: '80 us'");
    command
        ->add_option("--seeds", options->seeds,
                     "Of damping: take the data as exact, add noise of so many seeds and report each")
        ->check(CLI::Range(1, 1000));
    command->add_flag("--json", options->json, "Print the result as JSON");
    command->add_option("--out", options->out, "Of forces: also write the result: .json, .csv, .h5")
        ->type_name("NAME");
    add_settings_option(*command, options->settings);
    command->footer(
        "Examples:\n"
        "  supple estimate examples/forces_from_fibre.yaml examples/forces_from_fibre.csv --unknown "
        "contacts\n"
        "  supple estimate examples/forces_from_camera.yaml examples/forces_from_camera.csv --unknown "
        "tip-force\n"
        "  supple estimate examples/damping_of_a_soft_rod.yaml examples/damping_of_a_soft_rod.csv "
        "--damping\n\n"
        "With contacts, the number of them is decided by the evidence (BIC), and weight and patch are other\n"
        "explanations of the same data. Exits with 4 where nothing was found.\n");
    return [command, options] { return command->parsed() ? run_estimate(*options) : -1; };
}

Action add_reproduce(CLI::App& program)
{
    auto* command =
        program.add_subcommand("reproduce", "Rerun the published studies, ours beside the paper's");
    struct Given {
        std::vector<std::string> systems;
        std::string data, json, markdown;
        bool quiet = false;
        int threads = 0;
    };
    auto given = std::make_shared<Given>();
    command->add_option("STUDY", given->systems, "s1, s2, s3, s4, external or all; without it all")
        ->check(CLI::IsMember(studies))
        ->type_name("");
    command->add_option("--data", given->data, "The folder of measurements of others, for external and all")
        ->type_name("DIR");
    auto* json = command
                     ->add_option("--json", given->json,
                                  "Print JSON in place of the table, or write it to a file beside the table")
                     ->type_name("[FILE]")
                     ->expected(0, 1);
    auto* markdown = command->add_option("--markdown", given->markdown, "The same as Markdown")
                         ->type_name("[FILE]")
                         ->expected(0, 1);
    command->add_flag("--quiet", given->quiet, "No progress");
    add_threads_option(*command, given->threads, "Threads; without it one for each core");
    command->footer(
        "Examples:\n"
        "  supple reproduce s1\n"
        "  supple reproduce all --markdown figures.md\n"
        "  supple reproduce external --data ../external\n\n"
        "Each figure is computed in the run and held to what a correct implementation finds. Verdicts:\n"
        "reproduced; differs, where ours is sure and the paper's is another; not reproducible, where no\n"
        "computation that the text defines gives the paper's; FAILED. Exits with 4 where a figure failed,\n"
        "with 130 when interrupted; what was done is printed.\n");
    return [command, given, json, markdown] {
        if (!command->parsed()) return -1;
        // In the one order that the program of the studies reads: every option is NAME=VALUE.
        std::vector<std::string> arguments;
        if (!given->data.empty()) arguments.push_back("--data=" + given->data);
        if (json->count() > 0) arguments.push_back("--json=" + given->json);
        if (markdown->count() > 0) arguments.push_back("--markdown=" + given->markdown);
        if (given->quiet) arguments.emplace_back("--quiet");
        if (given->threads > 0) arguments.push_back(fmt::format("--threads={}", given->threads));
        arguments.insert(arguments.end(), given->systems.begin(), given->systems.end());
        return run_reproduce({arguments});
    };
}

Action add_check(CLI::App& program)
{
    auto* command = program.add_subcommand("check", "Validate model files and print what was understood");
    auto options = std::make_shared<CheckOptions>();
    command->add_option("FILE", options->files, "Model files")->required();
    command->add_flag("--json", options->json, "One JSON record a file, with the place of every problem");
    command->add_flag("--quiet", options->quiet, "Print problems only");
    add_settings_option(*command, options->settings);
    command->footer("Example:\n  supple check examples/catheter.yaml --set rod.length='60 mm'\n");
    return [command, options] { return command->parsed() ? run_check(*options) : -1; };
}

Action add_schema(CLI::App& program)
{
    auto* command = program.add_subcommand("schema", "Print the JSON Schema of the model file (for editors)");
    auto reference = std::make_shared<bool>(false);
    auto results = std::make_shared<bool>(false);
    command->add_flag("--reference", *reference, "Print the keys as a Markdown reference instead");
    command->add_flag("--results", *results, "Print what results hold, as a Markdown reference");
    command->footer("Example:\n  supple schema > supple.schema.json\n");
    return [command, reference, results] {
        if (!command->parsed()) return -1;
        fmt::print("{}", *results ? result_reference() : *reference ? model_reference() : model_schema());
        return static_cast<int>(done);
    };
}

std::vector<CommandWords> words_of(const CLI::App& program)
{
    std::vector<CommandWords> all;
    for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
        CommandWords words{command->get_name(), command->get_description(), {}, {}};
        if (words.command == "completion") words.arguments = shells;
        if (words.command == "reproduce") words.arguments = studies;
        for (const CLI::Option* option : command->get_options()) {
            for (const std::string& name : option->get_lnames())
                words.options.push_back("--" + name);
        }
        all.push_back(words);
    }
    return all;
}

Action add_completion(CLI::App& program)
{
    auto* command = program.add_subcommand("completion", "Print a completion script for a shell");
    auto shell = std::make_shared<std::string>();
    command->add_option("SHELL", *shell, "bash, zsh or fish")->required()->check(CLI::IsMember(shells));
    command->footer("Example:\n  source <(supple completion bash)\n");
    return [&program, command, shell] {
        if (!command->parsed()) return -1;
        fmt::print("{}", completion_script(*shell, words_of(program)));
        return static_cast<int>(done);
    };
}

/// Explains what is wrong with the arguments, on stderr.
int explain_usage(const CLI::App& program, const CLI::ParseError& error)
{
    // The command that was given, or the program; its words are what could have been meant.
    const auto given = program.get_subcommands();
    const CLI::App& command = given.empty() ? program : *given.front();
    std::vector<std::string> words;
    for (const CLI::App* sub : command.get_subcommands([](const CLI::App*) { return true; }))
        words.push_back(sub->get_name());
    const std::string commands = fmt::format("{}", fmt::join(words, ", "));
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames())
            words.push_back("--" + name);
    }

    std::string message = error.what();
    if (const auto unknown = program.remaining(true); !unknown.empty()) {
        const std::string nearest = nearest_word(unknown.front(), words);
        const bool is_option = unknown.front().starts_with("-");
        message = fmt::format("unknown {} {}{}",
                              is_option       ? "option"
                              : given.empty() ? "command"
                                              : "argument",
                              in_quotes(unknown.front()),
                              nearest.empty() ? "" : fmt::format(" (did you mean {}?)", in_quotes(nearest)));
        if (!is_option && given.empty()) message += "; expected one of " + commands;
    } else if (given.empty()) {
        message = "missing command; expected one of " + commands;
    }
    print_error(message);
    std::fputs(fmt::format("Try: supple {}--help\n", given.empty() ? "" : command.get_name() + " ").c_str(),
               stderr);
    return bad_usage;
}

}  // namespace

int run_program(int argc, char** argv)
{
    CLI::App program(
        "Mechanics of continuum manipulators: catheters, rod- and tendon-driven arms, soft rods.", "supple");
    program.set_version_flag("--version", std::string("supple ") + version);
    program.require_subcommand(1);
    program.allow_extras();  // so that what is unknown can be named before what is missing
    program.footer(
        "Example:\n  supple solve examples/catheter.yaml\n\n"
        "Exit codes: 0 done; 1 internal error; 2 bad usage; 3 invalid file; 4 not solved;\n"
        "5 a table of cases with failed ones; 130 interrupted.\n");

    const Action actions[] = {add_solve(program),    add_simulate(program),  add_modes(program),
                              add_steer(program),    add_compare(program),   add_fit(program),
                              add_estimate(program), add_reproduce(program), add_check(program),
                              add_schema(program),   add_completion(program)};
    try {
        program.parse(argc, argv);
        if (!program.remaining(true).empty()) throw CLI::ExtrasError(program.remaining(true));
    } catch (const CLI::Success& asked) {
        return program.exit(asked);  // prints help or version
    } catch (const CLI::ParseError& error) {
        return explain_usage(program, error);
    }
    for (const Action& action : actions) {
        if (const int code = action(); code >= 0) return code;
    }
    return bad_usage;
}

}  // namespace supple::app
