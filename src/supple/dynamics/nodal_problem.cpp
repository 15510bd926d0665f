#include <supple/dynamics/nodal_problem.hpp>

namespace supple::variational {
namespace {

void add_loads(const NodalRod& rod, std::span<const SE3> frames, const LoadLevel& level,
               std::vector<Vector6d>& g) noexcept
{
    for (std::size_t a = 0; a < g.size(); ++a)
        g[a].head<3>() -= level.scale * rod.weight[a];
    for (const NodeLoad& load : rod.loads) {
        const auto a = static_cast<std::size_t>(load.node);
        const NodeWrench w = wrench(load, frames[a], level.time);
        g[a].head<3>() -= level.scale * w.force;
        g[a].tail<3>() -= level.scale * w.torque;
    }
}

EndRates rates_of(std::span<const Vector3d> omega, std::size_t k)
{
    return omega.empty() ? EndRates{} : EndRates{omega[k], omega[k + 1]};
}

void add_forces(const ElementForces& e, std::size_t k, std::vector<Vector6d>& g) noexcept
{
    g[k].head<3>() -= e.f;
    g[k].tail<3>() += e.g_a;
    g[k + 1].head<3>() += e.f;
    g[k + 1].tail<3>() += e.g_b;
}

}  // namespace

void gradient(const NodalRod& rod, std::span<const SE3> frames, std::span<const Vector3d> omega,
              const LoadLevel& level, std::vector<Vector6d>& g) noexcept
{
    g.assign(frames.size(), Vector6d::Zero());
    for (std::size_t k = 0; k < rod.lengths.size(); ++k) {
        add_forces(element_forces(rod, static_cast<int>(k), frames[k], frames[k + 1], rates_of(omega, k)), k,
                   g);
    }
    add_loads(rod, frames, level, g);
}

void gradient_and_tangent(const NodalRod& rod, std::span<const SE3> frames, std::span<const Vector3d> omega,
                          double rate_factor, const LoadLevel& level, std::vector<Vector6d>& g,
                          BlockTridiagonal& K) noexcept
{
    g.assign(frames.size(), Vector6d::Zero());
    K.D[0].setZero();
    ElementTangent t;
    for (std::size_t k = 0; k < rod.lengths.size(); ++k) {
        add_forces(element_tangent(rod, static_cast<int>(k), frames[k], frames[k + 1], rates_of(omega, k), t),
                   k, g);
        if (rod.damping.retardation_time > 0.0) {
            t.aa += rate_factor * t.aa_rate;
            t.ab += rate_factor * t.ab_rate;
            t.ba += rate_factor * t.ba_rate;
            t.bb += rate_factor * t.bb_rate;
        }
        Matrix6d& D = K.D[k];
        D.topLeftCorner<3, 3>() += t.ff;
        D.topRightCorner<3, 3>() -= t.fa;
        D.bottomLeftCorner<3, 3>() -= t.af;
        D.bottomRightCorner<3, 3>() += t.aa;
        Matrix6d& U = K.U[k];
        U.topLeftCorner<3, 3>() = -t.ff;
        U.topRightCorner<3, 3>() = -t.fb;
        U.bottomLeftCorner<3, 3>() = t.af;
        U.bottomRightCorner<3, 3>() = t.ab;
        Matrix6d& L = K.L[k];
        L.topLeftCorner<3, 3>() = -t.ff;
        L.topRightCorner<3, 3>() = t.fa;
        L.bottomLeftCorner<3, 3>() = -t.bf;
        L.bottomRightCorner<3, 3>() = t.ba;
        Matrix6d& next = K.D[k + 1];
        next.topLeftCorner<3, 3>() = t.ff;
        next.topRightCorner<3, 3>() = t.fb;
        next.bottomLeftCorner<3, 3>() = t.bf;
        next.bottomRightCorner<3, 3>() = t.bb;
    }
    for (std::size_t a = 0; a < g.size(); ++a)
        g[a].head<3>() -= level.scale * rod.weight[a];
    for (const NodeLoad& load : rod.loads) {
        const auto a = static_cast<std::size_t>(load.node);
        const NodeWrench w = wrench_and_tangent(load, frames[a], level.time, level.scale, K.D[a]);
        g[a].head<3>() -= w.force;
        g[a].tail<3>() -= w.torque;
    }
}

BlockTridiagonal unstressed_tangent(const NodalRod& rod, std::span<const SE3> frames)
{
    BlockTridiagonal K(rod.nodes());
    K.set_zero();
    for (std::size_t k = 0; k < rod.lengths.size(); ++k) {
        const Matrix12d part = unstressed_stiffness(rod, static_cast<int>(k), frames[k], frames[k + 1]);
        K.D[k] += part.topLeftCorner<6, 6>();
        K.U[k] = part.topRightCorner<6, 6>();
        K.L[k] = part.bottomLeftCorner<6, 6>();
        K.D[k + 1] += part.bottomRightCorner<6, 6>();
    }
    return K;
}

double elastic_energy(const NodalRod& rod, std::span<const SE3> frames) noexcept
{
    double energy = 0.0;
    for (std::size_t k = 0; k < rod.lengths.size(); ++k)
        energy += element_forces(rod, static_cast<int>(k), frames[k], frames[k + 1]).energy;
    return energy;
}

double load_potential(const NodalRod& rod, std::span<const SE3> frames, double time) noexcept
{
    double energy = 0.0;
    for (std::size_t a = 0; a < frames.size(); ++a)
        energy -= rod.weight[a].dot(frames[a].position());
    for (const NodeLoad& load : rod.loads)
        energy += potential(load, frames[static_cast<std::size_t>(load.node)], time);
    return energy;
}

MotionState motion_of(const NodalRod& rod, const NodalState& state, double time) noexcept
{
    MotionState motion;
    for (std::size_t a = 0; a < state.frames.size(); ++a) {
        const Vector3d momentum = rod.mass[a] * state.v[a];
        const Vector3d spin = rod.inertia[a].cwiseProduct(state.omega[a]);
        motion.kinetic_energy += 0.5 * (momentum.dot(state.v[a]) + spin.dot(state.omega[a]));
        motion.linear_momentum += momentum;
        motion.angular_momentum +=
            state.frames[a].position().cross(momentum) + state.frames[a].rotation() * spin;
    }
    motion.elastic_energy = elastic_energy(rod, state.frames);
    motion.total_energy =
        motion.kinetic_energy + motion.elastic_energy + load_potential(rod, state.frames, time);
    return motion;
}

}  // namespace supple::variational
