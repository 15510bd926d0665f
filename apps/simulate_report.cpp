#include "motion.hpp"

#include <supple/io/units.hpp>

#include <fmt/color.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace supple::app {
namespace {

constexpr std::size_t most_rows = 12;  ///< of the table of the motion

std::string line(std::string_view label, std::string_view text)
{
    return fmt::format("{:<12} {}\n", label, text);
}

/// A vector in one unit; what is rounding beside its largest part is 0.
std::string quantity(Vector3d v, Dimension dimension)
{
    v = (v.array().abs() <= 1e-9 * v.cwiseAbs().maxCoeff()).select(0.0, v);
    return format_quantity({v.x(), v.y(), v.z()}, dimension);
}

/// Between which places the tip moved, axis by axis.
std::string tip_lines(const Trajectory& t)
{
    Vector3d low = t.frames[0].back().position(), high = low;
    double fastest = 0.0;
    for (std::size_t k = 0; k < t.frames.size(); ++k) {
        const Vector3d x = t.frames[k].back().position();
        low = low.cwiseMin(x);
        high = high.cwiseMax(x);
        if (k > 0)
            fastest = std::max(fastest,
                               (x - t.frames[k - 1].back().position()).norm() / (t.time[k] - t.time[k - 1]));
    }
    std::string text =
        line("tip", quantity(t.frames.back().back().position(), dimension::length) + "   at the end");
    text += line("  from", quantity(low, dimension::length));
    text += line("  to", quantity(high, dimension::length));
    text += line("  fastest", format_quantity(fastest, dimension::velocity, 4));
    return text;
}

/// In mJ: format_quantity would say N mm.
std::string energy(double joules)
{
    return fmt::format("{:.4g} mJ", 1e3 * joules);
}

std::string energy_lines(const Trajectory& t)
{
    double peak = 0.0, drift = 0.0;
    for (const MotionState& state : t.motion) {
        peak = std::max(peak, state.kinetic_energy);
        drift = std::max(drift, std::abs(state.total_energy - t.motion[0].total_energy));
    }
    const double last = t.motion.back().total_energy - t.motion[0].total_energy;
    std::string text = line("energy", energy(peak) + "   largest kinetic energy");
    text += line("  change", fmt::format("{}   of the total, {} at most ({:.1e} of the kinetic)",
                                         energy(last), energy(drift), peak > 0.0 ? drift / peak : 0.0));
    return text;
}

std::string spectrum_lines(const MotionSpectrum& s)
{
    std::string text = line(
        "spectrum", fmt::format("{}, {} samples, bins {:.6g} Hz apart", s.path, s.samples, s.resolution));
    text += line("  peak", fmt::format("{:.9g} Hz   the bin of the largest amplitude", s.peak));
    text +=
        line("  fitted", fmt::format("{:.6g} Hz   a sine through all samples: mean {:.5g}, amplitude {:.5g} "
                                     "(SI)",
                                     s.fitted_frequency, s.fitted_mean, s.fitted_amplitude));
    return text;
}

std::string table(const Trajectory& t)
{
    std::string text = fmt::format("\n{:>12} {:>12} {:>12} {:>12} {:>14}\n", "time [s]", "x [mm]", "y [mm]",
                                   "z [mm]", t.motion.empty() ? "" : "kinetic [mJ]");
    const std::size_t n = t.time.size(), rows = std::min(n, most_rows);
    for (std::size_t r = 0; r < rows; ++r) {
        const std::size_t k = rows == 1 ? 0 : r * (n - 1) / (rows - 1);
        const Vector3d x = 1e3 * t.frames[k].back().position();
        text += fmt::format("{:>12.6g}", t.time[k]);
        for (int i = 0; i < 3; ++i)
            text += fmt::format(" {:>12.4f}", std::abs(x[i]) < 5e-5 ? 0.0 : x[i]);
        if (!t.motion.empty()) text += fmt::format(" {:>14.5g}", 1e3 * t.motion[k].kinetic_energy);
        text += "\n";
    }
    return text;
}

}  // namespace

std::string simulate_report(const Manipulator& manipulator, const Trajectory& t, bool with_table, bool colour)
{
    const auto styled = [colour](std::string_view text, const fmt::text_style& style) {
        return colour ? fmt::format(style, "{}", text) : std::string(text);
    };
    const bool good = t.status == Status::converged && !t.interrupted;
    std::string text =
        styled(manipulator.name.empty() ? "motion" : manipulator.name, fmt::emphasis::bold) + "\n";
    text += line("model", t.model);
    text += line("status", styled(t.interrupted ? "interrupted" : name(t.status),
                                  fmt::fg(good ? fmt::terminal_color::green : fmt::terminal_color::red)));
    if (!t.message.empty()) text += line("", t.message);
    for (const std::string& warning : t.warnings)
        text += line("warning", warning);
    if (t.time.empty()) return text;

    const IntegrationReport& i = t.integration;
    const double simulated = t.time.back();
    text += line("run", fmt::format("{:.6g} s in {:.3g} s{}; {} outputs", simulated, i.seconds,
                                    i.seconds > 0.0 && simulated > 0.0
                                        ? fmt::format(" ({:.3g} times real time)", simulated / i.seconds)
                                        : "",
                                    t.time.size()));
    text += line("integrator", fmt::format("{}: {} steps of {} on average, {} rejected", i.integrator,
                                           i.steps, format_quantity(i.step, dimension::time, 3), i.rejected));
    text += tip_lines(t);
    if (!t.motion.empty()) text += energy_lines(t);
    if (t.spectrum) text += spectrum_lines(*t.spectrum);
    if (with_table) text += table(t);
    return text;
}

}  // namespace supple::app
