/// @file
/// Cases that stand in no file: grids of values, and samples of what is uncertain. Rows are made when they
/// are asked for, from any row on.
#pragma once

#include <supple/io/draws.hpp>
#include <supple/io/row_source.hpp>
#include <supple/rod/manipulator.hpp>

namespace supple {

/// Every combination of the values of several inputs, the last of them changing fastest:
///
///     loads.0.force.x = -4 -2.4 -0.8 0.8 2.4 4 mN
///     loads.0.force.x = -4:4:6 mN                      (from, to, how many)
///
/// @throws InputError where a text is not of that kind, or there are more than a million million rows
std::unique_ptr<RowSource> grid_cases(const std::vector<std::string>& columns);

/// The same as a table in memory. @throws InputError where it has more than a million rows
CaseTable grid_table(const std::vector<std::string>& columns);

struct SampleWish {
    std::size_t rows = 0;
    std::uint64_t seed = 1;
    DrawKind drawing = DrawKind::latin;
};

/// Samples of the numbers that the description calls uncertain, each by its distribution.
/// @throws InputError where it calls none so, or more than the drawing has columns for
std::unique_ptr<RowSource> sampled_cases(const Manipulator& manipulator, const SampleWish& wish);

}  // namespace supple
