/// @file
/// The loops over all nodes in a step of the implicit integrator (variational_implicit.hpp), in the rows of
/// nodal_kernel.hpp. Six rows a node hold [δp; φ], velocities [v; ω] and accelerations.
#pragma once

#include <supple/dynamics/rod_rows.hpp>

namespace supple::variational {

/// y = k x + z, row by row.
void add_multiple(int nodes, double k, const Rows& x, const Rows& z, Rows& y) noexcept;

/// The poses after the motion x: p + δp, and q exp(φ/2) of unit length. The momenta of rotation are those of
/// u.
void move(int nodes, const Rows& from, const Rows& x, const Rows& u, const Rows& node, Rows& to) noexcept;

/// What is missing from balance, m (u̇ + c u) + [0; ω × Jω] − forces; zero where a direction is not free.
/// mass, free: six rows each, free 1 or 0.
void imbalance(int nodes, double viscous_rate, const Rows& mass, const Rows& free, const RodRows& acting,
               const Rows& u, const Rows& rate, Rows& r) noexcept;

/// What a step did to the energy of the free directions, summed over the nodes.
struct StepEnergy {
    double taken = 0.0;    ///< ½ (u̇ + u̇⁺)·M x − ½ (u⁺ + u)·M (u⁺ − u) [J]
    double kinetic = 0.0;  ///< at its end [J]
};
struct StepEnds {
    const Rows &x, &u, &u_next, &rate, &rate_next;
};
/// `work`: two rows.
StepEnergy step_energy(int nodes, const Rows& mass, const Rows& free, const StepEnds& step,
                       Rows& work) noexcept;

}  // namespace supple::variational
