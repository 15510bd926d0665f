#include "solve.hpp"
#include "terminal.hpp"

#include <supple/io/result_file.hpp>
#include <supple/io/result_json.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace supple::app {
namespace {

/// What is wrong with --out, found before time is spent on solving; empty when nothing is.
std::string out_mistake(const SolveOptions& options)
{
    if (options.out.empty()) return "";
    const std::filesystem::path path(options.out);
    const std::vector<std::string> forms =
        options.cases.empty() ? std::vector<std::string>{".json", ".jsonl", ".csv", ".vtp", ".h5"}
                              : std::vector<std::string>{".csv", ".jsonl"};
    if (std::find(forms.begin(), forms.end(), path.extension()) == forms.end())
        return fmt::format("--out {}: end the name in {}{}", options.out, fmt::join(forms, ", "),
                           options.cases.empty() ? "" : " for a table of cases");
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    if (access(folder.c_str(), W_OK | X_OK) != 0)
        return fmt::format("--out {}: cannot write there: {}", options.out, std::strerror(errno));
    return "";
}

int solve_file(const SolveOptions& options, const ModelDocument& document)
{
    const Manipulator manipulator = read_model(document);
    Equilibrium equilibrium;
    solve_case(manipulator, options.how(), equilibrium);

    if (options.json) {
        fmt::print("{}", to_json(equilibrium, "solve"));
    } else {
        fmt::print("{}", solve_report(manipulator, equilibrium, !options.quiet, use_colour(STDOUT_FILENO)));
    }
    // A .vtp has no place for a status: it holds an equilibrium or is not written.
    if (options.out.ends_with(".vtp") && !is_balanced(equilibrium)) {
        print_note(fmt::format("{} is not written: there is no shape to show", options.out));
    } else if (!options.out.empty() &&
               !write_safely([&] { write_result(options.out, equilibrium, "solve"); })) {
        return bad_usage;
    }
    if (equilibrium.status == Status::converged) return done;
    print_error(fmt::format("{}: {}: {}", options.file, name(equilibrium.status), equilibrium.message));
    return not_solved;
}

int solve(const SolveOptions& options)
{
    if (const std::string mistake = out_mistake(options); !mistake.empty()) {
        print_error(mistake);
        return bad_usage;
    }
    try {
        const ModelDocument document = open_chosen(options.file, options.model, options.settings);
        return options.cases.empty() ? solve_file(options, document) : solve_table(options, document);
    } catch (const InputError& error) {
        print_error(error.what());
        return invalid_file;
    }
}

}  // namespace

bool write_safely(const std::function<void()>& write)
{
    try {
        write();
        return true;
    } catch (const InputError& error) {
        print_error(error.what());
        return false;
    }
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
    command->add_option("--model", options->model, "Use another model than the file's")
        ->type_name("TYPE")
        ->check(CLI::IsMember(model_types()));
    command->add_flag("--continue", options->arc_length,
                      "Follow the load path by its arc length, through limit points");
    command->add_flag("--stability", options->eigenvalue,
                      "Also give the smallest eigenvalue: 1 unloaded, 0 where the rod buckles");
    command->add_flag("--quiet", options->quiet,
                      "Leave out the table of the shape, or of the cases, and progress");
    command->add_option("--threads", options->threads, "Threads for --cases; without it one for each core")
        ->type_name("N")
        ->check(CLI::Range(1, 1024));
    command->footer(
        "Examples:\n"
        "  supple solve examples/catheter.yaml\n"
        "  supple solve examples/catheter.yaml --set loads.0.force='0 1 0 mN' --json\n"
        "  supple solve examples/catheter.yaml --cases examples/catheter_cases.csv --out results.csv\n"
        "  supple solve examples/wall_contact.yaml --cases examples/wall_increments.csv --sequence\n\n"
        "Exits with 4 where the equilibrium is not converged, with 5 where cases of a table are not.\n");
    return [command, options] { return command->parsed() ? solve(*options) : -1; };
}

}  // namespace supple::app
