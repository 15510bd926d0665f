// Time to fit one segment of universal joints to the exact rod over the grid of 7776 tip loads (s1 Sec. 4),
// and of one pass over it with the derivatives by its five values.
#include "support/grid_study.hpp"

#include <benchmark/benchmark.h>

namespace supple {
namespace {

const FitProblem& grid()
{
    static const FitProblem problem = test::grid_problem(false, 1);
    return problem;
}

void whole_fit(benchmark::State& state)
{
    const FitProblem& problem = grid();
    FitReport report;
    for (auto _ : state)
        report = fit(problem, {});
    if (report.status != Status::converged) state.SkipWithError(report.message.c_str());
    state.counters["passes"] = report.passes;
    state.counters["mean_mm"] = 1e3 * report.cost;
}

void one_pass(benchmark::State& state)
{
    const FitProblem& problem = grid();
    StudyEvaluator evaluator(problem.study, MatrixXd(problem.scale.asDiagonal()));
    Residuals residuals;
    evaluator.evaluate(problem.start, true, residuals);
    // From shape to shape of two sets of values, as in a fit.
    double part = 1.0;
    for (auto _ : state) {
        part = part == 1.0 ? 1.001 : 1.0;
        evaluator.evaluate(part * problem.start, true, residuals);
        benchmark::DoNotOptimize(residuals.e.data());
    }
    if (residuals.failed > 0) state.SkipWithError(residuals.message.c_str());
}

BENCHMARK(whole_fit)->Name("fit/universal-prb/7776")->Unit(benchmark::kMillisecond);
BENCHMARK(one_pass)->Name("fit/universal-prb/7776/pass")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace supple
