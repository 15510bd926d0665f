// Time for the accelerations of a chain in motion, and for a second of motion.
#include <supple/assembly/discretize.hpp>
#include <supple/dynamics/motion.hpp>
#include <supple/dynamics/simulate.hpp>

#include <benchmark/benchmark.h>

#include <limits>
#include <numbers>

namespace supple {
namespace bench_dynamics {

/// The arm of s3: eight disks that carry all mass. The core has the stiffness of core and rods together.
Manipulator arm()
{
    Manipulator m;
    m.rod.length = 0.24;
    m.rod.bending_stiffness = Vector2d::Constant(7.0 * 0.0120603);
    m.environment.gravity = {-9.81, 0.0, 0.0};
    m.model = CurvatureModel{};
    Disks disks;
    for (int i = 1; i <= 8; ++i) {
        disks.positions.push_back(0.03 * i);
        disks.inertia.push_back(i <= 4 ? BodyInertia{2.869e-3, 7.690e-6, 3.531e-7}
                                       : BodyInertia{2.269e-3, 3.894e-6, 2.593e-7});
    }
    m.attachments = {disks};
    return m;
}

/// The same with its six rods, all of them pulled and rubbing.
Manipulator driven_arm(ContactLaw law)
{
    Manipulator m = arm();
    *m.rod.bending_stiffness /= 7.0;
    DrivenRods rods;
    for (const double degrees : {0.0, 120.0, 240.0, 60.0, 180.0, 300.0})
        rods.angles.push_back(degrees * std::numbers::pi / 180.0);
    rods.radii.assign(6, 12.5e-3);
    rods.ends = {0.12, 0.12, 0.12, 0.24, 0.24, 0.24};
    rods.bending_stiffness.assign(6, m.rod.bending_stiffness->x());
    rods.axial_stiffness.assign(6, std::numeric_limits<double>::infinity());
    rods.pretension.assign(6, 0.0);
    rods.friction = 0.3;
    rods.contact = law;
    rods.tensions = {10, 2, 3, 4, 8, 5};
    m.attachments.emplace_back(rods);
    return m;
}

/// A soft rod of ball joints with its mass spread along it.
Manipulator soft_rod(int joints)
{
    Manipulator m;
    m.rod.length = 0.4;
    m.rod.section = CrossSection{Circle{10e-3}, std::nullopt, 1.0};
    m.rod.material.youngs_modulus = 70e6;
    m.rod.material.poisson_ratio = 0.4;
    m.rod.material.density = 1200;
    m.rod.damping.retardation_time = 3e-3;
    m.environment.gravity = {0.0, -9.81, 0.0};
    SphericalModel model;
    model.joints = joints;
    m.model = model;
    return m;
}

/// Accelerations at a bent, moving state.
void accelerate(benchmark::State& state, const Manipulator& manipulator)
{
    const auto system = discretize(manipulator);
    Motion motion(*system);
    const int n = motion.size();
    const VectorXd q = 0.02 * system->model->coordinate_scale(), v = 0.2 * system->model->coordinate_scale();
    VectorXd a(n);
    bool good = true;
    for (auto _ : state) {
        good = motion.acceleration(0.0, q, v, a) && good;
        benchmark::DoNotOptimize(a.data());
    }
    if (!good) state.SkipWithError("no acceleration");
}

void move(benchmark::State& state, const Manipulator& manipulator, double duration, double every,
          double tolerance)
{
    Simulation simulation;
    simulation.duration = duration;
    simulation.output_every = every;
    simulation.tolerance = tolerance;
    const int n = discretize(manipulator)->model->size();
    const MotionStart start{VectorXd::Zero(n), VectorXd::Zero(n), {}, {}};
    for (auto _ : state) {
        const Trajectory run =
            simulate([&](double time) { return discretize(manipulator, time); }, simulation, start);
        if (run.status != Status::converged) state.SkipWithError(run.message.c_str());
    }
}

template <ContactLaw law>
void driven_rhs(benchmark::State& state)
{
    accelerate(state, driven_arm(law));
}

void arm_rhs(benchmark::State& state)
{
    accelerate(state, arm());
}

void spherical_rhs(benchmark::State& state)
{
    accelerate(state, soft_rod(16));
}

/// Two seconds from the straight shape, output every millisecond, tolerance 1e-8: explicit.
void arm_swings(benchmark::State& state)
{
    move(state, arm(), 2.0, 1e-3, 1e-8);
}

/// The same with its six rods in it, none of them pulled: they only bend.
void arm_with_rods_swings(benchmark::State& state)
{
    Manipulator m = driven_arm(ContactLaw::capstan);
    std::get<DrivenRods>(m.attachments.back()).tensions.assign(6, 0.0);
    move(state, m, 2.0, 1e-3, 1e-8);
}

/// Ten seconds from the straight shape, output every 5 ms, tolerance 1e-6: implicit.
void soft_rod_falls(benchmark::State& state)
{
    move(state, soft_rod(16), 10.0, 5e-3, 1e-6);
}

BENCHMARK(driven_rhs<ContactLaw::capstan>)->Name("dynamics/curvature/rhs");
BENCHMARK(driven_rhs<ContactLaw::least_squares>)->Name("dynamics/curvature/rhs/least-squares");
BENCHMARK(arm_rhs)->Name("dynamics/curvature/rhs/without-rods");
BENCHMARK(spherical_rhs)->Name("dynamics/spherical-prb/rhs/16");
BENCHMARK(arm_swings)->Name("simulate/curvature/2s")->Unit(benchmark::kMillisecond);
BENCHMARK(arm_with_rods_swings)->Name("simulate/curvature/2s/rods")->Unit(benchmark::kMillisecond);
BENCHMARK(soft_rod_falls)->Name("simulate/spherical-prb/10s")->Unit(benchmark::kMillisecond);

}  // namespace bench_dynamics
}  // namespace supple
