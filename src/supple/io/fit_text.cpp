#include <supple/io/fit_text.hpp>
#include <supple/io/result_json.hpp>
#include <supple/result/describe_fit.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

std::string length_in_words(double value)
{
    return format_quantity(value, dimension::length);
}

/// Errors of a case are lengths where positions were seen; else they are weighted and have no unit.
std::string error_in_words(double value, const FitOutcome& outcome)
{
    return outcome.positions ? length_in_words(value) : fmt::format("{:.6g}", value);
}

std::string statistics_in_words(const Statistics& s, const FitOutcome& outcome)
{
    return fmt::format("mean {}, median {}, 95 % {}, max {}, {} {}", error_in_words(s.mean, outcome),
                       error_in_words(s.median, outcome), error_in_words(s.p95, outcome),
                       error_in_words(s.max, outcome), outcome.objective.centred ? "rmse-centred" : "rmse",
                       error_in_words(s.rms, outcome));
}

/// "model.parameters.gamma up, k_eta.0 down": the values that matter in a direction.
std::string direction_in_words(const FlatDirection& flat, const std::vector<FittedParameter>& parameters)
{
    std::string text;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const double part = flat.direction[static_cast<Eigen::Index>(i)];
        if (std::abs(part) < 0.1) continue;
        text += fmt::format("{}{} {:+.2f}", text.empty() ? "" : ", ", parameters[i].path, part);
    }
    return text;
}

}  // namespace

std::string fit_text(const FitOutcome& outcome, bool brief)
{
    const FitReport& report = outcome.report;
    std::string all = fmt::format(
        "{} {} of {} by {} ({})\n", outcome.scored ? "Scored" : "Fitted",
        report.parameters.size() == 1 ? "1 value" : fmt::format("{} values", report.parameters.size()),
        outcome.file, outcome.data, report.objective);
    std::size_t width = 5;
    for (const FittedParameter& parameter : report.parameters)
        width = std::max(width, parameter.path.size());
    all += fmt::format("\n  {:<{}}  {:>18}  {:>18}  {:>18}\n", "value", width, "start", "fitted",
                       "95 % interval");
    for (std::size_t i = 0; i < report.parameters.size(); ++i) {
        const FittedParameter& p = report.parameters[i];
        const Dimension d = outcome.dimensions[i];
        const double half = p.interval_upper - p.value;
        all += fmt::format("  {:<{}}  {:>18}  {:>18}  {:>18}{}\n", p.path, width, format_quantity(p.start, d),
                           format_quantity(p.value, d),
                           std::isfinite(half) ? "± " + format_quantity(half, d, 3) : "not determined",
                           p.at_bound ? "  at its bound" : "");
    }
    all += fmt::format("\nobjective   {:.8g}, at the start {:.8g}\n", report.cost, report.start_cost);
    all += fmt::format("errors      {}\n", statistics_in_words(report.error, outcome));
    const auto open = [&](const std::string& of, const std::vector<double>& deviations, Dimension d) {
        const Statistics s = statistics(deviations);
        if (s.count == 0) return;
        all += fmt::format("spread      mean {}, max {} of {}\n", format_quantity(s.mean, d),
                           format_quantity(s.max, d), of);
    };
    open("the tip", report.spread.tip, dimension::length);
    for (const Spread::Reaction& reaction : report.spread.reactions)
        open("the force at " + reaction.name, reaction.deviations, dimension::force);
    if (outcome.validation)
        all += fmt::format("kept back   {} ({} cases)\n",
                           statistics_in_words(outcome.validation->error, outcome),
                           outcome.validation->error.count);
    if (!brief && !report.errors.empty()) {
        const Histogram bars = histogram(report.errors);
        const std::size_t most = *std::max_element(bars.counts.begin(), bars.counts.end());
        all += "\n";
        for (std::size_t i = 0; i < bars.counts.size(); ++i) {
            const auto bar = most > 0 ? 50 * bars.counts[i] / most : 0;
            all += fmt::format("  up to {:>12}  {:>6}  {}\n",
                               error_in_words(bars.width * static_cast<double>(i + 1), outcome),
                               bars.counts[i], std::string(bar, '#'));
        }
        all += "\n";
    }
    for (const FlatDirection& flat : report.flat)
        all += fmt::format("not determined: the data do not tell relative changes of {}\n",
                           direction_in_words(flat, report.parameters));
    for (Eigen::Index i = 0; i < report.correlation.rows(); ++i) {
        for (Eigen::Index j = 0; j < i; ++j) {
            if (std::abs(report.correlation(i, j)) > 0.95)
                all += fmt::format("hard to tell apart: {} and {} (correlation {:.3f})\n",
                                   report.parameters[static_cast<std::size_t>(j)].path,
                                   report.parameters[static_cast<std::size_t>(i)].path,
                                   report.correlation(i, j));
        }
    }
    for (const std::string& warning : report.warnings)
        all += fmt::format("warning: {}\n", warning);
    all += fmt::format("{} cases, {} passes in {:.3g} s\n", outcome.cases, report.passes, report.seconds);
    return all;
}

std::string fit_json(const FitOutcome& outcome)
{
    return to_json(FitRecord{.file = outcome.file,
                             .data = outcome.data,
                             .metric = outcome.objective.centred ? "rmse-centred" : "rmse",
                             .report = outcome.report,
                             .validation = outcome.validation ? &*outcome.validation : nullptr,
                             .cases = outcome.cases});
}

CaseTable fit_table(const CaseTable& data, const FitOutcome& outcome)
{
    CaseTable table = data;
    const FitReport& report = outcome.report;
    // Rows kept back follow those that were fitted to.
    const bool kept_back = outcome.cases < table.rows;
    const FitReport* rest = kept_back && outcome.validation ? &*outcome.validation : nullptr;
    const auto add = [&](const std::string& path, const std::string& unit, std::vector<double> values,
                         const std::vector<double>& more = {}) {
        if (values.size() != outcome.cases) return;
        values.insert(values.end(), more.begin(), more.end());
        values.resize(table.rows, std::nan(""));
        add_column(table, path, unit, std::move(values));
    };
    if (kept_back)
        add("given.kept_back", "", std::vector<double>(outcome.cases, 0.0),
            std::vector<double>(table.rows - outcome.cases, 1.0));
    add("given.error", outcome.positions ? "mm" : "", report.errors,
        rest ? rest->errors : std::vector<double>());
    for (std::size_t i = 0; i < report.residuals.size(); ++i) {
        const ResidualSeries& series = report.residuals[i];
        const bool rotation = series.of.ends_with("quaternion"), force = series.of.ends_with("force");
        for (Eigen::Index a = 0; a < 3; ++a) {
            std::vector<double> values;
            std::vector<double> more;
            for (const Vector3d& each : series.values)
                values.push_back(each[a]);
            if (rest && i < rest->residuals.size()) {
                for (const Vector3d& each : rest->residuals[i].values)
                    more.push_back(each[a]);
            }
            const auto number = [](double v) { return !std::isnan(v); };
            const bool seen = std::any_of(values.begin(), values.end(), number) ||
                              std::any_of(more.begin(), more.end(), number);
            if (seen)
                add(fmt::format("given.residual.{}.{}", series.of, "xyz"[a]),
                    rotation ? "rad"
                    : force  ? "mN"
                             : "mm",
                    values, more);
        }
    }
    add("given.spread.tip", "mm", report.spread.tip);
    for (const Spread::Reaction& reaction : report.spread.reactions)
        add("given.spread." + reaction.name, "mN", reaction.deviations);
    return table;
}

namespace {

struct Replacement {
    SourcePlace place;
    std::string before, after;
};

void collect_replacements(const Node& before, const Node& after, std::vector<Replacement>& list)
{
    if (before.kind == Node::Kind::scalar && before.text != after.text)
        list.push_back({before.place, before.text, after.text});
    for (std::size_t i = 0; i < before.items.size() && i < after.items.size(); ++i)
        collect_replacements(before.items[i], after.items[i], list);
    for (const Node::Entry& entry : before.entries) {
        if (const auto* other = after.find(entry.key)) collect_replacements(entry.value, other->value, list);
    }
}

}  // namespace

std::string fitted_file(const std::string& source, const Node& before, const Node& after)
{
    std::vector<Replacement> list;
    collect_replacements(before, after, list);
    std::vector<std::size_t> starts = {0};
    for (std::size_t i = 0; i < source.size(); ++i) {
        if (source[i] == '\n') starts.push_back(i + 1);
    }
    // From the end, so that earlier places stay true.
    std::sort(list.begin(), list.end(), [](const Replacement& a, const Replacement& b) {
        return std::pair(a.place.line, a.place.column) > std::pair(b.place.line, b.place.column);
    });
    std::string text = source;
    for (const Replacement& each : list) {
        const auto line = static_cast<std::size_t>(each.place.line);
        const std::size_t from = line >= 1 && line <= starts.size() ? starts[line - 1] : text.size();
        const std::size_t at = text.find(each.before, from);
        if (at == std::string::npos)
            throw InputError(
                "the fitted values cannot be written into this file: write it without --set and --model");
        text.replace(at, each.before.size(), each.after);
    }
    return text;
}

}  // namespace supple
