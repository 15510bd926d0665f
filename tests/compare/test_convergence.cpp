// Every reduced model becomes the exact rod as joints are added, and as fast as theory says.
//
// Joints at the middle, or at the Gauss points, of pieces of rod are quadrature of its curvature: second
// order in the number of joints, whatever the order of the rule, because a polygon stands for a curve. Equal
// links and a joint at the base are one-sided: first order. A universal joint turns by η about x, then by θ
// about the turned y, so its twist is ηθ/2 away from that of a rod. In a section that carries the torque T
// this has the energy T ηθ/2: it sums up to a first-order error. Where no section carries torsion the
// centreline is of second order, the roll is not.
#include "support/rods.hpp"

#include <supple/compare/compare.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

namespace supple::test {
namespace test_convergence {

constexpr double L = 0.2, EI = 3e-4, GJ = 2.2e-4;

/// A model by its number of joints, and what theory says of it.
struct Family {
    const char* name;
    int joints;                        ///< of the coarser of two chains
    ModelChoice (*with)(int joints);   ///< arcs and segments end where loads act
    double order, order_with_torsion;  ///< of the tip's position
    double order_of_roll;              ///< of its frame; 0: the model does not twist
};

ModelChoice segments(bool isotropic, bool twist, int joints)
{
    SegmentModel model;
    model.isotropic = isotropic;
    model.segments = joints / 3;
    model.freedoms.twist = twist;
    return model;
}

template <JointLayout layout>
ModelChoice balls(int joints)
{
    return spherical(joints, layout);
}

const Family families[] = {
    {"Universal", 24, [](int n) { return segments(false, true, n); }, 2, 1, 1},
    {"UniversalWithoutTwist", 24, [](int n) { return segments(false, false, n); }, 2, 1, 0},
    {"Isotropic", 24, [](int n) { return segments(true, true, n); }, 2, 2, 2},
    {"IsotropicWithoutTwist", 24, [](int n) { return segments(true, false, n); }, 2, 2, 0},
    {"SphericalGauss", 12, balls<JointLayout::gauss>, 2, 2, 2},
    {"SphericalSplit", 16, balls<JointLayout::split>, 2, 2, 2},
    {"SphericalHalfLinks", 16, balls<JointLayout::half_links>, 2, 2, 2},
    {"SphericalEqualLinks", 32, balls<JointLayout::equal_links>, 1, 1, 1},
    {"SphericalEqualLinksExact", 32, balls<JointLayout::equal_links_exact>, 1, 1, 1},
    {"SphericalBaseJoint", 32, balls<JointLayout::base_joint>, 1, 1, 1},
    {"Curvature", 16,
     [](int n) -> ModelChoice {
         return CurvatureModel{n, true};
     },
     2, 2, 2},
    {"CurvatureWithoutTwist", 16,
     [](int n) -> ModelChoice {
         return CurvatureModel{n, false};
     },
     2, 2, 0},
};

void PrintTo(const Family& family, std::ostream* out)
{
    *out << family.name;
}

Manipulator bare_rod()
{
    Manipulator m = rod_along_z(L, EI);
    m.rod.torsional_stiffness = GJ;
    return m;
}

constexpr double force = EI / (L * L), moment = EI / L;  // that bend it by about one radian

/// Force and moment fixed in space: the sections also carry torsion.
Manipulator tip_wrench()
{
    Manipulator m = bare_rod();
    m.loads = {dead_load(L, force * Vector3d(3.0, -1.5, 1.0), moment * Vector3d(0.8, 0.9, -0.7))};
    return m;
}

/// Forces across each other: a curve in space, but no torsion anywhere.
Manipulator two_forces()
{
    Manipulator m = bare_rod();
    m.loads = {dead_load(L / 2, force * Vector3d(0.0, 8.0, -2.0)),
               dead_load(L, force * Vector3d(4.0, -1.0, 0.5))};
    return m;
}

/// The wrench on a rod that is an arc of 70 degrees at rest.
Manipulator curved_at_rest()
{
    Manipulator m = tip_wrench();
    m.rod.rest_shape = {{L, {0.4 / L, 1.15 / L}, 0.0}};
    return m;
}

// Pieces that end inside a segment would bend at the wrong place, and the error would fall unevenly.
TEST(Convergence, IsOfSecondOrderWhereTheRestShapeChanges)
{
    Manipulator m = tip_wrench();
    m.rod.rest_shape = {{0.35 * L, {0.0, 4.0 / L}, 0.0}, {0.65 * L, {2.0 / L, -4.0 / L}, 0.0}};
    const Equilibrium exact = solve(judge_of(m));
    ASSERT_EQ(exact.status, Status::converged) << exact.message;
    const auto error = [&](const ModelChoice& model) {
        m.model = model;
        const Equilibrium eq = solve(m);
        EXPECT_EQ(eq.status, Status::converged) << eq.message;
        return deviation(eq, exact).position;
    };
    // Numbers that the pieces share in the same way.
    const std::tuple<const char*, ModelChoice, ModelChoice> pairs[] = {
        {"segments", segments(true, true, 48), segments(true, true, 96)},
        {"gauss", balls<JointLayout::gauss>(12), balls<JointLayout::gauss>(24)},
        {"split", balls<JointLayout::split>(20), balls<JointLayout::split>(40)}};
    for (const auto& [name, coarse, fine] : pairs) {
        const double order = std::log2(error(coarse) / error(fine));
        EXPECT_NEAR(order, 2.0, 0.1) << name;
    }
}

class EachModel : public testing::TestWithParam<Family> {};

/// Two chains, one with twice the joints of the other, against the exact rod.
void expect_orders(const Family& family, Manipulator m, bool torsion)
{
    const Equilibrium exact = solve(judge_of(m));
    ASSERT_EQ(exact.status, Status::converged) << exact.message;
    const auto error = [&](int joints) {
        m.model = family.with(joints);
        const Equilibrium eq = solve(m);
        EXPECT_EQ(eq.status, Status::converged) << eq.message;
        EXPECT_EQ(try_out(m, {m.model}).joints, joints);
        return deviation(eq, exact);
    };
    const Deviation coarse = error(family.joints), fine = error(2 * family.joints);
    const double order = torsion ? family.order_with_torsion : family.order;
    SCOPED_TRACE(fmt::format("{} joints: {:.3e} L, {:.3e} rad; twice as many: {:.3e} L, {:.3e} rad",
                             family.joints, coarse.position / L, coarse.rotation, fine.position / L,
                             fine.rotation));
    // First order is reached slowly: the second is still felt.
    EXPECT_NEAR(std::log2(coarse.position / fine.position), order, order == 2 ? 0.1 : 0.2);
    EXPECT_LT(fine.position / L, order == 2 ? 1e-3 : 2e-2);
    if (family.order_of_roll == 0) return;
    EXPECT_NEAR(std::log2(coarse.rotation / fine.rotation), family.order_of_roll, 0.1);
    EXPECT_LT(fine.rotation, family.order_of_roll == 2 ? 1e-3 : 6e-2);
}

TEST_P(EachModel, ConvergesUnderAForceAndAMomentAtTheTip)
{
    expect_orders(GetParam(), tip_wrench(), true);
}

TEST_P(EachModel, ConvergesUnderAForceInTheMiddleToo)
{
    expect_orders(GetParam(), two_forces(), false);
}

// Such a rod twists when it bends: a model that does not is of another rod.
class EachModelThatTwists : public EachModel {};

TEST_P(EachModelThatTwists, ConvergesOnARodThatIsCurvedAtRest)
{
    expect_orders(GetParam(), curved_at_rest(), true);
}

std::vector<Family> families_that_twist()
{
    std::vector<Family> twisting(std::begin(families), std::end(families));
    std::erase_if(twisting, [](const Family& family) { return family.order_of_roll == 0; });
    return twisting;
}

std::string name_of(const testing::TestParamInfo<Family>& family)
{
    return family.param.name;
}

INSTANTIATE_TEST_SUITE_P(Compare, EachModel, testing::ValuesIn(families), name_of);
INSTANTIATE_TEST_SUITE_P(Compare, EachModelThatTwists, testing::ValuesIn(families_that_twist()), name_of);

}  // namespace test_convergence
}  // namespace supple::test
