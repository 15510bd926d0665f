#include "command.hpp"

#include <supple/io/summary.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace supple::app {
namespace {

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

}  // namespace

int run_check(const CheckOptions& options)
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

}  // namespace supple::app
