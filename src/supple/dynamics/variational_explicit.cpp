#include <supple/dynamics/variational_explicit.hpp>
#include <supple/lie/so3.hpp>

#include <algorithm>
#include <cmath>

namespace supple::variational {
ExplicitIntegrator::ExplicitIntegrator(const NodalRod& rod, const NodalState& start, double step)
    : rod_(rod),
      dt_(step),
      holds_change_(holds_change(rod)),
      rate_(rod.damping.viscous_rate),
      rotational_rate_(rod.damping.viscous_rate),
      rows_(rod),
      state_(rows_.motion_of(rod, start)),
      kicked_(state_),
      f_(rows_for(rod, 3))
{
    hold(0.0);
}

/// Forces do nothing where a direction is held; a moving base is put where it belongs, with its velocity in
/// the step to come.
void ExplicitIntegrator::hold(double time) noexcept
{
    held_at(rod_, time, held_);
    for (int a = 0; a < rod_.nodes(); ++a) {
        const auto i = static_cast<std::size_t>(a);
        Vector3d inverse_mass = Vector3d::Constant(1.0 / rod_.mass[i]);
        for (int c = 0; c < 3; ++c) {
            if (!held_[i][static_cast<std::size_t>(c)]) continue;
            inverse_mass[c] = 0.0;
            state_.row(motion::vx + c)[a] = 0.0;
        }
        const bool turns = !held_[i][3];
        if (!turns) state_.set(motion::Px, a, Vector3d::Zero());
        rows_.node.row(node::turns)[a] = turns ? 1.0 : 0.0;
        rows_.node.set(node::m1x, a, inverse_mass);
    }
    for (const NodalHold& hold : rod_.holds) {
        if (!(time < hold.until)) continue;
        const SE3 target = target_at(rod_, hold, time);
        const SE3 next = target_at(rod_, hold, time + dt_);
        for (int c = 0; c < 3; ++c) {
            if (!hold.position[static_cast<std::size_t>(c)]) continue;
            state_.row(motion::px + c)[hold.node] = target.position()[c];
            state_.row(motion::vx + c)[hold.node] = (next.position()[c] - target.position()[c]) / dt_;
        }
        if (!hold.rotation) continue;
        set_rotation(state_, hold.node, target.rotation(), rotation_of(state_, hold.node));
        const Vector3d omega = so3::log(target.rotation().transpose() * next.rotation()) / dt_;
        state_.set(motion::Px, hold.node,
                   rod_.inertia[static_cast<std::size_t>(hold.node)].cwiseProduct(omega));
    }
}

/// What the elements and the loads do to every node in the present shape.
void ExplicitIntegrator::forces(double time) noexcept
{
    rows_.act(rod_, state_, clock(time));
}

Kick ExplicitIntegrator::kick_of_this_step() const noexcept
{
    return {steps_ == steps_before_ ? 0.5 * dt_ : dt_, rate_, rotational_rate_};
}

void ExplicitIntegrator::begin(double time, double end, double step) noexcept
{
    if (steps_ > steps_before_) {
        // The first half of the kick, under what has acted so far.
        forces(this->time());
        kick(rod_.nodes(), kick_of_this_step(), rows_.node, rows_.forces, rows_.external, state_, kicked_);
        for (int row = motion::vx; row < motion::count; ++row) {
            for (int a = 0; a < rod_.nodes(); ++a)
                state_.row(row)[a] = 0.5 * (state_.row(row)[a] + kicked_.row(row)[a]);
        }
    }
    dt_ = step;
    begun_ = time;
    last_moment_ = std::nextafter(end, time);
    steps_before_ = steps_;
    if (holds_change_) hold(time);
}

bool ExplicitIntegrator::step() noexcept
{
    begin_step();
    return end_step();
}

void ExplicitIntegrator::begin_step() noexcept
{
    forces(time());
}

Vector3d ExplicitIntegrator::acceleration(int a) const noexcept
{
    const Vector3d F = rows_.external.vector(0, a) - rows_.forces.vector(force::fx, a) +
                       rows_.forces.vector(force::fx, a + 1);
    return F.cwiseProduct(rows_.node.vector(node::m1x, a));
}

void ExplicitIntegrator::add_force(int a, const Vector3d& force) noexcept
{
    rows_.add_force(a, force);
}

bool ExplicitIntegrator::end_step() noexcept
{
    kick(rod_.nodes(), kick_of_this_step(), rows_.node, rows_.forces, rows_.external, state_, state_);
    const bool solved = drift(rod_.nodes(), dt_, rows_.node, state_, f_);
    ++steps_;
    if (holds_change_) hold(clock(time()));
    return solved;
}

void ExplicitIntegrator::set_viscous_rates(double translation, double rotation) noexcept
{
    rate_ = translation;
    rotational_rate_ = rotation;
}

void ExplicitIntegrator::observe(NodalState& state) noexcept
{
    forces(time());
    // The momenta at t_j are half way through the kick; at the start they are given.
    const bool arrived = steps_ > steps_before_;
    if (arrived)
        kick(rod_.nodes(), kick_of_this_step(), rows_.node, rows_.forces, rows_.external, state_, kicked_);
    const Rows& after = arrived ? kicked_ : state_;
    const auto count = static_cast<std::size_t>(rod_.nodes());
    state.frames.resize(count);
    state.v.resize(count);
    state.omega.resize(count);
    for (int a = 0; a < rod_.nodes(); ++a) {
        const auto i = static_cast<std::size_t>(a);
        state.frames[i] = frame_of(state_, a);
        state.v[i] = 0.5 * (state_.vector(motion::vx, a) + after.vector(motion::vx, a));
        state.omega[i] = 0.5 * (state_.vector(motion::Px, a) + after.vector(motion::Px, a))
                                   .cwiseProduct(rows_.node.vector(node::Ji1, a));
    }
}

double ExplicitIntegrator::least_half_cosine() const noexcept
{
    double least = 1.0;
    for (int k = 0; k < rod_.elements(); ++k) {
        const double w = rotation_of(state_, k).dot(rotation_of(state_, k + 1));
        if (std::isnan(w)) return w;
        least = std::min(least, w);
    }
    return least;
}

}  // namespace supple::variational
