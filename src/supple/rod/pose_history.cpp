#include <supple/lie/so3.hpp>
#include <supple/rod/pose_history.hpp>

#include <array>

namespace supple {
namespace {

/// Columns of these names in place of what the vector holds.
void replace(Vector3d& vector, const std::array<const char*, 3>& names, const History& history, double time)
{
    for (const History::Column& column : history.columns) {
        for (std::size_t i = 0; i < 3; ++i) {
            if (column.path == names[i])
                vector[static_cast<Eigen::Index>(i)] = value_at(history, column, time);
        }
    }
}

}  // namespace

SE3 pose_at(const SE3& X, const History& history, double time)
{
    if (history.columns.empty()) return X;
    Vector3d p = X.position();
    replace(p, {"position.x", "position.y", "position.z"}, history, time);
    return {so3::exp(turn_at(history, time)) * X.rotation(), p};
}

Vector3d turn_at(const History& history, double time)
{
    Vector3d turn = Vector3d::Zero();
    replace(turn, {"rotation.x", "rotation.y", "rotation.z"}, history, time);
    return turn;
}

}  // namespace supple
