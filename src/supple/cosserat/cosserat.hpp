/// @file
/// The geometrically exact rod: the truth that reduced models are judged by.
///
/// A Kirchhoff or Cosserat rod with a clamped or pinned base under point wrenches, weight, magnets and coils,
/// held at points or in its tangent, led through guides, clamped again or pressed against a wall. The
/// boundary value problem is solved by multiple shooting: intervals (interval.hpp) are joined by Newton steps
/// whose linear equations are eliminated block by block from the tip (elimination.hpp), at a cost linear in
/// intervals and loads. The mesh follows the tolerance. Loads that are large for the rod are followed from
/// the rest shape by continuation, so that the branch is defined: the one connected to the unloaded shape by
/// proportional loading.
///
/// Laws (tests/cosserat):
///   1. The tip is right to `tolerance` times the length.
///   2. status == converged means balanced (balance, computed from the outside, and residual are small) and
///   not known to
///      be unstable.
///   3. For conservative problems stability is the sign of the second variation.
///   4. A warm solve allocates nothing.
#pragma once

#include <supple/result/equilibrium.hpp>
#include <supple/rod/manipulator.hpp>

#include <memory>

namespace supple::cosserat {

struct Options {
    double tolerance = 1e-9;    ///< error of the tip over the length
    bool shear = false;         ///< shear strain, where the shear stiffness is known
    bool extension = false;     ///< axial strain, where the axial stiffness is known
    int max_iterations = 2000;  ///< Newton steps in all
    int load_steps = 0;         ///< at least this many; 0: as the loads require
    int shape_points = 0;       ///< equally spaced points of the shape besides the solver's own
    bool warm = false;          ///< start from the solver's last shape, at full load
};

/// As the manipulator's model says, or the defaults where it names another model.
Options options_of(const Manipulator& manipulator);

/// A problem with the storage to solve it, again and again.
class Solver {
 public:
    explicit Solver(const Manipulator& manipulator, const Options& options = {});
    ~Solver();
    Solver(Solver&&) noexcept;
    Solver& operator=(Solver&&) noexcept;

    /// Takes the values of another description; allocates nothing if it has the same parts.
    void update(const Manipulator& manipulator);
    /// A load of the manipulator [N], [N m].
    void set_load(int load, const Vector3d& force, const Vector3d& moment);
    /// A coil set among the attachments [A].
    void set_currents(int attachment, const Vector3d& currents);
    /// For the next solve; shear and extension are read by update.
    Options& options();

    struct Impl;
    Impl& impl() { return *impl_; }
    const Impl& impl() const { return *impl_; }

 private:
    std::unique_ptr<Impl> impl_;
};

/// Value form.
Equilibrium solve(const Manipulator& manipulator, const Options& options);
Equilibrium solve(const Manipulator& manipulator);

/// Warm form: reuses the storage of both, allocates nothing from the second time on.
void solve(Solver& solver, Equilibrium& equilibrium) noexcept;

}  // namespace supple::cosserat
