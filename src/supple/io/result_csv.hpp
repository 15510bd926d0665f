/// @file
/// Results as tables (case_table.hpp), for spreadsheets and plots.
///
/// The rows are what the description marks as rows: of an equilibrium the points of its shape, `s [mm],
/// position.x [mm] .., quaternion.w ..`; of a trajectory the times, `time [s], tip.position.x [mm] ..`; of
/// modes the modes. Everything else stands in comments in front, one field a line, with the paths and units
/// of tables of cases:
///
///     # supple-result/1 solve universal-prb converged
///     # reactions.P1.force [mN] = 0 152.9 -75.2
///     # snapped = false
///
/// What would need a row of its own in each row, such as the shape at each time, is named there and stands in
/// the other formats. Units are powers of ten of SI, so every value reads back as the same double. What is
/// not finite is an empty cell, in a comment `nan`.
#pragma once

#include <supple/io/case_table.hpp>
#include <supple/result/describe.hpp>

namespace supple {

/// A result as rows, and what stands in front of them, line by line without "# ".
struct ResultTable {
    std::vector<std::string> head;
    CaseTable rows;
};

/// Throws InputError where lists do not belong together.
ResultTable result_table(Description result, std::string_view command);
std::string csv_text(Description result, std::string_view command);

template <typename Result>
ResultTable to_table(const Result& result, std::string_view command)
{
    return result_table([&](Describer& d) { describe(d, result); }, command);
}

template <typename Result>
std::string to_csv(const Result& result, std::string_view command)
{
    return csv_text([&](Describer& d) { describe(d, result); }, command);
}

template <typename Result>
std::string to_csv(const Result& result)
{
    return to_csv(result, command_of(result));
}

}  // namespace supple
