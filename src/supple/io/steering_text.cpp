#include <supple/io/report.hpp>
#include <supple/io/result_text.hpp>

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace supple {
namespace {

std::string length_or_free(const std::optional<double>& value)
{
    return value ? format_quantity(*value, dimension::length) : "free";
}

std::string limits_in_words(const Limits& limits, double value, Dimension dimension)
{
    const bool below = std::isfinite(limits.lower), above = std::isfinite(limits.upper);
    if (!below && !above) return "";
    const bool at = value <= limits.lower || value >= limits.upper;
    const auto one = [&](double bound, bool given) {
        return given ? format_quantity(bound, dimension, 4) : std::string("..");
    };
    return fmt::format("   limits {} to {}{}", one(limits.lower, below), one(limits.upper, above),
                       at ? "   AT ITS LIMIT" : "");
}

std::string group_in_words(const ActuationGroup& group, const VectorXd& values)
{
    std::vector<double> numbers;
    for (const std::size_t k : group.k)
        numbers.push_back(values[static_cast<Eigen::Index>(k)]);
    return values_in_words(std::move(numbers), group.dimension);
}

}  // namespace

std::string to_text(const Manipulator& manipulator, const SteeringRecord& record,
                    const std::vector<Actuation>& actuations, const TextOptions& options)
{
    const Steering& result = record.steering;
    const Target& target = record.target;
    const std::string at = record.at == "tip" ? "tip" : "stations." + record.at;
    Report report(options.colour, 14);
    report.title(manipulator.name);
    report.line("model",
                result.equilibrium.model.empty() ? type_name(manipulator.model) : result.equilibrium.model);
    report.status(name(result.status), result.status == Status::converged,
                  fmt::format(", {} steps in {:.3g} ms", result.iterations, 1e3 * result.seconds),
                  result.message);
    report.warnings(result.equilibrium.warnings);
    if (result.paths.empty() || result.equilibrium.shape.frames.empty() ||
        result.status == Status::not_converged)
        return report.take();

    report.gap();
    report.line("target",
                fmt::format("{}: x {}, y {}, z {}", at, length_or_free(target.position[0]),
                            length_or_free(target.position[1]), length_or_free(target.position[2])));
    report.line("tip", vector_in_words(result.equilibrium.tip().position(), dimension::length));
    report.line("residual", format_quantity(result.distance, dimension::length, 4));
    if (target.rotation || target.tangent)
        report.line("turned away", fmt::format("{:.3g} deg", result.turn * 180.0 / std::numbers::pi));

    report.text("\nactuation\n");
    const auto groups = group_actuations(result.paths);
    for (const ActuationGroup& group : groups) {
        const std::string limits = [&] {
            std::string words;
            for (const std::size_t k : group.k) {
                const std::string one = limits_in_words(
                    actuations[k].limits, result.actuation[static_cast<Eigen::Index>(k)], group.dimension);
                if (words.empty() || one.ends_with("LIMIT")) words = one;
            }
            return words;
        }();
        report.line("  " + group.name, group_in_words(group, result.actuation) + limits);
    }

    report.text("\nconditioning\n");
    report.line("  rank", fmt::format("{} of {} asked for", result.rank, target.size()));
    std::string sigma;
    for (const double value : result.singular_values)
        sigma += fmt::format("{}{:.4g}", sigma.empty() ? "" : ", ", value);
    report.line("  singular", sigma + " m per unit (A, T, N, ..) of the first actuation");
    report.line("  condition", fmt::format("{:.3g}", result.condition()));
    for (int i = 0; i < result.nulls; ++i) {
        std::string words;
        for (const ActuationGroup& group : groups) {
            words += (words.empty() ? "" : ", ") + group.name;
            for (const std::size_t k : group.k) {
                const double part = result.null_directions(static_cast<Eigen::Index>(k), i);
                words += fmt::format(" {:.4f}", std::abs(part) < 5e-5 ? 0.0 : part);
            }
        }
        report.line(i == 0 ? "  no effect of" : "", words);
    }
    return report.take();
}

}  // namespace supple
