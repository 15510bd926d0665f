#include <supple/lie/so3.hpp>
#include <supple/lie/spatial.hpp>

namespace supple {
namespace {

Vector6d stack(const Vector3d& linear, const Vector3d& angular) noexcept
{
    Vector6d x;
    x << linear, angular;
    return x;
}

/// [A B; 0 A], the shape of Ad and ad
Matrix6d block_upper(const Matrix3d& A, const Matrix3d& B) noexcept
{
    Matrix6d M;
    M << A, B, Matrix3d::Zero(), A;
    return M;
}

}  // namespace

Matrix6d Ad(const SE3& X) noexcept
{
    return block_upper(X.rotation(), so3::hat(X.position()) * X.rotation());
}

Vector6d Ad(const SE3& X, const Vector6d& V) noexcept
{
    const Vector3d w = X.rotation() * V.tail<3>();
    return stack(X.rotation() * V.head<3>() + X.position().cross(w), w);
}

Vector6d Ad_transpose(const SE3& X, const Vector6d& F) noexcept
{
    const Vector3d f = F.head<3>();
    const Vector3d moment = F.tail<3>() - X.position().cross(f);
    return stack(X.rotation().transpose() * f, X.rotation().transpose() * moment);
}

Matrix6d ad(const Vector6d& xi) noexcept
{
    return block_upper(so3::hat(xi.tail<3>()), so3::hat(xi.head<3>()));
}

Vector6d ad(const Vector6d& xi, const Vector6d& eta) noexcept
{
    const Vector3d v = xi.head<3>(), w = xi.tail<3>();
    const Vector3d v_eta = eta.head<3>(), w_eta = eta.tail<3>();
    return stack(w.cross(v_eta) + v.cross(w_eta), w.cross(w_eta));
}

Vector6d ad_transpose(const Vector6d& xi, const Vector6d& F) noexcept
{
    const Vector3d v = xi.head<3>(), w = xi.tail<3>();
    const Vector3d f = F.head<3>(), m = F.tail<3>();
    return stack(f.cross(w), f.cross(v) + m.cross(w));
}

Vector6d transport_wrench(const SE3& X_AB, const Vector6d& F_B) noexcept
{
    const Vector3d f_A = X_AB.rotation() * F_B.head<3>();
    return stack(f_A, X_AB.rotation() * F_B.tail<3>() + X_AB.position().cross(f_A));
}

namespace se3 {

Eigen::Matrix4d hat(const Vector6d& xi) noexcept
{
    Eigen::Matrix4d M = Eigen::Matrix4d::Zero();
    M.topLeftCorner<3, 3>() = so3::hat(xi.tail<3>());
    M.topRightCorner<3, 1>() = xi.head<3>();
    return M;
}

Vector6d vee(const Eigen::Matrix4d& M) noexcept
{
    return stack(M.topRightCorner<3, 1>(), so3::vee(M.topLeftCorner<3, 3>()));
}

Eigen::Matrix4d homogeneous(const SE3& X) noexcept
{
    Eigen::Matrix4d M = Eigen::Matrix4d::Identity();
    M.topLeftCorner<3, 3>() = X.rotation();
    M.topRightCorner<3, 1>() = X.position();
    return M;
}

}  // namespace se3
}  // namespace supple
