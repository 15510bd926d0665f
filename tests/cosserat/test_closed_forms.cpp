#include "support/golden.hpp"

#include <supple/cosserat/cosserat.hpp>
#include <supple/lie/so3.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace supple::cosserat {
namespace test_closed_forms {

using namespace supple::test;
using std::numbers::pi;

constexpr double L = 50e-3, EI = 17.185e-6;  // [m], [N m²]: the rod of s1

/// Tip force along y with FL²/EI = alpha.
Manipulator cantilever(double alpha)
{
    Manipulator m = rod_along_x(L, EI);
    m.loads = {dead_load(L, Vector3d(0, alpha * EI / (L * L), 0))};
    return m;
}

TEST(CosseratClosedForms, PureMomentBendsTheRodIntoACircle)
{
    for (const double angle : {1e-6, 0.5, 2.0, 2 * pi, 6 * pi}) {
        SCOPED_TRACE(angle);
        Manipulator m = rod_along_x(L, EI);
        m.loads = {dead_load(L, Vector3d::Zero(), Vector3d(0, 0, angle * EI / L))};
        const Equilibrium eq = solve(m);
        // A dead couple bends the rod into circles and nothing diverges; the masses alone would flutter.
        EXPECT_EQ(eq.status, Status::converged) << eq.message;
        const Vector3d tip = L / angle * Vector3d(std::sin(angle), 2 * std::pow(std::sin(angle / 2), 2), 0);
        EXPECT_LT((eq.tip().position() - tip).norm(), 1e-9 * L);
        EXPECT_NEAR(eq.energy.elastic, 0.5 * EI / L * angle * angle, 1e-9 * EI / L * (1 + angle * angle));
    }
}

/// Cantilever of inclination φ(s) under a transverse dead force, by the first integral ½φ′² = α (sin φ_L −
/// sin φ): with sin φ = sin φ_L − u², the integrals ∫ds, ∫cos φ ds, ∫sin φ ds are smooth in u.
Vector3d elastica(double alpha)
{
    const auto integrate = [&](double top, auto f) {
        // Composite Gauss (2 points) Romberg-free: the integrand is analytic, many panels are cheap.
        constexpr int panels = 4000;
        double sum = 0.0;
        const double h = std::sqrt(top) / panels;
        for (int i = 0; i < panels; ++i) {
            for (const double x : {-0.7745966692414834, 0.0, 0.7745966692414834}) {
                const double u = h * (i + 0.5 * (1 + x));
                sum += (x == 0.0 ? 8.0 / 9.0 : 5.0 / 9.0) * 0.5 * h * f(top - u * u);
            }
        }
        return sum;
    };
    // ds = dφ / sqrt(2α (S − sin φ)), dφ = −2u du / cos φ.
    const auto length = [&](double S) {
        return integrate(S, [](double sine) { return 2.0 / std::sqrt(1 - sine * sine); }) /
               std::sqrt(2 * alpha);
    };
    double low = 0.0, high = 1.0;
    for (int i = 0; i < 200; ++i)
        (length((low + high) / 2) < 1.0 ? low : high) = (low + high) / 2;
    const double S = (low + high) / 2;
    const double x = integrate(S, [](double) { return 2.0; }) / std::sqrt(2 * alpha);
    const double y = integrate(S, [](double sine) { return 2.0 * sine / std::sqrt(1 - sine * sine); }) /
                     std::sqrt(2 * alpha);
    return {x, y, std::asin(S)};
}

TEST(CosseratClosedForms, CantileverIsTheElastica)
{
    // x/L, y/L and tip angle of s1 Sec. 7 at three loads, and our own integrals at others.
    const struct {
        double alpha;
        Vector3d published;
    } table[] = {{1, {0.9435667637, 0.3017207738, 0.4613519497}},
                 {5, {0.6123716393, 0.7137915236, 1.2153681176}},
                 {10, {0.4450044022, 0.8106090249, 1.4302855388}}};
    for (const auto& row : table) {
        SCOPED_TRACE(row.alpha);
        EXPECT_LT((elastica(row.alpha) - row.published).norm(), 2e-10);
    }
    for (const double alpha : {0.1, 1.0, 5.0, 10.0, 15.0}) {
        SCOPED_TRACE(alpha);
        const Equilibrium eq = solve(cantilever(alpha));
        EXPECT_EQ(eq.status, Status::converged) << eq.message;
        EXPECT_EQ(eq.stability.stable, true);
        const Vector3d expected = elastica(alpha);
        EXPECT_NEAR(eq.tip().position().x() / L, expected.x(), 1e-9);
        EXPECT_NEAR(eq.tip().position().y() / L, expected.y(), 1e-9);
        const Vector3d t = eq.tip().rotation().col(2);
        EXPECT_NEAR(std::atan2(t.y(), t.x()), expected.z(), 1e-9);
    }
}

TEST(CosseratClosedForms, ForceThatBendsTheMriCatheterAtItsTip)
{
    Manipulator m = catheter();
    m.loads = {dead_load(101.35e-3, Vector3d(0.02, 0, 0))};
    const Equilibrium eq = solve(m);
    EXPECT_EQ(eq.status, Status::converged);
    EXPECT_NEAR(eq.tip().position().x(), 81.64065364e-3, 1e-11);
    EXPECT_NEAR(eq.tip().position().z(), 46.14477139e-3, 1e-11);
}

TEST(CosseratClosedForms, VerySoftRodKeepsToTheBranchThatTheLoadGrewOn)
{
    // f s²/EI = 123 at the coil of the catheter: shooting from the base lands on higher modes here (s2 Sec.
    // 10).
    const double s_c = 72.9e-3;
    for (const double f : {0.1325, 0.255, 0.3775, 0.5}) {
        SCOPED_TRACE(f);
        Manipulator m = catheter();
        m.loads = {dead_load(s_c, Vector3d(f, 0, 0))};
        m.stations = {{"coil", s_c}};
        const Equilibrium eq = solve(m);
        EXPECT_EQ(eq.status, Status::converged) << eq.message;
        EXPECT_EQ(eq.stability.stable, true);
        EXPECT_FALSE(eq.snapped);
        const double EI_catheter = 21.53954673604e-6;
        const Vector3d expected = elastica(f * s_c * s_c / EI_catheter);
        EXPECT_NEAR(eq.stations[0].X_WS.position().z() / s_c, expected.x(), 1e-8);
        EXPECT_NEAR(eq.stations[0].X_WS.position().x() / s_c, expected.y(), 1e-8);
    }
}

TEST(CosseratClosedForms, CurrentsBendTheCatheterIntoTheHelixOfS2)
{
    // m = (R(s_c) M u) × B is constant up to the coil: check the closed form for the moment the solver found.
    const double s_c = 72.9e-3, length = 101.35e-3;
    const double bend = 21.53954673604e-6, twist = 15.9520603550e-6;
    for (const Vector3d& u :
         {Vector3d(0.1, 0, 0.05), Vector3d(-0.03, 0.08, 0.12), Vector3d(0.02, 0.03, -0.2)}) {
        SCOPED_TRACE(fmt::format("u = {} {} {}", u.x(), u.y(), u.z()));
        const Equilibrium eq = solve(catheter(u));
        ASSERT_EQ(eq.status, Status::converged) << eq.message;
        const Vector3d m = -eq.base_reaction.moment;
        const Matrix3d turned = so3::exp(s_c / bend * m);
        const Matrix3d R = turned * so3::exp(s_c * m.z() * (1 / twist - 1 / bend) * Vector3d::UnitZ());
        const Vector3d tip = s_c * so3::left_jacobian(s_c / bend * m) * Vector3d::UnitZ() +
                             (length - s_c) * turned * Vector3d::UnitZ();
        EXPECT_LT((eq.tip().position() - tip).norm(), 1e-9 * length);
        EXPECT_LT((eq.tip().rotation() - R).norm(), 1e-9);
        const Vector3d dipole = R * Vector3d(1.4406e-3, 1.4406e-3, 1.555e-3).cwiseProduct(u);
        EXPECT_LT((dipole.cross(Vector3d(0, 3, 0)) - m).norm(), 1e-9 * m.norm());
        EXPECT_GT(m.norm(), 1e-5);
    }
}

TEST(CosseratClosedForms, ShapesOfFiguresThreeAndFourOfS1)
{
    constexpr double mm = 1e-3, mN = 1e-3, mN_mm = 1e-6;
    const auto expect_tip = [&](const Manipulator& m, const Vector3d& tip) {
        const Equilibrium eq = solve(m);
        EXPECT_EQ(eq.status, Status::converged) << eq.message;
        EXPECT_LT((eq.tip().position() - tip * mm).cwiseAbs().maxCoeff(), 1e-6 * mm);
    };
    const auto fig3 = [&](const Vector3d& F, const Vector3d& M) {
        Manipulator m = rod_along_x(L, EI);
        m.loads = {dead_load(L, F * mN, M * mN_mm)};
        return m;
    };
    expect_tip(fig3({4, -2.5, 2.5}, {0, -250, -150}), {43.385154, -12.320676, 17.597832});
    expect_tip(fig3({-4, -4, -4}, {0, 0, 0}), {46.856049, -11.204059, -11.204059});
    expect_tip(fig3({0, 1, 2}, {0, 0, 150}), {47.530325, 12.774186, 4.645027});
    expect_tip(fig3({-3, 1, 0}, {0, 200, -100}), {45.533350, -5.663496, -16.882189});

    const Vector3d F3(0, 0, -1), M3(0, 100, -100);
    const auto fig4 = [&](const Vector3d& F1, const Vector3d& F2) {
        Manipulator m = rod_along_x(110 * mm, EI);
        m.loads = {dead_load(110 * mm / 3, F1 * mN), dead_load(220 * mm / 3, F2 * mN),
                   dead_load(110 * mm, F3 * mN, M3 * mN_mm)};
        return m;
    };
    expect_tip(fig4({0, 5.15, 0}, {0, 0, 4.91}), {106.811351, -14.967757, 4.758597});
    expect_tip(fig4({0, 2.69, -2.66}, {0, 0, -15.0}), {39.530217, -4.399951, -91.997160});
    Manipulator c = rod_along_x(110 * mm, EI);
    c.loads = {dead_load(55 * mm, Vector3d(0, 5.15, 0) * mN), dead_load(110 * mm, F3 * mN, M3 * mN_mm)};
    expect_tip(c, {93.124234, 7.535837, -50.132296});
}

TEST(CosseratClosedForms, GridOfTipLoadsTurnsAndMovesTheTipAsInS1)
{
    // s1 Sec. 13 row 8: forces ±0.8, ±2.4, ±4 mN along x, y, z; moments ±50, ±150, ±250 mN mm about y, z. By
    // the mirror symmetries of rod and loads the quarter with positive lateral forces has the same means.
    Manipulator m = rod_along_x(L, EI);
    m.loads = {dead_load(L, Vector3d::Zero())};
    Solver solver(m);
    Equilibrium eq;
    double angle_sum = 0.0, angle_max = 0.0, way_sum = 0.0;
    int count = 0;
    for (const double fx : {-4.0, -2.4, -0.8, 0.8, 2.4, 4.0}) {
        for (const double fy : {0.8, 2.4, 4.0}) {
            for (const double fz : {0.8, 2.4, 4.0}) {
                for (const double my : {-250.0, -150.0, -50.0, 50.0, 150.0, 250.0}) {
                    for (const double mz : {-250.0, -150.0, -50.0, 50.0, 150.0, 250.0}) {
                        solver.set_load(0, Vector3d(fx, fy, fz) * 1e-3, Vector3d(0, my, mz) * 1e-6);
                        solve(solver, eq);
                        ASSERT_EQ(eq.status, Status::converged);
                        const double angle = std::acos(eq.tip().rotation()(0, 2)) * 180 / pi;
                        angle_sum += angle;
                        angle_max = std::max(angle_max, angle);
                        way_sum += (eq.tip().position() - Vector3d(L, 0, 0)).norm() * 1e3;
                        ++count;
                    }
                }
            }
        }
    }
    ASSERT_EQ(count, 1944);
    EXPECT_NEAR(angle_sum / count, 39.472, 1e-3);
    EXPECT_NEAR(angle_max, 83.732, 1e-3);
    EXPECT_NEAR(way_sum / count, 17.5793, 1e-4);
}

/// Two supports at thirds holding y and z, as in s1 rows 15 to 18.
Manipulator supported(double length, double stiffness)
{
    Manipulator m = rod_along_x(length, stiffness);
    for (const double at : {length / 3, 2 * length / 3}) {
        Fixture fixture;
        fixture.at = at;
        fixture.hold = {std::nullopt, 0.0, 0.0};
        m.constraints.emplace_back(fixture);
    }
    return m;
}

TEST(CosseratClosedForms, ReactionsOfTwoSupportsObeyTheThreeMomentEquation)
{
    const double span = L / 3;
    Manipulator m = supported(L, EI);
    const double M = 1e-6 * EI / L;  // small: the linear beam
    m.loads = {dead_load(L, Vector3d::Zero(), Vector3d(0, 0, M))};
    Equilibrium eq = solve(m);
    EXPECT_EQ(eq.status, Status::converged) << eq.message;
    EXPECT_NEAR(eq.reactions[0].force.y() * span / M, 12.0 / 7.0, 1e-6);
    EXPECT_NEAR(eq.reactions[1].force.y() * span / M, -9.0 / 7.0, 1e-6);

    const double F = 1e-6 * EI / (L * L);
    m.loads = {dead_load(L, Vector3d(0, 0, F))};
    eq = solve(m);
    EXPECT_NEAR(eq.reactions[0].force.z() / F, 12.0 / 7.0, 1e-6);
    EXPECT_NEAR(eq.reactions[1].force.z() / F, -16.0 / 7.0, 1e-6);
}

TEST(CosseratClosedForms, ReactionsOfTheConstrainedRodOfS1)
{
    Manipulator m = supported(82e-3, 2.05e5 * 1e-9);
    m.loads = {dead_load(82e-3, Vector3d(9, 27, 15) * 1e-3, Vector3d(300, 1600, 1800) * 1e-6)};
    const Equilibrium eq = solve(m);
    EXPECT_EQ(eq.status, Status::converged) << eq.message;
    const double mN = 1e-3;
    EXPECT_LT((eq.reactions[0].force - Vector3d(0, 152.96080, -74.86081) * mN).norm(), 1e-4 * mN);
    EXPECT_LT((eq.reactions[1].force - Vector3d(0, -142.00273, 40.76847) * mN).norm(), 1e-4 * mN);
    EXPECT_LT((eq.tip().position() - Vector3d(80.825161, 6.571201, -3.377620) * 1e-3).norm(), 1e-6 * 1e-3);
    EXPECT_LT(eq.balance, 1e-10);
}

TEST(CosseratClosedForms, PostBuckledColumnsMeetTheEllipticIntegrals)
{
    // Tip angle α under a dead axial force: L sqrt(F/EI) = K(k), k = sin(α/2); x/L = 2E(k)/K(k) − 1, y/L =
    // 2k/K(k).
    for (const double degrees : {60.0, 120.0, 150.0}) {
        SCOPED_TRACE(degrees);
        const double k = std::sin(degrees * pi / 360);
        const double K = std::comp_ellint_1(k), E = std::comp_ellint_2(k);
        Manipulator m = rod_along_x(L, EI);
        m.rod.bending_stiffness =
            Vector2d(2 * EI, EI);  // so that the plane of buckling is not left to chance
        const double F = K * K * EI / (L * L);
        m.loads = {dead_load(L, Vector3d(0, 0.3 * F, 0))};
        // Bend it first, press it then, let the bending force go.
        Solver solver(m);
        Equilibrium eq;
        solve(solver, eq);
        solver.options().warm = true;
        for (const double part : {0.25, 0.5, 0.75, 1.0}) {
            solver.set_load(0, Vector3d(-part * F, 0.3 * F, 0), Vector3d::Zero());
            solve(solver, eq);
            ASSERT_EQ(eq.status, Status::converged) << eq.message;
        }
        for (const double part : {0.2, 0.1, 0.05, 0.0}) {
            solver.set_load(0, Vector3d(-F, part * F, 0), Vector3d::Zero());
            solve(solver, eq);
            ASSERT_EQ(eq.status, Status::converged) << eq.message;
        }
        EXPECT_NEAR(eq.tip().position().x() / L, 2 * E / K - 1, 1e-9);
        EXPECT_NEAR(eq.tip().position().y() / L, 2 * k / K, 1e-9);
        EXPECT_EQ(eq.stability.stable, true);
    }
}

}  // namespace test_closed_forms
}  // namespace supple::cosserat
