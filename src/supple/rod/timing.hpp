/// @file
/// When something acts, and how it varies in time.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace supple {

/// A recorded course of some values of the thing that owns it, linear between the times.
struct History {
    struct Column {
        std::string path;            ///< a value of the owner: "force.x", "currents.2"
        std::vector<double> values;  ///< SI, one a time
    };
    std::vector<double> time;  ///< [s], strictly ascending
    std::vector<Column> columns;
    std::string file;  ///< the table it was read from; empty: none
};

/// Acts for from <= t < until. What acts before t = 0 shapes the initial equilibrium.
struct Timing {
    double from = -std::numeric_limits<double>::infinity();  ///< [s]
    double until = std::numeric_limits<double>::infinity();  ///< [s]
    History history;                                         ///< empty: constant
};

/// Value of a column at a time: linear between samples, held constant before the first and after the last.
/// @pre column.values.size() == history.time.size() and not empty
double value_at(const History& history, const History::Column& column, double time);

/// Whether from <= time < until.
bool acts_at(const Timing& timing, double time) noexcept;

/// The history's column of that path at the time, or the constant where the history has no such column.
double value_at(const Timing& timing, std::string_view path, double time, double constant) noexcept;

}  // namespace supple
