// Time to fit one segment of universal joints to the exact rod over the grid of 7776 tip loads (s1 Sec. 4),
// and of one pass over it with the derivatives by its five values.
#include "support/grid_study.hpp"

#include <supple/io/fit_problem.hpp>
#include <supple/io/model_file.hpp>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cmath>

namespace supple {
namespace bench_fit {

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

/// Twenty cases of a model file: few enough that what a pass costs besides its solves shows.
void small_pass(benchmark::State& state)
{
    const Manipulator m = parse_model(R"(supple: 1
rod: {length: 50 mm, bending_stiffness: 17.185 N mm^2}
base: {tangent: x, normal: y}
model: {type: universal-prb, segments: 1, parameters: {gamma: 0.17 0.33 0.33 0.17, k_eta: 2.5 4.8 2.5, k_theta: 2.5 5 2.5}}
loads: [{at: tip, force: 0 0 0 mN}]
)");
    std::string table = "loads.0.force.x [mN],loads.0.force.y [mN],tip.position.x [mm],tip.position.y [mm]\n";
    for (int i = 0; i < 20; ++i)
        table += fmt::format("{},{},{},{}\n", 4 * std::sin(i), 4 * std::cos(2.0 * i), 48.0,
                             5.0 * std::cos(2.0 * i));
    FitSetup setup;
    setup.threads = 1;
    for (const char* path :
         {"rod.bending_stiffness", "model.parameters.k_eta.1", "model.parameters.k_theta.1"})
        setup.parameters.push_back({path, {}, {}});
    const FitProblem problem = fit_problem(m, parse_case_table(table, "cases"), setup);
    StudyEvaluator evaluator(problem.study, MatrixXd(problem.scale.asDiagonal()));
    const bool derivatives = state.range(0) != 0;
    Residuals residuals;
    evaluator.evaluate(problem.start, derivatives, residuals);
    double part = 1.0;
    for (auto _ : state) {
        part = part == 1.0 ? 1.001 : 1.0;
        evaluator.evaluate(part * problem.start, derivatives, residuals);
        benchmark::DoNotOptimize(residuals.e.data());
    }
    if (residuals.failed > 0 || !residuals.complete) state.SkipWithError(residuals.message.c_str());
}

BENCHMARK(small_pass)->Name("fit/universal-prb/20/pass")->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);
BENCHMARK(whole_fit)->Name("fit/universal-prb/7776")->Unit(benchmark::kMillisecond);
BENCHMARK(one_pass)->Name("fit/universal-prb/7776/pass")->Unit(benchmark::kMillisecond);

}  // namespace bench_fit
}  // namespace supple
