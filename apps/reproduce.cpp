#include "command.hpp"
#include "run.hpp"
#include "terminal.hpp"

#include <supple/io/file.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unistd.h>

#include <algorithm>
#include <filesystem>

namespace supple::app {
namespace {

struct Options {
    std::vector<std::string> systems;
    std::string data;  ///< folder of measurements of others
    std::string json, markdown;
    bool as_json = false, as_markdown = false;
    bool quiet = false;
    int threads = 0;
};

bool wanted(const Options& options, const std::string& system)
{
    const auto& list = options.systems;
    const auto has = [&list](const std::string& word) {
        return std::find(list.begin(), list.end(), word) != list.end();
    };
    if (list.empty() || has("all")) return system != "external" || has("external") || !options.data.empty();
    return has(system);
}

std::vector<Study> chosen(const Options& options)
{
    std::vector<Study> studies;
    const auto add = [&](const std::string& system, const std::string& title, const auto& experiments) {
        if (wanted(options, system)) studies.push_back({system, title, experiments()});
    };
    add("s1", "multi-load pseudo-rigid-body statics [Venkiteswaran, Sikorski, Misra 2019]",
        experiments_of_s1);
    add("s2", "MRI-steered catheter of ball joints [Greigarn, Jackson, Liu, Cavusoglu 2017]",
        experiments_of_s2);
    add("s3", "rod-driven arm of constant-curvature arcs [Rone, Ben-Tzvi 2014]", experiments_of_s3);
    add("s4", "variational integration of soft rods [Tariverdi et al. 2020]", experiments_of_s4);
    add("external", "computed and measured by others [ContinuumRoboticsLab/opencr-mujoco]",
        [&] { return experiments_on(options.data); });
    return studies;
}

/// What is wrong with the arguments; empty where nothing is.
std::string mistake(const Options& options)
{
    const bool external = wanted(options, "external");
    if (external && options.data.empty())
        return "external needs --data DIR: the folder with sorosim_statics, sorosim_dynamics and ftdcr_v4 of "
               "ContinuumRoboticsLab/opencr-mujoco, which is not ours to ship";
    if (!options.data.empty() && !external)
        return "--data is read by external only; expected external or all beside it";
    if (external && !std::filesystem::is_directory(options.data))
        return fmt::format("--data {}: there is no such folder", options.data);
    if (options.as_json && options.as_markdown && options.json.empty() && options.markdown.empty())
        return "--json and --markdown cannot both go to stdout; give one of them a file";
    const auto& words = names_of_studies();
    for (const std::string& file : {options.json, options.markdown}) {
        if (std::find(words.begin(), words.end(), file) != words.end())
            return fmt::format(
                "\"{}\" would be the name of a file here; write what to reproduce before --json "
                "and --markdown",
                file);
    }
    return "";
}

void print(const Options& options, const Reproduction& result)
{
    if (options.as_json && options.json.empty()) {
        fmt::print("{}", to_json(result));
    } else if (options.as_markdown && options.markdown.empty()) {
        fmt::print("{}", to_markdown(result));
    } else {
        fmt::print("{}", to_text(result, use_colour(STDOUT_FILENO)));
    }
    if (!options.json.empty()) write_file(options.json, to_json(result));
    if (!options.markdown.empty()) write_file(options.markdown, to_markdown(result));
}

int run(const Options& options)
{
    if (const std::string wrong = mistake(options); !wrong.empty()) {
        print_error(wrong);
        return bad_usage;
    }
    if (!wanted(options, "external") && wanted(options, "s1") && wanted(options, "s4"))
        print_note("NOT everything: measurements of others are left out; --data DIR names their folder");
    const Reproduction result = reproduce(chosen(options), options.threads, !options.quiet);
    try {
        print(options, result);
    } catch (const InputError& error) {
        print_error(error.what());
        return bad_usage;
    }
    const std::size_t failed = count(result)[static_cast<std::size_t>(Verdict::failed)];
    if (failed > 0) print_error(fmt::format("{} of the published figures failed", failed));
    if (!result.complete) return app::interrupted;
    return failed > 0 ? not_solved : done;
}

}  // namespace

const std::vector<std::string>& names_of_studies()
{
    static const std::vector<std::string> names = {"s1", "s2", "s3", "s4", "external", "all"};
    return names;
}

Action add_reproduce(CLI::App& program)
{
    auto* command =
        program.add_subcommand("reproduce", "Rerun the published studies, ours beside the paper's");
    auto options = std::make_shared<Options>();
    command->add_option("STUDY", options->systems, "s1, s2, s3, s4, external or all; without it all")
        ->check(CLI::IsMember(names_of_studies()))
        ->type_name("");
    command->add_option("--data", options->data, "The folder of measurements of others, for external and all")
        ->type_name("DIR");
    auto* json = command
                     ->add_option("--json", options->json,
                                  "Print JSON in place of the table, or write it to a file beside the table")
                     ->type_name("[FILE]")
                     ->expected(0, 1);
    auto* markdown = command->add_option("--markdown", options->markdown, "The same as Markdown")
                         ->type_name("[FILE]")
                         ->expected(0, 1);
    command->add_flag("--quiet", options->quiet, "No progress");
    command->add_option("--threads", options->threads, "Threads; without it one for each core")
        ->type_name("N")
        ->check(CLI::Range(1, 1024));
    command->footer(
        "Examples:\n"
        "  supple reproduce s1\n"
        "  supple reproduce all --markdown figures.md\n"
        "  supple reproduce external --data ../external\n\n"
        "Each figure is computed in the run and held to what a correct implementation finds. Verdicts:\n"
        "reproduced; differs, where ours is sure and the paper's is another; not reproducible, where no\n"
        "computation that the text defines gives the paper's; FAILED. Exits with 4 where a figure failed,\n"
        "with 130 when interrupted; what was done is printed.\n");
    return [command, options, json, markdown] {
        options->as_json = json->count() > 0;
        options->as_markdown = markdown->count() > 0;
        return command->parsed() ? run(*options) : -1;
    };
}

}  // namespace supple::app
