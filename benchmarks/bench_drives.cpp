// Time for one equilibrium of the rod-driven arm of s3, cold, and for the forces of its six rods in motion.
#include <supple/assembly/discretize.hpp>
#include <supple/statics/equilibrium.hpp>

#include <benchmark/benchmark.h>

#include <limits>
#include <numbers>

namespace supple {
namespace bench_drives {

constexpr double mm = 1e-3, EI = 2.1e11 * 5.743e-14;

Manipulator arm(ContactLaw law, const std::vector<double>& tensions)
{
    Manipulator m;
    m.rod.length = 240 * mm;
    m.rod.bending_stiffness = Vector2d::Constant(EI);
    m.environment.gravity = {-9.81, 0.0, 0.0};
    m.model = CurvatureModel{};
    Disks disks;
    for (int i = 1; i <= 8; ++i) {
        disks.positions.push_back(30 * mm * i);
        disks.inertia.push_back({i <= 4 ? 2.869e-3 : 2.269e-3, 0.0, 0.0});
    }
    DrivenRods rods;
    for (const double degrees : {0.0, 120.0, 240.0, 60.0, 180.0, 300.0})
        rods.angles.push_back(degrees * std::numbers::pi / 180.0);
    rods.radii.assign(6, 12.5 * mm);
    rods.ends = {120 * mm, 120 * mm, 120 * mm, 240 * mm, 240 * mm, 240 * mm};
    rods.bending_stiffness.assign(6, EI);
    rods.axial_stiffness.assign(6, std::numeric_limits<double>::infinity());
    rods.pretension.assign(6, 0.0);
    rods.friction = 0.3;
    rods.contact = law;
    rods.tensions = tensions;
    m.attachments = {disks, rods};
    return m;
}

void solve(benchmark::State& state, const Manipulator& manipulator)
{
    const auto system = discretize(manipulator);
    StaticSolver solver(*system);
    Equilibrium eq;
    for (auto _ : state) {
        solver.solve({}, eq);
        benchmark::DoNotOptimize(eq.coordinates.data());
    }
    if (eq.status != Status::converged) state.SkipWithError(eq.message.c_str());
    state.counters["iterations"] = eq.solver.iterations;
}

template <ContactLaw law>
void rods(benchmark::State& state)
{
    solve(state, arm(law, {20, 0, 0, 0, 5, 0}));
}

void cables(benchmark::State& state)
{
    Manipulator m = arm(ContactLaw::tendon, {2 * mm, -1 * mm, -1 * mm, 0.0, 0.0, 0.0});
    auto& rods = std::get<DrivenRods>(m.attachments[1]);
    rods.bending_stiffness.assign(6, 0.0);
    rods.axial_stiffness.assign(6, 3000.0);
    rods.cable = true;
    rods.retractions.swap(rods.tensions);
    solve(state, m);
}

template <ContactLaw law>
void forces(benchmark::State& state)
{
    const auto system = discretize(arm(law, {9, 4, 2, 5, 12, 3}));
    Model& model = *system->model;
    model.place(VectorXd::LinSpaced(model.size(), 1.0, 2.0));
    std::vector<FrameForce> wrenches(model.frames().size());
    const std::vector<Vector6d> velocities(model.frames().size(), Vector6d::Constant(0.1));
    for (auto _ : state) {
        system->coupled[0]->add_in_motion(model.frames(), velocities, wrenches);
        benchmark::DoNotOptimize(wrenches.data());
    }
}

BENCHMARK(rods<ContactLaw::capstan>)->Name("solve/curvature/rods");
BENCHMARK(rods<ContactLaw::least_squares>)->Name("solve/curvature/rods/least-squares");
BENCHMARK(cables)->Name("solve/curvature/cables");
BENCHMARK(forces<ContactLaw::capstan>)->Name("forces/curvature/rods");
BENCHMARK(forces<ContactLaw::least_squares>)->Name("forces/curvature/rods/least-squares");

}  // namespace bench_drives
}  // namespace supple
