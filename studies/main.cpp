#include "run.hpp"
#include "terminal.hpp"

#include <supple/io/error.hpp>
#include <supple/io/file.hpp>
#include <supple/text/units.hpp>
#include <supple/text/words.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <span>

namespace supple::app {
namespace {

const std::vector<std::string> names_of_studies = {"s1", "s2", "s3", "s4", "external", "all"};

struct StudiesOptions {
    std::vector<std::string> systems;
    std::string data;  ///< folder of measurements of others
    std::string json, markdown;
    bool as_json = false, as_markdown = false;
    bool quiet = false;
    int threads = 0;
};

bool wanted(const StudiesOptions& options, const std::string& system)
{
    const auto& list = options.systems;
    const auto has = [&list](const std::string& word) {
        return std::find(list.begin(), list.end(), word) != list.end();
    };
    if (list.empty() || has("all")) return system != "external" || has("external") || !options.data.empty();
    return has(system);
}

std::vector<Study> chosen(const StudiesOptions& options)
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
std::string mistake(const StudiesOptions& options)
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
    for (const std::string& file : {options.json, options.markdown}) {
        if (std::find(names_of_studies.begin(), names_of_studies.end(), file) != names_of_studies.end())
            return fmt::format(
                "\"{}\" would be the name of a file here; write what to reproduce before --json "
                "and --markdown",
                file);
    }
    return "";
}

void print(const StudiesOptions& options, const Reproduction& result)
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

int run(const StudiesOptions& options)
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

/// Options are NAME=VALUE, and come from `supple reproduce`, which has checked them.
/// @throws InputError
StudiesOptions options_from(std::span<char*> arguments)
{
    StudiesOptions options;
    for (const std::string_view word : arguments) {
        const std::size_t equals = word.find('=');
        const std::string_view name = word.substr(0, equals);
        const std::string value(equals == std::string_view::npos ? "" : word.substr(equals + 1));
        if (name == "--data") {
            options.data = value;
        } else if (name == "--json") {
            options.as_json = true;
            options.json = value;
        } else if (name == "--markdown") {
            options.as_markdown = true;
            options.markdown = value;
        } else if (name == "--quiet") {
            options.quiet = true;
        } else if (name == "--threads" && is_number(value)) {
            options.threads = std::stoi(value);
        } else if (std::find(names_of_studies.begin(), names_of_studies.end(), word) !=
                   names_of_studies.end()) {
            options.systems.emplace_back(word);
        } else {
            throw InputError(
                fmt::format("{}: expected studies ({}), --data=DIR, --json=[FILE], "
                            "--markdown=[FILE], --quiet or --threads=N; or run supple reproduce",
                            in_quotes(word), fmt::join(names_of_studies, ", ")));
        }
    }
    return options;
}

int run_arguments(std::span<char*> arguments)
{
    try {
        return run(options_from(arguments));
    } catch (const InputError& error) {
        print_error(error.what());
        return bad_usage;
    }
}

}  // namespace

}  // namespace supple::app

int main(int argc, char** argv)
{
    const std::span<char*> arguments(argv + 1, static_cast<std::size_t>(argc > 0 ? argc - 1 : 0));
    return supple::app::run_guarded([arguments] { return supple::app::run_arguments(arguments); });
}
