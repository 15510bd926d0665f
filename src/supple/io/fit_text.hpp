/// @file
/// What a fit found: for people, as a record, as a table of its cases, and as the model file with the values.
#pragma once

#include <supple/io/fit_problem.hpp>

namespace supple {

/// What was fitted, and to what.
struct FitOutcome {
    FitReport report;
    std::vector<Dimension> dimensions;  ///< of the parameters
    ObjectiveChoice objective;
    bool positions = true;  ///< were seen: errors are lengths
    std::size_t cases = 0;  ///< fitted to: the first rows of the data
    std::string data;
    std::optional<FitReport> validation;  ///< the fitted values on data that were kept back
    std::string file;                     ///< the model's
    bool scored = false;                  ///< the file's values were scored, not fitted
};

/// `brief`: without the histogram.
std::string fit_text(const FitOutcome& outcome, bool brief);
std::string fit_json(const FitOutcome& outcome);

/// One row a case: the data with error, residuals and spreads appended. Rows that were kept back have no
/// spread, and a one as given.kept_back.
CaseTable fit_table(const CaseTable& data, const FitOutcome& outcome);

/// The model file with the fitted values in place of its own; comments and layout stay. @throws InputError
std::string fitted_file(const std::string& source, const Node& before, const Node& after);

}  // namespace supple
