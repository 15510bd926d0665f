/// @file
/// What one kind of model can do: the only place where the model kind decides how something is computed.
///
/// There are three kinds: chains (universal, isotropic and ball joints, arcs), the nodal rod and the exact
/// rod. The verbs of this folder use a Mechanics and do not know which kind they have. A new kind is a new
/// class here and one line in mechanics_of.
#pragma once

#include <supple/analysis/solve.hpp>
#include <supple/analysis/system_derivatives.hpp>
#include <supple/model/system.hpp>
#include <supple/result/modes.hpp>
#include <supple/result/trajectory.hpp>

#include <optional>
#include <string_view>

namespace supple {

class Mechanics {
 public:
    virtual ~Mechanics() = default;

    /// Why the model cannot carry the manipulator; empty where it can.
    virtual const std::string& unsupported() const noexcept = 0;

    /// How many joints, arcs or elements bend; 0 for the exact rod.
    virtual int joints() const noexcept = 0;
    virtual bool twists() const noexcept = 0;

    /// Takes the values of a description with other numbers.
    virtual void update(const Manipulator& manipulator) = 0;

    /// What taking another number costs where it cannot be stored.
    virtual InputCost update_cost() const noexcept = 0;

    /// Whether a solve after an update may start from the shape before it.
    virtual bool keeps_shape() const noexcept { return update_cost() != InputCost::rebuild; }

    /// A number that can be stored without an update, by its path; −1 where there is no such number.
    virtual int find_store(std::string_view path) = 0;
    virtual void store(int number, double value) noexcept = 0;

    /// The equilibrium, from the last shape where `warm`.
    virtual void solve(const SolveOptions& options, bool warm, Equilibrium& equilibrium) noexcept = 0;

    virtual Trajectory simulate(const Manipulator& manipulator, const Progress& progress) = 0;
    virtual Modes modes(const Manipulator& manipulator, const ModesOptions& options) = 0;

    /// Prepares exact derivatives at the last equilibrium; false where there are none.
    virtual bool linearise(const Equilibrium& equilibrium) noexcept = 0;

    /// A number by which the derivative is exact, by its path; −1 where there is none.
    virtual int find_derivative(std::string_view path) = 0;

    /// Solves for the derivative by that number, or by the size of a dead wrench [f; m] in world axes at a
    /// point. @pre linearise was successful
    virtual void differentiate(int number) noexcept = 0;
    virtual bool differentiate(const RodPoint& point, const Vector6d& wrench) noexcept = 0;

    /// The derivative of the last solve: [δp; δθ] of a point, and [δf; δm] of a reaction, in world axes.
    /// False where the kind cannot give it.
    virtual bool pose_derivative(const RodPoint& point, Vector6d& derivative) noexcept = 0;
    virtual bool reaction_derivative(int reaction, Vector6d& derivative) noexcept = 0;

    /// The solver of a chain that SIMD lanes can solve; null for all others.
    virtual StaticSolver* lane() noexcept { return nullptr; }

    /// What steering works on; null where the kind cannot be steered.
    virtual System* system() noexcept = 0;

    /// Makes the coordinates those that this kind reports (see Equilibrium::coordinates). Steering works in
    /// coordinates of its own.
    virtual void report_coordinates(Equilibrium& /*equilibrium*/) const {}
};

/// A kind whose derivatives are those of a system.
class SystemMechanics : public Mechanics {
 public:
    void differentiate(int number) noexcept override { derivatives_->differentiate(number); }
    bool differentiate(const RodPoint& point, const Vector6d& wrench) noexcept override
    {
        derivatives_->differentiate(point, wrench);
        return true;
    }
    bool pose_derivative(const RodPoint& point, Vector6d& derivative) noexcept override
    {
        derivative = derivatives_->pose(point);
        return true;
    }
    /// Reactions of walls come after those of constraints and have no exact derivative.
    bool reaction_derivative(int reaction, Vector6d& derivative) noexcept override
    {
        if (reaction >= static_cast<int>(system_->constraints.size())) return false;
        derivative = derivatives_->reaction(reaction);
        return true;
    }

 protected:
    std::unique_ptr<System> system_;
    std::optional<SystemDerivatives> derivatives_;  ///< of the system; declared after it
};

/// Whether it is an equilibrium, be it stable or not.
inline bool balanced(const Equilibrium& equilibrium)
{
    return equilibrium.status == Status::converged || equilibrium.status == Status::unstable;
}

/// @pre the manipulator is complete (rod/manipulator.hpp)
std::unique_ptr<Mechanics> mechanics_of(const Manipulator& manipulator);

std::unique_ptr<Mechanics> chain_mechanics(const Manipulator& manipulator);
std::unique_ptr<Mechanics> nodal_mechanics(const Manipulator& manipulator);
std::unique_ptr<Mechanics> exact_mechanics(const Manipulator& manipulator);

}  // namespace supple
