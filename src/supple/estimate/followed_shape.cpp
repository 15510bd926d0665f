#include <supple/estimate/followed_shape.hpp>

#include <algorithm>

namespace supple::estimation {
namespace {

constexpr double shortest_step = 1.0 / 1024.0;

/// θ between two sets of pushes, with as many points as the longer one; a point that one side lacks has no
/// force there.
Pushes between(const Pushes& a, const Pushes& b, double t)
{
    Pushes p = b;
    p.tip_force = a.tip_force + t * (b.tip_force - a.tip_force);
    p.tip_moment = a.tip_moment + t * (b.tip_moment - a.tip_moment);
    p.per_length = a.per_length + t * (b.per_length - a.per_length);
    p.points.resize(std::max(a.points.size(), b.points.size()));
    for (std::size_t i = 0; i < p.points.size(); ++i) {
        PointPush from = i < a.points.size() ? a.points[i] : PointPush{b.points[i].s, Vector3d::Zero()};
        PointPush to = i < b.points.size() ? b.points[i] : PointPush{from.s, Vector3d::Zero()};
        // Where there is no force, the place does not matter.
        if (from.b.isZero(0.0)) from.s = to.s;
        if (to.b.isZero(0.0)) to.s = from.s;
        p.points[i] = {from.s + t * (to.s - from.s), from.b + t * (to.b - from.b)};
    }
    return p;
}

/// b − a in the order of the columns. @pre as many points
VectorXd difference(const Pushes& a, const Pushes& b)
{
    VectorXd d(b.columns());
    d << b.tip_force - a.tip_force, b.tip_moment - a.tip_moment, b.per_length - a.per_length,
        VectorXd::Zero(b.columns() - Pushes::common);
    for (std::size_t i = 0; i < b.points.size(); ++i) {
        const auto at = Pushes::common + 4 * static_cast<Eigen::Index>(i);
        d[at] = b.points[i].s - a.points[i].s;
        d.segment<3>(at + 1) = b.points[i].b - a.points[i].b;
    }
    return d;
}

}  // namespace

bool FollowedShape::leap(const Pushes& target)
{
    if (tangent_.size() == 0 || tangent_at_.points.size() != target.points.size()) return false;
    const VectorXd before = x_;
    x_ = tangent_x_ + tangent_ * difference(tangent_at_, target);
    if (x_.allFinite() && (x_ - tangent_x_).norm() < 2.0 + 0.5 * tangent_x_.norm() &&
        find_balance(target, 1.0))
        return true;
    x_ = before;
    return false;
}

bool FollowedShape::follow(const Pushes& target)
{
    if (last_lambda_ == 1.0 && leap(target)) {
        last_ = target;
        return true;
    }
    const Pushes start = last_;
    const double lambda0 = last_lambda_;
    double t = 0.0, step = 1.0;
    while (t < 1.0) {
        const double next = std::min(1.0, t + step);
        const VectorXd before = x_;
        const Pushes here = between(start, target, next);
        const double load = lambda0 + next * (1.0 - lambda0);
        if (find_balance(here, load)) {
            t = next;
            last_ = here;
            last_lambda_ = load;
            step *= 2.0;
            continue;
        }
        x_ = before;
        step *= 0.5;
        if (step < shortest_step) return false;
    }
    last_ = target;
    return true;
}

void FollowedShape::begin_again() noexcept
{
    if (unpushed_.size() == 0) return;
    x_ = unpushed_;
    last_ = Pushes{};
    tangent_.resize(0, 0);
}

bool FollowedShape::predict(const Pushes& pushes, std::span<const double> places, bool derivatives,
                            Sections& sections) noexcept
{
    if (last_lambda_ < 1.0) {
        if (!follow(Pushes{})) return false;
        unpushed_ = x_;
    }
    if (!follow(pushes)) return false;
    const std::size_t count = places.size();
    sections.r.resize(count);
    sections.q.resize(count);
    sections.kappa.resize(count);
    sections.d.resize(derivatives ? count : 0);
    MatrixXd dx;
    if (!read_sections(pushes, places, derivatives, sections, dx)) return false;
    if (derivatives) {
        tangent_ = dx;
        tangent_at_ = pushes;
        tangent_x_ = x_;
    }
    return true;
}

}  // namespace supple::estimation
