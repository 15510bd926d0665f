#include <supple/actuation/point_force.hpp>
#include <supple/lie/so3.hpp>

#include <cassert>

namespace supple {

PointForce::PointForce(int point, const PointLoad& load, double share)
    : point_(point), frame_(load.frame), share_(share), history_(load.timing.history)
{
    wrench_ << load.force, load.moment;
    for (const History::Column& column : history_.columns) {
        for (int k = 0; k < 6; ++k) {
            if (column.path == parameter_path(k)) varies_.push_back(k);
        }
    }
    assert(varies_.size() == history_.columns.size());
}

void PointForce::set_time(double time) noexcept
{
    for (std::size_t i = 0; i < varies_.size(); ++i)
        wrench_[varies_[i]] = value_at(history_, history_.columns[i], time);
}

Vector6d PointForce::in_world(const SE3& X, const Vector6d& wrench) const noexcept
{
    if (frame_ == LoadFrame::world) return wrench;
    Vector6d turned;
    turned << X.rotation() * wrench.head<3>(), X.rotation() * wrench.tail<3>();
    return turned;
}

void PointForce::add_to(std::span<const SE3> frames, double scale,
                        std::span<FrameForce> forces) const noexcept
{
    const Vector6d F = scale * share_ * in_world(frames[static_cast<std::size_t>(point_)], wrench_);
    FrameForce& force = forces[static_cast<std::size_t>(point_)];
    force.F += F;
    if (frame_ == LoadFrame::body) {
        // A follower turns with the frame: δF = δθ × F.
        force.varies = true;
        force.dF_dx.block<3, 3>(0, 3) -= so3::hat(F.head<3>());
        force.dF_dx.block<3, 3>(3, 3) -= so3::hat(F.tail<3>());
    }
}

bool PointForce::conservative() const noexcept
{
    return (frame_ == LoadFrame::world || wrench_.head<3>().isZero(0.0)) && wrench_.tail<3>().isZero(0.0);
}

double PointForce::potential(std::span<const SE3> frames) const noexcept
{
    // A dead force has a potential also where a moment beside it has none.
    if (frame_ == LoadFrame::body) return 0.0;
    return -share_ * wrench_.head<3>().dot(frames[static_cast<std::size_t>(point_)].position());
}

std::string PointForce::parameter_path(int k) const
{
    return std::string(k < 3 ? "force." : "moment.") + "xyz"[k % 3];
}

void PointForce::add_derivative(int k, std::span<const SE3> frames,
                                std::span<FrameForce> forces) const noexcept
{
    const auto point = static_cast<std::size_t>(point_);
    forces[point].F += share_ * in_world(frames[point], Vector6d::Unit(k));
}

}  // namespace supple
