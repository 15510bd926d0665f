#include <supple/io/force_text.hpp>
#include <supple/io/report.hpp>
#include <supple/text/words.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

/// "12.3 ± 0.4 mN", both in the unit that suits the value.
std::string with_deviation(double value, double sd, Dimension dimension)
{
    const double scale = std::max(std::abs(value), sd);
    const std::string text = format_quantity(std::vector<double>{scale, value, sd}, dimension, 3);
    const auto parts = split_at_blanks(text);
    std::string unit;
    for (std::size_t i = 3; i < parts.size(); ++i)
        unit += " " + std::string(parts[i]);
    return fmt::format("{} +- {}{}", parts[1], parts[2], unit);
}

std::string vector_with_deviations(const Vector3d& v, const Vector3d& sd, Dimension dimension)
{
    const std::vector<double> all = {v.x(), v.y(), v.z(), sd.x(), sd.y(), sd.z()};
    const std::string text = format_quantity(all, dimension, 3);
    const auto parts = split_at_blanks(text);
    std::string unit;
    for (std::size_t i = 6; i < parts.size(); ++i)
        unit += " " + std::string(parts[i]);
    return fmt::format("{} {} {}{}, sd {} {} {}", parts[0], parts[1], parts[2], unit, parts[3], parts[4],
                       parts[5]);
}

std::string in_words(const Explanation& x)
{
    std::string text =
        x.contacts == 0 ? "no contact" : counted(static_cast<std::size_t>(x.contacts), "contact");
    if (x.weight) text += ", load per length";
    if (x.patch) text += ", patch";
    return text;
}

Vector3d deviations(const MatrixXd& covariance)
{
    return covariance.diagonal().cwiseMax(0.0).cwiseSqrt();
}

constexpr Dimension force_per_length = dimension::force / dimension::length;

}  // namespace

std::string to_text(const ForceEstimate& e, bool colour)
{
    Report report(colour, 14);
    report.line("model", e.model);
    report.status(name(e.status), e.status == Status::converged,
                  fmt::format(", {} evaluations in {}", e.solver.iterations,
                              format_quantity(e.solver.seconds, dimension::time, 3)),
                  e.message);
    if (e.status != Status::converged) return report.take();
    if (e.tip_force)
        report.line("tip force", vector_with_deviations(*e.tip_force, *e.tip_force_sd, dimension::force));
    if (e.tip_moment)
        report.line("tip moment", vector_with_deviations(*e.tip_moment, *e.tip_moment_sd, dimension::moment));
    if (e.weight)
        report.line("load/length", vector_with_deviations(*e.weight, *e.weight_sd, force_per_length));
    if (e.patch) {
        report.line("patch", fmt::format("from {} to {}",
                                         with_deviation(e.patch->from, e.patch->from_sd, dimension::length),
                                         with_deviation(e.patch->to, e.patch->to_sd, dimension::length)));
        report.line("  force", vector_with_deviations(e.patch->force, e.patch->force_sd, dimension::force));
    }
    for (const FoundContact& c : e.contacts) {
        report.line("contact", fmt::format("at {}, 95 % between {} and {}",
                                           with_deviation(c.at, c.at_sd, dimension::length),
                                           format_quantity(c.at_interval[0], dimension::length, 4),
                                           format_quantity(c.at_interval[1], dimension::length, 4)));
        report.line("  force", vector_with_deviations(c.force, deviations(c.covariance), dimension::force));
        report.line("  size", with_deviation(c.force.norm(), c.size_sd, dimension::force));
    }
    if (e.contacts.empty() && e.evidence.size() > 1 && !e.patch && !e.weight)
        report.line("contact", "none: the data do not ask for one");
    if (e.roll)
        report.line("fibre roll",
                    fmt::format("{} +- {}", angle_in_words(*e.roll), angle_in_words(*e.roll_sd)));
    report.line("tip", vector_in_words(e.tip.position(), dimension::length));
    report.gap();
    report.line("chi-square",
                fmt::format("{:.4g} with {} degrees of freedom ({:.3g} each)", e.chi_square,
                            e.degrees_of_freedom, e.chi_square / std::max(1, e.degrees_of_freedom)));
    if (e.sigma_factor) report.line("sigma", fmt::format("{:.4g} times what was given", *e.sigma_factor));
    report.line("condition", fmt::format("{:.3g}", e.condition));
    if (!e.residuals.empty()) {
        const auto worst = std::max_element(e.residuals.begin(), e.residuals.end(),
                                            [](const auto& a, const auto& b) { return a.size < b.size; });
        report.line("largest off", fmt::format("{:.3g} standard deviations, the {} at {}", worst->size,
                                               worst->of, format_quantity(worst->at, dimension::length, 4)));
    }
    report.line("assumed",
                e.stiffness_sd > 0.0
                    ? fmt::format("the bending stiffness is known to {:.3g} %", 100.0 * e.stiffness_sd)
                    : std::string("the bending stiffness is exact; --stiffness-sd carries its doubt"));
    if (e.evidence.size() > 1) {
        report.gap();
        TextTable table({"explanation", "unknowns", "chi-square", "BIC", ""});
        for (const Explanation& x : e.evidence)
            table.add({in_words(x), std::to_string(x.parameters), fmt::format("{:.6g}", x.chi_square),
                       fmt::format("{:.6g}", x.bic), x.chosen ? "chosen" : ""});
        report.text(table.text());
    }
    report.warnings(e.warnings);
    return report.take();
}

std::string stream_to_text(const ForceRecord& record)
{
    TextTable table(
        {"time [s]", "contacts", "at [mm]", "force [mN]", "tip force [mN]", "chi2/dof", "warnings"});
    for (const ForceEstimate& e : record.steps) {
        std::string at, size;
        for (const FoundContact& c : e.contacts) {
            at += fmt::format("{}{:.2f}", at.empty() ? "" : ", ", 1e3 * c.at);
            size += fmt::format("{}{:.3g}", size.empty() ? "" : ", ", 1e3 * c.force.norm());
        }
        table.add(
            {fmt::format("{:g}", e.time.value_or(0.0)),
             e.status == Status::converged ? std::to_string(e.contacts.size()) : std::string(name(e.status)),
             at, size, e.tip_force ? fmt::format("{:.3g}", 1e3 * e.tip_force->norm()) : "",
             fmt::format("{:.3g}", e.chi_square / std::max(1, e.degrees_of_freedom)),
             std::to_string(e.warnings.size())});
    }
    return table.text();
}

}  // namespace supple
