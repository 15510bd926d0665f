// Loads on one frame: derivatives by the frame and by their parameters, against differences.
#include "support/differences.hpp"
#include "support/random.hpp"

#include <supple/actuation/dipole.hpp>
#include <supple/actuation/point_force.hpp>
#include <supple/actuation/weight.hpp>
#include <supple/field/magnetic_field.hpp>
#include <supple/lie/so3.hpp>

#include <gtest/gtest.h>

namespace supple::test {
namespace test_loads {

MagneticField field_with_gradient()
{
    MagneticField field;
    field.uniform = {0.4, -0.7, 1.1};
    field.gradient << 0.5, 0.2, -0.3, 0.2, -0.9, 0.4, -0.3, 0.4, 0.4;
    FieldDipole source;
    source.position = {6, -5, 4};
    source.moment = {8e9, 4e9, -8e9};
    field.dipoles = {source};
    return field;
}

struct Named {
    std::string name;
    std::shared_ptr<MagneticField> field;
    std::shared_ptr<Load> load;
};

void PrintTo(const Named& named, std::ostream* out)
{
    *out << named.name;
}

std::string name_of(const testing::TestParamInfo<Named>& info)
{
    return info.param.name;
}

std::vector<Named> loads()
{
    PointLoad wrench;
    wrench.force = {1.0, -2.0, 0.5};
    wrench.moment = {0.3, 0.7, -1.1};
    PointLoad following = wrench;
    following.frame = LoadFrame::body;
    const auto field = std::make_shared<MagneticField>(field_with_gradient());
    Magnet magnet;
    magnet.dipole = {0.2, -0.4, 0.9};
    CoilSet coils;
    coils.turns = {3, 4, 5};
    coils.areas = {0.2, 0.3, 0.1};
    coils.currents = {1.0, -0.5, 2.0};
    coils.orientation = so3::exp({0.3, -0.8, 0.4});
    return {
        {"dead", nullptr, std::make_shared<PointForce>(0, wrench)},
        {"follower", nullptr, std::make_shared<PointForce>(0, following, 0.5)},
        {"weight", nullptr, std::make_shared<Weight>(Vector3d(1, 2, -3), std::vector<LumpedMass>{{0, 0.4}})},
        {"magnet", field, std::make_shared<Dipole>(0, magnet, *field, 0.0)},
        {"coils", field, std::make_shared<Dipole>(0, coils, *field, 0.0, 0.5)}};
}

class EachLoad : public testing::TestWithParam<Named> {
 protected:
    Load& load() const { return *GetParam().load; }

    FrameForce at(const SE3& frame, double scale = 1.0) const
    {
        FrameForce force;
        force.clear();
        load().add_to({&frame, 1}, scale, {&force, 1});
        return force;
    }

    SE3 X = SE3(so3::exp({0.4, -0.2, 0.9}), {0.1, 0.5, -0.3});
};

TEST_P(EachLoad, ItsDerivativeByTheFrameIsThatOfItsWrench)
{
    const auto moved = [&](const VectorXd& dx) -> VectorXd {
        return at(SE3(so3::exp(dx.tail<3>()) * X.rotation(), X.position() + dx.head<3>())).F;
    };
    const FrameForce force = at(X);
    const MatrixXd D = difference(moved, VectorXd::Zero(6));
    EXPECT_LT((force.dF_dx - D).norm(), 1e-9);
    EXPECT_EQ(force.varies, D.norm() > 1e-9);
}

TEST_P(EachLoad, ItsDerivativeByItsParametersIsThatOfItsWrench)
{
    for (int k = 0; k < load().parameters(); ++k) {
        FrameForce derivative;
        derivative.clear();
        load().add_derivative(k, {&X, 1}, {&derivative, 1});
        const double value = load().parameter(k);
        load().parameter(k) = value + 0.5;
        const Vector6d more = at(X).F;
        load().parameter(k) = value - 0.5;
        const Vector6d less = at(X).F;
        load().parameter(k) = value;
        EXPECT_LT((derivative.F - (more - less)).norm(), 1e-12) << load().parameter_path(k);
        EXPECT_GT(derivative.F.norm(), 1e-3) << load().parameter_path(k);
    }
}

TEST_P(EachLoad, ItGrowsWithTheLoadFactor)
{
    const FrameForce full = at(X), third = at(X, 1.0 / 3.0);
    EXPECT_LT((full.F - 3.0 * third.F).norm(), 1e-14 * full.F.norm());
    EXPECT_LT((full.dF_dx - 3.0 * third.dF_dx).norm(), 1e-13);
}

TEST_P(EachLoad, ItsForceIsTheSlopeOfItsPotentialWhereItHasOne)
{
    if (!load().conservative()) return;
    const auto energy = [&](const VectorXd& dx) -> VectorXd {
        const SE3 moved(so3::exp(dx.tail<3>()) * X.rotation(), X.position() + dx.head<3>());
        return VectorXd::Constant(1, -load().potential({&moved, 1}));
    };
    EXPECT_LT((at(X).F - difference(energy, VectorXd::Zero(6)).transpose()).norm(), 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Loads, EachLoad, testing::ValuesIn(loads()), name_of);

TEST(Loads, OnlyADeadForceWithoutMomentHasAPotential)
{
    PointLoad load;
    load.force = {1, 0, 0};
    EXPECT_TRUE(PointForce(0, load).conservative());
    load.moment = {0, 0, 1e-9};
    EXPECT_FALSE(PointForce(0, load).conservative());
    load.moment.setZero();
    load.frame = LoadFrame::body;
    EXPECT_FALSE(PointForce(0, load).conservative());
}

TEST(Loads, ParametersAreNamedAsInFiles)
{
    const std::vector<Named> all = loads();
    EXPECT_EQ(all[0].load->parameter_path(1), "force.y");
    EXPECT_EQ(all[0].load->parameter_path(5), "moment.z");
    EXPECT_EQ(all[2].load->parameter_path(2), "gravity.z");
    EXPECT_EQ(all[3].load->parameter_path(0), "dipole.x");
    EXPECT_EQ(all[4].load->parameter_path(2), "currents.z");
}

}  // namespace test_loads
}  // namespace supple::test
