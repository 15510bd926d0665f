#include <supple/dynamics/motion.hpp>

#include <algorithm>
#include <cmath>

namespace supple {

void add_loads_in_motion(const System& system, std::span<const Vector6d> velocities,
                         std::span<FrameForce> forces) noexcept
{
    const auto frames = system.model->frames();
    for (const auto& load : system.loads) {
        const auto same = [&](const CoupledLoad* coupled) { return coupled == load.get(); };
        if (std::any_of(system.coupled.begin(), system.coupled.end(), same)) {
            load->add_in_motion(frames, velocities, forces);
        } else {
            load->add_to(frames, 1.0, forces);
        }
    }
}

Motion::Motion(System& system)
    : system_(system),
      chain_(static_cast<Chain&>(*system.model)),
      inertia_(chain_, system.bodies),
      forces_(chain_.frames().size()),
      velocities_(chain_.frames().size(), Vector6d::Zero()),
      g_(VectorXd::Zero(chain_.size())),
      c_(VectorXd::Zero(chain_.size())),
      springs_(system.damping.retardation_time * chain_.spring_stiffness()),
      rate_(VectorXd::Zero(chain_.size())),
      M_(MatrixXd::Zero(chain_.size(), chain_.size()))
{
    rubs_ = std::any_of(system.loads.begin(), system.loads.end(),
                        [](const auto& load) { return load->feels_motion(); });
}

void Motion::place(double t, const VectorXd& q) noexcept
{
    for (const auto& load : system_.loads)
        load->set_time(t);
    if (system_.course.moves()) {
        const BaseState base = system_.course.at(t);
        chain_.move_base(base.X_WB);
        base_.U = {base.v, base.omega};
        base_.A = {base.a - base.omega.cross(base.v), base.omega_rate};
    }
    chain_.place(q);
    inertia_.place();
}

// Forces of all loads on the points, without derivatives, and g.
void Motion::collect(const VectorXd& qd) noexcept
{
    for (FrameForce& force : forces_)
        force.clear();
    if (rubs_) move_points(qd);
    for (const auto& load : system_.loads)
        load->add_in_motion(chain_.frames(), velocities_, forces_);
    chain_.assemble(forces_, g_, nullptr);
}

void Motion::move_points(const VectorXd& qd) noexcept
{
    chain_.velocities(qd, velocities_);
    if (system_.course.moves()) {
        for (std::size_t k = 0; k < velocities_.size(); ++k) {
            const Vector3d from_base = chain_.frames()[k].position() - chain_.base().position();
            velocities_[k].head<3>() += base_.U.linear + base_.U.angular.cross(from_base);
            velocities_[k].tail<3>() += base_.U.angular;
        }
    }
}

bool Motion::acceleration(double t, const VectorXd& q, const VectorXd& qd, VectorXd& qdd) noexcept
{
    place(t, q);
    collect(qd);
    inertia_.forces(qd, nullptr, system_.damping.viscous_rate, c_, base_);
    qdd = -(g_ + c_) - springs_.cwiseProduct(qd);
    // Where the bodies have fewer freedoms than the coordinates, M is factored as it stands.
    if (!inertia_.solve(qdd)) {
        inertia_.mass_matrix(M_);
        if (!factor_cholesky(M_)) return false;
        solve_cholesky(M_, qdd);
    }
    return qdd.allFinite();
}

void Motion::residual(double t, const VectorXd& q, const VectorXd& qd, const VectorXd& qdd,
                      VectorXd& r) noexcept
{
    place(t, q);
    collect(qd);
    inertia_.forces(qd, &qdd, system_.damping.viscous_rate, r, base_);
    r += g_ + springs_.cwiseProduct(qd);
}

void Motion::tangents(double t, const VectorXd& q, const VectorXd& qd, const VectorXd& qdd, MatrixXd& M,
                      MatrixXd& D, MatrixXd& K) noexcept
{
    place(t, q);
    inertia_.mass_matrix(M);
    for (FrameForce& force : forces_)
        force.clear();
    move_points(qd);
    add_loads_in_motion(system_, velocities_, forces_);
    chain_.assemble(forces_, g_, &K);
    for (CoupledLoad* load : system_.coupled)
        load->subtract_tangent(chain_, K);
    D = system_.damping.viscous_rate * M;
    D.diagonal() += springs_;
    inertia_.forces(qd, &qdd, system_.damping.viscous_rate, c_, base_);
    inertia_.add_tangents(qd, qdd, D, K);
    if (!rubs_) return;

    // Friction: differences in each velocity, by turns slow beside those at which it saturates.
    rate_ = qd;
    for (int j = 0; j < size(); ++j) {
        const double step = 1e-5 * std::max(chain_.coordinate_scale()[j], 1e-2 * std::abs(qd[j]));
        rate_[j] = qd[j] - step;
        collect(rate_);
        c_ = g_;
        rate_[j] = qd[j] + step;
        collect(rate_);
        D.col(j) += (g_ - c_) / (2.0 * step);
        rate_[j] = qd[j];
    }
}

MotionState Motion::state(double t, const VectorXd& q, const VectorXd& qd) noexcept
{
    place(t, q);
    const ChainInertia::Momentum momentum = inertia_.momentum(qd, base_);
    MotionState state;
    state.kinetic_energy = momentum.kinetic_energy;
    state.elastic_energy = chain_.elastic_energy();
    state.total_energy = state.kinetic_energy + state.elastic_energy;
    for (const auto& load : system_.loads)
        state.total_energy += load->potential(chain_.frames());
    state.linear_momentum = momentum.total.linear;
    state.angular_momentum = momentum.total.angular;
    return state;
}

std::string why_not_moved(const System& system)
{
    if (!system.unsupported.empty()) return system.unsupported;
    const auto* chain = dynamic_cast<const Chain*>(system.model.get());
    if (!chain) return "the model " + system.type + " is not a chain";
    if (chain->size() == 0) return "the model has no freedom to move";
    ChainInertia inertia(*chain, system.bodies);
    if (!(inertia.mass() > 0.0))
        return "nothing on the rod has mass; give rod.mass_per_length, a section and a density, or masses";

    // A coordinate that moves no mass has no equation of motion: in general position its inertia is zero.
    const int n = chain->size();
    MatrixXd M(n, n);
    inertia.mass_matrix(M);
    const VectorXd scaled = M.diagonal().cwiseProduct(chain->coordinate_scale().cwiseAbs2());
    for (int j = 0; j < n; ++j) {
        if (!(scaled[j] > 1e-14 * scaled.maxCoeff()))
            return "coordinate " + std::to_string(j) + " of " + system.type +
                   " moves no mass; a twist needs the rotary inertia of a section, or a model without twist";
    }
    return "";
}

}  // namespace supple
