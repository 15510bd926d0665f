/// @file
/// What a fit answers: parameters with their uncertainty, and how well they explain the data.
#pragma once

#include <supple/result/equilibrium.hpp>
#include <supple/result/statistics.hpp>

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
    std::vector<double> errors;  ///< of each case; NaN where it was not solved
    Statistics error;            ///< of those
    std::size_t failed = 0;      ///< cases without a stable equilibrium
    /// What the parameters' covariance leaves open of what each case shows, as a standard deviation: linear
    /// propagation, in the units of its error. Flat directions do not count.
    std::vector<double> spreads;
    int passes = 0;  ///< over all cases
    double seconds = 0.0;
    std::vector<std::string> warnings;
};

}  // namespace supple
