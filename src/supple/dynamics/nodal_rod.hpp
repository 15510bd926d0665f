/// @file
/// A rod whose coordinates are the frames of its nodes: position p_a and rotation Λ_a (body to world).
///
/// Nodes a = 0..N lie at given arc lengths; the elements between them have lengths l_k. The rod stretches,
/// shears, bends and twists. With z the tangent, e = (0, 0, 1), and d_k = p_{k+1} − p_k,
///
///     V = Σ_k [ V_s,k + (ψ_k − ψ⁰_k)ᵀ C2 (ψ_k − ψ⁰_k)/(2 l_k) ] + potential of the loads,
///     ψ_k = 2 tan(θ/2) n  of the relative rotation  Λ_kᵀ Λ_{k+1},
///
///     midpoint   V_s = (l/2) Γᵀ C1 Γ,                    Γ = Λ_mᵀ d/l − e,  Λ_m half way from Λ_k to Λ_{k+1}
///     nodal      V_s = (l/4) Σ_{a = k, k+1} Γ_aᵀ C1 Γ_a,  Γ_a = Λ_aᵀ d/l − e.
///
/// [docs/theory/s4, Eq. (4.3), (4.4), (4.5)]. The nodal strain [Tariverdi 2020] locks in shear: it bends as
/// if EI were EI + GA l²/4 [docs/theory/s4, Eq. (4.6)].
///
/// Mass and rotary inertia are lumped at the nodes: half of each neighbouring element, and what is fixed to
/// the rod. What sits between two nodes is shared by them in proportion; fixtures and clamps draw the
/// nearest node to their place instead.
#pragma once

#include <supple/dynamics/node_load.hpp>
#include <supple/rod/events.hpp>

namespace supple::variational {

/// Holds coordinates of a node: chosen world directions of its position, its tangent, or its whole pose.
struct NodalHold {
    std::string name;
    int node = 0;
    std::array<bool, 3> position = {false, false, false};  ///< world x, y, z
    bool rotation = false;
    bool tangent = false;                                    ///< d3 alone: the node is free to turn about it
    SE3 target;                                              ///< where it is held
    double until = std::numeric_limits<double>::infinity();  ///< [s]
    History history{};                                       ///< of a clamp that moves
};

struct NodalRod {
    StrainPlace strain = StrainPlace::midpoint;
    Vector3d C1 = Vector3d::Zero();  ///< shear along d1, d2 and stretch [N]
    Vector3d C2 = Vector3d::Zero();  ///< bending about d1, d2 and twist [N m²]
    std::vector<double> arclength;   ///< of the nodes [m]
    std::vector<double> lengths;     ///< of the elements [m]
    std::vector<Vector3d> rest;      ///< ψ⁰ of the elements
    std::vector<double> mass;        ///< of the nodes [kg]
    std::vector<Vector3d> inertia;   ///< of the nodes about d1, d2, d3 [kg m²]
    std::vector<Vector3d> weight;    ///< dead force on the nodes at all times [N]
    Damping damping;
    std::shared_ptr<const MagneticField> field;  ///< that the loads refer to
    std::vector<NodeLoad> loads;
    std::vector<NodalHold> holds;  ///< the base is the first, unless it is free
    Base base;
    std::vector<Station> stations;
    std::vector<Station> magnets;  ///< magnets and coil sets
    Events events;                 ///< of the description; loads and holds bring their own

    int elements() const { return static_cast<int>(lengths.size()); }
    int nodes() const { return elements() + 1; }
    double length() const { return arclength.back(); }
};

/// Frames and velocities of all nodes.
struct NodalState {
    std::vector<SE3> frames;      ///< X_WN
    std::vector<Vector3d> v;      ///< of p, world axes [m/s]
    std::vector<Vector3d> omega;  ///< of Λ, body axes [rad/s]
};

/// A rod, or the sentence that says why there is none.
struct NodalRodOrMistake {
    NodalRod rod;
    std::string mistake;
    std::vector<std::string> warnings;
};

/// The nodal rod of a description, cut into elements of nearly equal length. `frequency_correction` is left
/// to correct_frequency (variational_modes.hpp).
NodalRodOrMistake nodal_rod(const Manipulator& manipulator, int elements, StrainPlace strain);

/// As the manipulator's model says, or with the defaults where it names another model.
NodalRodOrMistake nodal_rod(const Manipulator& manipulator);

/// Times in (0, end) at which something begins, ends or lets go, or a history has a kink, ascending [s].
std::vector<double> events_until(const NodalRod& rod, double end);

/// The shape without loads, at rest, starting from the base.
NodalState rest_state(const NodalRod& rod);

/// Where a hold keeps its node at a time: the target, moved as its history says, or that of the base.
SE3 target_at(const NodalRod& rod, const NodalHold& hold, double time);

/// For each node and each of [p; Λ] whether it is held at the time.
using HeldDirections = std::vector<std::array<bool, 6>>;
void held_at(const NodalRod& rod, double time, HeldDirections& held);

/// Position [m] and rotation vector of every node in a row, as coordinates stand in results.
VectorXd coordinates(const NodalState& state);
/// v (world) and ω (body) of every node in a row.
VectorXd velocities(const NodalState& state);
/// The inverse of both. @pre the sizes are 6 times the number of nodes
NodalState state_of(const VectorXd& coordinates, const VectorXd& velocities);

/// A pose between the nodes: position linear, rotation at constant rate.
SE3 frame_at(const NodalRod& rod, std::span<const SE3> frames, double arclength);

}  // namespace supple::variational
