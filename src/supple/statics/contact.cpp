#include <supple/statics/contact.hpp>
#include <supple/statics/eigenvalue.hpp>
#include <supple/statics/stability.hpp>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

using Eigen::Matrix2d;
using Eigen::Vector2d;

constexpr double touching = 1e-13;     // gap over the rod's length
constexpr double largest_turn = 0.5;   // of a coordinate in one Newton step [rad]
constexpr double farthest_step = 1.0;  // sum of the coordinates' turns in one step of the load [rad]

}  // namespace

ContactSolver::ContactSolver(StaticProblem& problem)
    : p_(problem),
      system_(problem.system()),
      B_(system_.model->block_sizes(),
         static_cast<int>(problem.x.size()) - problem.coordinates() +
             3 * static_cast<int>(system_.walls.size()),
         0, problem.A.is_chain() ? Elimination::chain : Elimination::dense),
      values_(problem.system())
{
    const auto walls = system_.walls.size();
    J_.setZero(6, p_.coordinates());
    b_.setZero(p_.x.size() + 3 * static_cast<Eigen::Index>(walls));
    saved_x_ = part_x_ = p_.x;
    saved_walls_.resize(walls);
    part_forces_.assign(walls, Vector3d::Zero());
    slip_.assign(walls, Vector3d::Zero());
    beyond_.assign(walls, false);
    place_.assign(walls, Vector3d::Zero());
    passed_.assign(walls, 0.0);
}

const Vector3d& ContactSolver::position(const Wall& wall) const noexcept
{
    return system_.model->frames()[static_cast<std::size_t>(wall.point)].position();
}

/// The load at a part of the way, and the walls that come to their places on it.
void ContactSolver::set_load(double s) noexcept
{
    for (std::size_t i = 0; i < place_.size(); ++i) {
        Wall& wall = *system_.walls[i];
        wall.surface.point = place_[i];
        if (s < 1.0) wall.surface.point += (1.0 - s) * passed_[i] * wall.axes.col(0);
    }
    t_ = from_rest_ ? s : 1.0;
    if (!from_rest_) values_.set(s);
}

void ContactSolver::save() noexcept
{
    saved_x_ = p_.x;
    for (std::size_t i = 0; i < saved_walls_.size(); ++i) {
        const Wall& wall = *system_.walls[i];
        saved_walls_[i] = {wall.state, wall.force, wall.anchor};
    }
}

void ContactSolver::restore() noexcept
{
    p_.x = saved_x_;
    for (std::size_t i = 0; i < saved_walls_.size(); ++i) {
        Wall& wall = *system_.walls[i];
        wall.state = saved_walls_[i].state;
        wall.force = saved_walls_[i].force;
        wall.anchor = saved_walls_[i].anchor;
    }
}

/// Residual and tangent, bordered by three rows and columns a wall. Forces are in units of force_scale().
void ContactSolver::assemble(const Rubbing& how) noexcept
{
    p_.evaluate(t_);
    const Eigen::Index N = p_.x.size();
    const int n = p_.coordinates();
    const double unit = p_.force_scale(), L = system_.length;
    const VectorXd& scale = system_.model->coordinate_scale();
    B_.take(p_.A);
    Tangent::View right = B_.right(), lower = B_.lower(), corner = B_.corner();
    b_.head(N) = p_.r;
    for (std::size_t i = 0; i < system_.walls.size(); ++i) {
        const Wall& wall = *system_.walls[i];
        const Eigen::Index row = N + 3 * static_cast<Eigen::Index>(i), border = row - n;
        const Vector3d f = wall.force / unit;
        if (wall.state == ContactState::open) {
            b_.segment<3>(row) = f;
            continue;
        }
        const Vector3d x = position(wall);
        system_.model->jacobian(wall.point, J_);

        const double mu = how.part * wall.friction, pressure = std::max(f[0], 0.0);
        const Vector2d v = wall.axes.rightCols<2>().transpose() * (x - wall.anchor) / L;
        Matrix2d by_force = Matrix2d::Identity(), by_slip = Matrix2d::Zero();
        Vector2d by_pressure = Vector2d::Zero();
        b_[row] = wall.gap(x) / L;
        if (how.rho > 0.0) {
            // w = T − ρ v decides between held, where the row is ρ v = 0, and rubbing, T = μ N w/|w|.
            const double stiff = how.rho * L / unit;  // of scaled forces per scaled slip
            const Vector2d w = f.tail<2>() - stiff * v;
            Matrix2d by_w = Matrix2d::Identity();
            Vector2d inside = w;
            if (w.norm() > mu * pressure) {
                const Vector2d direction = w.normalized();
                inside = mu * pressure * direction;
                by_w = mu * pressure / w.norm() * (Matrix2d::Identity() - direction * direction.transpose());
                if (f[0] > 0.0) by_pressure = -mu * direction;
            }
            b_.segment<2>(row + 1) = f.tail<2>() - inside;
            by_force -= by_w;
            by_slip = stiff * by_w;
        } else {
            // T = −μ N v/|v|.
            const double size = v.norm();
            const Vector2d direction = size > 0.0 ? Vector2d(v / size) : Vector2d::Zero();
            b_.segment<2>(row + 1) = f.tail<2>() + mu * f[0] * direction;
            by_pressure = mu * direction;
            if (size > 0.0)
                by_slip = mu * f[0] / size * (Matrix2d::Identity() - direction * direction.transpose());
        }
        corner.block<3, 3>(border, border).setZero();
        corner.block<2, 2>(border + 1, border + 1) = by_force;
        corner.block<2, 1>(border + 1, border) = by_pressure;
        // Two walls that hold one point would make this singular; on increments it changes no solution.
        if (system_.walls.size() > 1) corner.diagonal().segment<3>(border).array() += 1e-11;
        for (int j = 0; j < n; ++j) {
            const Vector3d moved = wall.axes.transpose() * J_.col(j).head<3>() * scale[j];
            lower(border, j) = moved[0] / L;
            lower.block<2, 1>(border + 1, j) = by_slip * moved.tail<2>() / L;
            for (int a = 0; a < 3; ++a)
                right(j, border + a) = -moved[a] * p_.row_scale() * unit;
        }
    }
}

bool ContactSolver::newton_with_walls(const Rubbing& how, const PathOptions& options,
                                      PathReport& report) noexcept
{
    const Eigen::Index N = p_.x.size(), extra = b_.size() - N;
    constexpr int patience = 10;  // iterations without a smaller residual: the law of friction cycles
    double before = std::numeric_limits<double>::infinity(), best = before;
    for (int i = 0, idle = 0; i < 40 && idle < patience; ++i) {
        assemble(how);
        const double now = std::max(p_.residual(), b_.tail(extra).cwiseAbs().maxCoeff());
        if (now <= options.tolerance) return true;
        if (!std::isfinite(now) || options.spent(report.iterations)) return false;
        if (now >= 0.5 * before && now <= 50.0 * options.tolerance) return true;
        before = now;
        idle = now < 0.9 * best ? 0 : idle + 1;
        best = std::min(best, now);
        if (!B_.factor()) return false;
        ++report.iterations;
        B_.solve(b_);
        const double turn = b_.head(p_.coordinates()).cwiseAbs().maxCoeff();
        const double part = turn > largest_turn ? largest_turn / turn : 1.0;
        p_.x -= part * b_.head(N);
        for (std::size_t k = 0; k < system_.walls.size(); ++k)
            system_.walls[k]->force -=
                part * p_.force_scale() * b_.segment<3>(N + 3 * static_cast<Eigen::Index>(k));
    }
    return false;
}

/// The forces of the walls that are touched, from those of the last equilibrium.
bool ContactSolver::find_forces(const PathOptions& options, PathReport& report) noexcept
{
    const auto start_anew = [&] {
        // Walls that were left stay so.
        for (std::size_t i = 0; i < saved_walls_.size(); ++i) {
            Wall& wall = *system_.walls[i];
            if (wall.state != ContactState::open) wall.force = saved_walls_[i].force;
        }
        p_.x = saved_x_;
    };
    const double rho = 10.0 * p_.force_scale() / system_.length;
    for (const double factor : {1.0, 10.0, 0.1, 0.01}) {
        if (newton_with_walls({factor * rho, 1.0}, options, report)) return true;
        start_anew();
    }
    // From no friction to all of it.
    if (!newton_with_walls({0.0, 0.0}, options, report)) return false;
    double part = 0.0;
    for (double more = 0.25; part < 1.0 && more > 1e-3;) {
        part_x_ = p_.x;
        for (std::size_t i = 0; i < part_forces_.size(); ++i)
            part_forces_[i] = system_.walls[i]->force;
        const double next = std::min(1.0, part + more);
        if (newton_with_walls({0.0, next}, options, report)) {
            part = next;
            more *= 1.5;
            continue;
        }
        more *= 0.25;
        p_.x = part_x_;
        for (std::size_t i = 0; i < part_forces_.size(); ++i)
            system_.walls[i]->force = part_forces_[i];
    }
    return part == 1.0;
}

/// The equilibrium at a part of the way from the last one; walls that would pull are left.
bool ContactSolver::solve(double s, const PathOptions& options, PathReport& report) noexcept
{
    set_load(s);
    for (std::size_t left = 0; left <= system_.walls.size(); ++left) {
        if (!find_forces(options, report)) return false;
        bool pulls = false;
        for (Wall* wall : system_.walls) {
            if (wall->state == ContactState::open || wall->force[0] >= -1e-12 * p_.force_scale()) continue;
            wall->open();
            pulls = true;
        }
        if (!pulls) return true;
    }
    return false;
}

/// Of the walls that are open.
double ContactSolver::lowest_gap(std::size_t& which) const noexcept
{
    double lowest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < system_.walls.size(); ++i) {
        const Wall& wall = *system_.walls[i];
        if (wall.state != ContactState::open || beyond_[i]) continue;
        const double gap = wall.gap(position(wall));
        if (gap >= lowest) continue;
        lowest = gap;
        which = i;
    }
    return lowest;
}

/// Where, between the last equilibrium and `to`, a wall is touched first. Ends there.
bool ContactSolver::touch_first(double from, double& to, const PathOptions& options,
                                PathReport& report) noexcept
{
    double low = from, high = to;
    std::size_t which = 0;
    for (int i = 0; i < 80; ++i) {
        const double middle = 0.5 * (low + high);
        restore();
        if (!solve(middle, options, report)) return false;
        const double gap = lowest_gap(which);
        to = middle;
        if (std::abs(gap) <= touching * system_.length || high - low < 1e-15) break;
        (gap > 0.0 ? low : high) = middle;
    }
    for (std::size_t i = 0; i < system_.walls.size(); ++i) {
        Wall& wall = *system_.walls[i];
        const Vector3d& x = position(wall);
        if (wall.state == ContactState::open && !beyond_[i] && wall.gap(x) <= 1e-9 * system_.length)
            wall.touch(x);
    }
    return true;
}

bool ContactSolver::stands_beyond() const noexcept
{
    return std::find(beyond_.begin(), beyond_.end(), true) != beyond_.end();
}

/// What slipped is held where it has come to.
void ContactSolver::end_increment() noexcept
{
    for (std::size_t i = 0; i < system_.walls.size(); ++i) {
        Wall& wall = *system_.walls[i];
        slip_[i].setZero();
        beyond_[i] = beyond_[i] && wall.gap(position(wall)) < 0.0;
        if (wall.state == ContactState::open) continue;
        const Vector3d x = position(wall), moved = x - wall.anchor;
        const double rubs = wall.force.tail<2>().norm(), most = wall.friction * wall.force[0];
        wall.state =
            wall.friction > 0.0 && rubs < most * (1.0 - 1e-9) ? ContactState::stick : ContactState::slip;
        if (wall.state == ContactState::stick) continue;
        slip_[i] = moved - wall.axes.col(0) * wall.axes.col(0).dot(moved);
        wall.anchor = x;
    }
}

/// Opens the walls unless the last solve goes on, and looks which of them the rod has passed.
void ContactSolver::begin(Start start) noexcept
{
    from_rest_ = start != Start::last;
    values_.read();
    for (std::size_t k = 0; k < place_.size(); ++k) {
        place_[k] = system_.walls[k]->surface.point;
        passed_[k] = 0.0;
        if (start != Start::last) system_.walls[k]->open();
    }
    if (start == Start::rest) p_.start_from_rest();
    save();
    set_load(0.0);
    p_.evaluate(t_);
    for (std::size_t k = 0; k < beyond_.size() && start != Start::last; ++k) {
        Wall& wall = *system_.walls[k];
        const Vector3d& x = position(wall);
        const bool passed = wall.gap(x) < -1e-9 * system_.length;
        beyond_[k] = passed && start == Start::rest;
        if (!passed || start == Start::rest) continue;
        passed_[k] = wall.gap(x);
        wall.touch(x);
    }
    set_load(0.0);
}

void ContactSolver::follow(Start start, const PathOptions& options, PathReport& report) noexcept
{
    constexpr double shortest_jump = 1e-3;
    double smallest = 1e-6;
    begin(start);
    double step = start == Start::last ? 1.0 : 0.05, s = 0.0;
    std::size_t which = 0;
    bool touched = std::any_of(system_.walls.begin(), system_.walls.end(),
                               [](const Wall* wall) { return wall->state != ContactState::open; });
    while (s < 1.0 && step >= smallest && !options.spent(report.iterations)) {
        // Rounding must not leave a tiny last step.
        double to = s + step > 1.0 - 1e-9 ? 1.0 : s + step;
        save();
        if (!solve(to, options, report)) {
            restore();
            step *= 0.5;
            continue;
        }
        // The way is followed: no step may turn the rod far in all. What a short step still turns is a snap.
        if ((p_.x - saved_x_).head(p_.coordinates()).lpNorm<1>() > farthest_step) {
            if (step > shortest_jump) {
                restore();
                step *= 0.5;
                continue;
            }
            report.snapped = true;
        }
        if (lowest_gap(which) < -touching * system_.length) {
            if (!touch_first(s, to, options, report)) {
                restore();
                step *= 0.5;
                continue;
            }
            if (!touched && from_rest_) {
                step = 0.1 * (1.0 - to);
                smallest *= 1.0 - to;  // little may be left of the way
            }
            touched = true;
            s = report.reached = to;
            continue;
        }
        end_increment();
        s = report.reached = to;
    }
    set_load(1.0);
    report.converged = s == 1.0;
    p_.evaluate(1.0);
    if (report.converged) values_.arrive();
}

/// The tangent bordered by all that is held: constraints, and walls along what they hold. Whether one rubs.
bool ContactSolver::hold_at_walls() noexcept
{
    const int n = p_.coordinates();
    const VectorXd& scale = system_.model->coordinate_scale();
    bool rubs = false;
    B_.take(p_.A);
    Tangent::View right = B_.right(), lower = B_.lower(), corner = B_.corner();
    int row = static_cast<int>(p_.x.size()) - n;
    for (const Wall* wall : system_.walls) {
        if (wall->state == ContactState::open) continue;
        rubs = rubs || wall->friction > 0.0;
        system_.model->jacobian(wall->point, J_);
        for (int a = 0; a < (wall->friction > 0.0 ? 3 : 1); ++a, ++row) {
            B_.roles[static_cast<std::size_t>(row)] = BorderRole::held;
            corner(row, row) = 0.0;
            for (int j = 0; j < n; ++j) {
                lower(row, j) = wall->axes.col(a).dot(J_.col(j).head<3>()) * scale[j] / system_.length;
                right(j, row) = -lower(row, j);
            }
        }
    }
    return rubs;
}

Stability ContactSolver::judge() noexcept
{
    bool conservative = true;
    for (const auto& load : system_.loads)
        conservative = conservative && (load->conservative() || dynamic_cast<const Wall*>(load.get()));
    const bool rubs = hold_at_walls();
    Stability verdict;
    verdict.kind = conservative && !rubs ? StabilityKind::energy : StabilityKind::divergence_only;
    // As in stability.cpp: a motion that costs nothing is not called positive by rounding, and eigenvalues
    // decide where the symmetric part is not positive.
    if (verdict.kind == StabilityKind::energy)
        B_.add_diagonal(scaled_rest_stiffness(p_), -100.0 * neutral_eigenvalue);
    if (!B_.positive_where_free()) {
        hold_at_walls();
        judge_by_eigenvalue(smallest_of_bordered(p_, B_), verdict);
    } else if (verdict.kind == StabilityKind::energy) {
        verdict.stable = true;
    }
    return verdict;
}

void ContactSolver::fill(Equilibrium& eq) noexcept
{
    for (std::size_t i = 0; i < system_.walls.size(); ++i) {
        const Wall& wall = *system_.walls[i];
        Reaction& reaction = eq.reactions[system_.constraints.size() + i];
        reaction.force.setZero();
        if (wall.state != ContactState::open) reaction.force = wall.axes * wall.force;
        reaction.moment.setZero();
        reaction.at = system_.point_arclength[static_cast<std::size_t>(wall.point)];
        Contact& contact = eq.contacts[i];
        contact.state = wall.state;
        contact.friction = wall.friction;
        contact.gap = wall.gap(position(wall));
        contact.normal_force = wall.force[0];
        contact.friction_force.setZero();
        if (wall.state != ContactState::open)
            contact.friction_force = wall.axes.rightCols<2>() * wall.force.tail<2>();
        contact.slip = slip_[i];
        contact.at = reaction.at;
        contact.position = position(wall);
        contact.normal = wall.axes.col(0);
        contact.force = reaction.force;
    }
}

double ContactSolver::worst_violation(const Equilibrium& eq) const noexcept
{
    double worst = 0.0;
    for (const Contact& contact : eq.contacts)
        worst = std::max(worst, violation(contact, system_.length, p_.force_scale()));
    return worst;
}

}  // namespace supple
