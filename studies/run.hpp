/// @file
/// Experiments run side by side, and what came of them.
#pragma once

#include "figure.hpp"

#include <array>
#include <utility>

namespace supple::app {

/// The experiments of one paper.
struct Study {
    std::string system;  ///< "s1"
    std::string title;
    std::vector<Experiment> experiments;
};

struct Row {
    Figure figure;
    Verdict verdict = Verdict::failed;
};

struct StudyResult {
    std::string system, title;
    std::vector<Row> rows;
    double seconds = 0;                 ///< of all its experiments, one after the other [s]
    std::vector<std::string> left_out;  ///< experiments that were not begun: interrupted
};

struct Reproduction {
    std::vector<StudyResult> studies;
    double seconds = 0;  ///< from begin to end [s]
    bool complete = true;
};

/// Runs every experiment of every study. One that throws, or that answers nothing, becomes a failed row with
/// the reason; after Ctrl-C no further one is begun.
Reproduction reproduce(const std::vector<Study>& studies, int threads, bool progress);

inline constexpr std::size_t verdicts = 4;
const char* name(Verdict verdict);

/// How many rows have each verdict, in the order of the enumeration.
std::array<std::size_t, verdicts> count(const StudyResult& study);
std::array<std::size_t, verdicts> count(const Reproduction& result);

/// "0.471712": values of the row, each with as many decimals as its tolerance needs, so that the last one
/// printed is judged.
std::vector<std::string> with_decimals(const std::vector<double>& values, const Figure& figure);
/// "+-2e-06", "+-0.5 %", "<= 0.03", "last digit"
std::string tolerance(const Figure& figure);

/// The rows of a standing, study by study.
std::vector<const Row*> rows_of(const Reproduction& result, Standing standing);

/// What is said above such a list.
inline constexpr std::pair<Standing, const char*> lists[] = {
    {Standing::differs, "What the papers claim that does not hold"},
    {Standing::not_reproducible, "What cannot be had from the papers alone"}};

std::string to_text(const Reproduction& result, bool colour);
std::string to_json(const Reproduction& result);
std::string to_markdown(const Reproduction& result);

}  // namespace supple::app
