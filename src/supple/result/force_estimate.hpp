/// @file
/// What a measured shape tells of the forces on the rod.
#pragma once

#include <supple/result/equilibrium.hpp>

#include <array>

namespace supple {

/// A force whose place was not known.
struct FoundContact {
    double at = 0.0;                             ///< arc length [m]
    double at_sd = 0.0;                          ///< standard deviation [m]
    std::array<double, 2> at_interval = {};      ///< 95 %, from the profile of the likelihood [m]
    Vector3d position = Vector3d::Zero();        ///< of the rod's axis there, world [m]
    Vector3d force = Vector3d::Zero();           ///< on the rod, world [N]
    MatrixXd covariance = MatrixXd::Zero(3, 3);  ///< of the force [N²]
    double size_sd = 0.0;                        ///< standard deviation of |force| [N]
};

/// A uniform pressure along a stretch of the rod.
struct FoundPatch {
    double from = 0.0, to = 0.0;           ///< [m]
    double from_sd = 0.0, to_sd = 0.0;     ///< [m]
    Vector3d force = Vector3d::Zero();     ///< resultant on the rod, world [N]
    Vector3d force_sd = Vector3d::Zero();  ///< [N]
};

/// One way to explain the data, and what it costs.
struct Explanation {
    int contacts = 0;
    bool weight = false;  ///< a load per length, the same everywhere
    bool patch = false;   ///< a uniform pressure along a stretch
    int parameters = 0;   ///< p
    double chi_square = 0.0;
    double bic = 0.0;  ///< χ² + p ln(number of data); the smallest wins
    bool chosen = false;
};

/// What a measured number has left over.
struct ShapeResidual {
    double at = 0.0;    ///< arc length [m]
    std::string of;     ///< "point", "curvature", "pose"
    double size = 0.0;  ///< length of the residual over its standard deviation
};

struct ForceEstimate {
    std::string model;
    Status status = Status::invalid;
    std::string message;
    std::optional<double> time;  ///< of a stream [s]

    std::optional<Vector3d> tip_force, tip_force_sd;    ///< world [N]; where unknown
    std::optional<Vector3d> tip_moment, tip_moment_sd;  ///< world [N m]; where unknown
    SE3 tip;
    Shape shape;
    std::vector<FoundContact> contacts;         ///< by arc length
    std::optional<Vector3d> weight, weight_sd;  ///< load per length, world [N/m]
    std::optional<FoundPatch> patch;
    std::optional<double> roll, roll_sd;  ///< of the fibre about the rod's axis [rad]

    double chi_square = 0.0;
    int data = 0;                ///< numbers that were measured
    int degrees_of_freedom = 0;  ///< data less unknowns
    std::vector<Explanation> evidence;
    double condition = 0.0;    ///< of the scaled unknowns: largest over smallest singular value
    VectorXd singular_values;  ///< of the whitened Jacobian, unknowns scaled by EI and L
    MatrixXd covariance;       ///< of the scaled unknowns, in the order of `unknowns`
    std::vector<std::string> unknowns;
    VectorXd values;           ///< scaled
    double region_rise = 0.0;  ///< the joint 95 % region is where χ² rises by no more than that
    std::optional<double>
        sigma_factor;           ///< by which the standard deviations were found to be; where asked for
    double stiffness_sd = 0.0;  ///< of EI, relative; its share is in all forces
    int dropped = 0;            ///< rows with an empty cell
    int outliers = 0;           ///< rows that the robust loss has almost left out
    std::vector<ShapeResidual> residuals;
    SolverReport solver;
    std::vector<std::string> warnings;
};

}  // namespace supple
