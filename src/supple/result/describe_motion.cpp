#include <supple/result/describe.hpp>

#include <algorithm>
#include <limits>

namespace supple {
namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

/// A number, a vector or a frame of each time.
using PoseAt = FunctionRef<const SE3*(std::size_t time)>;

void describe_poses(Describer& to, std::size_t times, PoseAt pose)
{
    to.numbers({.name = "position",
                .help = "in the world",
                .unit = unit::length,
                .shape = "[times][3]",
                .components = "x y z",
                .rows = true},
               {2, {times, 3}, [&](std::size_t k, double* out) {
                    const SE3* X = pose(k);
                    for (int i = 0; i < 3; ++i)
                        out[i] = X ? X->position()[i] : missing;
                }});
    to.numbers({.name = "quaternion",
                .help = "w first; the z axis of the frame is the tangent",
                .shape = "[times][4]",
                .components = "w x y z",
                .rows = true},
               {2, {times, 4}, [&](std::size_t k, double* out) {
                    const SE3* X = pose(k);
                    const Eigen::Quaterniond q =
                        X ? X->quaternion() : Eigen::Quaterniond(missing, missing, missing, missing);
                    out[0] = q.w();
                    std::copy_n(q.vec().data(), 3, out + 1);
                }});
}

void describe_shapes(Describer& to, const Trajectory& t)
{
    const std::size_t times = t.frames.size(), points = t.arclength.size();
    to.array(
        {.name = "arclength", .help = "the same at every time", .unit = unit::length, .shape = "[points]"},
        t.arclength);
    to.numbers({.name = "position",
                .help = "of the rod's axis, in the world",
                .unit = unit::length,
                .shape = "[times][points][3]",
                .components = "x y z",
                .rows = true},
               {3, {times, points, 3}, [&](std::size_t k, double* out) {
                    for (std::size_t i = 0; i < points; ++i)
                        for (int axis = 0; axis < 3; ++axis)
                            *out++ = i < t.frames[k].size() ? t.frames[k][i].position()[axis] : missing;
                }});
    to.numbers({.name = "quaternion",
                .help = "of the section's frame, w first",
                .shape = "[times][points][4]",
                .components = "w x y z",
                .rows = true},
               {3, {times, points, 4}, [&](std::size_t k, double* out) {
                    for (std::size_t i = 0; i < points; ++i, out += 4) {
                        std::fill_n(out, 4, missing);
                        if (i >= t.frames[k].size()) continue;
                        const Eigen::Quaterniond q = t.frames[k][i].quaternion();
                        out[0] = q.w();
                        std::copy_n(q.vec().data(), 3, out + 1);
                    }
                }});
}

/// Vectors of the model's state, one a time.
void describe_states(Describer& to, const ResultField& field, const std::vector<VectorXd>& states,
                     std::size_t times)
{
    const std::size_t size = states.empty() ? 0 : static_cast<std::size_t>(states[0].size());
    if (!states.empty()) to.must_match(field.name, states.size(), times);
    for (const VectorXd& one : states)
        to.must_match(field.name, static_cast<std::size_t>(one.size()), size);
    to.numbers(field, {2,
                       {states.size(), size},
                       [&](std::size_t k, double* out) {
                           for (std::size_t i = 0; i < size; ++i)
                               out[i] = i < static_cast<std::size_t>(states[k].size())
                                            ? states[k][static_cast<Eigen::Index>(i)]
                                            : missing;
                       },
                       !states.empty()});
}

void describe_motion(Describer& to, const std::vector<MotionState>& motion)
{
    constexpr const char* absent = "the model does not tell it";
    constexpr std::size_t apart = sizeof(MotionState) / sizeof(double);
    const auto energy = [&](Describer& d, const char* name, const char* help, double MotionState::*value) {
        d.numbers({.name = name, .help = help, .unit = unit::motion_energy, .shape = "[times]", .rows = true},
                  {1,
                   {motion.size()},
                   [&](std::size_t k, double* out) { *out = motion[k].*value; },
                   true,
                   motion.empty() ? nullptr : &(motion[0].*value),
                   {apart}});
    };
    const auto momentum = [&](Describer& d, const char* name, const char* help, FieldUnit unit,
                              Vector3d MotionState::*value) {
        d.numbers({.name = name,
                   .help = help,
                   .unit = unit,
                   .shape = "[times][3]",
                   .components = "x y z",
                   .rows = true},
                  {2,
                   {motion.size(), 3},
                   [&](std::size_t k, double* out) { std::copy_n((motion[k].*value).data(), 3, out); },
                   true,
                   motion.empty() ? nullptr : (motion[0].*value).data(),
                   {apart, 1}});
    };
    to.group({.name = "energy", .absent = absent}, !motion.empty(), [&](Describer& d) {
        energy(d, "kinetic", "of the motion", &MotionState::kinetic_energy);
        energy(d, "elastic", "of the rod", &MotionState::elastic_energy);
        energy(d, "total", "kinetic, elastic and of all conservative loads", &MotionState::total_energy);
    });
    to.group({.name = "momentum", .absent = absent}, !motion.empty(), [&](Describer& d) {
        momentum(d, "linear", "in the world", unit::momentum, &MotionState::linear_momentum);
        momentum(d, "angular", "about the world's origin", unit::angular_momentum,
                 &MotionState::angular_momentum);
    });
}

void describe(Describer& to, const MotionSpectrum& s)
{
    to.text({.name = "path", .help = "of the value whose frequencies these are"}, s.path);
    to.whole({.name = "samples", .help = "of which the amplitudes were formed"}, s.samples);
    to.number({.name = "resolution", .help = "distance of the bins", .unit = unit::frequency}, s.resolution);
    to.number({.name = "peak", .help = "the bin of the largest amplitude", .unit = unit::frequency}, s.peak);
    to.number({.name = "fitted_frequency",
               .help = "of the sine that fits all samples best",
               .unit = unit::frequency},
              s.fitted_frequency);
    to.number({.name = "fitted_mean", .help = "of that sine, in the unit of the value"}, s.fitted_mean);
    to.number({.name = "fitted_amplitude", .help = "of that sine, in the unit of the value"},
              s.fitted_amplitude);
    to.array({.name = "frequency", .help = "of each bin", .unit = unit::frequency, .shape = "[bins]"},
             s.frequency);
    to.array({.name = "amplitude", .help = "of the value less its mean, in its unit", .shape = "[bins]"},
             s.amplitude);
}

}  // namespace

void describe(Describer& to, const Trajectory& t)
{
    const std::size_t times = t.time.size();
    to.text({.name = "model", .help = "type of the model"}, t.model);
    to.outcome(t.status, t.message);
    to.array({.name = "time", .help = "ascending", .unit = unit::time, .shape = "[times]", .rows = true},
             t.time);
    to.must_match("frames", t.frames.size(), times);
    for (const auto& frames : t.frames)
        to.must_match("shape at one time", frames.size(), t.arclength.size());
    to.group({.name = "tip", .help = "pose of the rod's end"}, true, [&](Describer& d) {
        describe_poses(d, t.frames.size(),
                       [&](std::size_t k) { return t.frames[k].empty() ? nullptr : &t.frames[k].back(); });
    });
    to.group({.name = "shape", .help = "the rod along its arc length", .in_table = InTable::nothing}, true,
             [&](Describer& d) { describe_shapes(d, t); });

    const std::size_t stations = t.stations.empty() ? 0 : t.stations[0].size();
    if (!t.stations.empty()) to.must_match("stations", t.stations.size(), times);
    for (const auto& set : t.stations)
        to.must_match("stations at one time", set.size(), stations);
    to.list({.name = "stations", .help = "poses of named points of the rod", .keyed = true},
            {stations,
             [&](std::size_t i) -> std::string_view {
                 return i == prototype ? std::string_view() : t.stations[0][i].name;
             },
             [&](Describer& d, std::size_t i) {
                 describe_poses(d, i == prototype ? 0 : t.stations.size(), [&](std::size_t k) {
                     return i < t.stations[k].size() ? &t.stations[k][i].X_WS : nullptr;
                 });
             }});
    describe_states(to,
                    {.name = "coordinates",
                     .help = "of the model",
                     .shape = "[times][coordinates]",
                     .absent = "the model does not tell them",
                     .rows = true,
                     .in_table = InTable::nothing},
                    t.coordinates, times);
    describe_states(to,
                    {.name = "velocities",
                     .help = "of the coordinates",
                     .shape = "[times][coordinates]",
                     .absent = "the model does not tell them",
                     .rows = true,
                     .in_table = InTable::nothing},
                    t.velocities, times);
    if (!t.motion.empty()) to.must_match("motion", t.motion.size(), times);
    describe_motion(to, t.motion);
    to.flag({.name = "interrupted", .help = "stopped from outside; what was done is here"}, t.interrupted);
    to.group({.name = "integration"}, true, [&](Describer& d) {
        const IntegrationReport& i = t.integration;
        d.text({.name = "integrator", .help = "the method in a few words"}, i.integrator);
        d.number({.name = "step", .help = "fixed, or the mean of an adaptive one", .unit = unit::time},
                 i.step);
        d.whole({.name = "steps", .help = "that were taken"}, i.steps);
        d.whole({.name = "rejected", .help = "steps tried again with a smaller size"}, i.rejected);
        d.number({.name = "seconds", .help = "wall time of the run", .unit = unit::time, .clock = true},
                 i.seconds);
    });
    to.group({.name = "spectrum", .help = "frequencies of one value", .absent = "it is not asked for"},
             t.spectrum.has_value(), [&](Describer& d) {
                 const MotionSpectrum none;
                 describe(d, t.spectrum ? *t.spectrum : none);
             });
    to.texts({.name = "warnings", .help = "sentences", .shape = "[..]", .in_table = InTable::count},
             t.warnings);
}

}  // namespace supple
