#include <supple/io/report.hpp>
#include <supple/io/result_text.hpp>
#include <supple/result/verdict.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace supple {
namespace {

constexpr double one_degree = std::numbers::pi / 180.0;

/// Three digits that matter, without powers of ten where they can be done without; "-" for what is not there.
std::string error_cell(double value)
{
    if (std::isnan(value)) return "-";
    if (value < 1e-6) return "<1e-6";  // rounding, and the tolerance of the exact rod
    if (value < 1e-4) return fmt::format("{:.1e}", value);
    const int decimals = value < 0.1 ? 4 : value < 1.0 ? 3 : value < 10.0 ? 2 : value < 100.0 ? 1 : 0;
    return fmt::format("{:.{}f}", value, decimals);
}

std::string turn_cell(const Tried& model, double rotation, double tangent)
{
    const std::string text = error_cell((model.twists ? rotation : tangent) / one_degree);
    return text == "-" || model.twists ? text : "*" + text;
}

std::string candidate_label(const Candidate& candidate)
{
    return candidate.as_written ? fmt::format("as written: {}", family(candidate)) : family(candidate);
}

std::string judge_label(const Judge& judge)
{
    return fmt::format("{}: {}", judge.exact() ? "exact" : "judge", judge.name);
}

std::string table_of_file(const Comparison& all, double length)
{
    const bool held = !all.exact.reactions.empty();
    std::vector<std::string> head{"model", "joints", "tip [%]", "turn [deg]"};
    if (held) head.emplace_back("reactions [%]");
    head.insert(head.end(), {"time [us]", "status"});
    TextTable table(std::move(head));
    const auto add = [&](std::vector<std::string> row, double reaction, double seconds, std::string status) {
        if (held) row.push_back(error_cell(100.0 * reaction));
        row.insert(row.end(), {error_cell(1e6 * seconds), std::move(status)});
        table.add(std::move(row));
    };
    for (const Judged& one : all.models) {
        if (!one.model.reason.empty()) continue;
        add({candidate_label(one.model.candidate), fmt::format("{}", one.model.joints),
             error_cell(100.0 * one.error.position / length),
             turn_cell(one.model, one.error.rotation, one.error.tangent)},
            one.error.reaction, one.seconds, ended_in_words(one.status, one.snapped, one.message));
    }
    add({judge_label(all.judge), "", "", ""}, std::nan(""),
        all.exact.shape.frames.empty() ? std::nan("") : all.exact_seconds,
        ended_in_words(all.exact.status, all.exact.snapped, all.exact.message));
    return table.text();
}

std::string table_of_cases(const CasesComparison& all, bool measured)
{
    const bool held = all.exact.reaction.count > 0;
    std::vector<std::string> head{"model", "joints", "mean [%]", "median", "95 %", "max", "turn [deg]"};
    if (held) head.emplace_back("reactions [%]");
    if (measured) head.insert(head.end(), {"table: mean [%]", "95 %", "max"});
    head.insert(head.end(), {"time [us]", "converged"});
    TextTable table(std::move(head));
    const auto add = [&](const CasesJudged& one, std::vector<std::string> row) {
        if (held) row.push_back(error_cell(100.0 * one.reaction.mean));
        const Statistics& m = one.measured_relative;
        if (measured)
            row.insert(row.end(),
                       {error_cell(100.0 * m.mean), error_cell(100.0 * m.p95), error_cell(100.0 * m.max)});
        row.insert(row.end(),
                   {error_cell(1e6 * one.seconds.median), fmt::format("{} of {}", one.converged, all.done)});
        table.add(std::move(row));
    };
    for (const CasesJudged& one : all.models) {
        if (!one.model.reason.empty()) continue;
        const Statistics& e = one.relative;
        add(one, {candidate_label(one.model.candidate), fmt::format("{}", one.model.joints),
                  error_cell(100.0 * e.mean), error_cell(100.0 * e.median), error_cell(100.0 * e.p95),
                  error_cell(100.0 * e.max), turn_cell(one.model, one.rotation.mean, one.tangent.mean)});
    }
    CasesJudged exact = all.exact;
    exact.reaction = {};
    add(exact, {judge_label(all.judge), "", "", "", "", "", ""});
    return table.text();
}

/// Each reason once, with the models and settings it holds for.
std::string refused_models(const std::vector<Tried>& models)
{
    std::vector<std::pair<std::string, std::vector<std::string>>> groups;  // "family: reason", settings
    for (const Tried& model : models) {
        if (model.reason.empty()) continue;
        const std::string head = fmt::format("{}\n{}", candidate_label(model.candidate), model.reason);
        if (groups.empty() || groups.back().first != head) groups.push_back({head, {}});
        const std::string words = setting(model.candidate.model);
        groups.back().second.push_back(words.substr(0, words.find(',')));
    }
    std::string text;
    for (const auto& [head, settings] : groups) {
        const std::size_t middle = head.find('\n');
        text += fmt::format("  {} ({}): {}\n", head.substr(0, middle), fmt::join(settings, "; "),
                            head.substr(middle + 1));
    }
    return text.empty() ? "" : "\nCannot carry the file:\n" + text;
}

std::string answers(const ComparisonRecord& record)
{
    if (record.enough.empty()) return "";
    const CasesComparison* cases = record.of_cases;
    std::string text = fmt::format("\nJoints for {} of {:.6g} % of the length{}:\n",
                                   cases ? "a mean tip error" : "a tip error", 100.0 * record.tolerance,
                                   cases && cases->exact.converged < cases->done
                                       ? fmt::format(", over the {} cases in which {} converged",
                                                     cases->exact.converged, cases->judge.in_words())
                                       : "");
    for (const JointNeed& need : record.enough) {
        text += need.joints ? fmt::format("  {:<32} {:>4}  ({})\n", need.family, *need.joints, need.setting)
                            : fmt::format("  {:<32} none of {} is enough\n", need.family,
                                          fmt::join(need.tried, ", "));
    }
    return text;
}

std::string warnings_of(const Comparison& all)
{
    std::vector<std::pair<std::string, std::vector<std::string>>> found;  // warning, families
    for (const Judged& one : all.models) {
        for (const std::string& warning : one.warnings) {
            auto known =
                std::find_if(found.begin(), found.end(), [&](const auto& f) { return f.first == warning; });
            if (known == found.end()) known = found.insert(found.end(), {warning, {}});
            const std::string who = candidate_label(one.model.candidate);
            if (known->second.empty() || known->second.back() != who) known->second.push_back(who);
        }
    }
    std::string text;
    for (const auto& [warning, families] : found)
        text += fmt::format("warning: {}: {}\n", fmt::join(families, ", "), warning);
    return text;
}

}  // namespace

std::string to_text(const Manipulator& manipulator, const ComparisonRecord& record,
                    const TextOptions& options)
{
    const Comparison* file = record.of_file;
    const CasesComparison* cases = record.of_cases;
    const std::string table =
        file ? table_of_file(*file, record.length) : table_of_cases(*cases, record.measured);
    if (options.brief) return table;

    const Judge& judge = file ? file->judge : cases->judge;
    std::string text = manipulator.name.empty() ? "" : manipulator.name + "\n";
    text += fmt::format("errors against {}{}, of the tip in % of L = {}\n", judge.in_words(),
                        cases ? fmt::format(" over {} cases", cases->done) : "",
                        format_quantity(record.length, dimension::length));
    if (!judge.exact()) text += fmt::format("there is no exact rod to judge by: {}\n", judge.reason);
    text += "\n" + table + "\n";
    std::vector<Tried> models;
    if (file) {
        for (const Judged& one : file->models)
            models.push_back(one.model);
    } else {
        for (const CasesJudged& one : cases->models)
            models.push_back(one.model);
    }
    if (std::any_of(models.begin(), models.end(),
                    [](const Tried& m) { return m.reason.empty() && !m.twists; }))
        text += "turn: of the tip frame; * of its tangent alone, where the model does not twist\n";
    text +=
        file
            ? "time: median of up to 21 cold solves, from the unloaded shape, in storage kept from the last\n"
            : "time: median over the cases of one cold solve each; turn and reactions: means\n";
    if (file) {
        text += warnings_of(*file);
    } else {
        for (const CasesJudged& one : cases->models)
            if (!one.first_failure.empty())
                text += fmt::format("failed: {} with {} joints: {}\n", candidate_label(one.model.candidate),
                                    one.model.joints, one.first_failure);
    }
    return text + answers(record) + refused_models(models);
}

}  // namespace supple
