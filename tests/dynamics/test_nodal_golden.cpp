#include "support/differences.hpp"
#include "support/nodal_rods.hpp"

#include <supple/dynamics/nodal_kernel.hpp>
#include <supple/dynamics/nodal_problem.hpp>
#include <supple/dynamics/variational_explicit.hpp>
#include <supple/lie/cayley.hpp>

#include <gtest/gtest.h>

namespace supple::test {
namespace test_nodal_golden {

using namespace supple::variational;

StrainPlace strain_of(const std::string& letter)
{
    return letter == "T" ? StrainPlace::nodal : StrainPlace::midpoint;
}

TEST(NodalGolden, GradientsAreTheReferenceImplementations)
{
    const auto data = golden("s4_gradients.json");
    for (const auto& given : data.at("cases")) {
        for (const char* letter : {"T", "M"}) {
            const NodalRod rod = golden_rod(data.at("rod"), strain_of(letter), false);
            const auto frames = golden_frames(given.at("p"), given.at("Lambda"));
            std::vector<Vector6d> g;
            gradient(rod, frames, {}, {0.0, 1.0}, g);
            const auto& expected = given.at(letter);
            MatrixXd gp(3, 6), gr(3, 6), gp_expected(3, 6), gr_expected(3, 6);
            for (int a = 0; a < 6; ++a) {
                const auto i = static_cast<std::size_t>(a);
                gp.col(a) = g[i].head<3>();
                gr.col(a) = g[i].tail<3>();
                gp_expected.col(a) = vector3(expected.at("gp").at(i));
                gr_expected.col(a) = from_x(expected.at("gr").at(i));
            }
            EXPECT_LT(relative_error(gp, gp_expected), 1e-11) << letter;
            EXPECT_LT(relative_error(gr, gr_expected), 1e-11) << letter;
            const double V = elastic_energy(rod, frames) + load_potential(rod, frames, 0.0);
            EXPECT_NEAR(V / expected.at("V").get<double>(), 1.0, 1e-11) << letter;
        }
    }
}

TEST(NodalGolden, TheRotationOfAStepIsTheReferenceImplementations)
{
    const auto data = golden("s4_newton.json");
    for (const auto& given : data.at("cases")) {
        // One free body that carries the momentum g for a second.
        Rows constants(node::count, 8), state(motion::count, 8), f(3, 8);
        const Vector3d J = vector3(given.at("J"));
        constants.set(node::J1, 0, J);
        constants.set(node::Ji1, 0, J.cwiseInverse());
        state.row(motion::qw)[0] = 1.0;
        state.set(motion::Px, 0, vector3(given.at("g")));
        ASSERT_TRUE(drift(1, 1.0, constants, state, f));
        EXPECT_LT((f.vector(0, 0) - vector3(given.at("f"))).norm(), 1e-13);
        const Eigen::Quaterniond q(state.row(motion::qw)[0], state.row(motion::qx)[0],
                                   state.row(motion::qy)[0], state.row(motion::qz)[0]);
        for (int i = 0; i < 3; ++i) {
            const Vector3d row = vector3(given.at("F").at(static_cast<std::size_t>(i)));
            EXPECT_LT((q.toRotationMatrix().row(i).transpose() - row).norm(), 1e-13);
        }
    }
}

TEST(NodalGolden, TheMotionIsTheReferenceImplementationsForFiveThousandSteps)
{
    const auto data = golden("s4_trajectory.json");
    for (const auto& given : data.at("cases")) {
        SCOPED_TRACE(given.at("name").get<std::string>());
        NodalRod rod =
            golden_rod(given.at("rod"), strain_of(given.at("var")), given.at("clamped").get<bool>());
        rod.damping.viscous_rate = given.at("damping");
        const auto& first = given.at("traj").at(0);
        NodalState state;
        state.frames = golden_frames(first.at("p"), first.at("Lambda"));
        for (std::size_t a = 0; a < state.frames.size(); ++a) {
            state.v.push_back(vector3(first.at("v_minus").at(a)));
            state.omega.push_back(from_x(first.at("Pi_minus").at(a)).cwiseQuotient(rod.inertia[a]));
        }
        ExplicitIntegrator integrator(rod, state, given.at("dt"));
        for (const auto& expected : given.at("traj")) {
            const long target = expected.at("step");
            while (integrator.steps() < target)
                ASSERT_TRUE(integrator.step());
            integrator.observe(state);
            const auto frames = golden_frames(expected.at("p"), expected.at("Lambda"));
            for (std::size_t a = 0; a < frames.size(); ++a) {
                EXPECT_LT((state.frames[a].position() - frames[a].position()).norm(), 1e-12) << target;
                EXPECT_LT((state.frames[a].rotation() - frames[a].rotation()).norm(), 1e-10) << target;
            }
            const MotionState motion = motion_of(rod, state, integrator.time());
            const double H = expected.at("H"), T = expected.at("T");
            EXPECT_NEAR(motion.kinetic_energy, T, 1e-9 * (T + std::abs(H))) << target;
            EXPECT_NEAR(motion.total_energy, H, 1e-9 * (T + std::abs(H))) << target;
        }
    }
}

}  // namespace test_nodal_golden
}  // namespace supple::test
