// The reference rod, cold: from the straight shape every time.
#include <supple/cosserat/cosserat.hpp>

#include <benchmark/benchmark.h>

namespace bench_cosserat {

using namespace supple;

/// The rod of s1 along world x: L = 50 mm, EI = 17.185 N mm².
Manipulator rod()
{
    Manipulator m;
    m.rod.length = 50e-3;
    m.rod.bending_stiffness = Vector2d::Constant(17.185e-6);
    Matrix3d R;
    R << 0, 0, 1, 1, 0, 0, 0, 1, 0;
    m.base.X_WB = SE3(R, Vector3d::Zero());
    return m;
}

/// The load of s1 Fig. 3a, shared out among a number of points.
Manipulator loaded(int count)
{
    Manipulator m = rod();
    for (int i = 1; i <= count; ++i) {
        PointLoad load;
        load.at = m.rod.length * i / count;
        load.force = Vector3d(4e-3, -2.5e-3, 2.5e-3) / count;
        load.moment = Vector3d(0, -250e-6, -150e-6) / count;
        m.loads.push_back(load);
    }
    return m;
}

void solve_cold(benchmark::State& state, int loads)
{
    cosserat::Solver solver(loaded(loads));
    Equilibrium equilibrium;
    for (auto _ : state) {
        cosserat::solve(solver, equilibrium);
        benchmark::DoNotOptimize(equilibrium);
    }
    if (equilibrium.status != Status::converged) state.SkipWithError(equilibrium.message.c_str());
}

void tip(benchmark::State& state)
{
    solve_cold(state, 1);
}
void loads(benchmark::State& state)
{
    solve_cold(state, static_cast<int>(state.range(0)));
}

BENCHMARK(tip)->Name("solve/cosserat/tip");
BENCHMARK(loads)->Name("solve/cosserat/loads")->Arg(1)->Arg(10);

}  // namespace bench_cosserat
