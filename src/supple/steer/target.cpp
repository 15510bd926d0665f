#include <supple/lie/so3.hpp>
#include <supple/steer/target.hpp>

#include <cmath>

namespace supple {

int Target::size() const noexcept
{
    int rows = rotation || tangent ? 3 : 0;
    for (const auto& component : position)
        rows += component ? 1 : 0;
    return rows;
}

void evaluate(const Target& target, double length, const SE3& X, TargetError& error) noexcept
{
    const int rows = target.size();
    error.e.setZero(rows);
    error.de_dx.setZero(rows, 6);
    error.turn = 0.0;
    int row = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const auto& wanted = target.position[static_cast<std::size_t>(axis)];
        if (!wanted) continue;
        error.e[row] = X.position()[axis] - *wanted;
        error.de_dx(row++, axis) = 1.0;
    }
    error.distance = error.e.head(row).norm();
    if (target.rotation) {
        const Vector3d turned = so3::log(X.rotation() * target.rotation->transpose());
        error.e.segment<3>(row) = length * turned;
        error.de_dx.block<3, 3>(row, 3) = length * so3::left_jacobian_inverse(turned);
        error.turn = turned.norm();
    } else if (target.tangent) {
        const Vector3d t = X.rotation().col(2);
        error.e.segment<3>(row) = length * (t - *target.tangent);
        error.de_dx.block<3, 3>(row, 3) = -length * so3::hat(t);  // δt = δθ × t
        error.turn = std::atan2(t.cross(*target.tangent).norm(), t.dot(*target.tangent));
    }
}

}  // namespace supple
