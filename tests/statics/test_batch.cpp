// Batches against the solver of one system, for each instruction set that the machine has.
#include "support/memory_requests.hpp"
#include "support/random.hpp"
#include "support/rods.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/statics/batch.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>

namespace supple::test {
namespace test_batch {

/// A system a lane, with its solver.
struct Lanes {
    std::vector<std::unique_ptr<System>> systems;
    std::vector<std::unique_ptr<StaticSolver>> solvers;

    Lanes(const Manipulator& manipulator, int width)
    {
        for (int l = 0; l < width; ++l) {
            systems.push_back(discretize(manipulator));
            solvers.push_back(std::make_unique<StaticSolver>(*systems.back()));
        }
    }
    std::vector<StaticSolver*> pointers() const
    {
        std::vector<StaticSolver*> all;
        for (const auto& solver : solvers)
            all.push_back(solver.get());
        return all;
    }
};

/// Every number of the loads scaled by the entries of u, in turn.
void scale_loads(const System& from, System& to, const VectorXd& u)
{
    Eigen::Index i = 0;
    for (std::size_t k = 0; k < from.loads.size(); ++k) {
        for (int a = 0; a < from.loads[k]->parameters(); ++a)
            to.loads[k]->parameter(a) = from.loads[k]->parameter(a) * u[i++ % u.size()];
    }
}

Manipulator segments(const SegmentModel& model, bool follower)
{
    Manipulator m = rod_along_x(50 * mm, 17185 * mN_mm2);
    m.model = model;
    m.loads = {dead_load(50 * mm, mN * Vector3d(4, -2.5, 2.5)), dead_load(21 * mm, mN * Vector3d(1, 2, -3))};
    m.loads[0].moment = mN_mm * Vector3d(60, -250, -150);
    if (follower) m.loads[1].frame = LoadFrame::body;
    return m;
}

Manipulator twisting_segments()
{
    SegmentModel model = table_1(2);
    model.freedoms.twist = true;
    return segments(model, true);
}

struct Case {
    const char* name;
    Manipulator manipulator;
    lanes::InstructionSet set;
};

std::vector<Case> cases()
{
    const std::pair<const char*, Manipulator> manipulators[] = {
        {"Universal", segments(table_1(1), false)},
        {"UniversalFollower", segments(table_1(2), true)},
        {"UniversalTwist", twisting_segments()},
        {"Isotropic", segments(isotropic(2), true)},
        {"Coils", mri_catheter(spherical(6, JointLayout::split), {0.02, 0.03, 0.04})},
        {"NineBalls", mri_catheter(spherical(9, JointLayout::equal_links), {0.02, -0.03, 0.04})},
    };
    std::vector<Case> all;
    for (const auto set :
         {lanes::InstructionSet::baseline, lanes::InstructionSet::avx2, lanes::InstructionSet::avx512}) {
        for (const auto& [name, manipulator] : manipulators)
            all.push_back({name, manipulator, set});
    }
    return all;
}

class Batches : public testing::TestWithParam<Case> {
 protected:
    void SetUp() override
    {
        kernel = lanes::kernel_of(GetParam().set);
        // Its instructions would end the program here; other machines run them.
        if (!kernel) GTEST_SKIP() << "this machine does not have the instruction set";
    }
    const lanes::Kernel* kernel = nullptr;
};

void PrintTo(const Case& c, std::ostream* out)
{
    *out << c.name;
}

TEST_P(Batches, FindWhatTheSolverOfOneSystemFinds)
{
    const Manipulator& m = GetParam().manipulator;
    Lanes lanes(m, kernel->width);
    StaticBatch batch(lanes.pointers(), *kernel);
    const auto written = discretize(m), alone = discretize(m);
    StaticSolver single(*alone);
    Equilibrium expected, found;
    std::mt19937 engine(3);
    int converged = 0, bent = 0;
    for (int round = 0; round < 44; ++round) {
        // From light loads to those that need a path.
        const double factor = round < 40 ? 1.5 : 5.0;
        std::vector<VectorXd> u;
        for (int l = 0; l < kernel->width; ++l) {
            u.push_back(factor * random_vector(7, engine));
            scale_loads(*written, *lanes.systems[static_cast<std::size_t>(l)], u.back());
        }
        const int count = 1 + round % kernel->width;
        batch.solve({}, StaticBatch::first_lanes(count));
        for (int l = 0; l < count; ++l) {
            SCOPED_TRACE(fmt::format("round {}, lane {}", round, l));
            scale_loads(*written, *alone, u[static_cast<std::size_t>(l)]);
            single.solve({}, expected);
            batch.fill(l, found);
            ASSERT_EQ(found.status, expected.status);
            ASSERT_EQ(batch.answer(l).status, expected.status);
            ASSERT_EQ(found.stability.kind, expected.stability.kind);
            ASSERT_EQ(found.stability.stable, expected.stability.stable);
            ASSERT_EQ(found.snapped, expected.snapped);
            if (expected.status != Status::converged) continue;
            ++converged;
            bent += expected.coordinates.cwiseAbs().maxCoeff() > 0.1 ? 1 : 0;
            const double L = m.rod.length;
            ASSERT_LT((found.coordinates - expected.coordinates).cwiseAbs().maxCoeff(), 1e-12);
            ASSERT_LT((batch.answer(l).coordinates - expected.coordinates).cwiseAbs().maxCoeff(), 1e-12);
            ASSERT_LT((batch.answer(l).tip.position() - expected.tip().position()).norm(), 1e-12 * L);
            ASSERT_LT((batch.answer(l).tip.rotation() - expected.tip().rotation()).cwiseAbs().maxCoeff(),
                      1e-12);
            ASSERT_LT((found.tip().position() - expected.tip().position()).norm(), 1e-12 * L);
            ASSERT_LT(batch.answer(l).balance, 1e-6);
            ASSERT_NEAR(found.energy.total, expected.energy.total, 1e-11 * std::abs(expected.energy.elastic));
        }
    }
    // The law must have been tried on shapes that are bent.
    EXPECT_GT(converged, 60);
    EXPECT_GT(bent, 15);
}

// Beside neighbours of every kind: light, far too heavy, not a number.
TEST_P(Batches, DoNotLetALaneFeelTheOthers)
{
    const Manipulator& m = GetParam().manipulator;
    Lanes lanes(m, kernel->width);
    StaticBatch batch(lanes.pointers(), *kernel);
    const auto written = discretize(m);
    std::mt19937 engine(8);
    for (int round = 0; round < 20; ++round) {
        const VectorXd u = random_vector(7, engine);
        std::vector<VectorXd> found;
        for (const double neighbours : {0.0, 1.0, 20.0, std::nan("")}) {
            const int place = round % kernel->width;
            for (int l = 0; l < kernel->width; ++l) {
                const VectorXd others = neighbours * random_vector(7, engine);
                scale_loads(*written, *lanes.systems[static_cast<std::size_t>(l)], l == place ? u : others);
            }
            batch.solve({}, StaticBatch::first_lanes(kernel->width));
            ASSERT_EQ(batch.answer(place).status, Status::converged);
            found.push_back(batch.answer(place).coordinates);
            const Vector3d& tip = batch.answer(place).tip.position();
            found.back().conservativeResize(found.back().size() + 3);
            found.back().tail<3>() = tip;
        }
        for (const VectorXd& each : found)
            ASSERT_EQ(std::memcmp(each.data(), found[0].data(), sizeof(double) * std::size_t(each.size())),
                      0);
    }
}

TEST_P(Batches, AskForNoMemory)
{
    const Manipulator& m = GetParam().manipulator;
    Lanes lanes(m, kernel->width);
    StaticBatch batch(lanes.pointers(), *kernel);
    const auto written = discretize(m);
    Equilibrium found;
    VectorXd all(1);
    const auto solve = [&](double factor) {
        all[0] = factor;
        for (const auto& system : lanes.systems)
            scale_loads(*written, *system, all);
        batch.solve({}, StaticBatch::first_lanes(kernel->width));
        for (int l = 0; l < kernel->width; ++l)
            batch.fill(l, found);
    };
    solve(0.3);
    const std::size_t before = memory_requests();
    for (const double factor : {0.1, 0.5, 0.7})
        solve(factor);
    EXPECT_EQ(memory_requests(), before);
}

std::string name_of_case(const testing::TestParamInfo<Case>& info)
{
    const char* sets[] = {"Baseline", "Avx2", "Avx512"};
    return std::string(info.param.name) + sets[static_cast<int>(info.param.set)];
}

INSTANTIATE_TEST_SUITE_P(Kinds, Batches, testing::ValuesIn(cases()), name_of_case);

TEST(BatchesOf, RefuseWhatLanesCannotSolve)
{
    Manipulator m = segments(table_1(1), false);
    EXPECT_TRUE(StaticBatch::suits(*discretize(m)));
    m.constraints = {hold_yz("P", 50 * mm)};
    EXPECT_FALSE(StaticBatch::suits(*discretize(m)));
    m.constraints.clear();
    m.model = table_1(40);
    EXPECT_FALSE(StaticBatch::suits(*discretize(m)));
    m.model = CurvatureModel{};
    EXPECT_FALSE(StaticBatch::suits(*discretize(m)));
}

// Lengths and stiffnesses that differ from lane to lane.
TEST(BatchesOf, TakeChainsOfDifferentNumbers)
{
    const lanes::Kernel& kernel = lanes::best_kernel();
    std::vector<std::unique_ptr<System>> systems;
    std::vector<std::unique_ptr<StaticSolver>> solvers;
    std::vector<StaticSolver*> all;
    for (int l = 0; l < kernel.width; ++l) {
        Manipulator m = segments(isotropic(2), false);
        *m.rod.bending_stiffness *= 1.0 + 0.1 * l;
        m.base.X_WB = SE3(m.base.X_WB.rotation(), Vector3d(0.01 * l, 0.0, 0.0));
        systems.push_back(discretize(m));
        solvers.push_back(std::make_unique<StaticSolver>(*systems.back()));
        all.push_back(solvers.back().get());
    }
    StaticBatch batch(all, kernel);
    batch.solve({}, StaticBatch::first_lanes(kernel.width));
    for (int l = 0; l < kernel.width; ++l) {
        Equilibrium expected;
        solvers[static_cast<std::size_t>(l)]->solve({}, expected);
        ASSERT_EQ(expected.status, Status::converged);
        EXPECT_LT((batch.answer(l).tip.position() - expected.tip().position()).norm(), 1e-13);
    }
}

/// A soft stop that is met on the way: until then its force is zero and does not vary.
class Stop final : public Load {
 public:
    void add_to(std::span<const SE3> frames, double scale,
                std::span<FrameForce> forces) const noexcept override
    {
        const double beyond = frames.back().position().y() - at;
        if (beyond <= 0.0) return;
        forces.back().F[1] -= scale * stiffness * beyond;
        forces.back().dF_dx(1, 1) -= scale * stiffness;
        forces.back().varies = true;
    }
    bool conservative() const noexcept override { return true; }
    double potential(std::span<const SE3> frames) const noexcept override
    {
        const double beyond = std::max(0.0, frames.back().position().y() - at);
        return 0.5 * stiffness * beyond * beyond;
    }
    int parameters() const noexcept override { return 0; }
    double& parameter(int) noexcept override { return at; }
    std::string parameter_path(int) const override { return ""; }
    void add_derivative(int, std::span<const SE3>, std::span<FrameForce>) const noexcept override {}

 private:
    double at = 2 * mm, stiffness = 1.0;
};

TEST(BatchesOf, AskALoadAgainThatBeginsToVary)
{
    const lanes::Kernel& kernel = lanes::best_kernel();
    Manipulator m = segments(table_1(1), false);
    m.loads.resize(1);
    m.loads[0].moment.setZero();
    m.loads[0].force = mN * Vector3d(0, 2, 0);
    Lanes lanes(m, kernel.width);
    for (const auto& system : lanes.systems)
        system->loads.push_back(std::make_unique<Stop>());
    StaticBatch batch(lanes.pointers(), kernel);
    batch.solve({}, StaticBatch::first_lanes(kernel.width));
    const auto free = discretize(m);
    Equilibrium expected;
    StaticSolver(*free).solve({}, expected);
    ASSERT_GT(expected.tip().position().y(), 4 * mm);
    for (int l = 0; l < kernel.width; ++l) {
        lanes.solvers[static_cast<std::size_t>(l)]->solve({}, expected);
        ASSERT_EQ(expected.status, Status::converged) << expected.message;
        ASSERT_LT(expected.tip().position().y(), 4 * mm);
        EXPECT_LT((batch.answer(l).tip.position() - expected.tip().position()).norm(), 1e-12 * m.rod.length);
    }
}

}  // namespace test_batch
}  // namespace supple::test
