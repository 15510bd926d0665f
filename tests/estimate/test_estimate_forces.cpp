#include "estimate/made_shapes.hpp"
#include "support/differences.hpp"

#include <supple/estimate/chi_square.hpp>
#include <supple/estimate/estimate_forces.hpp>
#include <supple/estimate/shape_residuals.hpp>
#include <supple/lie/so3.hpp>

#include <gtest/gtest.h>

namespace supple::test_estimate_forces {
namespace {

using namespace supple::test;
using namespace supple::estimation;

constexpr double unit_force = 0.0205;  ///< EI/L² of plain_rod [N]

Pushes two_contacts()
{
    Pushes p;
    p.points = {{0.35, {3.0, -2.0, 0.0}}, {0.75, {-2.0, 4.0, 0.0}}};
    return p;
}

bool says(const ForceEstimate& e, const std::string& words)
{
    return std::any_of(e.warnings.begin(), e.warnings.end(),
                       [&](const std::string& w) { return w.find(words) != std::string::npos; });
}

TEST(ChiSquare, IsThatOfTheTables)
{
    // Abramowitz and Stegun, table 26.8.
    EXPECT_NEAR(chi_square_quantile(0.95, 1), 3.841459, 1e-6);
    EXPECT_NEAR(chi_square_quantile(0.95, 6), 12.591587, 1e-6);
    EXPECT_NEAR(chi_square_quantile(0.999, 60), 99.607231, 1e-5);
    for (const int n : {1, 2, 7, 100})
        EXPECT_NEAR(chi_square_above(chi_square_quantile(0.3, n), n), 0.7, 1e-10);
    EXPECT_EQ(chi_square_above(0.0, 3), 1.0);
    EXPECT_LT(chi_square_above(1e6, 60), 1e-300);
}

TEST(EstimateForces, DataWithoutNoiseGiveTheForcesThatMadeThem)
{
    std::mt19937 engine(1);
    const Manipulator m = plain_rod();
    for (const bool curved : {false, true}) {
        const ShapeData data = curved ? curvatures_of(m, two_contacts(), 20, 0.0, engine)
                                      : points_of(m, two_contacts(), 20, 0.0, engine);
        const ForceEstimate e = estimate_forces(m, data, {.max_contacts = 2, .intervals = false});
        ASSERT_EQ(e.status, Status::converged) << e.message;
        ASSERT_EQ(e.contacts.size(), 2u);
        EXPECT_NEAR(e.contacts[0].at, 0.035, 1e-6);
        EXPECT_NEAR(e.contacts[1].at, 0.075, 1e-6);
        EXPECT_NEAR(e.contacts[0].force.norm(), unit_force * std::sqrt(13.0), 1e-5);
        EXPECT_NEAR(e.contacts[1].force.norm(), unit_force * std::sqrt(20.0), 1e-5);
    }
}

TEST(EstimateForces, ASmallLoadOnAStraightRodIsThatOfBeamTheory)
{
    // y = f s² (3 a − s)/6 up to the force, with its slope beyond: scaled, f = 0.01.
    const double f = 0.01, a = 0.6;
    ShapeData data;
    for (int i = 1; i <= 20; ++i) {
        const double s = i / 20.0;
        const double y = s < a ? f * s * s * (3.0 * a - s) / 6.0 : f * a * a * (3.0 * s - a) / 6.0;
        PointOfShape point;
        point.at = 0.1 * s;
        point.position = Vector3d(0.1 * y, 0.0, 0.1 * s);
        point.sigma.setConstant(1e-7);
        data.points.push_back(point);
    }
    const ForceEstimate e = estimate_forces(plain_rod(), data, {.max_contacts = 1});
    ASSERT_EQ(e.status, Status::converged) << e.message;
    ASSERT_EQ(e.contacts.size(), 1u);
    EXPECT_NEAR(e.contacts[0].at, 0.06, 2e-4 * 0.1);
    EXPECT_NEAR(e.contacts[0].force.x() / (f * unit_force), 1.0, 1e-3);
    // Its deviation is that of the linear problem: (JᵀJ)⁻¹ with the derivatives of the formula.
    MatrixXd J(20, 2);
    for (int i = 1; i <= 20; ++i) {
        const double s = i / 20.0;
        J(i - 1, 0) = s < a ? s * s * (3.0 * a - s) / 6.0 : a * a * (3.0 * s - a) / 6.0;
        J(i - 1, 1) = s < a ? f * s * s / 2.0 : f * (6.0 * a * s - 3.0 * a * a) / 6.0;
    }
    const MatrixXd C = 1e-12 * (J.transpose() * J).inverse();
    EXPECT_NEAR(e.contacts[0].at_sd / (0.1 * std::sqrt(C(1, 1))), 1.0, 0.01);
    EXPECT_NEAR(e.contacts[0].size_sd / (unit_force * std::sqrt(C(0, 0))), 1.0, 0.01);
}

TEST(EstimateForces, TheTipWrenchOfATipPoseIsTheTipWrench)
{
    const Manipulator m = plain_rod();
    Pushes p;
    p.tip_force = Vector3d(0.8, -0.5, -0.4);
    p.tip_moment = Vector3d(0.2, 0.3, -0.1);
    const Sections at = sections_of(m, p, {1.0});
    ShapeData data;
    data.poses.push_back({0.1, 0.1 * at.r[0], at.q[0], Vector3d::Constant(1e-5), 1e-4});
    // Six numbers do not judge six unknowns: a second tracker does.
    const Sections half = sections_of(m, p, {0.5});
    data.poses.insert(data.poses.begin(), {0.05, 0.1 * half.r[0], half.q[0], Vector3d::Constant(1e-5), 1e-4});
    const ForceEstimate e = estimate_forces(m, data, {.tip_force = true, .tip_moment = true});
    ASSERT_EQ(e.status, Status::converged) << e.message;
    EXPECT_LT((*e.tip_force - unit_force * p.tip_force).norm(), 1e-6);
    EXPECT_LT((*e.tip_moment - 0.1 * unit_force * p.tip_moment).norm(), 1e-7);
}

TEST(EstimateForces, PointsWithoutPlacesAndMixedDataAgree)
{
    std::mt19937 engine(3);
    const Manipulator m = plain_rod();
    Pushes p;
    p.points = {{0.6, {2.0, 3.0, 0.0}}};
    ShapeData loose = points_of(m, p, 30, 0.0, engine, false);
    loose.points.erase(loose.points.begin(), loose.points.begin() + 2);
    ForceEstimate e = estimate_forces(m, loose, {.max_contacts = 1, .intervals = false});
    ASSERT_EQ(e.status, Status::converged) << e.message;
    ASSERT_EQ(e.contacts.size(), 1u);
    EXPECT_NEAR(e.contacts[0].at, 0.06, 1e-5);
    ShapeData mixed = points_of(m, p, 5, 0.001, engine);
    mixed.curvatures = curvatures_of(m, p, 10, 0.01, engine).curvatures;
    e = estimate_forces(m, mixed, {.max_contacts = 1});
    ASSERT_EQ(e.contacts.size(), 1u);
    EXPECT_LT(std::abs(e.contacts[0].at - 0.06), 4.0 * e.contacts[0].at_sd);
    EXPECT_EQ(e.data, 35);
}

TEST(EstimateForces, AWeightAndAPatchAreFoundAndPreferredWhereTheyMadeTheData)
{
    std::mt19937 engine(4);
    const Manipulator m = plain_rod();
    Pushes heavy;
    heavy.per_length = Vector3d(4.0, 1.0, 0.0);
    ForceEstimate e = estimate_forces(m, points_of(m, heavy, 20, 0.001, engine),
                                      {.weight = true, .patch = true, .max_contacts = 2, .intervals = false});
    ASSERT_EQ(e.status, Status::converged) << e.message;
    ASSERT_TRUE(e.weight.has_value());
    EXPECT_TRUE(e.contacts.empty());
    EXPECT_LT((*e.weight - unit_force / 0.1 * heavy.per_length).norm(), 4.0 * e.weight_sd->norm());

    Unknowns unknowns;
    unknowns.patch = true;
    VectorXd theta(4);
    theta << 0.55, 0.25, 6.0, -8.0;
    e = estimate_forces(m, curvatures_of(m, unknowns.pushes(theta), 30, 0.005, engine),
                        {.weight = true, .patch = true, .max_contacts = 2, .intervals = false});
    ASSERT_TRUE(e.patch.has_value()) << e.evidence.size();
    EXPECT_LT(std::abs(e.patch->from - 0.03), 4.0 * e.patch->from_sd);
    EXPECT_LT(std::abs(e.patch->to - 0.08), 4.0 * e.patch->to_sd);
}

TEST(EstimateForces, AnErrorOfTheStiffnessIsInTheForces)
{
    std::mt19937 engine(5);
    const Manipulator m = plain_rod();
    Pushes p;
    p.points = {{0.6, {2.0, 3.0, 0.0}}};
    const ShapeData data = points_of(m, p, 20, 0.0001, engine);
    const ForceEstimate e = estimate_forces(m, data, {.max_contacts = 1, .stiffness_sd = 0.05});
    ASSERT_EQ(e.contacts.size(), 1u);
    const FoundContact& c = e.contacts[0];
    EXPECT_NEAR(c.size_sd / c.force.norm(), 0.05, 0.003);
    EXPECT_LT(c.at_sd, 1e-4);
    // With a known load the force that is found does not scale with EI: refits with other rods say by how
    // much.
    Manipulator laden = m;
    PointLoad load;
    load.at = 0.1;
    load.force = Vector3d(0.03, 0.0, 0.0);
    laden.loads.push_back(load);
    Pushes both = p;
    both.tip_force = Vector3d(0.03, 0.0, 0.0) / unit_force;
    const ShapeData seen = points_of(m, both, 20, 0.0, engine);
    const auto found = [&](double factor) {
        Manipulator other = laden;
        *other.rod.bending_stiffness *= factor;
        *other.rod.torsional_stiffness *= factor;
        return estimate_forces(other, seen, {.max_contacts = 1, .stiffness_sd = 0.05, .intervals = false});
    };
    const ForceEstimate middle = found(1.0), stiff = found(1.01), soft = found(0.99);
    ASSERT_EQ(middle.contacts.size(), 1u);
    const Vector3d slope = (stiff.contacts.at(0).force - soft.contacts.at(0).force) / 0.02;
    EXPECT_NEAR(std::sqrt(middle.contacts[0].covariance.trace()) / (0.05 * slope.norm()), 1.0, 0.1);
}

TEST(EstimateForces, TheProfileIsTheIntervalWhereTheProblemIsNearlyLinear)
{
    std::mt19937 engine(6);
    const Manipulator m = plain_rod();
    Pushes p;
    p.points = {{0.7, {2.0, 3.0, 0.0}}};
    const ForceEstimate e = estimate_forces(m, points_of(m, p, 20, 0.001, engine), {.max_contacts = 1});
    ASSERT_EQ(e.contacts.size(), 1u);
    const FoundContact& c = e.contacts[0];
    EXPECT_NEAR(c.at_interval[1] - c.at_interval[0], 2.0 * 1.96 * c.at_sd, 0.1 * c.at_sd);
    EXPECT_LT(c.at_interval[0], c.at);
    EXPECT_GT(c.at_interval[1], c.at);
}

TEST(EstimateForces, WhatCannotBeSeenIsSaid)
{
    std::mt19937 engine(7);
    const Manipulator m = plain_rod();
    // (i), (ii): near the base points see only the product of force and place.
    Pushes p;
    p.points = {{0.1, {6.0, 3.0, 0.0}}};
    p.tip_force = Vector3d(1.0, 0.0, 0.0);
    ForceEstimate e =
        estimate_forces(m, points_of(m, p, 20, 0.001, engine), {.tip_force = true, .max_contacts = 1});
    // With a tip force beside it the data may also be explained by another place: then the problem is soft.
    EXPECT_TRUE(e.contacts.empty() || says(e, "is not known") || says(e, "cannot be seen") ||
                says(e, "soft") || says(e, "cannot be used"))
        << e.warnings.size();
    // (iii), (iv): two near contacts.
    p = {};
    p.points = {{0.5, {6.0, 3.0, 0.0}}, {0.62, {-6.0, 5.0, 0.0}}};
    e = estimate_forces(m, points_of(m, p, 20, 0.0003, engine), {.max_contacts = 2});
    ASSERT_EQ(e.contacts.size(), 2u);
    EXPECT_TRUE(says(e, "too close to be told apart"));
    EXPECT_TRUE(says(e, "soft") || says(e, "cannot be used"));
    // (v): one grating before the contact.
    p.points = {{0.15, {6.0, 3.0, 0.0}}};
    ShapeData curved = curvatures_of(m, p, 10, 0.01, engine);
    e = estimate_forces(m, curved, {.max_contacts = 1});
    ASSERT_EQ(e.contacts.size(), 1u);
    EXPECT_TRUE(says(e, "1 grating between base and contact"));
    // A straight rod does not see a force along itself.
    e = estimate_forces(m, points_of(m, {}, 20, 0.001, engine), {.tip_force = true});
    EXPECT_TRUE(says(e, "the force at the tip is not known"));
}

TEST(EstimateForces, DataThatAreNotExplainedAreAnAlarm)
{
    std::mt19937 engine(8);
    const Manipulator m = plain_rod();
    ShapeData data = points_of(m, two_contacts(), 20, 0.001, engine);
    ForceEstimate e = estimate_forces(m, data, {.max_contacts = 1});
    EXPECT_TRUE(says(e, "not explained"));
    std::swap(data.points[5].position, data.points[9].position);
    std::swap(data.points[3].position, data.points[15].position);
    e = estimate_forces(m, data, {.max_contacts = 2});
    EXPECT_TRUE(says(e, "not explained"));
    // With the robust loss the outliers lose their weight, and the forces are those of the others.
    data = points_of(m, two_contacts(), 30, 0.001, engine);
    for (const std::size_t i : {4u, 17u, 25u})
        data.points[i].position += Vector3d(0.01, -0.02, 0.01);
    e = estimate_forces(m, data, {.max_contacts = 2, .robust = true});
    ASSERT_EQ(e.contacts.size(), 2u);
    EXPECT_EQ(e.outliers, 3);
    EXPECT_LT(std::abs(e.contacts[1].at - 0.075), 5.0 * e.contacts[1].at_sd);
}

TEST(EstimateForces, AnUnknownSigmaIsFound)
{
    std::mt19937 engine(9);
    const Manipulator m = plain_rod();
    ShapeData data = points_of(m, two_contacts(), 40, 0.0005, engine);
    for (PointOfShape& point : data.points)
        point.sigma.setConstant(1e-2);
    const ForceEstimate e = estimate_forces(m, data, {.max_contacts = 2, .unknown_sigma = true});
    ASSERT_TRUE(e.sigma_factor.has_value());
    EXPECT_NEAR(*e.sigma_factor * 1e-2, 5e-5, 1e-5);
    EXPECT_EQ(e.contacts.size(), 2u);
    EXPECT_TRUE(says(e, "says nothing about an error of the model"));
}

TEST(EstimateForces, TheRollOfAFibreIsFoundBesidePoints)
{
    std::mt19937 engine(10);
    const Manipulator m = plain_rod();
    Pushes p;
    p.points = {{0.6, {2.0, 3.0, 0.0}}};
    ShapeData data = points_of(m, p, 10, 0.001, engine);
    data.curvatures = curvatures_of(m, p, 10, 0.01, engine).curvatures;
    const Eigen::Rotation2Dd turn(-0.7);  // the fibre's axes lie 0.7 rad ahead
    for (CurvatureOfShape& c : data.curvatures)
        c.curvature = turn * c.curvature;
    const ForceEstimate e = estimate_forces(m, data, {.max_contacts = 1, .roll = true});
    ASSERT_TRUE(e.roll.has_value()) << e.message;
    EXPECT_LT(std::abs(*e.roll - 0.7), 4.0 * *e.roll_sd);
    EXPECT_LT(*e.roll_sd, 0.05);
}

TEST(EstimateForces, MistakesAreSaid)
{
    std::mt19937 engine(11);
    const Manipulator m = plain_rod();
    ShapeData data = points_of(m, {}, 5, 0.001, engine);
    EXPECT_NE(estimate_forces(m, data, {}).message.find("--unknown"), std::string::npos);
    EXPECT_NE(estimate_forces(m, {}, {.tip_force = true}).message.find("nothing measured"),
              std::string::npos);
    EXPECT_NE(estimate_forces(m, data, {.tip_force = true, .tip_moment = true, .max_contacts = 3})
                  .message.find("measured numbers"),
              std::string::npos);
    data.points[0].at = 0.2;
    EXPECT_NE(estimate_forces(m, data, {.tip_force = true}).message.find("beyond the rod"),
              std::string::npos);
}

TEST(ShapeResiduals, TheJacobianIsTheDerivativeForEveryKind)
{
    std::mt19937 engine(12);
    const Manipulator m = plain_rod();
    ShapeData data = points_of(m, two_contacts(), 4, 0.02, engine);
    const auto loose = points_of(m, two_contacts(), 3, 0.02, engine, false).points;
    data.points.insert(data.points.end(), loose.begin(), loose.end());
    data.curvatures = curvatures_of(m, two_contacts(), 4, 0.1, engine).curvatures;
    const Sections at = sections_of(m, two_contacts(), {0.7});
    data.poses.push_back({0.07, 0.1 * at.r[0] + Vector3d(1e-3, 0.0, 2e-3),
                          at.q[0] * Eigen::Quaterniond(so3::exp(Vector3d(0.2, -0.1, 0.3))),
                          Vector3d::Constant(1e-3), 0.01});
    const MadeShape made = make_forward_shape(m);
    ShapeResiduals residuals(data, made.model->scales());
    Unknowns u;
    u.tip_force = u.weight = u.roll = u.patch = u.axial = true;
    u.contacts = 1;
    VectorXd theta(u.size());
    theta << 0.3, -0.2, 0.1, 0.4, 0.3, -0.1, 0.2, 0.4, 0.2, 3.0, 1.0, 0.63, 1.0, 2.0, 0.5;
    VectorXd r;
    MatrixXd J;
    ASSERT_TRUE(residuals.evaluate(*made.model, u, theta, r, &J));
    const MatrixXd D = difference(
        [&](const VectorXd& x) {
            VectorXd there;
            EXPECT_TRUE(residuals.evaluate(*made.model, u, x, there, nullptr));
            return there;
        },
        theta, 1e-3);
    for (const ShapeResiduals::Row& row : residuals.rows()) {
        // The two normals of a loose point turn in their plane: its length is what is fitted.
        if (row.count == 2 && row.kind == std::string("point")) {
            const VectorXd e = r.segment(row.first, 2);
            EXPECT_LT((e.transpose() * (J - D).middleRows(row.first, 2)).norm(),
                      1e-5 * (e.norm() * D.norm()));
            continue;
        }
        EXPECT_LT((J - D).middleRows(row.first, row.count).norm(),
                  1e-9 + 1e-5 * D.middleRows(row.first, row.count).norm())
            << row.kind;
    }
    for (int i = 0; i < u.size(); ++i)
        EXPECT_GT(D.col(i).norm(), 1e-3) << u.names()[static_cast<std::size_t>(i)];
}

TEST(EstimateForces, ChainsJudgeTheExactRodWithABiasBelowTheNoise)
{
    std::mt19937 engine(13);
    const Manipulator truth = plain_rod();
    for (const int joints : {10, 20}) {
        Pushes p;
        p.points = {{0.62, {3.0, -4.0, 0.0}}};
        const ShapeData data = points_of(truth, p, 20, 0.0, engine);
        ShapeData scaled = data;
        for (PointOfShape& point : scaled.points)
            point.sigma.setConstant(1e-4);
        const ForceEstimate e =
            estimate_forces(plain_rod(spherical(joints, JointLayout::gauss)), scaled, {.max_contacts = 1});
        ASSERT_EQ(e.contacts.size(), 1u);
        EXPECT_LT(std::abs(e.contacts[0].at - 0.062), e.contacts[0].at_sd) << joints;
        EXPECT_LT(std::abs(e.contacts[0].force.norm() - 5.0 * unit_force), e.contacts[0].size_sd) << joints;
        EXPECT_LT(e.chi_square / e.degrees_of_freedom, 0.2) << joints;
    }
}

}  // namespace
}  // namespace supple::test_estimate_forces
