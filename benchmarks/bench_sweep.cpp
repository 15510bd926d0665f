// What a case of a sweep costs all in: read from a table, solved, written into shards, put together.
#include <supple/io/sweep.hpp>

#include "support/files.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cmath>

namespace supple {
namespace bench_sweep {

constexpr int cases = 50'000;

/// The segment of s1 Fig. 3a.
constexpr const char* model =
    "supple: 1\n"
    "rod: {length: 50 mm, bending_stiffness: 17.185 N mm^2}\n"
    "base: {tangent: x, normal: y}\n"
    "model: {type: universal-prb, parameters: {gamma: 0.1699, k_eta: 2.5064 4.8339, k_theta: 2.4914 "
    "5.0303}}\n"
    "loads: [{at: tip, force: 4 -2.5 2.5 mN, moment: 0 -250 -150 mN mm}]\n";

void table_of_cases(benchmark::State& state)
{
    const test::TemporaryFolder folder;
    std::string text =
        "loads.0.force.x [mN],loads.0.force.y [mN],loads.0.force.z [mN],loads.0.moment.y [mN "
        "mm],loads.0.moment.z "
        "[mN mm]\n";
    for (int i = 0; i < cases; ++i)
        text += fmt::format("{:.6g},{:.6g},{:.6g},{:.6g},{:.6g}\n", 4 * std::sin(i), 4 * std::sin(2 * i),
                            4 * std::sin(3 * i), 200 * std::sin(5 * i), 200 * std::sin(7 * i));
    test::spill(folder / "cases.csv", text);
    const ModelDocument document{parse_document(model, "model"), {}, false};
    while (state.KeepRunningBatch(cases)) {
        const auto source = open_cases(folder / "cases.csv");
        const CaseInputs inputs(document, source->head());
        const CaseAnswers answers(inputs, {.table = true});
        const SweepReport report = sweep(*source, solving_body(inputs, {}, answers), folder / "r.csv", {});
        if (report.done() != cases || failures_in(report.statuses) > 0) state.SkipWithError("cases failed");
    }
}
BENCHMARK(table_of_cases)->Name("sweep/universal-prb")->MeasureProcessCPUTime()->UseRealTime();

}  // namespace bench_sweep
}  // namespace supple
