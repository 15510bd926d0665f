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

/// Standard deviations of the tip's position [m] and of the force of each constraint [N], one a case: the
/// root of the sum over the axes. NaN where the case was not solved.
struct Spread {
    struct Reaction {
        std::string name;
        std::vector<double> deviations;
    };
    std::vector<double> tip;
    std::vector<Reaction> reactions;
};

/// What the model shows less what was observed, of one thing in every case [m, rad or N]; of a rotation it is
/// the rotation vector. NaN where it was not seen.
struct ResidualSeries {
    std::string of;  ///< "tip.position"
    std::vector<Vector3d> values;
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
    std::vector<ResidualSeries> residuals;
    std::size_t failed = 0;  ///< cases without a stable equilibrium
    /// What the covariance of the parameters and of the inputs leaves open, to first order. Flat directions
    /// do not count.
    Spread spread;
    int passes = 0;  ///< over all cases
    double seconds = 0.0;
    std::vector<std::string> warnings;
};

}  // namespace supple
