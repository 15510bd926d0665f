#include "run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace supple::app {
namespace {

using Json = nlohmann::ordered_json;

Json json(const std::vector<double>& values)
{
    Json list = Json::array();
    for (const double value : values)
        list.push_back(std::isfinite(value) ? Json(value) : Json());  // JSON has no NaN
    return list;
}

/// In the order of the verdicts.
constexpr std::array<const char*, verdicts> keys = {"reproduced", "differs", "not_reproducible", "failed"};

Json json(const std::array<std::size_t, verdicts>& counts)
{
    Json all;
    for (std::size_t i = 0; i < verdicts; ++i)
        all[keys[i]] = counts[i];
    return all;
}

const char* key(Verdict verdict)
{
    return keys[static_cast<std::size_t>(verdict)];
}

/// Of each number of ours, absolute.
Json tolerances(const Figure& figure)
{
    std::vector<double> list;
    for (std::size_t i = 0; i < figure.ours.size(); ++i)
        list.push_back(allowed(figure, i));
    return json(list);
}

Json json(const Row& row)
{
    const Figure& f = row.figure;
    return {{"system", f.system},
            {"name", f.name},
            {"unit", f.unit},
            {"paper", json(f.paper)},
            {"reference", json(f.reference)},
            {"ours", json(f.ours)},
            {"tolerance", tolerances(f)},
            {"verdict", key(row.verdict)},
            {"remark", f.remark}};
}

/// Text that a cell of a table can hold.
std::string cell(std::string text)
{
    for (std::size_t at = 0; (at = text.find_first_of("|*_<>", at)) != std::string::npos; at += 2)
        text.insert(at, "\\");
    return text;
}

std::string numbers(const std::vector<double>& values, const Figure& figure)
{
    return fmt::format("{}", fmt::join(with_decimals(values, figure), ", "));
}

std::string line(const Row& row)
{
    const Figure& f = row.figure;
    const std::string verdict =
        row.verdict == Verdict::reproduced ? name(row.verdict) : fmt::format("**{}**", name(row.verdict));
    return fmt::format("| {}{} | {} | {} | {} | {} | {}{} |\n", cell(f.name),
                       f.unit.empty() ? "" : " [" + f.unit + "]", fmt::format("{}", fmt::join(f.paper, ", ")),
                       numbers(f.reference, f), numbers(f.ours, f), cell(tolerance(f)), verdict,
                       f.remark.empty() ? "" : ": " + cell(f.remark));
}

}  // namespace

std::string to_json(const Reproduction& result)
{
    Json systems = Json::array(), figures = Json::array();
    for (const StudyResult& study : result.studies) {
        systems.push_back({{"system", study.system},
                           {"title", study.title},
                           {"counts", json(count(study))},
                           {"seconds", study.seconds},
                           {"left_out", study.left_out}});
        for (const Row& row : study.rows)
            figures.push_back(json(row));
    }
    const Json out = {{"format", "supple-reproduce/1"}, {"command", "reproduce"},
                      {"complete", result.complete},    {"counts", json(count(result))},
                      {"seconds", result.seconds},      {"systems", std::move(systems)},
                      {"figures", std::move(figures)}};
    return out.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string to_markdown(const Reproduction& result)
{
    std::string out;
    for (const StudyResult& study : result.studies) {
        out += fmt::format("## {}: {}\n\n", study.system, study.title);
        out +=
            "| figure | paper | expected | ours | tolerance | verdict |\n| --- | --- | --- | --- | --- | --- "
            "|\n";
        for (const Row& row : study.rows)
            out += line(row);
        const auto counts = count(study);
        out += fmt::format("\n{} reproduced, {} differ, {} not reproducible, {} failed.\n\n", counts[0],
                           counts[1], counts[2], counts[3]);
        for (const std::string& name : study.left_out)
            out += fmt::format("Interrupted before: {}.\n\n", cell(name));
    }
    for (const auto& [standing, title] : lists) {
        const auto rows = rows_of(result, standing);
        if (rows.empty()) continue;
        out += fmt::format("## {}\n\n", title);
        for (const Row* row : rows) {
            const Figure& f = row->figure;
            const std::string unit = f.unit.empty() ? "" : " " + f.unit;
            out += fmt::format("- {}, {}", f.system, cell(f.name));
            if (!f.paper.empty())
                out += fmt::format(": paper {}{}", fmt::format("{}", fmt::join(f.paper, ", ")), unit);
            if (!f.ours.empty())
                out += fmt::format("{}ours {}{}", f.paper.empty() ? ": " : ", ", numbers(f.ours, f), unit);
            out += fmt::format(". {}\n", cell(f.remark));
        }
        out += "\n";
    }
    return out;
}

}  // namespace supple::app
