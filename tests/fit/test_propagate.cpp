#include <supple/assembly/discretize.hpp>
#include <supple/fit/propagate.hpp>
#include <supple/io/model_file.hpp>
#include <supple/statics/equilibrium.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

namespace supple::test {
namespace test_propagate {

/// A catheter held at a point, whose stiffness and held height are fitted; its tip load scatters.
Study study()
{
    Study s;
    s.build = [](const VectorXd& p, std::size_t) {
        return discretize(parse_model(
            fmt::format("supple: 1\n"
                        "rod: {{length: 82 mm, bending_stiffness: {:.17g} N m^2}}\n"
                        "base: {{tangent: x, normal: y}}\n"
                        "model: {{type: isotropic-prb, segments: 2}}\n"
                        "loads: [{{name: tip, at: tip, force: 0 10 5 mN}}]\n"
                        "constraints: [{{fixture: {{name: P1, at: 41 mm, hold: {{y: {:.17g} m}}}}}}]\n",
                        p[0], p[1])));
    };
    s.inputs = {"loads.tip.force.y", "loads.tip.force.z"};
    s.cases.resize(2);
    s.cases[0].inputs = {10e-3, 5e-3};
    s.cases[1].inputs = {-6e-3, 2e-3};
    return s;
}

/// Tip and force of P1, with p and the inputs of a case.
VectorXd solved(const Study& study, const VectorXd& p, const std::vector<double>& inputs)
{
    const auto system = study.build(p, 0);
    const auto parameters = load_parameters(*system);
    for (std::size_t i = 0; i < study.inputs.size(); ++i) {
        for (const Parameter& parameter : parameters) {
            if (parameter.path == study.inputs[i]) assign(*system, parameter, inputs[i]);
        }
    }
    const Equilibrium eq = solve_statics(*system);
    EXPECT_EQ(eq.status, Status::converged);
    VectorXd y(6);
    y << eq.tip().position(), eq.reactions.at(0).force;
    return y;
}

TEST(Propagation, IsTheScatterOfSolvedCases)
{
    const Study s = study();
    const Eigen::Vector2d p(17.185e-6, 1e-3), scale(17e-6, 1e-3);
    Eigen::Matrix2d covariance;  // correlated
    covariance << 4e-14, 1.5e-11, 1.5e-11, 1e-8;
    const Eigen::Vector2d sigma(0.2e-3, 0.3e-3);
    const Spread spread = propagate(s, p, scale, covariance, sigma);
    ASSERT_EQ(spread.tip.size(), 2u);
    ASSERT_EQ(spread.reactions.size(), 1u);
    EXPECT_EQ(spread.reactions[0].name, "P1");
    for (std::size_t k = 0; k < 2; ++k) {
        // By differences of solved cases, which share nothing with the derivatives.
        MatrixXd by_p(6, 2), by_u(6, 2);
        for (Eigen::Index i = 0; i < 2; ++i) {
            VectorXd up = p, down = p;
            up[i] += 1e-3 * scale[i];
            down[i] -= 1e-3 * scale[i];
            by_p.col(i) =
                (solved(s, up, s.cases[k].inputs) - solved(s, down, s.cases[k].inputs)) / (2e-3 * scale[i]);
            std::vector<double> more = s.cases[k].inputs, less = more;
            more[static_cast<std::size_t>(i)] += 0.01 * sigma[i];
            less[static_cast<std::size_t>(i)] -= 0.01 * sigma[i];
            by_u.col(i) = (solved(s, p, more) - solved(s, p, less)) / (0.02 * sigma[i]);
        }
        const MatrixXd C =
            by_p * covariance * by_p.transpose() + by_u * sigma.cwiseAbs2().asDiagonal() * by_u.transpose();
        const double tip = std::sqrt(C.topLeftCorner(3, 3).trace());
        const double force = std::sqrt(C.bottomRightCorner(3, 3).trace());
        EXPECT_GT(tip, 1e-5);
        EXPECT_GT(force, 1e-5);
        EXPECT_NEAR(spread.tip[k], tip, 1e-5 * tip) << k;
        EXPECT_NEAR(spread.reactions[0].deviations[k], force, 1e-5 * force) << k;
    }
}

TEST(Propagation, KnownInputsAddNothing)
{
    const Study s = study();
    const Eigen::Vector2d p(17.185e-6, 1e-3);
    const Eigen::Matrix2d covariance = Eigen::Vector2d(4e-14, 1e-8).asDiagonal();
    const Spread known = propagate(s, p, p, covariance, {});
    const Spread zero = propagate(s, p, p, covariance, Eigen::Vector2d::Zero());
    const Spread more = propagate(s, p, p, covariance, Eigen::Vector2d(1e-3, 0.0));
    for (std::size_t k = 0; k < 2; ++k) {
        EXPECT_NEAR(known.tip[k], zero.tip[k], 1e-12);
        EXPECT_GT(more.tip[k], 1.1 * known.tip[k]);
    }
}

}  // namespace test_propagate
}  // namespace supple::test
