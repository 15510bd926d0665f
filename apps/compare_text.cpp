#include "compare.hpp"

#include <supple/io/units.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace supple::app {
namespace {

constexpr double degree = std::numbers::pi / 180.0;

/// Columns as wide as their widest cell: the first and the last to the left, numbers to the right.
class Columns {
 public:
    explicit Columns(std::vector<std::string> head) { rows_.push_back(std::move(head)); }

    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

    std::string text() const
    {
        std::vector<std::size_t> widths(rows_[0].size(), 0);
        for (const auto& row : rows_)
            for (std::size_t i = 0; i < row.size(); ++i)
                widths[i] = std::max(widths[i], row[i].size());
        std::string all;
        for (const auto& row : rows_) {
            std::string line = fmt::format("{:<{}}", row[0], widths[0]);
            for (std::size_t i = 1; i < row.size(); ++i)
                line += i + 1 == row.size() ? "  " + row[i] : fmt::format("  {:>{}}", row[i], widths[i]);
            all += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
        }
        return all;
    }

 private:
    std::vector<std::vector<std::string>> rows_;
};

/// Three digits that matter, without powers of ten where they can be done without; "-" for what is not there.
std::string cell(double value)
{
    if (std::isnan(value)) return "-";
    if (value < 1e-6) return "<1e-6";  // rounding, and the tolerance of the exact rod
    if (value < 1e-4) return fmt::format("{:.1e}", value);
    const int decimals = value < 0.1 ? 4 : value < 1.0 ? 3 : value < 10.0 ? 2 : value < 100.0 ? 1 : 0;
    return fmt::format("{:.{}f}", value, decimals);
}

std::string turn(const Tried& model, double rotation, double tangent)
{
    const std::string text = cell((model.twists ? rotation : tangent) / degree);
    return text == "-" || model.twists ? text : "*" + text;
}

std::string label(const Candidate& candidate)
{
    return candidate.as_written ? fmt::format("as written: {}", family(candidate)) : family(candidate);
}

std::string of_file(const Comparison& all, double length)
{
    const bool held = !all.exact.reactions.empty();
    std::vector<std::string> head{"model", "joints", "tip [%]", "turn [deg]"};
    if (held) head.emplace_back("reactions [%]");
    head.insert(head.end(), {"time [us]", "status"});
    Columns table(std::move(head));
    const auto add = [&](std::vector<std::string> row, double reaction, double seconds, std::string status) {
        if (held) row.push_back(cell(100.0 * reaction));
        row.insert(row.end(), {cell(1e6 * seconds), std::move(status)});
        table.add(std::move(row));
    };
    const auto ended = [](Status status, bool snapped, const std::string& message) {
        return fmt::format("{}{}{}", name(status), snapped ? ", snapped" : "",
                           message.empty() ? "" : ": " + message);
    };
    for (const Judged& one : all.models) {
        if (!one.model.reason.empty()) continue;
        add({label(one.model.candidate), fmt::format("{}", one.model.joints),
             cell(100.0 * one.error.position / length),
             turn(one.model, one.error.rotation, one.error.tangent)},
            one.error.reaction, one.seconds, ended(one.status, one.snapped, one.message));
    }
    add({"exact: cosserat", "", "", ""}, std::nan(""),
        all.exact.shape.frames.empty() ? std::nan("") : all.exact_seconds,
        ended(all.exact.status, all.exact.snapped, all.exact.message));
    return table.text();
}

std::string of_cases(const CasesComparison& all, bool measured)
{
    const bool held = all.exact.reaction.count > 0;
    std::vector<std::string> head{"model", "joints", "mean [%]", "median", "95 %", "max", "turn [deg]"};
    if (held) head.emplace_back("reactions [%]");
    if (measured) head.insert(head.end(), {"table: mean [%]", "95 %", "max"});
    head.insert(head.end(), {"time [us]", "converged"});
    Columns table(std::move(head));
    const auto add = [&](const CasesJudged& one, std::vector<std::string> row) {
        if (held) row.push_back(cell(100.0 * one.reaction.mean));
        const Statistics& m = one.measured_relative;
        if (measured) row.insert(row.end(), {cell(100.0 * m.mean), cell(100.0 * m.p95), cell(100.0 * m.max)});
        row.insert(row.end(),
                   {cell(1e6 * one.seconds.median), fmt::format("{} of {}", one.converged, all.done)});
        table.add(std::move(row));
    };
    for (const CasesJudged& one : all.models) {
        if (!one.model.reason.empty()) continue;
        const Statistics& e = one.relative;
        add(one, {label(one.model.candidate), fmt::format("{}", one.model.joints), cell(100.0 * e.mean),
                  cell(100.0 * e.median), cell(100.0 * e.p95), cell(100.0 * e.max),
                  turn(one.model, one.rotation.mean, one.tangent.mean)});
    }
    CasesJudged exact = all.exact;
    exact.reaction = {};
    add(exact, {"exact: cosserat", "", "", "", "", "", ""});
    return table.text();
}

/// Each reason once, with the models and settings it holds for.
std::string refusals(const std::vector<Tried>& models)
{
    std::vector<std::pair<std::string, std::vector<std::string>>> groups;  // "family: reason", settings
    for (const Tried& model : models) {
        if (model.reason.empty()) continue;
        const std::string head = fmt::format("{}\n{}", label(model.candidate), model.reason);
        if (groups.empty() || groups.back().first != head) groups.push_back({head, {}});
        const std::string words = setting(model.candidate);
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

std::string answers(const CompareRequest& request, const Compared& compared)
{
    const std::vector<Need> all = needs(compared, request.tolerance);
    if (all.empty()) return "";
    std::string text = fmt::format("\nJoints for {} of {:.6g} % of the length:\n",
                                   compared.file ? "a tip error" : "a mean tip error", request.tolerance);
    for (const Need& need : all) {
        text += need.joints ? fmt::format("  {:<32} {:>4}  ({})\n", need.family, *need.joints, need.setting)
                            : fmt::format("  {:<32} none of {} is enough\n", need.family,
                                          fmt::join(need.tried, ", "));
    }
    return text;
}

std::string warnings(const Comparison& all)
{
    std::vector<std::pair<std::string, std::vector<std::string>>> found;  // warning, families
    for (const Judged& one : all.models) {
        for (const std::string& warning : one.warnings) {
            auto known =
                std::find_if(found.begin(), found.end(), [&](const auto& f) { return f.first == warning; });
            if (known == found.end()) known = found.insert(found.end(), {warning, {}});
            const std::string who = label(one.model.candidate);
            if (known->second.empty() || known->second.back() != who) known->second.push_back(who);
        }
    }
    std::string text;
    for (const auto& [warning, families] : found)
        text += fmt::format("warning: {}: {}\n", fmt::join(families, ", "), warning);
    return text;
}

}  // namespace

std::string compare_text(const CompareRequest& request, const Compared& compared)
{
    const double length = compared.manipulator.rod.length;
    const std::string table =
        compared.file ? of_file(*compared.file, length) : of_cases(*compared.cases, compared.measured);
    if (request.quiet) return table;

    std::string text = compared.manipulator.name.empty() ? "" : compared.manipulator.name + "\n";
    text += fmt::format("errors against the exact rod{}, of the tip in % of L = {}\n\n",
                        compared.cases ? fmt::format(" over {} cases", compared.cases->done) : "",
                        format_quantity(length, dimension::length));
    text += table + "\n";
    std::vector<Tried> models;
    if (compared.file) {
        for (const Judged& one : compared.file->models)
            models.push_back(one.model);
    } else {
        for (const CasesJudged& one : compared.cases->models)
            models.push_back(one.model);
    }
    if (std::any_of(models.begin(), models.end(),
                    [](const Tried& m) { return m.reason.empty() && !m.twists; }))
        text += "turn: of the tip frame; * of its tangent alone, where the model does not twist\n";
    text +=
        compared.file
            ? "time: median of up to 21 cold solves, from the unloaded shape, in storage kept from the last\n"
            : "time: median over the cases of one cold solve each; turn and reactions: means\n";
    if (compared.file) {
        text += warnings(*compared.file);
    } else {
        for (const CasesJudged& one : compared.cases->models)
            if (!one.first_failure.empty())
                text += fmt::format("failed: {} with {} joints: {}\n", label(one.model.candidate),
                                    one.model.joints, one.first_failure);
    }
    return text + answers(request, compared) + refusals(models);
}

}  // namespace supple::app
