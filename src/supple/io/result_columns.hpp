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

/// A drive of results and how many rods it has.
struct DriveColumns {
    std::string name;
    std::size_t rods = 0;
};

/// Tip, stations, reactions, base reaction, energy, balance and iterations of a result with these stations
/// and reactions, then the tensions and retractions of its drives. Reactions and drives without a name go by
/// their index.
std::vector<ResultColumn> result_columns(const std::vector<std::string>& stations,
                                         const std::vector<std::string>& reactions,
                                         const std::vector<DriveColumns>& drives = {});

/// The numbers of the columns in SI, in their order; all NaN where the result is not balanced, because what
/// a failed solve leaves behind is no result, and also where the result has other stations, reactions or
/// drives.
std::vector<double> result_values(const Equilibrium& equilibrium, const std::vector<std::string>& stations,
                                  const std::vector<std::string>& reactions,
                                  const std::vector<DriveColumns>& drives = {});

}  // namespace supple
