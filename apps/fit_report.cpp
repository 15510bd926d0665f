#include "fit.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace supple::app {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value)
{
    return std::isfinite(value) ? Json(value) : Json();
}

std::string length(double value)
{
    return format_quantity(value, dimension::length);
}

/// Counts of errors in equal classes from zero to the largest.
struct Histogram {
    double width = 0.0;
    std::vector<std::size_t> counts;
};

Histogram histogram_of(const std::vector<double>& errors, std::size_t classes = 20)
{
    Histogram histogram{0.0, std::vector<std::size_t>(classes, 0)};
    double largest = 0.0;
    for (const double error : errors)
        largest = std::isnan(error) ? largest : std::max(largest, error);
    histogram.width = largest / static_cast<double>(classes);
    for (const double error : errors) {
        if (std::isnan(error)) continue;
        const double at = histogram.width > 0.0 ? error / histogram.width : 0.0;
        ++histogram.counts[std::min(classes - 1, static_cast<std::size_t>(at))];
    }
    return histogram;
}

Json json(const FitReport& report)
{
    const Statistics& s = report.error;
    return {{"cases", s.count},           {"failed", report.failed}, {"mean", number(s.mean)},
            {"median", number(s.median)}, {"p95", number(s.p95)},    {"max", number(s.max)},
            {"rmse", number(s.rms)}};
}

/// Errors of a case are lengths where positions were seen; else they are weighted and have no unit.
std::string shown(double value, const FitOutcome& outcome)
{
    return outcome.positions ? length(value) : fmt::format("{:.6g}", value);
}

std::string text(const Statistics& s, const FitOutcome& outcome)
{
    return fmt::format("mean {}, median {}, 95 % {}, max {}, {} {}", shown(s.mean, outcome),
                       shown(s.median, outcome), shown(s.p95, outcome), shown(s.max, outcome),
                       outcome.objective.centred ? "rmse-centred" : "rmse", shown(s.rms, outcome));
}

/// "model.parameters.gamma up, k_eta.0 down": the values that matter in a direction.
std::string describe(const FlatDirection& flat, const std::vector<FittedParameter>& parameters)
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

std::string fit_text(const FitCommand& command, const FitOutcome& outcome)
{
    const FitReport& report = outcome.report;
    std::string all = fmt::format(
        "{} {} of {} by {} ({})\n", command.evaluate ? "Scored" : "Fitted",
        report.parameters.size() == 1 ? "1 value" : fmt::format("{} values", report.parameters.size()),
        command.file, outcome.data, report.objective);
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
    all += fmt::format("errors      {}\n", text(report.error, outcome));
    const auto open = [&](const std::string& of, const std::vector<double>& deviations, Dimension d) {
        const Statistics s = statistics(deviations);
        all += fmt::format("spread      mean {}, max {} of {}\n", format_quantity(s.mean, d),
                           format_quantity(s.max, d), of);
    };
    open("the tip", report.spread.tip, dimension::length);
    for (const Spread::Reaction& reaction : report.spread.reactions)
        open("the force at " + reaction.name, reaction.deviations, dimension::force);
    if (outcome.validation)
        all += fmt::format("kept back   {} ({} cases)\n", text(outcome.validation->error, outcome),
                           outcome.validation->error.count);
    if (!command.quiet && !report.errors.empty()) {
        const Histogram histogram = histogram_of(report.errors);
        const std::size_t most = *std::max_element(histogram.counts.begin(), histogram.counts.end());
        all += "\n";
        for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
            const auto bar = most > 0 ? 50 * histogram.counts[i] / most : 0;
            all += fmt::format("  up to {:>12}  {:>6}  {}\n",
                               shown(histogram.width * static_cast<double>(i + 1), outcome),
                               histogram.counts[i], std::string(bar, '#'));
        }
        all += "\n";
    }
    for (const FlatDirection& flat : report.flat)
        all += fmt::format("not determined: the data do not tell relative changes of {}\n",
                           describe(flat, report.parameters));
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
    all += fmt::format("{} cases, {} passes, {:.3g} s\n", outcome.cases, report.passes, report.seconds);
    return all;
}

std::string fit_json(const FitCommand& command, const FitOutcome& outcome)
{
    const FitReport& report = outcome.report;
    Json out = {{"format", "supple-fit/1"},
                {"command", "fit"},
                {"file", command.file},
                {"data", outcome.data},
                {"status", name(report.status)},
                {"message", report.message},
                {"objective", report.objective},
                {"metric", outcome.objective.centred ? "rmse-centred" : "rmse"},
                {"cost", number(report.cost)},
                {"start_cost", number(report.start_cost)},
                {"largest_gradient", number(report.largest_gradient)}};
    out["parameters"] = Json::array();
    for (const FittedParameter& p : report.parameters) {
        out["parameters"].push_back({{"path", p.path},
                                     {"value", p.value},
                                     {"start", p.start},
                                     {"lower", number(p.lower)},
                                     {"upper", number(p.upper)},
                                     {"deviation", number(p.deviation)},
                                     {"interval", {number(p.interval_lower), number(p.interval_upper)}},
                                     {"at_bound", p.at_bound}});
    }
    const auto matrix = [](const MatrixXd& values) {
        Json rows = Json::array();
        for (Eigen::Index i = 0; i < values.rows(); ++i) {
            Json row = Json::array();
            for (Eigen::Index j = 0; j < values.cols(); ++j)
                row.push_back(number(values(i, j)));
            rows.push_back(row);
        }
        return rows;
    };
    out["covariance"] = matrix(report.covariance);
    out["correlation"] = matrix(report.correlation);
    out["flat"] = Json::array();
    for (const FlatDirection& flat : report.flat)
        out["flat"].push_back(
            {{"direction", std::vector<double>(flat.direction.begin(), flat.direction.end())},
             {"eigenvalue", flat.eigenvalue}});
    out["training"] = json(report);
    const auto spread = [](const std::vector<double>& deviations) {
        const Statistics s = statistics(deviations);
        return Json{{"mean", number(s.mean)}, {"max", number(s.max)}};
    };
    out["spread"]["tip"] = spread(report.spread.tip);
    out["spread"]["reactions"] = Json::object();
    for (const Spread::Reaction& reaction : report.spread.reactions)
        out["spread"]["reactions"][reaction.name] = spread(reaction.deviations);
    out["validation"] = outcome.validation ? json(*outcome.validation) : Json();
    const Histogram histogram = histogram_of(report.errors);
    out["histogram"] = {{"width", histogram.width}, {"counts", histogram.counts}};
    out["cases"] = outcome.cases;
    out["passes"] = report.passes;
    out["seconds"] = report.seconds;
    out["warnings"] = report.warnings;
    return out.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

CaseTable fit_table(const CaseTable& data, const FitOutcome& outcome)
{
    CaseTable table = data;
    const FitReport& report = outcome.report;
    const auto add = [&](const std::string& path, const std::string& unit,
                         const std::vector<double>& values) {
        if (values.size() == table.rows) add_column(table, path, unit, values);
    };
    add("given.error", outcome.positions ? "mm" : "", report.errors);
    for (const ResidualSeries& series : report.residuals) {
        const bool rotation = series.of.ends_with("quaternion"), force = series.of.ends_with("force");
        for (Eigen::Index a = 0; a < 3; ++a) {
            std::vector<double> values;
            for (const Vector3d& each : series.values)
                values.push_back(each[a]);
            const bool seen =
                std::any_of(values.begin(), values.end(), [](double v) { return !std::isnan(v); });
            if (seen)
                add(fmt::format("given.residual.{}.{}", series.of, "xyz"[a]),
                    rotation ? "rad"
                    : force  ? "mN"
                             : "mm",
                    values);
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

void collect(const Node& before, const Node& after, std::vector<Replacement>& list)
{
    if (before.kind == Node::Kind::scalar && before.text != after.text)
        list.push_back({before.place, before.text, after.text});
    for (std::size_t i = 0; i < before.items.size() && i < after.items.size(); ++i)
        collect(before.items[i], after.items[i], list);
    for (const Node::Entry& entry : before.entries) {
        if (const auto* other = after.find(entry.key)) collect(entry.value, other->value, list);
    }
}

}  // namespace

std::string fitted_file(const std::string& source, const Node& before, const Node& after)
{
    std::vector<Replacement> list;
    collect(before, after, list);
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

}  // namespace supple::app
