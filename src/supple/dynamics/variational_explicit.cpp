#include <supple/dynamics/variational_explicit.hpp>
#include <supple/lie/so3.hpp>

#include <algorithm>
#include <cmath>

namespace supple::variational {
namespace {

int padded(int nodes)
{
    return (nodes + 2 + 7) / 8 * 8;  // the forces need a column on either side
}

bool changes_in_time(const NodalRod& rod)
{
    return !rod.base.timing.history.columns.empty() ||
           std::any_of(rod.holds.begin(), rod.holds.end(),
                       [](const NodalHold& hold) { return std::isfinite(hold.until); });
}

SE3 frame(const Rows& state, int a)
{
    const Eigen::Quaterniond q(state.row(motion::qw)[a], state.row(motion::qx)[a], state.row(motion::qy)[a],
                               state.row(motion::qz)[a]);
    return {q.toRotationMatrix(), state.vector(motion::px, a)};
}

/// Stores the quaternion in the hemisphere of another.
void set_rotation(Rows& state, int a, const Matrix3d& R, const Eigen::Quaterniond& near)
{
    Eigen::Quaterniond q = so3::quaternion(R);
    if (q.dot(near) < 0.0) q.coeffs() *= -1.0;
    state.row(motion::qw)[a] = q.w();
    state.set(motion::qx, a, q.vec());
}

Eigen::Quaterniond rotation(const Rows& state, int a)
{
    return {state.row(motion::qw)[a], state.row(motion::qx)[a], state.row(motion::qy)[a],
            state.row(motion::qz)[a]};
}

}  // namespace

ExplicitIntegrator::ExplicitIntegrator(const NodalRod& rod, const NodalState& start, double step)
    : rod_(rod),
      dt_(step),
      holds_change_(changes_in_time(rod)),
      rate_(rod.damping.viscous_rate),
      rotational_rate_(rod.damping.viscous_rate),
      state_(motion::count, padded(rod.nodes())),
      kicked_(state_),
      node_(node::count, padded(rod.nodes())),
      element_(element::count, padded(rod.nodes())),
      forces_(force::count, padded(rod.nodes())),
      external_(6, padded(rod.nodes())),
      weight_(3, padded(rod.nodes())),
      f_(3, padded(rod.nodes()))
{
    for (int a = 0; a < rod.nodes(); ++a) {
        const auto i = static_cast<std::size_t>(a);
        set_rotation(state_, a, start.frames[i].rotation(),
                     a == 0 ? Eigen::Quaterniond::Identity() : rotation(state_, a - 1));
        state_.set(motion::px, a, start.frames[i].position());
        state_.set(motion::vx, a, start.v[i]);
        state_.set(motion::Px, a, rod.inertia[i].cwiseProduct(start.omega[i]));
        node_.set(node::J1, a, rod.inertia[i]);
        node_.set(node::Ji1, a, rod.inertia[i].cwiseInverse());
        weight_.set(0, a, rod.weight[i]);
    }
    for (int k = 0; k < rod.elements(); ++k) {
        const auto i = static_cast<std::size_t>(k);
        element_.row(element::l1)[k] = 1.0 / rod.lengths[i];
        element_.set(element::c1, k, rod.C2 / rod.lengths[i]);
        element_.set(element::r1, k, rod.rest[i]);
    }
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
        node_.row(node::turns)[a] = turns ? 1.0 : 0.0;
        node_.set(node::m1x, a, inverse_mass);
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
        set_rotation(state_, hold.node, target.rotation(), rotation(state_, hold.node));
        const Vector3d omega = so3::log(target.rotation().transpose() * next.rotation()) / dt_;
        state_.set(motion::Px, hold.node,
                   rod_.inertia[static_cast<std::size_t>(hold.node)].cwiseProduct(omega));
    }
}

/// What the elements and the loads do to every node in the present shape.
void ExplicitIntegrator::forces(double time) noexcept
{
    element_forces(rod_, element_, node_, state_, forces_);
    if (external_is_weight_) return;
    for (int c = 0; c < 3; ++c) {
        std::copy_n(weight_.row(c), rod_.nodes(), external_.row(c));
        std::fill_n(external_.row(3 + c), rod_.nodes(), 0.0);
    }
    external_is_weight_ = rod_.loads.empty();
    time = clock(time);
    for (const NodeLoad& load : rod_.loads) {
        if (!load.acts_at(time)) continue;
        const NodeWrench w = wrench(load, frame(state_, load.node), time);
        external_.set(0, load.node, external_.vector(0, load.node) + w.force);
        external_.set(3, load.node, external_.vector(3, load.node) + w.torque);
    }
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
        kick(rod_.nodes(), kick_of_this_step(), node_, forces_, external_, state_, kicked_);
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
    const Vector3d F =
        external_.vector(0, a) - forces_.vector(force::fx, a) + forces_.vector(force::fx, a + 1);
    return F.cwiseProduct(node_.vector(node::m1x, a));
}

void ExplicitIntegrator::add_force(int a, const Vector3d& force) noexcept
{
    external_.set(0, a, external_.vector(0, a) + force);
    external_is_weight_ = false;
}

bool ExplicitIntegrator::end_step() noexcept
{
    kick(rod_.nodes(), kick_of_this_step(), node_, forces_, external_, state_, state_);
    const bool solved = drift(rod_.nodes(), dt_, node_, state_, f_);
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
    if (arrived) kick(rod_.nodes(), kick_of_this_step(), node_, forces_, external_, state_, kicked_);
    const Rows& after = arrived ? kicked_ : state_;
    const auto count = static_cast<std::size_t>(rod_.nodes());
    state.frames.resize(count);
    state.v.resize(count);
    state.omega.resize(count);
    for (int a = 0; a < rod_.nodes(); ++a) {
        const auto i = static_cast<std::size_t>(a);
        state.frames[i] = frame(state_, a);
        state.v[i] = 0.5 * (state_.vector(motion::vx, a) + after.vector(motion::vx, a));
        state.omega[i] = 0.5 * (state_.vector(motion::Px, a) + after.vector(motion::Px, a))
                                   .cwiseProduct(node_.vector(node::Ji1, a));
    }
}

double ExplicitIntegrator::least_half_cosine() const noexcept
{
    double least = 1.0;
    for (int k = 0; k < rod_.elements(); ++k) {
        const double w = rotation(state_, k).dot(rotation(state_, k + 1));
        if (std::isnan(w)) return w;
        least = std::min(least, w);
    }
    return least;
}

}  // namespace supple::variational
