#include <supple/io/report.hpp>
#include <supple/io/result_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

/// Between which places the tip moved, axis by axis.
void add_tip_motion(Report& report, const Trajectory& t)
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
    report.line("tip",
                vector_in_words(t.frames.back().back().position(), dimension::length) + "   at the end");
    report.line("  from", vector_in_words(low, dimension::length));
    report.line("  to", vector_in_words(high, dimension::length));
    report.line("  fastest", format_quantity(fastest, dimension::velocity, 4));
}

/// In mJ: format_quantity would say N mm.
std::string in_millijoules(double joules)
{
    return fmt::format("{:.4g} mJ", 1e3 * joules);
}

void add_energy(Report& report, const Trajectory& t)
{
    double peak = 0.0, drift = 0.0;
    for (const MotionState& state : t.motion) {
        peak = std::max(peak, state.kinetic_energy);
        drift = std::max(drift, std::abs(state.total_energy - t.motion[0].total_energy));
    }
    const double last = t.motion.back().total_energy - t.motion[0].total_energy;
    report.line("energy", in_millijoules(peak) + "   largest kinetic energy");
    report.line("  change",
                fmt::format("{}   of the total, {} at most ({:.1e} of the kinetic)", in_millijoules(last),
                            in_millijoules(drift), peak > 0.0 ? drift / peak : 0.0));
}

void add_spectrum(Report& report, const MotionSpectrum& s)
{
    report.line("spectrum",
                fmt::format("{}, {} samples, bins {:.6g} Hz apart", s.path, s.samples, s.resolution));
    report.line("  peak", fmt::format("{:.9g} Hz   the bin of the largest amplitude", s.peak));
    report.line("  fitted",
                fmt::format("{:.6g} Hz   a sine through all samples: mean {:.5g}, amplitude {:.5g} (SI)",
                            s.fitted_frequency, s.fitted_mean, s.fitted_amplitude));
}

std::string motion_table(const Trajectory& t)
{
    std::string text = fmt::format("\n{:>12} {:>12} {:>12} {:>12} {:>14}\n", "time [s]", "x [mm]", "y [mm]",
                                   "z [mm]", t.motion.empty() ? "" : "kinetic [mJ]");
    for (const std::size_t k : spread_rows(t.time.size())) {
        const Vector3d x = 1e3 * t.frames[k].back().position();
        text += fmt::format("{:>12.6g}", t.time[k]);
        for (int i = 0; i < 3; ++i)
            text += fmt::format(" {:>12.4f}", std::abs(x[i]) < 5e-5 ? 0.0 : x[i]);
        if (!t.motion.empty()) text += fmt::format(" {:>14.5g}", 1e3 * t.motion[k].kinetic_energy);
        text += "\n";
    }
    return text;
}

std::string mode_direction(const Mode& mode)
{
    if (mode.along_twist) return "twist";
    const auto largest = std::max_element(mode.displacement.begin(), mode.displacement.end(),
                                          [](const auto& a, const auto& b) { return a.norm() < b.norm(); });
    const Eigen::Vector3d size = largest->cwiseAbs();
    return fmt::format("{:>6.3f} {:>6.3f} {:>6.3f}", size.x(), size.y(), size.z());
}

}  // namespace

std::string to_text(const Manipulator& manipulator, const Trajectory& t, const TextOptions& options)
{
    Report report(options.colour);
    report.title(manipulator.name.empty() ? "motion" : manipulator.name);
    report.line("model", t.model);
    report.status(name(t.status), t.status == Status::converged, t.interrupted ? ", interrupted" : "",
                  t.message);
    report.warnings(t.warnings);
    if (t.time.empty()) return report.take();

    const IntegrationReport& i = t.integration;
    const double simulated = t.time.back();
    report.line("run", fmt::format("{:.6g} s in {:.3g} s{}; {} outputs", simulated, i.seconds,
                                   i.seconds > 0.0 && simulated > 0.0
                                       ? fmt::format(" ({:.3g} times real time)", simulated / i.seconds)
                                       : "",
                                   t.time.size()));
    report.line("integrator", fmt::format("{}: {} steps of {} on average, {} rejected", i.integrator, i.steps,
                                          format_quantity(i.step, dimension::time, 3), i.rejected));
    add_tip_motion(report, t);
    if (!t.motion.empty()) add_energy(report, t);
    if (t.spectrum) add_spectrum(report, *t.spectrum);
    if (!options.brief) report.text(motion_table(t));
    return report.take();
}

std::string to_text(const Manipulator& manipulator, const Modes& modes, const TextOptions& options)
{
    Report report(options.colour);
    report.title(manipulator.name.empty() ? "vibrations" : manipulator.name);
    report.line("model", modes.model);
    report.status(name(modes.status), modes.status == Status::converged, "", modes.message);
    report.warnings(modes.warnings);
    if (modes.modes.empty()) return report.take();
    report.line("about", "the equilibrium with its tip at " +
                             vector_in_words(modes.equilibrium.tip().position(), dimension::length));
    std::string text;
    text += fmt::format("\n{:>4} {:>14} {:>12} {:>14}   {}\n", "mode", "frequency [Hz]", "damping",
                        "decay [1/s]", "largest displacement x y z");
    const std::size_t rows = options.most_modes > 0
                                 ? std::min(modes.modes.size(), static_cast<std::size_t>(options.most_modes))
                                 : modes.modes.size();
    for (std::size_t i = 0; i < rows; ++i) {
        const Mode& mode = modes.modes[i];
        const double decay = -mode.eigenvalue.real();
        text += fmt::format("{:>4} {:>14} {:>12.4g} {:>14.5g}   {}{}\n", i + 1,
                            mode.frequency > 0.0 ? fmt::format("{:.7g}", mode.frequency) : "-",
                            mode.damping_ratio == 0.0 ? 0.0 : mode.damping_ratio, decay == 0.0 ? 0.0 : decay,
                            mode_direction(mode), mode.damping_ratio < -1e-7 ? "   grows" : "");
    }
    if (rows < modes.modes.size()) text += fmt::format("{:>4} {} more\n", "", modes.modes.size() - rows);
    report.text(text);
    return report.take();
}

}  // namespace supple
