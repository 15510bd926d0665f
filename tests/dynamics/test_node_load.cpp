// A load at a node: any load, in the axes of the nodal rod.
#include "support/differences.hpp"
#include "support/random.hpp"

#include <supple/actuation/dipole.hpp>
#include <supple/actuation/point_force.hpp>
#include <supple/dynamics/node_load.hpp>
#include <supple/lie/so3.hpp>

#include <gtest/gtest.h>

namespace supple::test {
namespace {

using namespace supple::variational;

PointLoad push(LoadFrame frame)
{
    PointLoad load;
    load.force = Vector3d(0.5, -0.3, 0.8);
    load.moment = Vector3d(-0.2, 0.9, 0.4);
    load.frame = frame;
    return load;
}

TEST(NodeLoad, TheTangentIsTheDerivativeOfTheWrench)
{
    MagneticField field;
    field.uniform = Vector3d(0.1, -0.2, 0.3);
    field.dipoles.push_back({"far", Vector3d(2.0, 1.0, -1.5), Vector3d(4e6, -2e6, 3e6), {}});
    Magnet magnet;
    magnet.dipole = Vector3d(0.5, -0.3, 0.8);
    const std::pair<const char*, NodeLoad> loads[] = {
        {"dead", {0, std::make_shared<PointForce>(0, push(LoadFrame::world), 0.6)}},
        {"follower", {0, std::make_shared<PointForce>(0, push(LoadFrame::body), 0.6)}},
        {"magnet", {0, std::make_shared<Dipole>(0, magnet, field, 0.0, 0.6)}}};
    for (const auto& [name, load] : loads) {
        SCOPED_TRACE(name);
        const auto pose = [](const VectorXd& x) {
            return SE3(so3::exp(Vector3d(0.4, -0.6, 0.3)) * so3::exp(x.tail<3>()),
                       Vector3d(0.2, 0.1, -0.3) + x.head<3>());
        };
        const auto minus_wrench = [&load = load, &pose](const VectorXd& x) {
            const NodeWrench w = wrench(load, pose(x), 0.0);
            VectorXd r(6);
            r << -w.force, -w.torque;
            return r;
        };
        const VectorXd zero = VectorXd::Zero(6);
        Matrix6d K = Matrix6d::Zero();
        const NodeWrench w = wrench_and_tangent(load, pose(zero), 0.0, 1.0, K);
        VectorXd r(6);
        r << -w.force, -w.torque;
        EXPECT_LT(relative_error(r, minus_wrench(zero)), 1e-14);
        EXPECT_GT(K.norm(), 0.1);
        EXPECT_LT(relative_error(K, difference(minus_wrench, zero)), 1e-8);
        if (load.load->conservative()) {
            const auto energy = [&load = load, &pose](const VectorXd& x) {
                return VectorXd(VectorXd::Constant(1, potential(load, pose(x), 0.0)));
            };
            EXPECT_LT(relative_error(r.transpose(), difference(energy, zero)), 1e-9);
        }
    }
}

TEST(NodeLoad, ActsFromItsStartUntilItsEndOnly)
{
    const NodeLoad load{0, std::make_shared<PointForce>(0, push(LoadFrame::world)), 1.0, 2.0};
    EXPECT_EQ(wrench(load, SE3(), 0.999).force, Vector3d::Zero());
    EXPECT_EQ(wrench(load, SE3(), 1.0).force, push(LoadFrame::world).force);
    EXPECT_EQ(potential(load, SE3(Matrix3d::Identity(), Vector3d::Ones()), 2.0), 0.0);
    Matrix6d K = Matrix6d::Zero();
    EXPECT_EQ(wrench_and_tangent(load, SE3(), 2.0, 1.0, K).torque, Vector3d::Zero());
    EXPECT_EQ(K, Matrix6d::Zero());
}

}  // namespace
}  // namespace supple::test
