// Targets anywhere: what is said of them is true. SUPPLE_RANDOM_TARGETS sets how many.
#include "support/steering.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/statics/equilibrium.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

namespace supple::test {
namespace test_reach {

// Sanitizers make it many times slower.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SUPPLE_SLOW_BUILD
#endif
#endif

int number_of_targets()
{
    const char* text = std::getenv("SUPPLE_RANDOM_TARGETS");
#ifdef SUPPLE_SLOW_BUILD
    return text ? std::atoi(text) : 50;
#else
    return text ? std::atoi(text) : 200;
#endif
}

Vector3d cold_tip(const Manipulator& manipulator, const VectorXd& currents)
{
    Manipulator m = manipulator;
    std::get<CoilSet>(m.attachments[0]).currents = currents;
    const Equilibrium eq = solve(m);
    EXPECT_EQ(eq.status, Status::converged);
    return eq.tip().position();
}

TEST(Reach, OfRandomTargetsIsToldAsItIs)
{
    const Manipulator m = mri_catheter(spherical_by_tag("6R-B"), Vector3d::Zero());
    const Limits limits{-0.1, 0.1};  // A
    const int targets = number_of_targets();
    std::mt19937 engine(5);
    std::uniform_real_distribution<double> uniform(-1.0, 1.0);
    int reached = 0, closest = 0, edge = 0, path = 0, stopped = 0;
    for (int i = 0; i < targets; ++i) {
        // On the surface that can be reached, beside it, or anywhere.
        const Vector3d u = 0.12 * Vector3d(uniform(engine), uniform(engine), uniform(engine));
        const Vector3d off = Vector3d(uniform(engine), uniform(engine), uniform(engine));
        Vector3d wanted = i % 4 == 3 ? Vector3d(70 * mm * off + Vector3d(0, 0, 50 * mm))
                                     : solve([&] {
                                           Manipulator bent = m;
                                           std::get<CoilSet>(bent.attachments[0]).currents = u;
                                           return bent;
                                       }())
                                           .tip()
                                           .position();
        if (i % 4 == 1) wanted += 5 * mm * off;
        Target target;
        target.position = {wanted.x(), wanted.y(), wanted.z()};
        if (i % 4 == 2) target.position[2].reset();
        SCOPED_TRACE(fmt::format("target {}: {} {} {}", i, wanted.x(), wanted.y(), wanted.z()));

        const auto system = discretize(m);
        const auto list = all_actuations(*system, limits);
        const Steering result = steer(*system, list, target);
        ASSERT_EQ(result.actuation.size(), 3);
        EXPECT_LE(result.actuation.cwiseAbs().maxCoeff(), 0.1);
        if (result.status == Status::not_converged) {
            ++stopped;
            continue;
        }
        ASSERT_TRUE(result.status == Status::converged || result.status == Status::infeasible)
            << name(result.status) << result.message;
        if (result.message.find("only along a path") != std::string::npos) {
            EXPECT_EQ(result.status, Status::infeasible);
            ++path;
            continue;
        }

        // The distance is that of a solve that knows only the currents.
        const auto distance = [&](const Vector3d& tip) {
            Vector3d d = tip - wanted;
            if (!target.position[2]) d[2] = 0.0;
            return d.norm();
        };
        const double real = distance(cold_tip(m, result.actuation));
        EXPECT_NEAR(real, result.distance, 1e-9);
        EXPECT_EQ(result.status == Status::converged, real < 1e-11);
        if (result.status == Status::converged) {
            ++reached;
            continue;
        }
        EXPECT_FALSE(result.message.empty());
        if (result.message.find("lose its hold") != std::string::npos) {
            ++edge;
            continue;
        }
        ++closest;
        // No small change of a current, and no small change downhill, comes closer.
        EXPECT_LT(result.slope, 1e-6);
        for (int k = 0; k < 3; ++k) {
            for (const double step : {-1e-5, 1e-5}) {
                VectorXd near = result.actuation;
                near[k] = std::clamp(near[k] + step, limits.lower, limits.upper);
                EXPECT_GT(distance(cold_tip(m, near)), real - 1e-9);
            }
        }
    }
    fmt::print(
        "{} reached, {} closest points, {} at the edge of stability, {} only along a path, {} not solved\n",
        reached, closest, edge, path, stopped);
    EXPECT_GT(reached, targets / 8);
    EXPECT_GT(closest, targets / 4);
    EXPECT_LE(edge + path, targets / 4);
    EXPECT_LE(stopped, targets / 50);
}

}  // namespace test_reach
}  // namespace supple::test
