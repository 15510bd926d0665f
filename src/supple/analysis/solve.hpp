/// @file
/// Static equilibrium of a manipulator, whatever its model: the verb `solve` and its warm object.
///
///     Equilibrium eq = solve(manipulator);
///
///     Solver solver(manipulator);
///     const Solver::Input fx = solver.input("loads.0.force.x");
///     solver.set(fx, 4e-3);
///     const Equilibrium& eq = solver.solve();
///
/// A solve follows the loads from the unloaded shape, so that the branch is defined. A second solve of a
/// Solver starts from the shape before, and from the unloaded shape where that does not succeed.
///
/// Laws (tests/analysis):
///   1. Both forms give the same numbers, and so do compare, case tables, sequences and fits.
///   2. Setting an input equals editing the file.
///   3. `jacobian` is the difference of solved equilibria, also where it says that it is exact.
///   4. A limit of iterations or of time that ends a warm solve of a chain leaves the shape of the last
///   balance
///      and a status that says so (tests/analysis/test_bounded_time.cpp).
///   5. After the first solve of a chain or of the exact rod, set (where it costs a store) and solve ask for
///      no memory.
#pragma once

#include <supple/result/equilibrium.hpp>
#include <supple/result/output.hpp>
#include <supple/rod/manipulator.hpp>

#include <limits>
#include <memory>
#include <span>
#include <string_view>

namespace supple {

class StaticBatch;
class StaticSolver;

struct SolveOptions {
    bool arc_length = false;  ///< follow the path by its arc length, through limit points
    bool eigenvalue = false;  ///< with the smallest eigenvalue of the tangent
    /// Of a cold solve in a tube: whether a ramp of the loads leads to the same shape.
    bool check_branch = false;
    double tolerance = 1e-12;                                      ///< of the scaled residual of chains
    int max_iterations = 2000;                                     ///< Newton iterations in all
    double max_seconds = std::numeric_limits<double>::infinity();  ///< of wall-clock time; of chains
};

/// Value form.
Equilibrium solve(const Manipulator& manipulator, const SolveOptions& options = {});

/// The same into storage that is used again.
void solve(const Manipulator& manipulator, const SolveOptions& options, Equilibrium& equilibrium);

/// What setting an input costs before the next solve.
enum class InputCost {
    store,    ///< a number is written
    reshape,  ///< the model takes the numbers of the description anew; no allocation
    rebuild,  ///< the model is built anew
};

/// How derivatives were formed.
enum class Derivatives {
    exact,        ///< by implicit differentiation of the equilibrium
    differences,  ///< at least one by central differences of solved equilibria
    none,         ///< not at all: there is no equilibrium, or it is singular; the matrix is NaN
};

class Solver {
 public:
    /// A number of the description that is set again and again.
    struct Input {
        int index = -1;
        InputCost cost = InputCost::rebuild;
    };

    explicit Solver(const Manipulator& manipulator, const SolveOptions& options = {});
    ~Solver();
    Solver(Solver&&) noexcept;
    Solver& operator=(Solver&&) noexcept;

    /// The description with all that was set.
    const Manipulator& manipulator() const noexcept;

    /// Why the model cannot carry the manipulator; empty where it can. The exact rod says so when it is
    /// solved.
    const std::string& unsupported() const noexcept;

    /// How many joints, arcs or elements bend; 0 for the exact rod. And whether the model can twist.
    int joints() const noexcept;
    bool twists() const noexcept;

    /// Resolves a path, once. Where it names no number the handle's index is −1, mistake() says why, and the
    /// next solve answers `invalid` with that sentence, so that a wrong path cannot be overlooked.
    Input input(std::string_view path);

    /// Resolves a path of the result, once. The same holds for a path that does not exist.
    Output output(std::string_view path);

    /// What was wrong with a path or a value; empty where nothing was.
    const std::string& mistake() const;

    /// The value is in SI. A value out of range is refused: the answer is false, mistake() says why, and so
    /// does the next solve, until the input gets a value that is allowed.
    bool set(Input input, double value) noexcept;
    double get(Input input) const noexcept;

    /// The equilibrium of what was set, from the shape before.
    const Equilibrium& solve() noexcept;

    /// The equilibrium of what was set, from the unloaded shape, as solve(manipulator) finds it.
    const Equilibrium& solve_cold() noexcept;

    const Equilibrium& equilibrium() const noexcept;

    /// d outputs/d inputs at the last equilibrium, a row a number of an output, in SI. Positions and forces
    /// are in world axes for every model. Differences solve again and end at the same equilibrium.
    Derivatives jacobian(std::span<const Output> outputs, std::span<const Input> inputs, MatrixXd& J);

    /// [δp; δθ] of a pose per dead wrench [f; m] there, in world axes. The output is any number of a pose:
    /// "tip.position.x", "stations.coil".
    Derivatives compliance(const Output& pose, Matrix6d& C);

 private:
    friend class BatchSolver;

    /// The chain's own solver, with all that was set; null where SIMD lanes cannot solve it.
    StaticSolver* lane() noexcept;

    /// The equilibrium of a lane of a batch, with what is not acting.
    void take(StaticBatch& batch, int lane) noexcept;

    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace supple
