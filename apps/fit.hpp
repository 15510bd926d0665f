/// @file
/// What the files of `supple fit` share.
#pragma once

#include "command.hpp"

#include <supple/io/fit_problem.hpp>

namespace supple::app {

struct FitCommand {
    std::string file, data;
    std::vector<Setting> settings;
    std::string model;
    std::vector<std::string> parameters, bounds, sums, weights, sigmas;
    std::string objective, metric, columns, validate;
    double robust_size = 0.0;
    std::vector<std::string> grid, out;
    std::string reference;
    bool search = false, evaluate = false, json = false, quiet = false;
    unsigned seed = 1;
    int threads = 0;
    int shape_points = 0;  ///< of the reference; 0: its tips
};

/// What was fitted, and to what.
struct FitOutcome {
    FitReport report;
    std::vector<Dimension> dimensions;  ///< of the parameters
    ObjectiveChoice objective;
    bool positions = true;  ///< were seen: errors are lengths
    std::size_t cases = 0;
    std::string data;
    std::optional<FitReport> validation;  ///< the fitted values on data that were kept back
    std::string validation_data;
};

/// The grid, with what the exact rod says of each of its cases. @throws InputError
CaseTable reference_data(const FitCommand& command, const ModelDocument& document);

std::string fit_text(const FitCommand& command, const FitOutcome& outcome);
std::string fit_json(const FitCommand& command, const FitOutcome& outcome);

/// One row a case: the data with error, residuals and spreads appended.
CaseTable fit_table(const CaseTable& data, const FitOutcome& outcome);

/// The model file with the fitted values in place of its own; comments and layout stay. @throws InputError
std::string fitted_file(const std::string& source, const Node& before, const Node& after);

}  // namespace supple::app
