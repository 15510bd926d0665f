// Both eliminations of the tangent on the same problems: chains at random, with loads, fixtures, clamps,
// walls, guides, tendons and rods. SUPPLE_RANDOM_CASES sets how many problems of each kind are solved twice.
#include "support/memory_requests.hpp"
#include "support/random.hpp"
#include "support/rods.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/statics/equilibrium.hpp>
#include <supple/statics/sensitivity.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <numbers>

namespace supple::test {
namespace test_tangent {

enum class Acts {
    forces,
    moments,
    fixtures,
    clamp,
    wall,
    guide,
    tendons,
    tendons_at_disks,
    cables,
    rubbing_rods
};

std::string name_of(const testing::TestParamInfo<Acts>& info)
{
    constexpr const char* names[] = {"Forces", "Moments", "Fixtures",       "Clamp",  "Wall",
                                     "Guide",  "Tendons", "TendonsAtDisks", "Cables", "RubbingRods"};
    return names[static_cast<int>(info.param)];
}

constexpr double L = 50 * mm, EI = 17185 * mN_mm2;

int cases(Acts acts)
{
    const char* text = std::getenv("SUPPLE_RANDOM_CASES");
    const bool slow = acts == Acts::wall || acts == Acts::guide || acts == Acts::rubbing_rods;
    return text ? std::atoi(text) / 10 : slow ? 10 : 40;
}

double between(double low, double high, std::mt19937& engine)
{
    return std::uniform_real_distribution<double>(low, high)(engine);
}

ModelChoice random_model(Acts acts, std::mt19937& engine)
{
    const int n = std::uniform_int_distribution<int>(1, 5)(engine);
    CurvatureModel arcs;
    arcs.arcs = acts == Acts::tendons_at_disks ? 6 : n + 2;
    arcs.twist = n % 2 == 0;
    SegmentModel twisting = table_1(n);
    twisting.freedoms.twist = true;
    const ModelChoice models[] = {table_1(n),
                                  isotropic(n),
                                  twisting,
                                  spherical(2 * n + 2, JointLayout::gauss),
                                  spherical(3 * n + 3, JointLayout::split),
                                  arcs};
    return models[std::uniform_int_distribution<int>(0, acts == Acts::guide ? 1 : 5)(engine)];
}

DrivenRods random_rods(Acts acts, std::mt19937& engine)
{
    DrivenRods rods;
    for (int j = 0; j < 3; ++j)
        rods.angles.push_back(2.0 * std::numbers::pi / 3.0 * j + between(0.0, 0.3, engine));
    rods.radii.assign(3, 2 * mm);
    rods.ends.assign(3, L);
    rods.bending_stiffness.assign(3, acts == Acts::rubbing_rods ? 0.02 * EI : 0.0);
    rods.axial_stiffness.assign(3, acts == Acts::cables ? 5.0 : std::numeric_limits<double>::infinity());
    rods.pretension.assign(3, 0.0);
    rods.contact = acts == Acts::rubbing_rods ? ContactLaw::capstan : ContactLaw::tendon;
    rods.friction = acts == Acts::rubbing_rods ? 0.2 : 0.0;
    rods.cable = acts == Acts::cables;
    for (int j = 0; j < 3; ++j) {
        if (acts == Acts::cables)
            rods.retractions.push_back(between(-0.5, 1.5, engine) * mm);
        else
            rods.tensions.push_back(between(0.0, 0.1, engine));
    }
    return rods;
}

Manipulator random_problem(Acts acts, std::mt19937& engine)
{
    Manipulator m = rod_along_x(L, EI);
    m.rod.torsional_stiffness = 0.8 * EI;
    m.model = random_model(acts, engine);
    const int loads = std::uniform_int_distribution<int>(1, 3)(engine);
    for (int i = 0; i < loads; ++i) {
        const double at = i == 0 ? L : between(0.2, 0.9, engine) * L;
        m.loads.push_back(dead_load(at, between(0.2, 3.0, engine) * 4 * mN * random_vector(3, engine)));
        if (acts == Acts::moments) {
            m.loads.back().moment = 250 * mN_mm * random_vector(3, engine);
            if (i == 1) m.loads.back().frame = LoadFrame::body;
        }
    }
    const auto hold = [&](const char* name, double at) {
        m.constraints.emplace_back(
            hold_yz(name, at, 2 * mm * between(-1, 1, engine), 2 * mm * between(-1, 1, engine)));
    };
    switch (acts) {
        case Acts::forces:
        case Acts::moments:
            break;
        case Acts::fixtures:
            hold("P1", 0.4 * L);
            hold("P2", 0.8 * L);
            break;
        case Acts::clamp: {
            Clamp clamp;
            clamp.name = "end";
            clamp.at = L;
            clamp.X_WC =
                m.base.X_WB * SE3(Matrix3d::Identity(), {0.1 * L * between(-1, 1, engine), 0.1 * L, 0.9 * L});
            m.constraints.emplace_back(clamp);
            m.loads.clear();
            m.loads.push_back(dead_load(0.5 * L, 8 * mN * random_vector(3, engine)));
            break;
        }
        case Acts::wall: {
            Plane plane;
            plane.name = "wall";
            plane.at = L;
            plane.point = {0.0, 5 * mm, 0.0};
            plane.normal = -Vector3d::UnitY();
            plane.friction = between(-0.3, 0.5, engine) > 0.0 ? 0.3 : 0.0;
            m.constraints.emplace_back(plane);
            m.loads = {dead_load(L, mN * Vector3d(between(-1, 1, engine), 6.0, between(-2, 2, engine)))};
            break;
        }
        case Acts::guide: {
            Guide guide;
            guide.name = "ring";
            guide.point = {0.55 * L, 1 * mm * between(-1, 1, engine), 1 * mm};
            guide.near = 0.56 * L;
            m.constraints.emplace_back(guide);
            m.loads = {dead_load(L, 2 * mN * random_vector(3, engine))};
            break;
        }
        case Acts::tendons_at_disks: {
            Disks disks;
            disks.count = 3;
            m.attachments.emplace_back(disks);
            m.attachments.emplace_back(random_rods(acts, engine));
            break;
        }
        case Acts::tendons:
        case Acts::cables:
        case Acts::rubbing_rods:
            m.attachments.emplace_back(random_rods(acts, engine));
            break;
    }
    return m;
}

class BothEliminations : public testing::TestWithParam<Acts> {};

TEST_P(BothEliminations, FindTheSameEquilibriaVerdictsAndDerivatives)
{
    std::mt19937 engine(static_cast<unsigned>(100 + static_cast<int>(GetParam())));
    int solved = 0, unlike = 0;
    const int count = cases(GetParam());
    for (int i = 0; i < count; ++i) {
        SCOPED_TRACE(fmt::format("case {}", i));
        const Manipulator m = random_problem(GetParam(), engine);
        const auto system = discretize(m), same = discretize(m);
        if (!system->unsupported.empty()) continue;  // too few joints
        StaticSolver dense(*system, Elimination::dense), chain(*same, Elimination::chain);
        Equilibrium a, b;
        dense.solve({}, a);
        chain.solve({}, b);
        ASSERT_TRUE(chain.problem().A.is_chain() && !dense.problem().A.is_chain());
        if (a.status != b.status || (a.tip().position() - b.tip().position()).norm() > 1e-7 * L) {
            // A path that ends or snaps may end elsewhere by rounding; it is counted.
            ++unlike;
            continue;
        }
        if (a.status != Status::converged) continue;
        ++solved;
        EXPECT_LT((a.coordinates - b.coordinates).norm(), 1e-9 * (1.0 + a.coordinates.norm()));
        for (std::size_t k = 0; k < a.reactions.size(); ++k)
            EXPECT_LT((a.reactions[k].force - b.reactions[k].force).norm(), 1e-7 * EI / (L * L));
        EXPECT_EQ(a.stability.kind, b.stability.kind);
        EXPECT_EQ(a.stability.stable, b.stability.stable);
        if (GetParam() != Acts::wall) {
            const double smallest = dense.smallest_eigenvalue();
            EXPECT_NEAR(chain.smallest_eigenvalue(), smallest, 1e-8 * std::max(1.0, std::abs(smallest)));
        }

        // Forward and adjoint derivatives.
        Sensitivity by_dense(*system, Elimination::dense), by_chain(*same, Elimination::chain);
        ASSERT_EQ(by_dense.linearise(a), by_chain.linearise(b));
        if (!by_dense.linearise(a)) continue;
        by_dense.linearise(a);
        by_chain.linearise(b);
        const Parameter force = load_parameters(*system).front(), its_twin = load_parameters(*same).front();
        by_dense.solve(force);
        by_chain.solve(its_twin);
        const Vector6d expected = by_dense.pose(tip_of(*system));
        const double rounding = 1e-8 * expected.norm() + 1e-12 * L * L / EI;  // a held tip does not move
        EXPECT_LT((by_chain.pose(tip_of(*same)) - expected).norm(), rounding);
        by_chain.solve_adjoint(tip_of(*same), Vector6d::Unit(1));
        EXPECT_NEAR(by_chain.adjoint(its_twin), expected[1], rounding);
    }
    RecordProperty("unlike", unlike);
    EXPECT_GT(solved, count / 3);
    EXPECT_LE(unlike, count / 200);
}

INSTANTIATE_TEST_SUITE_P(Statics, BothEliminations,
                         testing::Values(Acts::forces, Acts::moments, Acts::fixtures, Acts::clamp, Acts::wall,
                                         Acts::guide, Acts::tendons, Acts::tendons_at_disks, Acts::cables,
                                         Acts::rubbing_rods),
                         name_of);

// The tangent itself, entry by entry, at shapes that are no equilibria.
TEST_P(BothEliminations, AreOfTheSameMatrix)
{
    std::mt19937 engine(static_cast<unsigned>(200 + static_cast<int>(GetParam())));
    for (int i = 0; i < 12; ++i) {
        const Manipulator m = random_problem(GetParam(), engine);
        const auto system = discretize(m);
        if (!system->unsupported.empty()) continue;
        StaticProblem dense(*system, Elimination::dense), chain(*system, Elimination::chain);
        dense.start_from_rest();
        dense.x += 0.3 * random_vector(static_cast<int>(dense.x.size()), engine) / dense.x.size();
        chain.x = dense.x;
        chain.evaluate(0.7);
        const MatrixXd A = chain.A.matrix();
        dense.evaluate(0.7);
        EXPECT_LT((A - dense.A.matrix()).norm(), 1e-12 * A.norm()) << i;
        EXPECT_EQ(dense.r, chain.r);
        EXPECT_EQ(chain.A.negative_eigenvalues(), dense.A.negative_eigenvalues());
        EXPECT_EQ(chain.A.positive_definite(-1e-3), dense.A.positive_definite(-1e-3));
        ASSERT_TRUE(dense.A.factor() && chain.A.factor());
        EXPECT_EQ(dense.A.determinant_positive(), chain.A.determinant_positive());
    }
}

// Beyond the load at which the free column buckles the chain without its upper end has no regular tangent.
TEST(Tangent, AHeldColumnIsSolvedThroughTheBucklingLoadOfTheFreeOne)
{
    Manipulator m = rod_along_x(L, EI);
    m.model = spherical(12, JointLayout::half_links);
    m.rod.torsional_stiffness = EI;
    Fixture end = hold_yz("end", L);
    m.constraints = {end};
    const double free_column = std::numbers::pi * std::numbers::pi * EI / (4.0 * L * L);
    for (double factor = 0.5; factor < 7.0; factor += 0.01) {
        m.loads = {dead_load(L, {-factor * free_column, 0.0, 0.0})};
        const auto system = discretize(m);
        StaticSolver chain(*system, Elimination::chain);
        Equilibrium eq;
        chain.solve({}, eq);
        ASSERT_EQ(eq.status, Status::converged) << factor << eq.message;
        EXPECT_EQ(eq.stability.stable, true);
        EXPECT_LT(eq.reactions[0].force.norm(), 1e-9 * free_column);
    }
}

TEST(Tangent, LongChainsAskForNoMemoryInASecondSolve)
{
    for (const bool held : {false, true}) {
        Manipulator m = rod_along_x(L, EI);
        m.model = spherical(40, JointLayout::split);
        m.rod.torsional_stiffness = EI;
        m.loads = {dead_load(L, mN * Vector3d(1, -2.5, 2.5))};
        if (held) m.constraints = {hold_yz("P1", 0.5 * L)};
        const auto system = discretize(m);
        StaticSolver solver(*system);
        Equilibrium eq;
        for (const bool warm : {false, true}) {
            StaticsOptions options;
            options.warm_start = warm;
            solver.solve(options, eq);
            ASSERT_EQ(eq.status, Status::converged);
            ASSERT_TRUE(solver.problem().A.is_chain());
            system->loads[0]->parameter(1) *= 1.01;
            const std::size_t before = memory_requests();
            solver.solve(options, eq);
            EXPECT_EQ(memory_requests() - before, 0u) << held << warm;
        }
    }
}

}  // namespace test_tangent
}  // namespace supple::test
