/// @file
/// What a table of cases says of each result: numbers by their paths into the result.
#pragma once

#include <supple/io/case_table.hpp>
#include <supple/result/equilibrium.hpp>
#include <supple/rod/manipulator.hpp>

namespace supple {

/// A number of a result, and the unit in which tables show it.
struct ResultColumn {
    std::string path;  ///< "tip.position.x"
    std::string unit;  ///< "mm"; empty for plain numbers
};

/// Tip, stations, reactions, base reaction, energy, balance and iterations of a result with these stations
/// and reactions. Reactions without a name go by their index.
std::vector<ResultColumn> result_columns(const std::vector<std::string>& stations,
                                         const std::vector<std::string>& reactions);

/// The numbers of the columns in SI, in their order; all NaN where the result is not balanced, because what
/// a failed solve leaves behind is no result, and also where the result has other stations or reactions.
std::vector<double> result_values(const Equilibrium& equilibrium, const std::vector<std::string>& stations,
                                  const std::vector<std::string>& reactions);

}  // namespace supple
