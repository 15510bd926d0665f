/// @file
/// The loops over all nodes and elements of a rod in motion: one row of numbers for each component, so that
/// neighbouring nodes go through the vector units together.
///
/// Rotations are unit quaternions, neighbours in one hemisphere. With r = q̄_k q_{k+1} = (w, u),
///
///     ψ = 2u/w,    tan(θ/4) n = u/(1 + w),    Λ_m is the rotation of q_k + q_{k+1},  |q_k + q_{k+1}|² = 2(1
///     + w),
///
/// so no root and no angle is needed [docs/theory/s4, Eq. (4.9)]. The gradients, docs/theory/s4, Eq. (4.8),
/// with b = C2 (ψ − ψ⁰)/l, n = C1 Γ, y = Λ_mᵀd and t = n × y, are per element
///
///     f = Λ_m n   on p_{k+1}, −f on p_k,
///     g_k     = −(b + ψ × b/2 + (ψ·b)ψ/4) + (t + τ × t)/2,
///     g_{k+1} =   b − ψ × b/2 + (ψ·b)ψ/4  + (t − τ × t)/2.
///
/// Kelvin-Voigt damping [docs/theory/s4, Eq. (4.10)] adds T C2 ψ̇/l to b, ψ̇ = Δ + ψ × Σ/2 + ψ(ψ·Δ)/4 with Δ =
/// ω_{k+1} − ω_k, Σ = ω_k + ω_{k+1}.
#pragma once

#include <supple/dynamics/nodal_rod.hpp>

#include <algorithm>

namespace supple::variational {

/// Rows of numbers of equal length, in one piece of memory.
class Rows {
 public:
    Rows(int rows, int columns) : stride_(columns), data_(static_cast<std::size_t>(rows * columns), 0.0) {}
    void set_zero() noexcept { std::fill(data_.begin(), data_.end(), 0.0); }
    double* row(int i) { return data_.data() + i * stride_; }
    const double* row(int i) const { return data_.data() + i * stride_; }
    Vector3d vector(int first_row, int column) const
    {
        return {row(first_row)[column], row(first_row + 1)[column], row(first_row + 2)[column]};
    }
    void set(int first_row, int column, const Vector3d& x)
    {
        for (int i = 0; i < 3; ++i)
            row(first_row + i)[column] = x[i];
    }

 private:
    int stride_;
    std::vector<double> data_;
};

/// Rows of the nodes' motion.
namespace motion {
enum Row { px, py, pz, qw, qx, qy, qz, vx, vy, vz, Px, Py, Pz, count };  ///< P: body angular momentum
}
/// Rows of what is constant about a node: inverse mass, inertia and its inverse. No force changes the
/// velocity in a direction whose inverse mass is zero, nor the spin of a node that does not turn freely.
namespace node {
enum Row { m1x, m1y, m1z, J1, J2, J3, Ji1, Ji2, Ji3, turns, count };
}
/// Rows of what is constant about an element.
namespace element {
enum Row { l1, c1, c2, c3, r1, r2, r3, count };  ///< 1/l, C2/l, ψ⁰
}
/// Rows of the elements' forces. Column k + 1 belongs to element k; columns 0 and N + 1 stay zero.
namespace force {
enum Row { fx, fy, fz, ax, ay, az, bx, by, bz, count };  ///< f, g_k, g_{k+1}
}

/// Elastic forces of all elements, and those of the damping where the retardation time is positive.
void element_forces(const NodalRod& rod, const Rows& constants, const Rows& nodes, const Rows& state,
                    Rows& forces) noexcept;

/// A kick over the time h with viscous damping.
struct Kick {
    double h = 0.0;                ///< [s]
    double rate = 0.0;             ///< of translation [1/s]
    double rotational_rate = 0.0;  ///< [1/s]
};

/// v, P → after the kick by the elements' forces and the external ones (six rows: force, body torque).
void kick(int nodes, const Kick& by, const Rows& node, const Rows& forces, const Rows& external,
          const Rows& from, Rows& to) noexcept;

/// Moves p by dt v, turns q by F and P by Fᵀ, where F = rot(f) solves 2Jf = g + g × f + (g·f)f, g = dt P, by
/// Newton from f = J⁻¹g/2. False where that does not converge: the step is too large for the rotation.
/// `f` holds three rows of workspace.
bool drift(int nodes, double dt, const Rows& node, Rows& state, Rows& f) noexcept;

}  // namespace supple::variational
