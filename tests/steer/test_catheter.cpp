// Inverse kinematics of the MRI catheter against an independent program (s2 Secs. 7 and 11).
#include "support/singular_values.hpp"
#include "support/steering.hpp"

#include <supple/assembly/discretize.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace supple::test {
namespace test_catheter {

TEST(SteeredCatheter, FollowsTheCirclesWithTheLeastCurrents)
{
    const nlohmann::json file = golden("s2_inverse.json");
    ASSERT_EQ(file.at("circles").size(), 3u);
    for (const auto& circle : file.at("circles")) {
        const auto model = circle.at("model").get<std::string>();
        const auto system = discretize(mri_catheter(spherical_by_tag(model), Vector3d::Zero()));
        SystemSteerer steerer(*system, all_actuations(*system), tip_of(*system));
        Steering result;
        for (std::size_t i = 0; i < circle.at("points").size(); ++i) {
            const auto& point = circle.at("points").at(i);
            SCOPED_TRACE(fmt::format("{}, point {}", model, i));
            const VectorXd xy = vector(point.at("target_xy"));
            steerer.steer(target_mm(xy[0], xy[1]), {.warm_start = true}, result);
            ASSERT_EQ(result.status, Status::converged) << result.message;
            EXPECT_FALSE(result.restarted);
            EXPECT_LT(result.distance / mm, 1e-9);
            EXPECT_LT((result.equilibrium.tip().position().head<2>() / mm - xy).norm(), 1e-9);
            EXPECT_LT((result.actuation - vector(point.at("u"))).cwiseAbs().maxCoeff(), 1e-8);
            EXPECT_LT((result.equilibrium.coordinates - vector(point.at("theta"))).cwiseAbs().maxCoeff(),
                      1e-8);
            EXPECT_EQ(result.rank, 2);
            const MatrixXd J = actuation_jacobian(*system, result.equilibrium);
            const VectorXd sigma = singular_values(J) / mm;
            EXPECT_NEAR(sigma[0], point.at("sv").at(0).get<double>(), 1e-6 * sigma[0]);
            EXPECT_NEAR(sigma[0] / sigma[1], point.at("cond12").get<double>(), 1e-6);
            EXPECT_LT(sigma[2], 1e-12 * sigma[0]);
            const VectorXd asked = singular_values(J.topRows<2>());
            EXPECT_LT((result.singular_values - asked).norm(), 1e-9 * asked[0]);
            EXPECT_EQ(result.equilibrium.stability.stable, true);
        }
    }
}

TEST(SteeredCatheter, MeetsTargetsOfItsOwnSurfaceAndComesClosestToThoseOfTheRod)
{
    const nlohmann::json file = golden("s2_inverse.json");
    const auto system = discretize(mri_catheter(spherical_by_tag("6R-B"), Vector3d::Zero()));
    for (const auto& one : file.at("targets")) {
        const Vector3d wanted = vector3(one.at("target"));
        SCOPED_TRACE(one.at("kind").get<std::string>() + " " + one.at("target").dump());
        const Steering result =
            steer(*system, all_actuations(*system), target_mm(wanted.x(), wanted.y(), wanted.z()));
        EXPECT_NEAR(result.distance, (result.equilibrium.tip().position() - mm * wanted).norm(), 1e-12);
        if (one.at("kind") == "rod surface") {
            EXPECT_EQ(result.status, Status::infeasible) << result.message;
            EXPECT_LT(result.slope, 1e-6);
            EXPECT_LT(result.distance / mm, one.at("residual_mm").get<double>() + 1e-5);
        } else {
            EXPECT_EQ(result.status, Status::converged) << result.message;
            EXPECT_LT(result.distance / mm, 1e-9);
        }
    }
}

TEST(SteeredCatheter, HoldsItsShapeAlongTheNullDirection)
{
    Manipulator m = mri_catheter(spherical_by_tag("6R-B"), {0.02, 0.03, 0.04});
    const auto system = discretize(m);
    const Steering result = steer(*system, all_actuations(*system), target_mm(8, 38));
    ASSERT_EQ(result.status, Status::converged);
    ASSERT_EQ(result.nulls, 1);
    const Vector3d nu = result.null_directions.col(0);
    EXPECT_NEAR(nu.norm(), 1.0, 1e-12);
    EXPECT_LT(std::abs(nu.dot(Vector3d(result.actuation))), 1e-9);  // A: the gauge

    // 70 mA along it: not even the balance is touched [N m].
    StaticProblem problem(*system);
    problem.start_from(result.equilibrium);
    const auto parameters = actuations(*system);
    for (int k = 0; k < 3; ++k)
        nudge(*system, parameters[static_cast<std::size_t>(k)], 0.07 * nu[k]);
    problem.evaluate(1.0);
    EXPECT_LT(problem.g.cwiseAbs().maxCoeff(), 1e-14);
}

}  // namespace test_catheter
}  // namespace supple::test
