// Forces from a measured shape: one update of a stream, and a search from nothing.

#include <supple/estimate/estimate_forces.hpp>
#include <supple/estimate/estimator.hpp>
#include <supple/estimate/forward_shape.hpp>

#include <benchmark/benchmark.h>

#include <cmath>

namespace supple::bench_estimate {
namespace {

Manipulator rod(const ModelChoice& model)
{
    Manipulator m;
    m.rod.length = 0.1;
    m.rod.bending_stiffness = Vector2d(2.05e-4, 2.05e-4);
    m.rod.torsional_stiffness = 1.5769e-4;
    m.model = model;
    return m;
}

Manipulator chain()
{
    SphericalModel model;
    model.joints = 10;
    return rod(model);
}

/// Twenty points of the exact rod with an error of a thousandth of the length that is always the same.
ShapeData seen(const estimation::Pushes& pushes)
{
    const estimation::MadeShape made = estimation::make_forward_shape(rod(CosseratModel{}));
    std::vector<double> places;
    for (int i = 1; i <= 20; ++i)
        places.push_back(i / 20.0);
    estimation::Sections at;
    ShapeData data;
    if (!made.model->predict(pushes, places, false, at)) return data;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const double k = static_cast<double>(i);
        const Vector3d error(std::sin(7.0 * k), std::sin(11.0 * k + 1.0), std::sin(13.0 * k + 2.0));
        data.points.push_back({0.1 * places[i], 0.1 * at.r[i] + 1e-4 * error, Vector3d::Constant(1e-4)});
    }
    return data;
}

void update(benchmark::State& state)
{
    std::vector<ShapeData> stream;
    for (int i = 0; i < 64; ++i) {
        estimation::Pushes p;
        p.tip_force = Vector3d(1.0 + 0.5 * std::sin(0.1 * i), 0.8 * std::cos(0.1 * i), 0.1);
        stream.push_back(seen(p));
    }
    ForceOptions options;
    options.tip_force = true;
    Estimator estimator(chain(), options);
    std::size_t i = 0;
    for (auto _ : state) {
        const ForceEstimate& e = estimator.update(stream[i++ % stream.size()]);
        if (e.status != Status::converged) state.SkipWithError(e.message.c_str());
        benchmark::DoNotOptimize(e.chi_square);
    }
}

void cold(benchmark::State& state)
{
    estimation::Pushes p;
    p.points = {{0.35, {3.0, -2.0, 0.0}}, {0.75, {-2.0, 4.0, 0.0}}};
    const ShapeData data = seen(p);
    const Manipulator m = chain();
    ForceOptions options;
    options.max_contacts = 2;
    options.intervals = false;
    for (auto _ : state) {
        const ForceEstimate e = estimate_forces(m, data, options);
        if (e.contacts.size() != 2) state.SkipWithError("two contacts were not found");
        benchmark::DoNotOptimize(e.chi_square);
    }
}

BENCHMARK(update)->Name("estimate/spherical-prb/10/update")->Unit(benchmark::kMicrosecond);
BENCHMARK(cold)->Name("estimate/spherical-prb/10/cold")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace supple::bench_estimate
