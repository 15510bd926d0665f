// One step of the nodal rod, from a saved state of the released rod of experiment 3 [Tariverdi 2020].
#include <supple/dynamics/variational.hpp>
#include <supple/dynamics/variational_explicit.hpp>
#include <supple/dynamics/variational_implicit.hpp>

#include <benchmark/benchmark.h>

namespace bench_variational {

using namespace supple;
using namespace supple::variational;

/// A soft rod along world x under its weight: L = 60.5 mm, 5 mm thick.
NodalRod rod(int elements)
{
    Manipulator m;
    m.rod.length = 60.5e-3;
    m.rod.section = CrossSection{Circle{5e-3}, std::nullopt, 1.0};
    m.rod.material = {365.12e3, std::nullopt, 0.5, 1101.0};
    m.environment.gravity = Vector3d(0, 0, -9.81);
    Matrix3d R;
    R << 0, 0, 1, 1, 0, 0, 0, 1, 0;
    m.base.X_WB = SE3(R, Vector3d::Zero());
    return nodal_rod(m, elements, StrainPlace::midpoint).rod;
}

void explicit_step(benchmark::State& state)
{
    const NodalRod model = rod(static_cast<int>(state.range(0)));
    // Half the limit of the axial wave and of thickness shear.
    const double step = 0.5 * std::min(2.3e-4, model.lengths[0] / 18.2);
    ExplicitIntegrator integrator(model, rest_state(model), step);
    for (auto _ : state) {
        if (!integrator.step()) state.SkipWithError("a rotation was not found");
    }
    if (!(integrator.least_half_cosine() > 0.9)) state.SkipWithError("the motion is not that of a rod");
}

void implicit_step(benchmark::State& state)
{
    const NodalRod model = rod(static_cast<int>(state.range(0)));
    ImplicitIntegrator integrator(model, rest_state(model));
    for (auto _ : state) {
        if (!integrator.step(1e-3)) state.SkipWithError("Newton did not converge");
    }
    using benchmark::Counter;
    const double work = static_cast<double>(integrator.iterations()) * model.nodes();
    state.counters["s_per_node_iteration"] = Counter(work, Counter::kIsRate | Counter::kInvert);
    state.counters["iterations"] =
        static_cast<double>(integrator.iterations()) / static_cast<double>(integrator.steps());
}

/// The aluminium rod of experiment 1, let go: 1.5 s of motion at the default step.
void released_rod(benchmark::State& state)
{
    Manipulator m;
    m.rod.length = 0.2;
    m.rod.section = CrossSection{Circle{2e-3}, std::nullopt, 1.0};
    m.rod.material = {75e9, std::nullopt, 0.33, 2690.0};
    m.model = VariationalModel{};
    PointLoad hold;
    hold.at = 0.2;
    hold.force = Vector3d(0.1, 0, 0);
    hold.timing.until = 0.0;
    m.loads = {hold};
    m.simulation = Simulation{};
    m.simulation->duration = 1.5;
    m.simulation->output_every = 1e-3;
    for (auto _ : state) {
        const Trajectory run = simulate_variational(m);
        if (run.status != Status::converged) state.SkipWithError(run.message.c_str());
    }
}

/// The three slowest modes of the aluminium rod about its equilibrium under its weight; with a retardation
/// time in nanoseconds.
void slow_modes(benchmark::State& state)
{
    Manipulator m;
    m.rod.length = 0.2;
    m.rod.section = CrossSection{Circle{2e-3}, std::nullopt, 1.0};
    m.rod.material = {75e9, std::nullopt, 0.33, 2690.0};
    m.rod.damping.retardation_time = 1e-9 * static_cast<double>(state.range(1));
    m.environment.gravity = Vector3d(-9.81, 0, 0);
    m.model = VariationalModel{.elements = static_cast<int>(state.range(0))};
    for (auto _ : state) {
        const Modes modes = find_variational_modes(m, {.count = 3});
        if (modes.status != Status::converged || modes.modes.size() != 3)
            state.SkipWithError(modes.message.c_str());
    }
}

BENCHMARK(slow_modes)
    ->Name("modes/variational")
    ->Args({50, 0})
    ->Args({200, 0})
    ->Args({1000, 0})
    ->Args({200, 10000})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(released_rod)->Name("simulate/variational/released-rod")->Unit(benchmark::kMillisecond);
BENCHMARK(explicit_step)->Name("step/variational/explicit")->Arg(15)->Arg(200);
BENCHMARK(implicit_step)->Name("step/variational/implicit")->Arg(15)->Arg(200);

}  // namespace bench_variational
