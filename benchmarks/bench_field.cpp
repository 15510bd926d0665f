/// Time for one field with its first and second gradient.
#include <supple/field/field_map.hpp>
#include <supple/field/magnetic_field.hpp>

#include <benchmark/benchmark.h>

#include <cmath>
#include <numbers>

namespace supple {
namespace bench_field {

/// At points on a small circle, so that the compiler cannot keep a result.
template <class Source>
void evaluate(benchmark::State& state, const Source& source, const Vector3d& around)
{
    std::array<Vector3d, 64> points;
    double phi = 0.0;
    for (Vector3d& point : points) {
        point = around + 1e-3 * Vector3d(std::cos(phi), std::sin(phi), 0.5);
        phi += 2.0 * std::numbers::pi / 64.0;
    }
    std::size_t i = 0;
    for (auto _ : state)
        benchmark::DoNotOptimize(field_at(source, points[i++ & 63]));
}

Coil unit_coil()
{
    Coil coil;
    coil.radius = 0.1;
    coil.current = 1.0;
    return coil;
}

void loop_near_axis(benchmark::State& state)
{
    evaluate(state, unit_coil(), {0.01, 0.02, 0.03});
}

void loop_near_wire(benchmark::State& state)
{
    evaluate(state, unit_coil(), {0.09, 0.01, 0.02});
}

void dipole(benchmark::State& state)
{
    FieldDipole magnet;
    magnet.moment = {0.1, 0.2, 0.3};
    evaluate(state, magnet, {0.01, 0.02, 0.03});
}

/// A 32³ map, evaluated in its middle.
void map(benchmark::State& state)
{
    FieldMap sampled;
    sampled.count = {32, 32, 32};
    sampled.spacing = Vector3d::Constant(0.01);
    for (int n = 0; n < 32 * 32 * 32; ++n)
        sampled.values.emplace_back(n % 7, n % 11, n % 13);
    fit_spline(sampled);
    evaluate(state, sampled, {0.16, 0.16, 0.16});
}

BENCHMARK(loop_near_axis)->Name("field/loop");
BENCHMARK(loop_near_wire)->Name("field/loop/near-wire");
BENCHMARK(dipole)->Name("field/dipole");
BENCHMARK(map)->Name("field/map");

}  // namespace bench_field
}  // namespace supple
