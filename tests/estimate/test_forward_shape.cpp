#include "support/differences.hpp"
#include "support/rods.hpp"

#include <supple/estimate/forward_shape.hpp>
#include <supple/estimate/panel.hpp>
#include <supple/lie/so3.hpp>

#include <gtest/gtest.h>

namespace supple::test_forward_shape {
namespace {

using namespace supple::test;
using namespace supple::estimation;

/// A rod under everything that a file may put on it: weight, a force that turns with it, a magnet in a field.
Manipulator laden(const ModelChoice& model)
{
    Manipulator m = rod_along_z(0.1, 2e-4);
    m.rod.torsional_stiffness = 1.5e-4;
    m.rod.mass_per_length = 0.01;
    m.rod.axial_stiffness = 2e3;  // of the nodal rod alone, and stiff
    m.rod.shear_stiffness = Vector2d(1e3, 1e3);
    m.environment.gravity = Vector3d(0.0, 9.81, 0.0);
    m.environment.magnetic_field.uniform = Vector3d(0.0, 0.02, 0.01);
    PointLoad load;
    load.at = 0.06;
    load.force = Vector3d(0.02, 0.0, 0.01);
    load.frame = LoadFrame::body;
    m.loads.push_back(load);
    Magnet magnet;
    magnet.at = 0.1;
    magnet.dipole = Vector3d(0.0, 0.0, 0.1);
    m.attachments.emplace_back(magnet);
    m.model = model;
    return m;
}

struct Case {
    std::string name;
    ModelChoice model;
};

class EachForwardShape : public testing::TestWithParam<Case> {};

const std::vector<double> places = {0.05, 0.33, 0.5, 0.77, 0.93, 1.0};

/// Tip force and moment, load per length, then s and b of two pushes.
Pushes pushes_of(const VectorXd& x)
{
    Pushes p;
    p.tip_force = x.head<3>();
    p.tip_moment = x.segment<3>(3);
    p.per_length = x.segment<3>(6);
    p.vary_per_length = true;
    p.points = {{x[9], x.segment<3>(10)}, {x[13], x.segment<3>(14)}};
    return p;
}

VectorXd usual()
{
    VectorXd x(17);
    x << 0.4, -0.7, 0.2, 0.1, 0.2, -0.1, 0.5, -0.3, 0.1, 0.41, 1.5, -2.0, 0.3, 0.83, -1.0, 0.7, -0.2;
    return x;
}

TEST_P(EachForwardShape, EveryColumnIsTheDerivativeOfThePrediction)
{
    const MadeShape made = make_forward_shape(laden(GetParam().model));
    ASSERT_TRUE(made.model) << made.refusal;
    for (const double size : {0.0, 1.0}) {
        VectorXd x = usual();
        for (const int i : {9, 13}) {
            const double s = x[i];
            x.segment(i + 1, 3) *= size;
            x[i] = s;
        }
        x.head<9>() *= size;
        Sections at;
        ASSERT_TRUE(made.model->predict(pushes_of(x), places, true, at));
        for (std::size_t k = 0; k < places.size(); ++k) {
            const Matrix3d R = at.q[k].toRotationMatrix();
            const auto all = [&](const VectorXd& y) -> VectorXd {
                Sections there;
                EXPECT_TRUE(made.model->predict(pushes_of(y), places, false, there));
                VectorXd out(9);
                out << there.r[k], so3::log(there.q[k].toRotationMatrix() * R.transpose()), there.kappa[k];
                return out;
            };
            const MatrixXd D = difference(all, x, 1e-3);
            SCOPED_TRACE(testing::Message() << GetParam().name << " size " << size << " s " << places[k]);
            EXPECT_LT((at.d[k] - D).cwiseAbs().maxCoeff(), 1e-6) << at.d[k] - D;
            EXPECT_GT(D.topRows<3>().norm(), 1e-4);
            if (size > 0.0 && places[k] > 0.45) {
                EXPECT_GT(D.col(9).norm(), 1e-2);
            }
        }
    }
}

TEST_P(EachForwardShape, APushPassesEveryPlaceSmoothly)
{
    Manipulator m = laden(GetParam().model);
    const MadeShape made = make_forward_shape(m);
    ASSERT_TRUE(made.model) << made.refusal;
    // Along a fine walk of the push the tip moves by its derivative: no step and no kink is hidden between.
    VectorXd x = usual();
    Sections before, after;
    const double step = 1e-3;
    x[9] = 0.2;
    ASSERT_TRUE(made.model->predict(pushes_of(x), places, true, before));
    double largest = 0.0;
    for (int i = 0; i < 500; ++i) {
        x[9] += step;
        ASSERT_TRUE(made.model->predict(pushes_of(x), places, true, after));
        const Vector3d slope = 0.5 * (before.d.back().col(9) + after.d.back().col(9)).head<3>();
        largest = std::max(largest, (after.r.back() - before.r.back() - step * slope).norm());
        before = after;
    }
    // The rest is the third derivative, step³/12 of some tens, and what a kink of the frame leaves.
    EXPECT_LT(largest, 2e-6) << GetParam().name;
}

TEST_P(EachForwardShape, IsTheRodOfTheExactModel)
{
    Manipulator exact = laden(CosseratModel{});
    const MadeShape judge = make_forward_shape(exact);
    const MadeShape made = make_forward_shape(laden(GetParam().model));
    ASSERT_TRUE(judge.model && made.model);
    Sections truth, found;
    ASSERT_TRUE(judge.model->predict(pushes_of(usual()), places, false, truth));
    ASSERT_TRUE(made.model->predict(pushes_of(usual()), places, false, found));
    for (std::size_t k = 0; k < places.size(); ++k) {
        EXPECT_LT((truth.r[k] - found.r[k]).norm(), 2e-3) << GetParam().name << " s " << places[k];
        EXPECT_LT((truth.kappa[k] - found.kappa[k]).norm(), 0.02) << GetParam().name << " s " << places[k];
        EXPECT_LT(truth.q[k].angularDistance(found.q[k]), 1.2e-2) << GetParam().name << " s " << places[k];
    }
}

INSTANTIATE_TEST_SUITE_P(
    Models, EachForwardShape,
    testing::Values(Case{"exact", CosseratModel{}}, Case{"gauss", spherical(20, JointLayout::gauss)},
                    Case{"half", spherical(24, JointLayout::half_links)}, Case{"segments", isotropic(6)},
                    Case{"arcs", CurvatureModel{16, true}}, Case{"nodal", VariationalModel{40}}),
    [](const auto& one) { return one.param.name; });

TEST(ForwardShape, KnownLoadsAreThoseOfASolve)
{
    for (const ModelChoice& model :
         {ModelChoice(CosseratModel{}), ModelChoice(spherical(12, JointLayout::gauss))}) {
        const Manipulator m = laden(model);
        const MadeShape made = make_forward_shape(m);
        ASSERT_TRUE(made.model) << made.refusal;
        Sections found;
        ASSERT_TRUE(made.model->predict({}, std::vector<double>{1.0}, false, found));
        const Equilibrium eq = solve(m);
        ASSERT_EQ(eq.status, Status::converged) << eq.message;
        EXPECT_LT((0.1 * found.r[0] - eq.tip().position()).norm(), 1e-10);
    }
}

TEST(ForwardShape, AKnownFixtureHoldsTheExactRod)
{
    Manipulator m = laden(CosseratModel{});
    m.constraints.emplace_back(hold_yz("P1", 0.07, 0.001, 0.0));
    std::get<Fixture>(m.constraints[0]).hold = {0.0, 0.001, std::nullopt};
    const MadeShape made = make_forward_shape(m);
    ASSERT_TRUE(made.model) << made.refusal;
    Sections found;
    ASSERT_TRUE(made.model->predict({}, std::vector<double>{0.7, 1.0}, false, found));
    EXPECT_NEAR(found.r[0].x(), 0.0, 1e-10);
    EXPECT_NEAR(0.1 * found.r[0].y(), 0.001, 1e-10);
    const Equilibrium eq = solve(m);
    EXPECT_LT((0.1 * found.r[1] - eq.tip().position()).norm(), 1e-9) << eq.message;
}

TEST(ForwardShape, WhatItCannotCarryIsSaid)
{
    Manipulator m = laden(CosseratModel{});
    m.base.pinned = true;
    EXPECT_NE(make_forward_shape(m).refusal.find("pinned"), std::string::npos);
    m = laden(spherical(8, JointLayout::gauss));
    m.constraints.emplace_back(hold_yz("P1", 0.07));
    EXPECT_NE(make_forward_shape(m).refusal.find("--model cosserat"), std::string::npos);
}

TEST(Panel, EveryDerivativeIsTheDerivative)
{
    const auto moved = [](const VectorXd& x) {
        const SE3 A(so3::exp(Vector3d(x[3], x[4], x[5])) * so3::exp(Vector3d(0.1, -0.2, 0.3)),
                    Vector3d(x[0], x[1], x[2]));
        const SE3 B(so3::exp(Vector3d(x[9], x[10], x[11])) * so3::exp(Vector3d(0.3, 0.1, 0.5)),
                    Vector3d(0.05 + x[6], 0.03 + x[7], 0.19 + x[8]));
        return std::pair(A, B);
    };
    for (const double x : {0.0, 0.3, 1.0}) {
        const auto [A, B] = moved(VectorXd::Zero(12));
        const PanelPoint p = panel_point(A, B, 0.2, x);
        const auto by_frames = [&](const VectorXd& y) -> VectorXd {
            const auto [C, D] = moved(y);
            const PanelPoint there = panel_point(C, D, 0.2, x);
            VectorXd out(6);
            out << there.p, so3::log(there.R * p.R.transpose());
            return out;
        };
        const MatrixXd D = difference(by_frames, VectorXd::Zero(12), 1e-3);
        EXPECT_LT((D.topRows<3>() - p.by_p).norm(), 1e-8);
        EXPECT_LT((D.bottomRows<3>() - p.by_R).norm(), 1e-8);
        const auto by_place = [&](const VectorXd& y) -> VectorXd {
            const auto [C, E] = moved(VectorXd::Zero(12));
            const PanelPoint there = panel_point(C, E, 0.2, x + y[0] / 0.2);
            VectorXd out(42);
            out << there.p, so3::log(there.R * p.R.transpose()),
                Eigen::Map<const VectorXd>(there.by_p.data(), 36);
            return out;
        };
        const VectorXd by_s = difference(by_place, VectorXd::Zero(1), 1e-4);
        EXPECT_LT((by_s.head<3>() - p.dp).norm(), 1e-7);
        EXPECT_LT((by_s.segment<3>(3) - p.omega).norm(), 1e-7);
        EXPECT_LT((by_s.tail(36) - Eigen::Map<const VectorXd>(p.by_p_s.data(), 36)).norm(), 1e-7);
        EXPECT_GT(p.omega.norm(), 0.1);
    }
}

}  // namespace
}  // namespace supple::test_forward_shape
