/// @file
/// All outputs of a result at once: the row of a table, read in one walk of the description.
#pragma once

#include <supple/result/output.hpp>

namespace supple {

/// The numbers and words of `outputs`, each at its place: NaN and "" where this result has none. Words are
/// valid as long as the result. Law (tests/result/test_output.cpp): these are value() and text() of each.
/// @pre the outputs are single ones and in the order of the description, as table_outputs gives them; both
///      arrays have room for as many
void read_row(std::span<const Output> outputs, const Equilibrium& equilibrium, double* numbers,
              std::string_view* words) noexcept;

}  // namespace supple
