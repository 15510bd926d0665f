// Chains against beams that can be solved by hand.
#include "support/rods.hpp"

#include <supple/lie/so3.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace supple::test {
namespace test_closed_forms {

constexpr double L = 0.2, EI = 3e-4, GJ = 2e-4, EA = 40.0, GA = 15.0;
constexpr double small = 1e-7;  // loads over those that bend the rod by one radian

SegmentModel with_all_freedoms(SegmentModel model)
{
    model.freedoms = {true, true, true};
    return model;
}

Manipulator soft_rod(const ModelChoice& model)
{
    Manipulator m = rod_along_z(L, EI);
    m.rod.torsional_stiffness = GJ;
    m.rod.axial_stiffness = EA;
    m.rod.shear_stiffness = Vector2d::Constant(GA);
    m.model = model;
    return m;
}

TEST(ClosedForms, TwistStretchAndShearOfASmallLoad)
{
    for (const SegmentModel& model : {with_all_freedoms(gauss_3()), with_all_freedoms(isotropic(2))}) {
        SCOPED_TRACE(type_name(model));
        Manipulator m = soft_rod(model);
        const double M = small * GJ / L;
        m.loads = {dead_load(L, Vector3d::Zero(), {0, 0, M})};
        EXPECT_NEAR(so3::log(solve(m).tip().rotation()).z() / (M * L / GJ), 1.0, 1e-6);

        const double F = small * EA;
        m.loads = {dead_load(L, {0, 0, F})};
        EXPECT_NEAR((solve(m).tip().position().z() - L) / (F * L / EA), 1.0, 1e-6);

        const double Q = small * EI / (L * L);
        for (const Vector3d& across : {Vector3d(Q, 0, 0), Vector3d(0, -Q, 0)}) {
            m.loads = {dead_load(L, across)};
            const double deflection = Q * L * L * L / (3.0 * EI) + Q * L / GA;
            EXPECT_NEAR(solve(m).tip().position().dot(across) / Q / deflection, 1.0, 1e-6);
        }
    }
}

TEST(ClosedForms, TipDeflectionOfACantileverWithoutFreedomsIsThatOfBending)
{
    const double Q = small * EI / (L * L);
    for (const ModelChoice& model :
         {ModelChoice(gauss_3()), ModelChoice(isotropic()), ModelChoice(spherical(2, JointLayout::gauss))}) {
        Manipulator m = soft_rod(model);
        m.loads = {dead_load(L, {Q, 0, 0})};
        EXPECT_NEAR(solve(m).tip().position().x() / (Q * L * L * L / (3.0 * EI)), 1.0, 1e-6);
    }
}

// Tip force α = F L²/EI = 5 across the rod: elliptic integrals (s1 Sec. 7).
TEST(ClosedForms, EveryModelConvergesToTheElasticaAtSecondOrder)
{
    const double x = 0.6123716393 * L, y = 0.7137915236 * L;
    struct Family {
        const char* name;
        std::function<ModelChoice(int)> of;
        int n;
        double order;
    };
    const Family families[] = {
        {"universal", [](int n) { return ModelChoice(gauss_3(n)); }, 4, 2.0},
        {"isotropic", [](int n) { return ModelChoice(isotropic(n)); }, 4, 2.0},
        {"gauss", [](int n) { return ModelChoice(spherical(n, JointLayout::gauss)); }, 12, 2.0},
        {"half links", [](int n) { return ModelChoice(spherical(n, JointLayout::half_links)); }, 20, 2.0},
        {"base joint", [](int n) { return ModelChoice(spherical(n, JointLayout::base_joint)); }, 40, 1.0},
        {"arcs",
         [](int n) {
             CurvatureModel c;
             c.arcs = n;
             return ModelChoice(c);
         },
         10, 2.0},
    };
    for (const Family& family : families) {
        SCOPED_TRACE(family.name);
        const auto error = [&](int n) {
            Manipulator m = soft_rod(family.of(n));
            m.loads = {dead_load(L, {0, 5.0 * EI / (L * L), 0})};
            const Equilibrium eq = solve(m);
            EXPECT_EQ(eq.status, Status::converged);
            return (eq.tip().position() - Vector3d(0, y, x)).norm();
        };
        const double coarse = error(family.n), fine = error(2 * family.n);
        EXPECT_LT(fine, 0.02 * L);
        EXPECT_NEAR(std::log2(coarse / fine), family.order, 0.15);
    }
}

TEST(ClosedForms, ARodAtRestHasItsRestShape)
{
    const double kappa = 7.0;
    CurvatureModel arcs;
    arcs.arcs = 3;
    Manipulator m = soft_rod(arcs);
    m.rod.rest_shape = {{L, {0.0, kappa}, 0.0}};
    const Equilibrium circle = solve(m);
    EXPECT_EQ(circle.status, Status::converged);
    EXPECT_NEAR(circle.tip().position().x(), (1.0 - std::cos(kappa * L)) / kappa, 1e-14);
    EXPECT_NEAR(circle.tip().position().z(), std::sin(kappa * L) / kappa, 1e-14);
    EXPECT_EQ(circle.energy.elastic, 0.0);

    for (const ModelChoice& model :
         {ModelChoice(gauss_3(2)), ModelChoice(isotropic(2)), ModelChoice(spherical(6, JointLayout::gauss)),
          ModelChoice(spherical(5, JointLayout::equal_links))}) {
        SCOPED_TRACE(type_name(model));
        m.model = model;
        const Equilibrium eq = solve(m);
        EXPECT_NEAR(so3::log(eq.tip().rotation()).y(), kappa * L, 1e-12) << "the whole turn";
        EXPECT_EQ(eq.energy.elastic, 0.0);
    }
}

TEST(ClosedForms, TurningTheLoadTurnsTheShape)
{
    const Vector3d F = EI / (L * L) * Vector3d(1.0, -2.0, -1.5), M = EI / L * Vector3d(0.7, 0.4, -0.3);
    CurvatureModel arcs;
    arcs.arcs = 5;
    arcs.twist = true;
    SegmentModel twisting = isotropic(2);
    twisting.freedoms.twist = true;
    for (const ModelChoice& model : {ModelChoice(isotropic(2)), ModelChoice(twisting),
                                     ModelChoice(spherical(6, JointLayout::gauss)), ModelChoice(arcs)}) {
        SCOPED_TRACE(type_name(model));
        Manipulator m = soft_rod(model);
        m.loads = {dead_load(L, F, M)};
        const Vector3d tip = solve(m).tip().position();
        for (const double angle : {0.3, 1.2, 2.9}) {
            const Matrix3d R = so3::exp({0, 0, angle});
            m.loads = {dead_load(L, R * F, R * M)};
            EXPECT_LT((solve(m).tip().position() - R * tip).norm(), 1e-12 * L);
        }
    }
}

TEST(ClosedForms, UniversalJointsPreferTheirAxesLessAndLess)
{
    const Vector3d F = EI / (L * L) * Vector3d(1.5, 0.0, -1.0);
    const Matrix3d R = so3::exp({0, 0, 0.6});
    const auto preference = [&](int segments) {
        Manipulator m = soft_rod(gauss_3(segments));
        m.loads = {dead_load(L, F, {EI / L, 0, 0})};
        const Vector3d tip = solve(m).tip().position();
        m.loads = {dead_load(L, R * F, R * Vector3d(EI / L, 0, 0))};
        return (solve(m).tip().position() - R * tip).norm();
    };
    EXPECT_GT(preference(2), 1e-6 * L);
    EXPECT_LT(preference(8), preference(2));
}

TEST(ClosedForms, AMomentAtAJointIsSharedByItsTwoSides)
{
    // Five half-link joints: the third is at L/2 and feels half of the moment, the first two all of it.
    Manipulator m = soft_rod(spherical(5, JointLayout::half_links));
    const double M = 0.1 * EI / L, K = 5.0 * EI / L;
    m.loads = {dead_load(L / 2, Vector3d::Zero(), {M, 0, 0})};
    const Equilibrium eq = solve(m);
    for (int joint = 0; joint < 5; ++joint)
        EXPECT_NEAR(eq.coordinates[3 * joint] * K / M, joint < 2 ? 1.0 : joint == 2 ? 0.5 : 0.0, 1e-12);
}

TEST(ClosedForms, WeightAndBuoyancyAddUpAtTheBase)
{
    CurvatureModel arcs;
    arcs.arcs = 4;
    for (const ModelChoice& model : {ModelChoice(gauss_3(2)), ModelChoice(isotropic(3)),
                                     ModelChoice(spherical(6, JointLayout::gauss)), ModelChoice(arcs)}) {
        SCOPED_TRACE(type_name(model));
        Manipulator m = rod_along_z(L, EI);
        m.rod.section = CrossSection{Circle{4e-3}, std::nullopt, 1.0};
        m.rod.material.density = 1200.0;
        m.model = model;
        m.environment.gravity = {0.0, -9.81, 1.0};
        PointMass mass;
        mass.at = 0.3 * L;
        mass.inertia.mass = 2e-4;
        m.attachments = {mass};
        const double area = 3.14159265358979 * 4e-6;
        const double line = 1200.0 * area * L;
        const Equilibrium air = solve(m);
        EXPECT_LT((air.base_reaction.force + (line + 2e-4) * m.environment.gravity).norm(), 1e-9 * 0.03);
        m.environment.surrounding_density = 1000.0;
        const Equilibrium water = solve(m);
        EXPECT_LT((water.base_reaction.force + (line / 6.0 + 2e-4) * m.environment.gravity).norm(),
                  1e-9 * 0.03);
    }
}

TEST(ClosedForms, ALightRodSagsByItsWeight)
{
    Manipulator m = rod_along_z(L, EI);
    m.rod.mass_per_length = 1e-6;
    m.environment.gravity = {0, -1.0, 0};
    m.model = spherical(40, JointLayout::gauss);
    EXPECT_NEAR(solve(m).tip().position().y() / (-1e-6 * L * L * L * L / (8.0 * EI)), 1.0, 2e-3);
}

}  // namespace test_closed_forms
}  // namespace supple::test
