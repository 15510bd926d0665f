/// @file
/// Equilibrium of a rod against walls with Coulomb friction, along the way on which the load is applied.
///
/// Each wall that is touched has the gap ψ = n·(x − p), the force F = N n + T and the slip v along the wall
/// since the point was held last. Coordinates and forces obey one system
/// [docs/theory/s2, Eq. (2.15), (2.16), (2.17)]:
///
///     r(q; F) = 0,     ψ = 0,     T − proj(T − ρ v) = 0,     proj onto |T| <= μ N
///
/// by Newton's method (the projection has one-sided derivatives, which is enough). If the iteration cycles,
/// the equations of slipping points are solved instead, T = −μ N v/|v|, with μ growing from zero. A wall that
/// would have to pull is left. A wall that would be passed is touched at the load at which the gap closes,
/// found to rounding, and holds the point there. After an increment in which a point slipped, the point is
/// held at its new place. If the unloaded rod stands beyond a wall, the wall acts only after the point has
/// reached its free side. So the result depends on the increments. From rest they are steps of 1/20 of the
/// load up to the first touch, and ten equal ones from there. Warm, the change of the loads since the last
/// solve is one increment. An increment is cut where the rod would turn by more than 1 rad in all; where a
/// thousandth of it still turns the rod further, the rod snaps. What slips in an increment has a force along
/// its way in that increment.
///
/// Laws (tests/statics/test_contact.cpp): the record of every contact obeys violation(); without friction the
/// wall's force as a dead load gives the same shape; a wall that is not reached changes nothing.
#pragma once

#include <supple/contact/wall.hpp>
#include <supple/statics/continuation.hpp>
#include <supple/statics/load_values.hpp>

namespace supple {

class ContactSolver {
 public:
    explicit ContactSolver(StaticProblem& problem);

    /// Where a way begins: at rest; at x, with the walls and loads as the last solve left them; or at x, to
    /// which the rod was bent without regard to the walls.
    enum class Start { rest, last, bent };

    /// To the full load.
    void follow(Start start, const PathOptions& options, PathReport& report) noexcept;

    /// The verdict at the shape found; leaves the tangent overwritten. Energy where nothing rubs. What rubs
    /// is taken as held, so that a motion beside it that diverges is found, and nothing else is said.
    Stability judge() noexcept;

    void fill(Equilibrium& eq) noexcept;  ///< contacts, and the reactions of the walls
    bool stands_beyond() const noexcept;  ///< a wall, never having been on its free side
    double worst_violation(const Equilibrium& eq) const noexcept;

 private:
    void begin(Start start) noexcept;
    void set_load(double s) noexcept;
    bool solve(double s, const PathOptions& options, PathReport& report) noexcept;
    /// How the rows of friction are written: by the projection, or as slipping with a part of μ.
    struct Rubbing {
        double rho = 0.0;   ///< [N/m]; 0: slips
        double part = 1.0;  ///< of μ
    };
    bool newton_with_walls(const Rubbing& how, const PathOptions& options, PathReport& report) noexcept;
    bool find_forces(const PathOptions& options, PathReport& report) noexcept;
    void assemble(const Rubbing& how) noexcept;
    bool hold_at_walls() noexcept;
    bool touch_first(double from, double& to, const PathOptions& options, PathReport& report) noexcept;
    double lowest_gap(std::size_t& wall) const noexcept;
    const Vector3d& position(const Wall& wall) const noexcept;
    void save() noexcept;
    void restore() noexcept;
    void end_increment() noexcept;

    StaticProblem& p_;
    System& system_;
    Matrix6Xd J_;
    Tangent B_;  // bordered by the walls
    VectorXd b_;
    double t_ = 0.0;  // load factor
    bool from_rest_ = true;
    std::vector<bool> beyond_;     // by wall: not yet on its free side
    std::vector<Vector3d> place_;  // of each wall
    std::vector<double> passed_;   // by wall: its gap where the way begins, if that is negative; else 0
    LoadValues values_;
    std::vector<Vector3d> slip_;  // in the last increment

    struct Saved {
        ContactState state;
        Vector3d force, anchor;
    };
    std::vector<Saved> saved_walls_;
    VectorXd saved_x_, part_x_;
    std::vector<Vector3d> part_forces_;
};

}  // namespace supple
