#include <supple/dynamics/variational_implicit.hpp>
#include <supple/lie/so3.hpp>

#include <algorithm>
#include <cmath>

namespace supple::variational {

using so3::hat;

struct ImplicitIntegrator::Coefficients {
    Coefficients(double rho, double step) : h(step)
    {
        am = (2.0 * rho - 1.0) / (rho + 1.0);
        af = rho / (rho + 1.0);
        gamma = 0.5 - am + af;
        beta = 0.25 * (gamma + 0.5) * (gamma + 0.5);
    }

    /// Backward Euler, x = h u⁺, u⁺ = u + h u̇⁺.
    static Coefficients euler(double step)
    {
        Coefficients c(0.5, step);
        c.am = c.af = 0.0;
        c.gamma = c.beta = 1.0;
        return c;
    }

    double rate_by_x() const { return (1.0 - am) / ((1.0 - af) * beta * h * h); }
    double velocity_by_x() const { return gamma / (beta * h); }

    double h, am = 0.0, af = 0.0, gamma = 0.0, beta = 0.0;
};

ImplicitIntegrator::ImplicitIntegrator(const NodalRod& rod, const NodalState& start,
                                       const ImplicitOptions& options)
    : rod_(rod), options_(options), state_(start), next_(start), K_(rod.nodes()), factors_(rod.nodes())
{
    const auto count = static_cast<std::size_t>(rod.nodes());
    for (auto* list : {&a_, &a_next_, &rate_, &rate_next_, &balanced_, &x_, &r_})
        list->assign(count, Vector6d::Zero());
    turn_.assign(count, Matrix3d::Identity());
    held_at(rod_, time_, held_);
    factored_held_ = held_;
}

void ImplicitIntegrator::begin(double time, double end) noexcept
{
    settle();
    time_ = time;
    last_moment_ = std::nextafter(end, time);
}

/// Takes back the lag of the auxiliary acceleration; the next step starts anew.
void ImplicitIntegrator::settle() noexcept
{
    const double lag = (0.5 - Coefficients(options_.spectral_radius, 0.0).af) * last_step_;
    for (std::size_t a = 0; a < a_.size(); ++a) {
        const Vector6d change = lag * (a_[a] - rate_[a]);
        state_.v[a] += change.head<3>();
        state_.omega[a] += change.tail<3>();
    }
    last_step_ = 0.0;
}

/// Accelerations at the start of steps of h, those of a step of backward Euler: what is too fast for the step
/// counts as come to rest, whatever smaller steps before have left of it.
bool ImplicitIntegrator::start(double h) noexcept
{
    for (const NodalHold& hold : rod_.holds) {
        if (!(clock(time_) < hold.until)) continue;
        const auto a = static_cast<std::size_t>(hold.node);
        const SE3 here = target_at(rod_, hold, time_), there = target_at(rod_, hold, time_ + h);
        for (int i = 0; i < 3; ++i) {
            if (hold.position[static_cast<std::size_t>(i)])
                state_.v[a][i] = (there.position()[i] - here.position()[i]) / h;
        }
        if (hold.rotation) state_.omega[a] = so3::log(here.rotation().transpose() * there.rotation()) / h;
    }
    gradient(rod_, state_.frames, state_.omega, {clock(time_), 1.0}, r_);
    for (std::size_t a = 0; a < r_.size(); ++a) {
        const Vector3d& w = state_.omega[a];
        const Vector3d& J = rod_.inertia[a];
        const Vector3d torque = r_[a].tail<3>() + w.cross(J.cwiseProduct(w));
        balanced_[a] << -r_[a].head<3>() / rod_.mass[a] - rod_.damping.viscous_rate * state_.v[a],
            -torque.cwiseQuotient(J) - rod_.damping.viscous_rate * w;
    }
    std::fill(a_.begin(), a_.end(), Vector6d::Zero());
    std::fill(rate_.begin(), rate_.end(), Vector6d::Zero());
    if (!solve(Coefficients::euler(h), clock(time_))) return false;
    for (std::size_t a = 0; a < rate_.size(); ++a) {
        for (int i = 0; i < 6; ++i)
            rate_[a][i] = held_[a][static_cast<std::size_t>(i)] ? 0.0 : rate_next_[a][i];
    }
    a_ = rate_;
    return true;
}

/// The motion with the present acceleration; held nodes go where they are held.
void ImplicitIntegrator::predict(double h) noexcept
{
    for (std::size_t a = 0; a < x_.size(); ++a) {
        x_[a].head<3>() = h * state_.v[a];
        x_[a].tail<3>() = h * state_.omega[a];
        x_[a] += 0.5 * h * h * a_[a];
    }
    held_at(rod_, clock(time_ + h), held_);
    for (const NodalHold& hold : rod_.holds) {
        if (!(clock(time_ + h) < hold.until)) continue;
        const auto a = static_cast<std::size_t>(hold.node);
        const SE3 target = target_at(rod_, hold, time_ + h);
        for (int i = 0; i < 3; ++i) {
            if (hold.position[static_cast<std::size_t>(i)])
                x_[a][i] = target.position()[i] - state_.frames[a].position()[i];
        }
        if (hold.rotation)
            x_[a].tail<3>() = so3::log(state_.frames[a].rotation().transpose() * target.rotation());
    }
}

/// Frames, velocities and accelerations at the end of the step from x.
void ImplicitIntegrator::evaluate(const Coefficients& c) noexcept
{
    const double h = c.h;
    for (std::size_t a = 0; a < x_.size(); ++a) {
        const so3::ExpJacobian exp = so3::exp_and_left_jacobian(x_[a].tail<3>());
        turn_[a] = exp.J_l.transpose();
        next_.frames[a] =
            SE3(state_.frames[a].rotation() * exp.R, state_.frames[a].position() + x_[a].head<3>());
        Vector6d u;
        u << state_.v[a], state_.omega[a];
        a_next_[a] = (x_[a] - h * u - h * h * (0.5 - c.beta) * a_[a]) / (h * h * c.beta);
        u += h * (1.0 - c.gamma) * a_[a] + h * c.gamma * a_next_[a];
        next_.v[a] = u.head<3>();
        next_.omega[a] = u.tail<3>();
        rate_next_[a] = ((1.0 - c.am) * a_next_[a] + c.am * a_[a] - c.af * rate_[a]) / (1.0 - c.af);
    }
}

/// Exact tangent at the present iterate by x, factored; r_ holds the residual.
bool ImplicitIntegrator::renew_tangent(const Coefficients& c, double time) noexcept
{
    const double by_velocity = c.velocity_by_x();
    const double viscous = rod_.damping.viscous_rate;
    const double by_rate = c.rate_by_x() + viscous * by_velocity;
    gradient_and_tangent(rod_, next_.frames, next_.omega, by_velocity, {time, 1.0}, r_, K_);

    // Inertia, and the chain from φ to the rotation.
    for (std::size_t a = 0; a < r_.size(); ++a) {
        const Vector3d& J = rod_.inertia[a];
        const Vector3d& w = next_.omega[a];
        K_.D[a].rightCols<3>() = (K_.D[a].rightCols<3>() * turn_[a]).eval();
        if (a > 0) K_.U[a - 1].rightCols<3>() = (K_.U[a - 1].rightCols<3>() * turn_[a]).eval();
        if (a + 1 < r_.size()) K_.L[a].rightCols<3>() = (K_.L[a].rightCols<3>() * turn_[a]).eval();
        K_.D[a].diagonal().head<3>().array() += rod_.mass[a] * by_rate;
        Matrix3d gyroscopic = by_velocity * (hat(w) * J.asDiagonal() - hat(J.cwiseProduct(w)));
        gyroscopic.diagonal() += by_rate * J;
        K_.D[a].bottomRightCorner<3, 3>() += gyroscopic;
    }
    for (std::size_t a = 0; a < r_.size(); ++a)
        hold_directions(held_[a], a, K_, r_);
    factored_held_ = held_;
    factored_rate_ = factors_.factor(K_) ? c.rate_by_x() : 0.0;
    return factored_rate_ > 0.0;
}

/// What is missing from balance at the end of the step; r_ holds the gradient.
void ImplicitIntegrator::residual() noexcept
{
    const double viscous = rod_.damping.viscous_rate;
    for (std::size_t a = 0; a < r_.size(); ++a) {
        const Vector3d& J = rod_.inertia[a];
        const Vector3d& w = next_.omega[a];
        const Vector3d Jw = J.cwiseProduct(w);
        r_[a].head<3>() += rod_.mass[a] * (rate_next_[a].head<3>() + viscous * next_.v[a]);
        r_[a].tail<3>() += J.cwiseProduct(rate_next_[a].tail<3>()) + w.cross(Jw) + viscous * Jw;
        for (int i = 0; i < 6; ++i) {
            if (held_[a][static_cast<std::size_t>(i)]) r_[a][i] = 0.0;
        }
    }
}

bool ImplicitIntegrator::step(double h) noexcept
{
    if (h != last_step_) {
        settle();
        if (!start(h)) return false;
    }
    if (!solve(Coefficients(options_.spectral_radius, h), clock(time_ + h))) return false;
    account(h);
    std::swap(state_, next_);
    std::swap(a_, a_next_);
    std::swap(rate_, rate_next_);
    time_ += h;
    last_step_ = h;
    ++steps_;
    return true;
}

/// The end of a step by Newton's method, under the loads at a time. False where it does not converge.
bool ImplicitIntegrator::solve(const Coefficients& c, double time) noexcept
{
    predict(c.h);
    double before = 0.0;
    bool renew = factored_rate_ != c.rate_by_x() || factored_held_ != held_;
    for (int iteration = 0; iteration < options_.max_iterations; ++iteration) {
        evaluate(c);
        if (renew) {
            if (!renew_tangent(c, time)) return false;
            contraction_ = 1.0;
        } else {
            gradient(rod_, next_.frames, next_.omega, {time, 1.0}, r_);
        }
        residual();
        const double moved = correct();
        ++iterations_;
        if (!std::isfinite(moved)) break;

        // What an iteration leaves of the error: as seen in this step, or in the last with the same factors.
        if (before > 0.0) contraction_ = moved / before;
        const bool done = contraction_ < 0.5 && moved * contraction_ < options_.tolerance;
        if (done || moved < 0.1 * options_.tolerance) {
            evaluate(c);
            return true;
        }
        renew = contraction_ > 0.1 && !(renew && before == 0.0);
        before = moved;
    }
    factored_rate_ = 0.0;
    return false;
}

/// Adds a step that was found to the account of the energy.
void ImplicitIntegrator::account(double h) noexcept
{
    double kinetic = 0.0;
    for (std::size_t a = 0; a < x_.size(); ++a) {
        for (int i = 0; i < 6; ++i) {
            if (held_[a][static_cast<std::size_t>(i)]) continue;
            const double m = i < 3 ? rod_.mass[a] : rod_.inertia[a][i - 3];
            const double before = i < 3 ? state_.v[a][i] : state_.omega[a][i - 3];
            const double after = i < 3 ? next_.v[a][i] : next_.omega[a][i - 3];
            energy_.taken_by_steps += 0.5 * m * (balanced_[a][i] + rate_next_[a][i]) * x_[a][i] -
                                      0.5 * m * (after + before) * (after - before);
            kinetic += 0.5 * m * after * after;
        }
    }
    balanced_ = rate_next_;
    energy_.largest_kinetic = std::max(energy_.largest_kinetic, kinetic);
    energy_.damped += 2.0 * rod_.damping.viscous_rate * kinetic * h;
    if (!(rod_.damping.retardation_time > 0.0)) return;
    for (std::size_t k = 0; k < rod_.lengths.size(); ++k) {
        const Vector3d turning = next_.omega[k + 1] - next_.omega[k];
        energy_.damped +=
            h * rod_.damping.retardation_time * turning.dot(rod_.C2.cwiseProduct(turning)) / rod_.lengths[k];
    }
}

/// Solves for the change of x and applies it, no rotation by more than 0.3 rad. The largest change, or
/// infinity.
double ImplicitIntegrator::correct() noexcept
{
    factors_.solve(r_);
    double rotation = 0.0, displacement = 0.0, sum = 0.0;  // a maximum would overlook a NaN
    for (const Vector6d& change : r_) {
        sum += change.squaredNorm();
        displacement = std::max(displacement, change.head<3>().squaredNorm());
        rotation = std::max(rotation, change.tail<3>().squaredNorm());
    }
    rotation = std::sqrt(rotation);
    displacement = std::sqrt(displacement) / rod_.lengths.front();
    const double scale = rotation > 0.3 ? 0.3 / rotation : 1.0;
    for (std::size_t a = 0; a < r_.size(); ++a)
        x_[a] -= scale * r_[a];
    return std::isfinite(sum) ? std::max(rotation, displacement) : std::numeric_limits<double>::infinity();
}

}  // namespace supple::variational
