#include <supple/dynamics/variational_implicit.hpp>
#include <supple/lie/so3.hpp>

#include <algorithm>
#include <cmath>

namespace supple::variational {

using so3::hat;

/// Contraction from which a new tangent, which costs as much as seven iterations, pays.
constexpr double worth_a_tangent = 0.2;

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
    : rod_(rod),
      options_(options),
      holds_change_(holds_change(rod)),
      rows_(rod),
      state_(rows_.motion_of(rod, start)),
      next_(state_),
      mass_(rows_for(rod, 6)),
      free_(mass_),
      u_(mass_),
      u_next_(mass_),
      a_(mass_),
      a_next_(mass_),
      rate_(mass_),
      rate_next_(mass_),
      balanced_(mass_),
      x_(mass_),
      u_rest_(mass_),
      rate_rest_(mass_),
      r_(mass_),
      work_(mass_),
      change_(start.frames.size(), Vector6d::Zero()),
      frames_(start.frames),
      omega_(start.omega),
      K_(rod.nodes()),
      factors_(rod.nodes())
{
    for (int a = 0; a < rod.nodes(); ++a) {
        const auto i = static_cast<std::size_t>(a);
        mass_.set(0, a, Vector3d::Constant(rod.mass[i]));
        mass_.set(3, a, rod.inertia[i]);
        u_.set(0, a, start.v[i]);
        u_.set(3, a, start.omega[i]);
    }
    hold(time_);
    factored_held_ = held_;
}

void ImplicitIntegrator::hold(double time) noexcept
{
    held_at(rod_, time, held_);
    for (int a = 0; a < rod_.nodes(); ++a) {
        for (int i = 0; i < 6; ++i)
            free_.row(i)[a] = held_[static_cast<std::size_t>(a)][static_cast<std::size_t>(i)] ? 0.0 : 1.0;
    }
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
    add_multiple(rod_.nodes(), lag, a_, u_, u_);
    add_multiple(rod_.nodes(), -lag, rate_, u_, u_);
    last_step_ = 0.0;
}

/// Accelerations at the start of steps of h, those of a step of backward Euler: what is too fast for the step
/// counts as come to rest, whatever smaller steps before have left of it.
bool ImplicitIntegrator::start(double h) noexcept
{
    for (const NodalHold& hold : rod_.holds) {
        if (!(clock(time_) < hold.until)) continue;
        const SE3 here = target_at(rod_, hold, time_), there = target_at(rod_, hold, time_ + h);
        for (int i = 0; i < 3; ++i) {
            if (hold.position[static_cast<std::size_t>(i)])
                u_.row(i)[hold.node] = (there.position()[i] - here.position()[i]) / h;
        }
        if (hold.rotation) u_.set(3, hold.node, so3::log(here.rotation().transpose() * there.rotation()) / h);
    }
    hold(clock(time_));
    a_.set_zero();
    rate_.set_zero();
    x_.set_zero();
    move(rod_.nodes(), state_, x_, u_, rows_.node, next_);
    rows_.act(rod_, next_, clock(time_));
    imbalance(rod_.nodes(), rod_.damping.viscous_rate, mass_, free_, rows_, u_, rate_, r_);
    for (int i = 0; i < 6; ++i) {
        for (int a = 0; a < rod_.nodes(); ++a)
            balanced_.row(i)[a] = -r_.row(i)[a] / mass_.row(i)[a];
    }
    if (!solve(Coefficients::euler(h), clock(time_))) return false;
    for (int i = 0; i < 6; ++i) {
        for (int a = 0; a < rod_.nodes(); ++a)
            rate_.row(i)[a] = free_.row(i)[a] * rate_next_.row(i)[a];
    }
    a_ = rate_;
    return true;
}

/// The motion with the present acceleration; held nodes go where they are held.
void ImplicitIntegrator::predict(const Coefficients& c) noexcept
{
    const double h = c.h, then = clock(time_ + h);
    const double a_by_u = -1.0 / (h * c.beta), a_by_a = (c.beta - 0.5) / c.beta;
    const double rate_by_a = (1.0 - c.am) / (1.0 - c.af);
    for (int i = 0; i < 6; ++i) {
        const double *u = u_.row(i), *a = a_.row(i), *rate = rate_.row(i);
        double *x = x_.row(i), *u_rest = u_rest_.row(i), *rate_rest = rate_rest_.row(i);
        double* a_rest = a_next_.row(i);
        for (int n = 0; n < rod_.nodes(); ++n) {
            x[n] = h * u[n] + 0.5 * h * h * a[n];
            a_rest[n] = a_by_u * u[n] + a_by_a * a[n];
            u_rest[n] = u[n] + h * (1.0 - c.gamma) * a[n] + h * c.gamma * a_rest[n];
            rate_rest[n] = rate_by_a * a_rest[n] + (c.am * a[n] - c.af * rate[n]) / (1.0 - c.af);
        }
    }
    if (holds_change_) hold(then);
    for (const NodalHold& hold : rod_.holds) {
        if (!(then < hold.until)) continue;
        const SE3 target = target_at(rod_, hold, time_ + h);
        for (int i = 0; i < 3; ++i) {
            if (hold.position[static_cast<std::size_t>(i)])
                x_.row(i)[hold.node] = target.position()[i] - state_.row(motion::px + i)[hold.node];
        }
        if (hold.rotation)
            x_.set(3, hold.node,
                   so3::log(frame_of(state_, hold.node).rotation().transpose() * target.rotation()));
    }
}

/// What is missing from balance at the end of the step that x says, under the loads at a time.
void ImplicitIntegrator::residual(const Coefficients& c, double time) noexcept
{
    const int n = rod_.nodes();
    add_multiple(n, c.velocity_by_x(), x_, u_rest_, u_next_);
    add_multiple(n, c.rate_by_x(), x_, rate_rest_, rate_next_);
    move(n, state_, x_, u_next_, rows_.node, next_);
    rows_.act(rod_, next_, time);
    imbalance(n, rod_.damping.viscous_rate, mass_, free_, rows_, u_next_, rate_next_, r_);
}

/// Exact tangent at the present iterate by x, factored.
bool ImplicitIntegrator::renew_tangent(const Coefficients& c, double time) noexcept
{
    const double by_velocity = c.velocity_by_x();
    const double by_rate = c.rate_by_x() + rod_.damping.viscous_rate * by_velocity;
    for (std::size_t a = 0; a < frames_.size(); ++a) {
        frames_[a] = frame_of(next_, static_cast<int>(a));
        omega_[a] = u_next_.vector(3, static_cast<int>(a));
    }
    gradient_and_tangent(rod_, frames_, omega_, by_velocity, {time, 1.0}, change_, K_);

    // Inertia, and the chain from φ to the rotation.
    for (std::size_t a = 0; a < frames_.size(); ++a) {
        const Vector3d& J = rod_.inertia[a];
        const Vector3d& w = omega_[a];
        const Matrix3d turn = so3::right_jacobian(x_.vector(3, static_cast<int>(a)));
        K_.D[a].rightCols<3>() = (K_.D[a].rightCols<3>() * turn).eval();
        if (a > 0) K_.U[a - 1].rightCols<3>() = (K_.U[a - 1].rightCols<3>() * turn).eval();
        if (a + 1 < frames_.size()) K_.L[a].rightCols<3>() = (K_.L[a].rightCols<3>() * turn).eval();
        K_.D[a].diagonal().head<3>().array() += rod_.mass[a] * by_rate;
        Matrix3d gyroscopic = by_velocity * (hat(w) * J.asDiagonal() - hat(J.cwiseProduct(w)));
        gyroscopic.diagonal() += by_rate * J;
        K_.D[a].bottomRightCorner<3, 3>() += gyroscopic;
    }
    for (std::size_t a = 0; a < frames_.size(); ++a)
        hold_directions(held_[a], a, K_, change_);
    factored_held_ = held_;
    factored_rate_ = factors_.factor(K_) ? c.rate_by_x() : 0.0;
    ++tangents_;
    return factored_rate_ > 0.0;
}

bool ImplicitIntegrator::step(double h) noexcept
{
    if (h != last_step_) {
        settle();
        if (!start(h)) return false;
    }
    const Coefficients c(options_.spectral_radius, h);
    if (!solve(c, clock(time_ + h))) return false;
    add_multiple(rod_.nodes(), 1.0 / (h * h * c.beta), x_, a_next_, a_next_);
    account(h);
    std::swap(state_, next_);
    std::swap(u_, u_next_);
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
    predict(c);
    double before = 0.0;
    contraction_ *= 2.0;  // what was seen in an earlier step grows old
    bool renew = factored_rate_ != c.rate_by_x() || (holds_change_ && factored_held_ != held_);
    for (int iteration = 0; iteration < options_.max_iterations; ++iteration) {
        residual(c, time);
        if (renew) {
            if (!renew_tangent(c, time)) return false;
            contraction_ = 1.0;
        }
        const double moved = correct();
        ++iterations_;
        if (!std::isfinite(moved)) break;

        // What an iteration leaves of the error: as seen in this step, or in the last with the same factors.
        if (before > 0.0) contraction_ = moved / before;
        const bool done = contraction_ < 0.5 && moved * contraction_ < options_.tolerance;
        if (done || moved < 0.1 * options_.tolerance) {
            const int n = rod_.nodes();
            add_multiple(n, c.velocity_by_x(), x_, u_rest_, u_next_);
            add_multiple(n, c.rate_by_x(), x_, rate_rest_, rate_next_);
            move(n, state_, x_, u_next_, rows_.node, next_);
            return true;
        }
        renew = contraction_ > worth_a_tangent && !(renew && before == 0.0);
        before = moved;
    }
    factored_rate_ = 0.0;
    return false;
}

/// Adds a step that was found to the account of the energy.
void ImplicitIntegrator::account(double h) noexcept
{
    const StepEnergy step =
        step_energy(rod_.nodes(), mass_, free_, {x_, u_, u_next_, balanced_, rate_next_}, work_);
    balanced_ = rate_next_;
    energy_.taken_by_steps += step.taken;
    energy_.largest_kinetic = std::max(energy_.largest_kinetic, step.kinetic);
    energy_.damped += 2.0 * rod_.damping.viscous_rate * step.kinetic * h;
    if (!(rod_.damping.retardation_time > 0.0)) return;
    for (int k = 0; k < rod_.elements(); ++k) {
        const Vector3d turning = u_next_.vector(3, k + 1) - u_next_.vector(3, k);
        energy_.damped += h * rod_.damping.retardation_time * turning.dot(rod_.C2.cwiseProduct(turning)) /
                          rod_.lengths[static_cast<std::size_t>(k)];
    }
}

/// Solves for the change of x and applies it, no rotation by more than 0.3 rad. The largest change, or
/// infinity.
double ImplicitIntegrator::correct() noexcept
{
    for (std::size_t a = 0; a < change_.size(); ++a) {
        for (int i = 0; i < 6; ++i)
            change_[a][i] = r_.row(i)[a];
    }
    factors_.solve(change_);
    double rotation = 0.0, displacement = 0.0, sum = 0.0;  // a maximum would overlook a NaN
    for (const Vector6d& change : change_) {
        const double shift = change.head<3>().squaredNorm(), turn = change.tail<3>().squaredNorm();
        sum += shift + turn;
        displacement = std::max(displacement, shift);
        rotation = std::max(rotation, turn);
    }
    rotation = std::sqrt(rotation);
    displacement = std::sqrt(displacement) / rod_.lengths.front();
    const double scale = rotation > 0.3 ? 0.3 / rotation : 1.0;
    for (std::size_t a = 0; a < change_.size(); ++a) {
        for (int i = 0; i < 6; ++i)
            x_.row(i)[a] -= scale * change_[a][i];
    }
    return std::isfinite(sum) ? std::max(rotation, displacement) : std::numeric_limits<double>::infinity();
}

void ImplicitIntegrator::observe(NodalState& state) const noexcept
{
    const auto count = static_cast<std::size_t>(rod_.nodes());
    state.frames.resize(count);
    state.v.resize(count);
    state.omega.resize(count);
    for (int a = 0; a < rod_.nodes(); ++a) {
        const auto i = static_cast<std::size_t>(a);
        state.frames[i] = frame_of(state_, a);
        state.v[i] = u_.vector(0, a);
        state.omega[i] = u_.vector(3, a);
    }
}

}  // namespace supple::variational
