#include "command.hpp"

#include <supple/io/summary.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace supple::app {
namespace {

struct Options {
    std::vector<std::string> files;
    std::vector<Setting> settings;
    bool json = false;
    bool quiet = false;
};

void print_summary(const std::string& file, const Manipulator& manipulator)
{
    fmt::print("{}: valid\n", file);
    for (const auto& [label, text] : summarize(manipulator))
        fmt::print("  {:<13} {}\n", label, text);
}

nlohmann::ordered_json record(const std::string& file, const std::vector<SummaryLine>& summary)
{
    nlohmann::ordered_json lines = nlohmann::ordered_json::array();
    for (const auto& [label, text] : summary)
        lines.push_back({{"label", label.substr(label.find_first_not_of(' '))}, {"text", text}});
    return {{"format", "supple-check/1"}, {"file", file}, {"valid", true}, {"summary", lines}};
}

nlohmann::ordered_json record(const std::string& file, const InputError& error)
{
    nlohmann::ordered_json problems = nlohmann::ordered_json::array();
    for (const Problem& p : error.problems()) {
        problems.push_back({{"file", p.file},
                            {"line", p.line},
                            {"column", p.column},
                            {"path", p.path},
                            {"message", p.message}});
    }
    if (problems.empty()) problems.push_back({{"file", file}, {"message", error.what()}});
    return {{"format", "supple-check/1"}, {"file", file}, {"valid", false}, {"problems", problems}};
}

int check(const Options& options)
{
    int code = done;
    for (const std::string& file : options.files) {
        try {
            const Manipulator manipulator = load(file, options.settings);
            if (options.json) {
                fmt::print("{}\n", record(file, summarize(manipulator)).dump());
            } else if (!options.quiet) {
                print_summary(file, manipulator);
            }
        } catch (const InputError& error) {
            code = invalid_file;
            if (options.json) {
                fmt::print("{}\n", record(file, error).dump());
            } else {
                print_error(error.what());
            }
        }
    }
    return code;
}

}  // namespace

Action add_check(CLI::App& program)
{
    auto* command = program.add_subcommand("check", "Validate model files and print what was understood");
    auto options = std::make_shared<Options>();
    command->add_option("FILE", options->files, "Model files")->required();
    command->add_flag("--json", options->json, "One JSON record a file, with the place of every problem");
    command->add_flag("--quiet", options->quiet, "Print problems only");
    add_settings_option(*command, options->settings);
    command->footer("Example:\n  supple check examples/catheter.yaml --set rod.length='60 mm'\n");
    return [command, options] { return command->parsed() ? check(*options) : -1; };
}

}  // namespace supple::app
