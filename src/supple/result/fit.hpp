/// @file
/// What a fit answers: parameters with their uncertainty, and how well they explain the data.
#pragma once

#include <supple/result/equilibrium.hpp>

namespace supple {

/// A value of the model file that was fitted. SI.
struct FittedParameter {
    std::string path;
    double value = 0.0;
    double start = 0.0;
    double lower = 0.0, upper = 0.0;  ///< bounds; infinite where there is none
    double deviation = 0.0;           ///< standard deviation; infinite where the data do not tell
    double interval_lower = 0.0;      ///< of the 95 % confidence interval
    double interval_upper = 0.0;
    bool at_bound = false;
};

/// Distances between what was observed and what the model shows, over the cases.
struct ErrorStatistics {
    std::size_t cases = 0;   ///< that were solved
    std::size_t failed = 0;  ///< that were not, and do not count below
    double mean = 0.0, median = 0.0, percentile_95 = 0.0, largest = 0.0;
    double rms = 0.0;  ///< of the weighted residuals of a case
};

/// A combination of parameters that the data do not determine: relative changes along it cost nothing.
struct FlatDirection {
    VectorXd direction;       ///< of unit length, in relative changes of the parameters
    double eigenvalue = 0.0;  ///< of the scaled curvature, over the largest
};

struct FitReport {
    Status status = Status::invalid;
    std::string message;
    std::string objective;    ///< "least-squares", ...
    double start_cost = 0.0;  ///< at the values of the file
    double cost = 0.0;
    double largest_gradient = 0.0;  ///< per relative change of a free parameter, over the cost
    std::vector<FittedParameter> parameters;
    MatrixXd covariance;  ///< of the parameters
    MatrixXd correlation;
    std::vector<FlatDirection> flat;
    ErrorStatistics training;
    std::vector<double> errors;  ///< of each case; NaN where it was not solved
    int passes = 0;              ///< over all cases
    double seconds = 0.0;
    std::vector<std::string> warnings;
};

}  // namespace supple
