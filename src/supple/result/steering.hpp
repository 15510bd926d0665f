/// @file
/// What steering answers: the actuation, the shape it holds, and how well the target is met.
#pragma once

#include <supple/result/equilibrium.hpp>

namespace supple {

/// Status: `converged` where the target is met by a stable shape, `infeasible` where it is out of reach and
/// the shape is the closest found, `unstable` where the shape that meets it does not hold.
struct Steering {
    Status status = Status::invalid;
    std::string message;  ///< one sentence, empty when converged

    std::vector<std::string> paths;  ///< of each actuation in the description: "attachments.coils.currents.x"
    VectorXd actuation;              ///< SI, one a path
    VectorXd weights;                ///< what counts as one of the first actuation's unit, for each

    Equilibrium equilibrium;  ///< under the actuation

    double distance = 0.0;  ///< from the target, over the components asked for [m]
    double turn = 0.0;      ///< from the direction or orientation asked for [rad]

    /// What a small step within the limits could still gain: |Jᵀe|/(|J||e|) of the error e and its
    /// derivative J by the actuations that are free to move. Zero at a closest point, and where reached.
    double slope = 0.0;

    /// Of the motion asked for by the weighted actuation, descending; turns count with the rod's length. In
    /// metres per unit of the first actuation.
    VectorXd singular_values;
    int rank = 0;              ///< how many of them are not zero
    MatrixXd null_directions;  ///< columns: actuations that change no shape; `nulls` of them are meant
    int nulls = 0;

    int iterations = 0;      ///< steps of the actuation, over all starts
    double seconds = 0.0;    ///< wall time
    bool restarted = false;  ///< a warm start failed: reached from rest and not from the last shape

    /// Largest over smallest singular value that is not zero.
    double condition() const { return rank > 0 ? singular_values[0] / singular_values[rank - 1] : 0.0; }
};

}  // namespace supple
