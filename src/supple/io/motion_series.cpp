#include <supple/dynamics/spectrum.hpp>
#include <supple/io/error.hpp>
#include <supple/io/motion_case.hpp>
#include <supple/result/output.hpp>
#include <supple/text/words.hpp>

#include <fmt/format.h>

namespace supple {
std::vector<double> series(const Trajectory& trajectory, const Manipulator& manipulator,
                           const std::string& path)
{
    if (trajectory.time.empty()) return {};
    const OutputSearch found = find_output(path, trajectory, disk_places(manipulator));
    if (!found)
        throw InputError(
            fmt::format("{}: {}; expected a number of the trajectory such as tip.position.x, "
                        "stations.NAME.position.y, disks.8.position.x, coordinates.0, energy.total",
                        in_quotes(path), found.problem));
    if (found.output->size != 1)
        throw InputError(fmt::format("{}: are {} numbers; expected one of them, as in {}", in_quotes(path),
                                     found.output->size, in_quotes(path + ".x")));
    return series(*found.output, trajectory);
}

MotionSpectrum spectrum(const Trajectory& trajectory, const Manipulator& manipulator, const std::string& path,
                        int samples)
{
    const std::vector<double> values = series(trajectory, manipulator, path);
    const std::size_t wanted = samples > 0 ? static_cast<std::size_t>(samples) : values.size();
    if (values.size() < wanted || wanted < 8) {
        throw InputError(fmt::format(
            "a spectrum of {} samples was asked for and the run has {}; expected at least 8, and a "
            "longer simulation.duration or a shorter simulation.output_every",
            wanted, values.size()));
    }
    const double every = trajectory.time[1] - trajectory.time[0];
    Spectrum bins = amplitude_spectrum(std::span(values).first(wanted), every);
    const SineFit fit = fit_sine(values, every);
    MotionSpectrum found;
    found.path = path;
    found.samples = static_cast<int>(wanted);
    found.resolution = bins.resolution;
    found.frequency = std::move(bins.frequency);
    found.amplitude = std::move(bins.amplitude);
    found.peak = bins.peak;
    found.fitted_frequency = fit.frequency;
    found.fitted_mean = fit.mean;
    found.fitted_amplitude = fit.amplitude;
    return found;
}

}  // namespace supple
