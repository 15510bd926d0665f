#include <supple/analysis/batch.hpp>
#include <supple/statics/batch.hpp>

namespace supple {

BatchSolver::BatchSolver(const Manipulator& manipulator, const SolveOptions& options) : options_(options)
{
    solvers_.emplace_back(manipulator, options);
    if (!solvers_[0].lane()) return;
    for (int l = 1; l < lanes::best_kernel().width; ++l)
        solvers_.emplace_back(manipulator, options);
    for (Solver& solver : solvers_)
        lanes_.push_back(solver.lane());
    batch_ = std::make_unique<StaticBatch>(lanes_);
}

BatchSolver::~BatchSolver() = default;
BatchSolver::BatchSolver(BatchSolver&&) noexcept = default;
BatchSolver& BatchSolver::operator=(BatchSolver&&) noexcept = default;

Solver::Input BatchSolver::input(std::string_view path)
{
    Solver::Input input;
    for (Solver& solver : solvers_)
        input = solver.input(path);
    return input;
}

void BatchSolver::solve(int count) noexcept
{
    // A value that was refused, or a chain that had to be built anew, is no lane of this batch.
    unsigned together = 0;
    for (int l = 0; l < count; ++l) {
        const auto i = static_cast<std::size_t>(l);
        if (batch_ && solvers_[i].lane() == lanes_[i])
            together |= 1U << l;
        else
            solvers_[i].solve_cold();
    }
    if (together == 0) return;
    StaticsOptions how;
    how.tolerance = options_.tolerance;
    how.max_iterations = options_.max_iterations;
    how.max_seconds = options_.max_seconds;
    batch_->solve(how, together);
    for (int l = 0; l < count; ++l) {
        if ((together >> l & 1U) != 0) solvers_[static_cast<std::size_t>(l)].take(*batch_, l);
    }
}

}  // namespace supple
