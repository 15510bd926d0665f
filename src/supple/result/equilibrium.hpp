/// @file
/// What a static solve answers: plain data, complete, the same for every model.
#pragma once

#include <supple/lie/se3.hpp>
#include <supple/result/drive.hpp>

#include <optional>
#include <string>
#include <vector>

namespace supple {

/// How a solve ended. Anything but `converged` is a failure that says which.
enum class Status {
    converged,      ///< balanced, and not known to be unstable
    unstable,       ///< balanced, but the smallest disturbance makes it leave
    not_converged,  ///< the iteration did not reach its tolerance
    infeasible,     ///< no shape meets the constraints
    invalid,        ///< the problem itself is not one (a NaN went in)
};

/// Its name as it stands in files: "not_converged".
const char* name(Status status);

/// What a stability verdict rests on.
enum class StabilityKind {
    not_assessed,     ///< no verdict was formed
    energy,           ///< second variation of an energy: the verdict is complete
    divergence_only,  ///< unsymmetric tangent: flutter is not excluded
};

const char* name(StabilityKind kind);

struct Stability {
    std::optional<bool> stable;  ///< empty where neither can be said
    StabilityKind kind = StabilityKind::not_assessed;
    std::optional<double> smallest_eigenvalue{};  ///< where asked for: 1 unloaded, 0 where the rod buckles
};

/// Force and moment at a point of the rod, both in the world frame.
struct Reaction {
    std::string name;
    Vector3d force = Vector3d::Zero();   ///< of the constraint on the rod [N]
    Vector3d moment = Vector3d::Zero();  ///< of the constraint on the rod, about its point [N m]
    double at = 0.0;                     ///< arc length of the point of the rod; found where it slips [m]
};

/// What a wall or a tube does to a point of the rod that cannot pass it.
enum class ContactState {
    open,   ///< the point is away from the wall
    stick,  ///< held where it is
    slip,   ///< moves along the wall; without friction also where it rests
};

const char* name(ContactState state);

/// A wall at a point of the rod, or a place at which the whole rod touches something, at the end of the last
/// increment of the load.
struct Contact {
    std::string name;
    ContactState state = ContactState::open;
    double friction = 0.0;                       ///< coefficient μ
    double gap = 0.0;                            ///< distance of the point from the wall [m]
    double normal_force = 0.0;                   ///< N, of the wall on the rod, along its normal [N]
    Vector3d friction_force = Vector3d::Zero();  ///< T, of the wall on the rod, world [N]
    Vector3d slip = Vector3d::Zero();            ///< of the point along the wall in that increment, world [m]
    double at = 0.0;                             ///< arc length of the point [m]
    Vector3d position = Vector3d::Zero();        ///< of the rod's axis there, world [m]
    Vector3d normal = Vector3d::Zero();          ///< of the wall, unit, towards the free side, world
    Vector3d force = Vector3d::Zero();           ///< N and T together, world [N]
};

/// Touches of one side that lie close together: their resultant is more certain than each of them.
struct ContactGroup {
    std::string name;
    double from = 0.0, to = 0.0;        ///< arc lengths of the first and the last [m]
    Vector3d force = Vector3d::Zero();  ///< of all, on the rod, world [N]
};

/// How often, and how hard, the whole rod touches one constraint.
struct ContactSummary {
    std::string name;
    int count = 0;
    double largest_normal_force = 0.0;  ///< [N]
};

/// Whether a ramp of the loads leads to the same shape as the direct start.
enum class BranchCheck { not_checked, same, differs };

const char* name(BranchCheck check);

/// What an equilibrium in a tube or among obstacles rests on.
struct ContactCheck {
    double complementarity = 0.0;  ///< largest of |N gap|, −gap and −N, scaled by EI and the rod's length
    double penetration = 0.0;      ///< bound on how far the rod is beyond a wall between its samples [m]
    BranchCheck branch = BranchCheck::not_checked;
};

/// How far a contact is from what it must obey, over a length and a force of the problem:
///
///     gap >= 0,   N >= 0,   gap N = 0,   |T| <= μ N,   and T = −μ N slip/|slip| where it slips.
///
/// Looks at the record only, so it judges any solver. Zero where all holds.
double violation(const Contact& contact, double length, double force);

/// A named point of the rod and its pose.
struct StationPose {
    std::string name;
    SE3 X_WS;
};

/// The magnetic field at a magnet or a set of coils.
struct FieldReading {
    std::string name;                   ///< of the magnet or the set
    double at = 0.0;                    ///< arc length [m]
    Vector3d field = Vector3d::Zero();  ///< world [T]
};

/// The rod along its arc length. The lists have one length; those of section forces may be empty.
struct Shape {
    std::vector<double> arclength{};    ///< [m], ascending from 0 to L
    std::vector<SE3> frames{};          ///< X_W at each arc length; z is the tangent
    std::vector<Vector3d> force{};      ///< internal force n, world frame [N]
    std::vector<Vector3d> moment{};     ///< internal moment m, world frame [N m]
    std::vector<Vector3d> curvature{};  ///< about d1, d2 and twist about d3, body frame [1/m]
};

struct Energy {
    double elastic = 0.0;  ///< [J]
    double total = 0.0;    ///< elastic and of all conservative loads [J]
};

struct SolverReport {
    int iterations = 0;
    double residual = 0.0;  ///< scaled, dimensionless
    double seconds = 0.0;   ///< wall time of the solve
};

struct Equilibrium {
    std::string model;  ///< "universal-prb", ...
    Status status = Status::invalid;
    std::string message;  ///< one sentence, empty when converged
    Shape shape;
    VectorXd coordinates;
    std::vector<StationPose> stations;
    std::vector<Reaction> reactions;
    std::vector<Contact> contacts;  ///< of the walls, then where the whole rod touches; their reactions
                                    ///< come last in the same order
    std::vector<ContactGroup> contact_groups;       ///< of the whole rod
    std::vector<ContactSummary> contact_summaries;  ///< one a constraint that the whole rod may touch
    std::optional<ContactCheck> contact_check;      ///< where the whole rod may touch something
    std::optional<double> push;                     ///< force of the clamp along its tangent, in a tube [N]
    std::optional<double> energy_slope;  ///< the push without friction, by the energy over the depth [N]
    Reaction base_reaction;              ///< of the clamp on the rod
    std::vector<DriveState> drives;      ///< of driven rods and tendons
    std::vector<FieldReading> fields;    ///< at each magnet and coil set, in the order of the description
    double balance = 0.0;                ///< force and moment left over against the base reaction, scaled
    bool snapped = false;                ///< the load path jumped to another branch on its way
    Energy energy;
    Stability stability;
    SolverReport solver;
    std::vector<std::string> warnings;

    /// Pose of the last frame of the shape. @pre the shape is not empty
    const SE3& tip() const { return shape.frames.back(); }
};

}  // namespace supple
