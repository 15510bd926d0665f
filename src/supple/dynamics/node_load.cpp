#include <supple/dynamics/node_load.hpp>
#include <supple/lie/so3.hpp>

namespace supple::variational {
namespace {

using so3::hat;

/// `scale` times the load's wrench at the time, world axes.
void evaluate(const NodeLoad& load, const SE3& X_WN, double time, double scale, FrameForce& force) noexcept
{
    load.load->set_time(time);
    load.load->add_to({&X_WN, 1}, scale, {&force, 1});
}

}  // namespace

NodeWrench wrench(const NodeLoad& load, const SE3& X_WN, double time) noexcept
{
    if (!load.acts_at(time)) return {};
    FrameForce force;
    evaluate(load, X_WN, time, 1.0, force);
    return {force.F.head<3>(), X_WN.rotation().transpose() * force.F.tail<3>()};
}

NodeWrench wrench_and_tangent(const NodeLoad& load, const SE3& X_WN, double time, double scale,
                              Matrix6d& K) noexcept
{
    if (!load.acts_at(time)) return {};
    FrameForce force;
    evaluate(load, X_WN, time, scale, force);
    const Matrix3d& R = X_WN.rotation();
    const Vector3d torque = R.transpose() * force.F.tail<3>();
    // δ(Λᵀm) at fixed m is (Λᵀm) × η.
    K.bottomRightCorner<3, 3>() -= hat(torque);
    if (force.varies) {
        K.topLeftCorner<3, 3>() -= force.dF_dx.topLeftCorner<3, 3>();
        K.topRightCorner<3, 3>() -= force.dF_dx.topRightCorner<3, 3>() * R;
        K.bottomLeftCorner<3, 3>() -= R.transpose() * force.dF_dx.bottomLeftCorner<3, 3>();
        K.bottomRightCorner<3, 3>() -= R.transpose() * force.dF_dx.bottomRightCorner<3, 3>() * R;
    }
    return {force.F.head<3>(), torque};
}

double potential(const NodeLoad& load, const SE3& X_WN, double time) noexcept
{
    if (!load.acts_at(time)) return 0.0;
    load.load->set_time(time);
    return load.load->potential({&X_WN, 1});
}

}  // namespace supple::variational
