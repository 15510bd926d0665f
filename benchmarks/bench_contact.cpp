// Time for a rod in a tube: again after a small change of the load, and from nothing.
#include <supple/assembly/discretize.hpp>
#include <supple/statics/equilibrium.hpp>

#include <benchmark/benchmark.h>

namespace supple {
namespace bench_contact {

constexpr double mm = 1e-3, mN = 1e-3, mN_mm2 = 1e-9;

/// A catheter of that many ball joints, pressed along the outer wall of a bend by its tip.
Manipulator in_a_bend(int joints)
{
    Manipulator m;
    m.base.written = PoseAsWritten{Vector3d::Zero(), Vector3d::UnitX(), Vector3d::UnitY()};
    m.rod.length = 100 * mm;
    m.rod.bending_stiffness = Vector2d::Constant(2.05e5 * mN_mm2);
    m.model = SphericalModel{joints, JointLayout::half_links, {}, {}, {}};
    PointLoad tip;
    tip.at = at_tip;
    tip.force = mN * Vector3d(900, -300, 0);
    m.loads = {tip};
    m.constraints = {Conduit{.name = "vessel",
                             .clearance = {1 * mm},
                             .pieces = {LinePiece{20 * mm}, ArcPiece{60 * mm, 2.0, Vector3d::UnitY()}}}};
    return m;
}

void report(benchmark::State& state, const Equilibrium& eq)
{
    if (eq.status != Status::converged) state.SkipWithError(eq.message.c_str());
    state.counters["iterations"] = eq.solver.iterations;
    state.counters["touches"] = static_cast<double>(eq.contacts.size());
}

template <int joints>
void warm(benchmark::State& state)
{
    const auto system = discretize(in_a_bend(joints));
    StaticSolver solver(*system);
    Equilibrium eq;
    solver.solve({}, eq);
    const double force = system->loads[0]->parameter(1);
    StaticsOptions options;
    options.warm_start = true;
    bool more = false;
    for (auto _ : state) {
        more = !more;
        system->loads[0]->parameter(1) = more ? 1.01 * force : force;
        solver.solve(options, eq);
        benchmark::DoNotOptimize(eq.coordinates.data());
    }
    report(state, eq);
}

template <int joints>
void cold(benchmark::State& state)
{
    const auto system = discretize(in_a_bend(joints));
    StaticSolver solver(*system);
    Equilibrium eq;
    for (auto _ : state) {
        solver.solve({}, eq);
        benchmark::DoNotOptimize(eq.coordinates.data());
    }
    report(state, eq);
}

BENCHMARK(warm<20>)->Name("contact/spherical-prb/20/warm");
BENCHMARK(warm<100>)->Name("contact/spherical-prb/100/warm");
BENCHMARK(cold<40>)->Name("contact/spherical-prb/40/cold");

}  // namespace bench_contact
}  // namespace supple
