/// @file
/// One manipulator with many inputs, several cases at once.
///
///     BatchSolver batch(manipulator);
///     const Solver::Input fx = batch.input("loads.0.force.x");
///     for (int i = 0; i < batch.width(); ++i) batch.set(i, fx, forces[i]);
///     batch.solve(batch.width());
///     batch.equilibrium(0).tip();
///
/// Chains of few joints with nothing held are solved in SIMD lanes (statics/batch.hpp), all others one after
/// another. Every case is solved from the unloaded shape.
///
/// Laws (tests/analysis/test_batch_solver.cpp):
///   1. A case gives what solve_cold() of a Solver gives, to 1e-12.
///   2. It does not depend on its neighbours, bit for bit, nor on its place.
#pragma once

#include <supple/analysis/solve.hpp>

#include <vector>

namespace supple {

class BatchSolver {
 public:
    explicit BatchSolver(const Manipulator& manipulator, const SolveOptions& options = {});
    ~BatchSolver();
    BatchSolver(BatchSolver&&) noexcept;
    BatchSolver& operator=(BatchSolver&&) noexcept;

    /// How many cases one solve takes.
    int width() const noexcept { return static_cast<int>(solvers_.size()); }

    /// As Solver::input, for all cases.
    Solver::Input input(std::string_view path);
    const std::string& mistake() const noexcept { return solvers_[0].mistake(); }

    void set(int index, Solver::Input input, double value) noexcept
    {
        solvers_[static_cast<std::size_t>(index)].set(input, value);
    }
    double get(int index, Solver::Input input) const noexcept
    {
        return solvers_[static_cast<std::size_t>(index)].get(input);
    }

    /// Solves the first `count` cases.
    void solve(int count) noexcept;

    const Equilibrium& equilibrium(int index) const noexcept
    {
        return solvers_[static_cast<std::size_t>(index)].equilibrium();
    }

 private:
    std::vector<Solver> solvers_;
    std::vector<StaticSolver*> lanes_;  ///< of the solvers, as the batch knows them
    std::unique_ptr<StaticBatch> batch_;
    SolveOptions options_;
};

}  // namespace supple
