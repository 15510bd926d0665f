/// @file
/// A manipulator as the reference sees it: scaled, cut where something happens.
///
/// Lengths are over L, forces over EI/L², moments over EI/L with EI the mean of both. Stops are the arc
/// lengths at which a load, an attachment, a constraint, a station or a change of the rest shape sits, with
/// base and tip. Everything that acts goes from its value at the load factor λ = 0 in a straight line to that
/// at λ = 1: from nothing where a solve starts at the rest shape, from the last loads where it starts warm.
///
/// What acts at a stop is a wrench W(λ, c) on the rod, a function of the stop's pose c, with its tangent K =
/// ∂W/∂c:
///
///     dead          f, m                        K = 0
///     follower      R f, R m                    δf = δθ × f
///     dipole        Gᵀμ, μ × B,  μ = R d        by the field's first and second gradient
#pragma once

#include <supple/cosserat/interval.hpp>
#include <supple/result/equilibrium.hpp>
#include <supple/rod/manipulator.hpp>
#include <supple/rod/surfaces.hpp>

namespace supple::cosserat {

struct Options;

/// Statics look at the moment before t = 0 [s].
inline constexpr double statics_time = -1e-9;

/// A wrench at a stop.
struct Action {
    enum class Kind { dead, follower, dipole };
    Kind kind = Kind::dead;
    int stop = 0;
    int load = -1;      ///< index among the manipulator's loads, -1: none of them
    int coil_set = -1;  ///< index among the attachments, -1: none of them
    struct Value {
        Vector3d force = Vector3d::Zero();   ///< scaled
        Vector3d moment = Vector3d::Zero();  ///< scaled
        Vector3d dipole = Vector3d::Zero();  ///< body frame [A m²]
    };
    Value start;  ///< at λ = 0
    Value value;  ///< at λ = 1
};

/// A constraint at a stop.
struct Hold {
    enum class Kind { fixture, guide, clamp, wall, touch };
    Kind kind = Kind::fixture;
    std::string name;
    int stop = 0;
    std::array<bool, 3> held = {false, false, false};       ///< world coordinates, of a fixture
    Vector3d target = Vector3d::Zero();                     ///< scaled
    bool directed = false;                                  ///< a fixture that holds the tangent too
    Vector3d tangent = Vector3d::UnitZ();                   ///< then
    Eigen::Quaterniond q = Eigen::Quaterniond::Identity();  ///< of a clamp; of the tangent, turn free
    Vector3d normal = Vector3d::UnitZ();                    ///< of a wall
    double friction = 0.0;                                  ///< of a wall
    int boundary = -1;                                      ///< of a touch
    Vector3d rest_target = Vector3d::Zero();                ///< its place on the rest shape
    Eigen::Quaterniond rest_q = Eigen::Quaterniond::Identity();
    Vector3d start_target = Vector3d::Zero();  ///< where λ = 0 holds it
    Eigen::Quaterniond start_q = Eigen::Quaterniond::Identity();
};

/// A tube or an obstacle that no point of the rod can pass.
struct Boundary {
    std::string name;
    Surface surface;
    double friction = 0.0;
};

struct Stop {
    double s = 0.0;   ///< over L
    Section section;  ///< of the rod after it, without weight
    int first_action = 0;
    int end_action = 0;
    int hold = -1;
};

struct Problem {
    Status status = Status::invalid;  ///< converged: a problem that can be solved
    std::string message;
    double length = 1.0;                       ///< L [m]
    double force = 1.0;                        ///< EI/L² [N]
    double moment = 1.0;                       ///< EI/L [N m]
    State base;                                ///< as drawn
    bool pinned = false;                       ///< the base turns freely about its place (base.hpp)
    double start_spring = 0.0;                 ///< about a pinned base at λ = 0
    Vector3d start_moment = Vector3d::Zero();  ///< of a pinned base on the rod at λ = 0
    std::vector<Stop> stops;                   ///< ascending, but for guides that have passed others
    Vector3d weight = Vector3d::Zero();        ///< per length at λ = 1
    Vector3d start_weight = Vector3d::Zero();  ///< per length at λ = 0
    std::vector<Action> actions;               ///< ascending by stop
    std::vector<Action> previous;              ///< those of the last description
    std::vector<Hold> holds;                   ///< in the order of the manipulator's constraints
    std::vector<double> guide_places;          ///< where guides start on the rod [m]
    std::vector<Boundary> boundaries;          ///< in the order of the manipulator's constraints
    std::vector<int> station_stops;
    std::vector<std::string> station_names;
    std::vector<int> magnet_stops;  ///< of magnets and coil sets, in their order
    std::vector<std::string> magnet_names;
    MagneticField field;
    bool conservative = true;  ///< no follower load, no moment that is fixed in the world
    bool has_guides = false;
    bool passed = false;  ///< a guide lies beyond a stop that it began before, or before it
    bool torsion_assumed = false;
    double severity = 0.0;  ///< of the loads on the rest shape: 1 where a step from rest to full load is safe
};

/// Reads a manipulator into a problem, reusing its storage. Never fails: see status and message.
void describe(const Manipulator& manipulator, const Options& options, Problem& problem);

/// Wrench of all actions at a stop, and its tangent for δc = (δr, δθ).
Vector6d wrench(const Problem& problem, const Stop& stop, const State& x, double lambda) noexcept;
Vector6d wrench(const Problem& problem, const Stop& stop, const State& x, double lambda,
                Matrix6d& K) noexcept;

/// Of the actions that have a potential, scaled by EI/L.
double potential(const Problem& problem, const Stop& stop, const State& x) noexcept;

/// The section after a stop with its weight.
Section section_at(const Problem& problem, int stop, double lambda) noexcept;

/// Lets λ = 0 mean the rest shape, or what λ = 1 means now. From the rest shape a pinned base is let go by
/// a spring.
void start_from_rest(Problem& problem) noexcept;
void start_from_here(Problem& problem) noexcept;

/// Measures how far the loads may carry the rod from its rest shape, and what kind of loads they are.
void measure_loads(Problem& problem) noexcept;

}  // namespace supple::cosserat
