// Time for one static equilibrium, cold: from the straight shape, in a system and a result built once.
#include <supple/actuation/point_force.hpp>
#include <supple/assembly/discretize.hpp>
#include <supple/model/chain.hpp>
#include <supple/statics/batch.hpp>
#include <supple/statics/equilibrium.hpp>

#include <benchmark/benchmark.h>

#include <numbers>

namespace supple {
namespace bench_statics {

constexpr double mm = 1e-3, mN = 1e-3, mN_mm = 1e-6, mN_mm2 = 1e-9;

/// Rod along world x, d1 = y, d2 = z, as s1 has it.
Manipulator along_x(double length, double EI)
{
    Manipulator m;
    Matrix3d R;
    R.col(0) = Vector3d::UnitY();
    R.col(1) = Vector3d::UnitZ();
    R.col(2) = Vector3d::UnitX();
    m.base.X_WB = SE3(R, Vector3d::Zero());
    m.rod.length = length;
    m.rod.bending_stiffness = Vector2d::Constant(EI);
    return m;
}

/// Parameters of Table 1 [Venkiteswaran 2019].
SegmentModel table_1(int segments)
{
    SegmentModel model;
    model.isotropic = false;
    model.segments = segments;
    model.parameters.gamma = {0.1699, 0.3301, 0.3301, 0.1699};
    model.parameters.k_eta = {2.5064, 4.8339, 2.5064};
    model.parameters.k_theta = {2.4914, 5.0303, 2.4914};
    return model;
}

/// Fitted on the same loads (s1 Sec. 9).
SegmentModel fitted_isotropic()
{
    SegmentModel model;
    model.parameters.gamma = {0.14690, 0.35310, 0.35310, 0.14690};
    model.parameters.k_eta = model.parameters.k_theta = {2.9284, 3.1822, 2.9284};
    return model;
}

PointLoad load(double at, const Vector3d& force, const Vector3d& moment)
{
    PointLoad load;
    load.at = at;
    load.force = force;
    load.moment = moment;
    return load;
}

Fixture hold_yz(const char* name, double at)
{
    Fixture fixture;
    fixture.name = name;
    fixture.at = at;
    fixture.hold = {std::nullopt, 0.0, 0.0};
    return fixture;
}

/// Load of Fig. 3a.
Manipulator segment_with_tip_load(const SegmentModel& model)
{
    Manipulator m = along_x(50 * mm, 17185 * mN_mm2);
    m.model = model;
    m.loads = {load(50 * mm, mN * Vector3d(4, -2.5, 2.5), mN_mm * Vector3d(0, -250, -150))};
    return m;
}

/// Three segments, two fixtures (s1 Sec. 13, row 19).
Manipulator segments_with_fixtures()
{
    Manipulator m = along_x(82 * mm, 2.05e5 * mN_mm2);
    m.model = table_1(3);
    m.loads = {load(82 * mm, mN * Vector3d(9, 27, 15), mN_mm * Vector3d(300, 1600, 1800))};
    m.constraints = {hold_yz("P1", 82 * mm / 3), hold_yz("P2", 2 * 82 * mm / 3)};
    return m;
}

/// The catheter of s2 with its coils in 3 T.
Manipulator mri_catheter(int joints)
{
    Manipulator m;
    m.rod.length = 101.35 * mm;
    m.rod.section = CrossSection{Tube{3.18 * mm, 1.98 * mm}, std::nullopt, 1.0};
    m.rod.material.youngs_modulus = 5.05e6;
    m.rod.material.shear_modulus = 1.87e6;
    SphericalModel model;
    model.joints = joints;
    model.layout = JointLayout::split;
    m.model = model;
    m.environment.magnetic_field.uniform = {0.0, 3.0, 0.0};
    CoilSet coils;
    coils.name = "coils";
    coils.at = 72.9 * mm;
    coils.turns = {30, 30, 100};
    coils.areas = mm * mm * Vector3d(48.02, 48.02, 15.55);
    coils.currents = {0.02, 0.03, 0.04};
    m.attachments = {coils};
    return m;
}

/// n universal joints in the middle of equal links, loaded half way and at the tip.
std::unique_ptr<System> long_chain(int n)
{
    const double L = 50 * mm, link = L / n, K = 17185 * mN_mm2 / link;
    const Manipulator m = along_x(L, 17185 * mN_mm2);
    auto system = std::make_unique<System>();
    system->type = "universal-prb";
    system->length = L;
    system->X_WB = m.base.X_WB;
    ElasticLaw law;
    law.stiffness = {K, K, 0.0};
    const std::vector<Chain::Link> links(static_cast<std::size_t>(n),
                                         {UniversalJoint{link / 2, link / 2, false}, law});
    system->model =
        std::make_unique<Chain>(m.base.X_WB, links, std::vector<Place>{{n / 2 - 1, 1.0}, {n - 1, 1.0}});
    system->point_arclength = {L / 2, L};
    system->samples = {{L / 2, {n / 2 - 1, 1.0}, ""}, {L, {n - 1, 1.0}, ""}};
    system->loads.push_back(
        std::make_unique<PointForce>(0, load(L / 2, mN * Vector3d(0, 2, -2), Vector3d::Zero())));
    system->loads.push_back(std::make_unique<PointForce>(
        1, load(L, mN * Vector3d(4, -2.5, 2.5), mN_mm * Vector3d(0, -250, -150))));
    return system;
}

/// n ball joints under the same loads, with torsion.
Manipulator ball_joints(int n)
{
    const double L = 50 * mm;
    Manipulator m = along_x(L, 17185 * mN_mm2);
    m.rod.torsional_stiffness = 0.8 * 17185 * mN_mm2;
    SphericalModel model;
    model.joints = n;
    model.layout = JointLayout::split;
    m.model = model;
    m.loads = {load(L / 2, mN * Vector3d(0, 2, -2), Vector3d::Zero()),
               load(L, mN * Vector3d(4, -2.5, 2.5), mN_mm * Vector3d(0, -250, -150))};
    return m;
}

/// Ten loads along the rod.
Manipulator with_loads(Manipulator m)
{
    m.loads.clear();
    for (int i = 1; i <= 10; ++i)
        m.loads.push_back(load(m.rod.length * i / 10.0, mN * Vector3d(0.4, i % 2 == 0 ? 0.7 : -0.4, 0.25),
                               mN_mm * Vector3d(0, -25, -15)));
    return m;
}

/// Two fixtures.
Manipulator with_fixtures(Manipulator m)
{
    m.constraints = {hold_yz("P1", m.rod.length / 3), hold_yz("P2", 2 * m.rod.length / 3)};
    return m;
}

/// Ten tendons, five pulled and five held at a length, which pass every link.
Manipulator with_rods(Manipulator m)
{
    DrivenRods rods;
    for (int j = 0; j < 10; ++j)
        rods.angles.push_back(0.2 * std::numbers::pi * j);
    rods.radii.assign(10, 2 * mm);
    rods.ends.assign(10, m.rod.length);
    rods.bending_stiffness.assign(10, 0.0);
    rods.axial_stiffness.assign(10, 50.0);
    rods.pretension.assign(10, 0.0);
    rods.contact = ContactLaw::tendon;
    rods.tensions = {0.05, 0.04, 0.02, 0.01, 0.0};
    rods.retractions = {-0.1 * mm, -0.2 * mm, -0.2 * mm, 0.0, 0.1 * mm};
    m.attachments.emplace_back(rods);
    return m;
}

void solve(benchmark::State& state, System& system)
{
    StaticSolver solver(system);
    Equilibrium eq;
    const StaticsOptions cold;
    for (auto _ : state) {
        solver.solve(cold, eq);
        benchmark::DoNotOptimize(eq.coordinates.data());
    }
    if (eq.status != Status::converged) state.SkipWithError(eq.message.c_str());
    state.counters["iterations"] = eq.solver.iterations;
    state.counters["coordinates"] = static_cast<double>(eq.coordinates.size());
}

void solve(benchmark::State& state, const Manipulator& manipulator)
{
    const auto system = discretize(manipulator);
    solve(state, *system);
}

void universal_tip(benchmark::State& state)
{
    solve(state, segment_with_tip_load(table_1(1)));
}

void isotropic_tip(benchmark::State& state)
{
    solve(state, segment_with_tip_load(fitted_isotropic()));
}

void fixtures(benchmark::State& state)
{
    solve(state, segments_with_fixtures());
}

template <int joints>
void coils(benchmark::State& state)
{
    solve(state, mri_catheter(joints));
}

template <int n>
void joints(benchmark::State& state)
{
    solve(state, *long_chain(n));
}

/// Time a case: loads that differ from lane to lane, in a full batch.
void batch(benchmark::State& state, const Manipulator& manipulator, const lanes::Kernel& kernel)
{
    std::vector<std::unique_ptr<System>> systems;
    std::vector<std::unique_ptr<StaticSolver>> solvers;
    std::vector<StaticSolver*> lanes;
    for (int l = 0; l < kernel.width; ++l) {
        Manipulator m = manipulator;
        m.loads[0].force *= 1.0 - 0.1 * l;
        systems.push_back(discretize(m));
        solvers.push_back(std::make_unique<StaticSolver>(*systems.back()));
        lanes.push_back(solvers.back().get());
    }
    StaticBatch batch(lanes, kernel);
    const StaticsOptions cold;
    while (state.KeepRunningBatch(kernel.width)) {
        batch.solve(cold, StaticBatch::first_lanes(kernel.width));
        benchmark::DoNotOptimize(batch.answer(0));
    }
    for (int l = 0; l < kernel.width; ++l) {
        if (batch.answer(l).status != Status::converged) state.SkipWithError("a lane was not solved");
    }
    state.counters["lanes"] = kernel.width;
}

void batch_tip(benchmark::State& state)
{
    batch(state, segment_with_tip_load(table_1(1)), lanes::best_kernel());
}

template <int n>
void balls(benchmark::State& state)
{
    solve(state, ball_joints(n));
}

void balls_fixtures(benchmark::State& state)
{
    solve(state, with_fixtures(ball_joints(256)));
}

void balls_loads(benchmark::State& state)
{
    solve(state, with_loads(ball_joints(256)));
}

void balls_rods(benchmark::State& state)
{
    solve(state, with_rods(ball_joints(256)));
}

BENCHMARK(batch_tip)->Name("batch/universal-prb/tip");
/// The same by each instruction set that the machine has.
[[maybe_unused]] const bool each_set = [] {
    const std::pair<lanes::InstructionSet, const char*> sets[] = {
        {lanes::InstructionSet::baseline, "batch/universal-prb/tip/baseline"},
        {lanes::InstructionSet::avx2, "batch/universal-prb/tip/avx2"},
        {lanes::InstructionSet::avx512, "batch/universal-prb/tip/avx512"},
    };
    for (const auto& [set, name] : sets) {
        const lanes::Kernel* kernel = lanes::kernel_of(set);
        if (kernel)
            benchmark::RegisterBenchmark(name, [kernel](benchmark::State& state) {
                batch(state, segment_with_tip_load(table_1(1)), *kernel);
            });
    }
    return true;
}();
BENCHMARK(universal_tip)->Name("solve/universal-prb/tip");
BENCHMARK(isotropic_tip)->Name("solve/isotropic-prb/tip");
BENCHMARK(fixtures)->Name("solve/universal-prb/fixtures");
BENCHMARK(coils<3>)->Name("solve/spherical-prb/3");
BENCHMARK(coils<6>)->Name("solve/spherical-prb/6");
BENCHMARK(coils<9>)->Name("solve/spherical-prb/9");
BENCHMARK(joints<64>)->Name("solve/universal-prb/joints/64");
BENCHMARK(joints<128>)->Name("solve/universal-prb/joints/128");
BENCHMARK(joints<1024>)->Name("solve/universal-prb/joints/1024");
BENCHMARK(balls<16>)->Name("solve/spherical-prb/joints/16");
BENCHMARK(balls<50>)->Name("solve/spherical-prb/joints/50");
BENCHMARK(balls<64>)->Name("solve/spherical-prb/joints/64");
BENCHMARK(balls<256>)->Name("solve/spherical-prb/joints/256");
BENCHMARK(balls<1024>)->Name("solve/spherical-prb/joints/1024");
BENCHMARK(balls<4096>)->Name("solve/spherical-prb/joints/4096");
BENCHMARK(balls_fixtures)->Name("solve/spherical-prb/256/fixtures");
BENCHMARK(balls_loads)->Name("solve/spherical-prb/256/loads");
BENCHMARK(balls_rods)->Name("solve/spherical-prb/256/rods");

}  // namespace bench_statics
}  // namespace supple
