/// @file
/// Static equilibrium of a system: Newton with the exact tangent, along the loads from the unloaded shape.
///
/// A light load is solved at once. Otherwise the path is followed by its arc length with a tangent predictor
/// and steps that the corrector accepts only near the prediction, so that the branch is the one connected to
/// the unloaded shape. Where that branch ends at a limit point the rod snaps: the motion of an overdamped rod
/// is followed to rest, and the result says `snapped`. With `arc_length` the path itself is followed through
/// limit points instead.
#pragma once

#include <supple/model/system.hpp>
#include <supple/result/equilibrium.hpp>

#include <limits>

namespace supple {

struct StaticsOptions {
    double tolerance = 1e-12;                                      ///< of the scaled residual
    int max_iterations = 2000;                                     ///< Newton iterations in all
    double max_seconds = std::numeric_limits<double>::infinity();  ///< of wall-clock time
    bool warm_start = false;    ///< start from the coordinates of the result passed in
    bool arc_length = false;    ///< pass limit points along the path
    bool check_branch = false;  ///< in tubes: whether bringing on the loads by and by leads to the same shape
};

class ContactSolver;
class Determinacy;
class ObstacleSolver;
class StaticProblem;
struct PathReport;
enum class Elimination;  ///< of the tangent (tangent.hpp); by default the faster one

/// The solver of one system with its workspace: for control loops, sequences of loads and sensitivities.
///
/// It keeps what happened at the walls, so that a warm solve goes on from the solve before. The system's
/// numbers may change between two solves; its loads, constraints and model may not.
class StaticSolver {
 public:
    /// @pre the system outlives the solver
    explicit StaticSolver(System& system, Elimination how = {}) noexcept;
    ~StaticSolver();
    StaticSolver(StaticSolver&& other) noexcept;
    StaticSolver& operator=(StaticSolver&&) = delete;

    /// Fills the result, whose storage is used again. Allocates nothing after the first call, unless a
    /// sentence about a reaction that is not determined is to be said.
    ///
    /// A limit of iterations or of time is looked at before every Newton iteration. Where it ends a warm
    /// solve without walls, the status says so, shape and forces stay those of the last balance, and the next
    /// warm solve starts from them.
    void solve(const StaticsOptions& options, Equilibrium& equilibrium) noexcept;

    /// Takes coordinates that were found elsewhere as the equilibrium, in a stable shape whose tangent has a
    /// positive definite symmetric part, and fills the result as solve() does. False where they are not
    /// balanced: then the result means nothing. The time is left to the caller. @pre nothing is held, and no
    /// load couples frames
    bool accept(const VectorXd& coordinates, int iterations, const StaticsOptions& options,
                Equilibrium& equilibrium) noexcept;

    /// λ of the last solve (statics/eigenvalue.hpp). Allocates. @pre the last solve was balanced
    double smallest_eigenvalue();

    /// The equations, as the last solve left them. @pre the system is supported
    StaticProblem& problem();

    System& system() noexcept { return system_; }

 private:
    struct Ended;

    /// The result and its verdict, from where the path has ended.
    void conclude(const Ended& how, PathReport report, Equilibrium& equilibrium) noexcept;

    System& system_;
    Elimination how_;
    bool kept_ = false;                       // the last result is the balance before it
    std::unique_ptr<StaticProblem> problem_;  // made at first use
    std::vector<std::size_t> by_arclength_;   // the points of the model
    std::unique_ptr<ContactSolver> walls_;
    std::unique_ptr<ObstacleSolver> obstacles_;
    std::unique_ptr<Determinacy> determinacy_;  // made where something is held
    VectorXd last_;                             // x of the solve before
};

/// Value form.
Equilibrium solve_statics(System& system, const StaticsOptions& options = {});

}  // namespace supple
