// The 7776 tip loads of the multi-load study: pseudo-rigid-body segments against as many exact tips (s1 Sec.
// 13).
#include "support/rods.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/cosserat/cosserat.hpp>
#include <supple/result/statistics.hpp>
#include <supple/statics/equilibrium.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace supple::test {
namespace test_grid {

constexpr double L = 50 * mm, EI = 17185 * mN_mm2, row_tolerance = 2e-6;  // [mm]

using Wrench = std::pair<Vector3d, Vector3d>;  // force [N], moment [N m]

const std::vector<double> uniform{-4, -2.4, -0.8, 0.8, 2.4, 4}, caption{-4, -2.5, -1, 1, 2.5, 4};
const std::vector<double> moments{-250, -150, -50, 50, 150, 250};

std::vector<Wrench> grid(const std::vector<double>& fx, const std::vector<double>& fy,
                         const std::vector<double>& fz, const std::vector<double>& my,
                         const std::vector<double>& mz)
{
    std::vector<Wrench> all;
    for (const double x : fx)
        for (const double y : fy)
            for (const double z : fz)
                for (const double m : my)
                    for (const double n : mz)
                        all.push_back({mN * Vector3d(x, y, z), mN_mm * Vector3d(0, m, n)});
    return all;
}

std::vector<double> positive(std::vector<double> values)
{
    std::erase_if(values, [](double value) { return value < 0.0; });
    return values;
}

/// The quarter with positive lateral forces. Rod and segments are mirror-symmetric in y and in z, and so is
/// the grid: its mean is that of the whole.
std::vector<Wrench> quarter(const std::vector<double>& forces)
{
    return grid(forces, positive(forces), positive(forces), moments, moments);
}

std::vector<SE3> exact_tips(const std::vector<Wrench>& loads, bool moment_turns_with_the_tip = false)
{
    Manipulator m = rod_along_x(L, EI);
    m.loads = {dead_load(L, Vector3d::Zero()), follower(L, Vector3d::Zero())};
    cosserat::Solver solver(m);
    Equilibrium eq;
    std::vector<SE3> tips;
    for (const auto& [F, M] : loads) {
        solver.set_load(0, F, moment_turns_with_the_tip ? Vector3d::Zero() : M);
        // y and z of the study are d1 and d2.
        solver.set_load(1, Vector3d::Zero(),
                        moment_turns_with_the_tip ? Vector3d(M.y(), M.z(), M.x()) : Vector3d::Zero());
        cosserat::solve(solver, eq);
        EXPECT_EQ(eq.status, Status::converged) << eq.message;
        tips.push_back(eq.tip());
    }
    return tips;
}

/// Distances of the segments' tips from the exact ones [mm].
std::vector<double> tip_errors(const SegmentModel& model, const std::vector<Wrench>& loads,
                               const std::vector<SE3>& tips)
{
    Manipulator m = rod_along_x(L, EI);
    m.model = model;
    m.loads = {dead_load(L, Vector3d::Zero())};
    const auto system = discretize(m);
    StaticSolver solver(*system);
    Equilibrium eq;
    std::vector<double> errors;
    for (std::size_t i = 0; i < loads.size(); ++i) {
        for (int k = 0; k < 3; ++k) {
            system->loads[0]->parameter(k) = loads[i].first[k];
            system->loads[0]->parameter(3 + k) = loads[i].second[k];
        }
        solver.solve({}, eq);
        EXPECT_EQ(eq.status, Status::converged) << eq.message;
        errors.push_back((eq.tip().position() - tips[i].position()).norm() / mm);
    }
    return errors;
}

/// Square root of the mean of squares about a centre.
double spread(const std::vector<double>& values, double about)
{
    double sum = 0.0;
    for (const double value : values)
        sum += (value - about) * (value - about);
    return std::sqrt(sum / static_cast<double>(values.size()));
}

double mean_error(const SegmentModel& model, const std::vector<Wrench>& loads)
{
    return statistics(tip_errors(model, loads, exact_tips(loads))).mean;
}

SegmentModel fitted_isotropic()
{
    SegmentModel model = isotropic();
    model.parameters.gamma = {0.14690, 0.5 - 0.14690, 0.5 - 0.14690, 0.14690};
    model.parameters.k_eta = model.parameters.k_theta = {2.9284, 3.1822, 2.9284};
    return model;
}

TEST(GridOfTipLoads, Has7776ExactTipsAndTheErrorsOfTheStudy)
{
    const auto loads = grid(uniform, uniform, uniform, moments, moments);
    ASSERT_EQ(loads.size(), 7776u);
    const std::vector<SE3> tips = exact_tips(loads);

    // Row 8: how far the rod goes.
    std::vector<double> angles, ways;
    for (const SE3& tip : tips) {
        const Vector3d t = tip.rotation().col(2);
        angles.push_back(std::atan2(t.tail<2>().norm(), t.x()) * 180.0 / std::numbers::pi);
        ways.push_back((tip.position() - Vector3d(L, 0, 0)).norm() / mm);
    }
    EXPECT_NEAR(statistics(angles).mean, 39.472, 1e-3);
    EXPECT_NEAR(statistics(angles).max, 83.732, 1e-3);
    EXPECT_NEAR(statistics(ways).mean, 17.5793, 1e-3);

    // Rows 1 and 2: universal joints with Table 1.
    const std::vector<double> errors = tip_errors(table_1(), loads, tips);
    const Statistics s = statistics(errors);
    EXPECT_NEAR(s.mean, 0.471712, row_tolerance);
    EXPECT_NEAR(s.median, 0.324534, row_tolerance);
    EXPECT_NEAR(s.max, 3.762525, row_tolerance);
    EXPECT_NEAR(spread(errors, s.mean), 0.452719, row_tolerance);
    EXPECT_NEAR(spread(errors, 0.0), 0.653809, row_tolerance);

    // Row 7, and the joint without a preferred axis (Sec. 9).
    EXPECT_NEAR(statistics(tip_errors(gauss_3(), loads, tips)).mean, 0.451739, row_tolerance);
    EXPECT_NEAR(statistics(tip_errors(fitted_isotropic(), loads, tips)).mean, 0.1344, 1e-4);

    // The quarter stands for the whole.
    EXPECT_NEAR(mean_error(table_1(), quarter(uniform)), s.mean, 1e-9);
}

TEST(GridOfTipLoads, MomentsThatTurnWithTheTipOfTheRodChangeTheMeanByAThousandth)
{
    const auto loads = quarter(uniform);
    EXPECT_NEAR(statistics(tip_errors(table_1(), loads, exact_tips(loads, true))).mean, 0.472141,
                row_tolerance);
}

TEST(GridOfTipLoads, ForcesOfTheCaptionsComeNearerToThePublishedMean)
{
    EXPECT_NEAR(mean_error(table_1(), quarter(caption)), 0.483643, row_tolerance);
}

TEST(GridOfTipLoads, LoadsInAPlaneShowWhatTheOrderOfRotationsCosts)
{
    const std::vector<double> none{0.0};
    EXPECT_NEAR(mean_error(table_1(), grid(uniform, uniform, none, none, moments)), 0.127363, row_tolerance);
    EXPECT_NEAR(mean_error(table_1(), grid(uniform, none, uniform, moments, none)), 0.140187, row_tolerance);
}

TEST(GridOfTipLoads, ErrorsOfFigure3)
{
    const std::vector<Wrench> loads{{mN * Vector3d(4, -2.5, 2.5), mN_mm * Vector3d(0, -250, -150)},
                                    {mN * Vector3d(-4, -4, -4), Vector3d::Zero()},
                                    {mN * Vector3d(0, 1, 2), mN_mm * Vector3d(0, 0, 150)},
                                    {mN * Vector3d(-3, 1, 0), mN_mm * Vector3d(0, 200, -100)}};
    const auto errors = tip_errors(table_1(), loads, exact_tips(loads));
    const double expected[] = {0.256343, 0.157862, 0.141941, 0.382964};
    for (std::size_t i = 0; i < 4; ++i)
        EXPECT_NEAR(errors[i], expected[i], row_tolerance) << "case "
                                                           << "abcd"[i];
}

}  // namespace test_grid
}  // namespace supple::test
