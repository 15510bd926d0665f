#include <supple/dynamics/spectrum.hpp>
#include <supple/io/error.hpp>
#include <supple/io/motion_case.hpp>
#include <supple/io/text.hpp>

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <functional>

namespace supple {
namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& why)
{
    throw InputError(
        fmt::format("{}: {}; expected a number of the trajectory such as tip.position.x, "
                    "stations.NAME.position.y, disks.8.position.x, coordinates.0, energy.total",
                    in_quotes(path), why));
}

std::vector<std::string> split(const std::string& path)
{
    std::vector<std::string> parts(1);
    for (const char c : path) {
        if (c == '.') {
            parts.emplace_back();
        } else {
            parts.back() += c;
        }
    }
    return parts;
}

/// A whole number from 0, or −1.
int whole(const std::string& text)
{
    int value = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? value : -1;
}

double component(const SE3& X, const std::string& quantity, const std::string& axis, const std::string& path)
{
    const std::size_t xyz = std::string("xyz").find(axis), wxyz = std::string("wxyz").find(axis);
    if (quantity == "position" && axis.size() == 1 && xyz != std::string::npos)
        return X.position()[static_cast<Eigen::Index>(xyz)];
    if (quantity == "quaternion" && axis.size() == 1 && wxyz != std::string::npos) {
        const Eigen::Quaterniond q = X.quaternion();
        return wxyz == 0 ? q.w() : q.vec()[static_cast<Eigen::Index>(wxyz - 1)];
    }
    refuse(path, "a pose has position.x, .y, .z and quaternion.w, .x, .y, .z");
}

std::size_t index_of_disk(const Trajectory& t, const Manipulator& m, const std::string& number,
                          const std::string& path)
{
    for (const Attachment& attachment : m.attachments) {
        const auto* disks = std::get_if<Disks>(&attachment);
        if (!disks) continue;
        const int disk = whole(number);
        if (disk < 1 || disk > static_cast<int>(disks->positions.size()))
            refuse(path, fmt::format("there are disks 1 to {}", disks->positions.size()));
        for (std::size_t i = 0; i < t.arclength.size(); ++i) {
            if (std::abs(t.arclength[i] - disks->positions[static_cast<std::size_t>(disk - 1)]) <=
                1e-9 * m.rod.length)
                return i;
        }
        refuse(path, "the model places no frame at that disk; name a station there");
    }
    refuse(path, "there are no disks");
}

/// The value of a path at each time.
std::function<double(std::size_t)> reader(const Trajectory& t, const Manipulator& m, const std::string& path)
{
    const auto parts = split(path);
    if (parts[0] == "tip" && parts.size() == 3) {
        return [&t, parts, path](std::size_t k) {
            return component(t.frames[k].back(), parts[1], parts[2], path);
        };
    }
    if (parts[0] == "disks" && parts.size() == 4) {
        const std::size_t i = index_of_disk(t, m, parts[1], path);
        return [&t, parts, path, i](std::size_t k) {
            return component(t.frames[k][i], parts[2], parts[3], path);
        };
    }
    if (parts[0] == "stations" && parts.size() == 4) {
        for (std::size_t i = 0; !t.stations.empty() && i < t.stations[0].size(); ++i) {
            if (t.stations[0][i].name != parts[1]) continue;
            return [&t, parts, path, i](std::size_t k) {
                return component(t.stations[k][i].X_WS, parts[2], parts[3], path);
            };
        }
        refuse(path, "there is no such station");
    }
    if ((parts[0] == "coordinates" || parts[0] == "velocities") && parts.size() == 2) {
        const auto& list = parts[0] == "coordinates" ? t.coordinates : t.velocities;
        const int j = whole(parts[1]);
        if (list.empty() || j < 0 || j >= list[0].size()) refuse(path, "there is no such coordinate");
        return [&list, j](std::size_t k) { return list[k][j]; };
    }
    if (parts[0] == "energy" && parts.size() == 2 && !t.motion.empty()) {
        if (parts[1] == "kinetic") return [&t](std::size_t k) { return t.motion[k].kinetic_energy; };
        if (parts[1] == "elastic") return [&t](std::size_t k) { return t.motion[k].elastic_energy; };
        if (parts[1] == "total") return [&t](std::size_t k) { return t.motion[k].total_energy; };
    }
    refuse(path, "is not known");
}

}  // namespace

std::vector<double> series(const Trajectory& trajectory, const Manipulator& manipulator,
                           const std::string& path)
{
    if (trajectory.time.empty()) return {};
    const auto value = reader(trajectory, manipulator, path);
    std::vector<double> values(trajectory.time.size());
    for (std::size_t k = 0; k < values.size(); ++k)
        values[k] = value(k);
    return values;
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
