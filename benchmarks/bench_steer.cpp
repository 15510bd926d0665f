// Time for one point of a circle: the currents that bring the tip there, from those of the last point.
#include <supple/assembly/discretize.hpp>
#include <supple/steer/steer.hpp>

#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <numbers>

namespace supple {
namespace bench_steer {

constexpr double mm = 1e-3;

/// The catheter of s2 with its coils in 3 T, as a chain of equal links (s2 Sec. 5, reading B).
Manipulator mri_catheter(int joints)
{
    Manipulator m;
    m.rod.length = 101.35 * mm;
    m.rod.section = CrossSection{Tube{3.18 * mm, 1.98 * mm}, std::nullopt, 1.0};
    m.rod.material.youngs_modulus = 5.05e6;
    m.rod.material.shear_modulus = 1.87e6;
    SphericalModel model;
    model.joints = joints;
    model.layout = JointLayout::equal_links;
    m.model = model;
    m.environment.magnetic_field.uniform = {0.0, 3.0, 0.0};
    CoilSet coils;
    coils.name = "coils";
    coils.at = 72.9 * mm;
    coils.turns = {30, 30, 100};
    coils.areas = mm * mm * Vector3d(48.02, 48.02, 15.55);
    m.attachments = {coils};
    return m;
}

template <int joints>
void circle(benchmark::State& state)
{
    const auto system = discretize(mri_catheter(joints));
    std::vector<Actuation> list;
    for (const Parameter& parameter : actuations(*system))
        list.push_back({parameter});
    SystemSteerer steerer(*system, list, tip_of(*system));
    std::array<Target, 36> points;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double phi = 2.0 * std::numbers::pi * static_cast<double>(i) / 36.0;
        points[i].position = {8 * mm * std::cos(phi), (38 + 8 * std::sin(phi)) * mm, std::nullopt};
    }
    Steering result;
    const SteerOptions warm{.warm_start = true};
    steerer.steer(points[0], warm, result);
    std::size_t i = 0;
    int steps = 0, count = 0;
    for (auto _ : state) {
        i = (i + 1) % points.size();
        steerer.steer(points[i], warm, result);
        benchmark::DoNotOptimize(result.actuation.data());
        steps += result.iterations;
        ++count;
        if (result.status != Status::converged) state.SkipWithError(result.message.c_str());
    }
    state.counters["steps"] = static_cast<double>(steps) / std::max(1, count);
}

BENCHMARK(circle<3>)->Name("steer/spherical-prb/3");
BENCHMARK(circle<6>)->Name("steer/spherical-prb/6");
BENCHMARK(circle<9>)->Name("steer/spherical-prb/9");

}  // namespace bench_steer
}  // namespace supple
