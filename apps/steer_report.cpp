#include "steer.hpp"

#include <fmt/color.h>
#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace supple::app {
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

std::string vector_in_words(const ActuationGroup& group, const VectorXd& values)
{
    std::vector<double> numbers;
    double most = 0.0;
    for (const std::size_t k : group.k) {
        numbers.push_back(values[static_cast<Eigen::Index>(k)]);
        most = std::max(most, std::abs(numbers.back()));
    }
    // What is 1e-9 of the largest part, or less, is rounding.
    for (double& number : numbers)
        number = std::abs(number) <= 1e-9 * most ? 0.0 : number;
    return numbers.size() == 1 ? format_quantity(numbers[0], group.dimension)
                               : format_quantity(numbers, group.dimension);
}

}  // namespace

std::string steer_report(const SteeredModel& model, const Target& target, const Steering& result,
                         const std::string& at, bool colour)
{
    const auto styled = [&](std::string_view text, fmt::text_style style) {
        return colour ? fmt::format(style, "{}", text) : std::string(text);
    };
    std::string text;
    const auto line = [&](std::string_view label, const std::string& words) {
        text += fmt::format("{:<14} {}\n", label, words);
    };
    if (!model.manipulator.name.empty()) text += styled(model.manipulator.name, fmt::emphasis::bold) + "\n";
    const bool good = result.status == Status::converged;
    line("model", result.equilibrium.model.empty() ? model.system->type : result.equilibrium.model);
    line("status", fmt::format("{}, {} steps in {:.3g} ms",
                               styled(name(result.status),
                                      fmt::fg(good ? fmt::terminal_color::green : fmt::terminal_color::red)),
                               result.iterations, 1e3 * result.seconds));
    if (!result.message.empty()) line("", result.message);
    if (result.paths.empty() || result.equilibrium.shape.frames.empty() ||
        result.status == Status::not_converged)
        return text;

    text += '\n';
    line("target", fmt::format("{}: x {}, y {}, z {}", at, length_or_free(target.position[0]),
                               length_or_free(target.position[1]), length_or_free(target.position[2])));
    const Vector3d tip = result.equilibrium.tip().position();
    line("tip", format_quantity({tip.x(), tip.y(), tip.z()}, dimension::length));
    line("residual", format_quantity(result.distance, dimension::length, 4));
    if (target.rotation || target.tangent)
        line("turned away", fmt::format("{:.3g} deg", result.turn * 180.0 / std::numbers::pi));

    text += "\nactuation\n";
    const auto groups = group_actuations(result.paths);
    for (const ActuationGroup& group : groups) {
        const std::string limits = [&] {
            std::string words;
            for (const std::size_t k : group.k) {
                const std::string one =
                    limits_in_words(model.actuations[k].limits,
                                    result.actuation[static_cast<Eigen::Index>(k)], group.dimension);
                if (words.empty() || one.ends_with("LIMIT")) words = one;
            }
            return words;
        }();
        line("  " + group.name, vector_in_words(group, result.actuation) + limits);
    }

    text += "\nconditioning\n";
    line("  rank", fmt::format("{} of {} asked for", result.rank, target.size()));
    std::string sigma;
    for (const double value : result.singular_values)
        sigma += fmt::format("{}{:.4g}", sigma.empty() ? "" : ", ", value);
    line("  singular", sigma + " m per unit (A, T, N, ..) of the first actuation");
    line("  condition", fmt::format("{:.3g}", result.condition()));
    for (int i = 0; i < result.nulls; ++i) {
        std::string words;
        for (const ActuationGroup& group : groups) {
            words += (words.empty() ? "" : ", ") + group.name;
            for (const std::size_t k : group.k) {
                const double part = result.null_directions(static_cast<Eigen::Index>(k), i);
                words += fmt::format(" {:.4f}", std::abs(part) < 5e-5 ? 0.0 : part);
            }
        }
        line(i == 0 ? "  no effect of" : "", words);
    }
    return text;
}

}  // namespace supple::app
