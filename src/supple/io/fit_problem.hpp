/// @file
/// From a model file and a table of measured cases to what is fitted.
///
/// A column whose path begins with a key of the model file is an input of its cases; one whose path lies in a
/// result is what was observed there: `tip.position.x [mm]`, `tip.quaternion.w`, `stations.coil.position.y
/// [mm]`, `reactions.P1.force.z [mN]`. An empty cell was not seen. Quaternions need all four columns. Whole
/// shapes are `shape.0.position.x [mm]` to `shape.24.position.z [mm]`: equally spaced places from base to
/// tip, for which the model shows the curve through its joints (fit/view.hpp).
#pragma once

#include <supple/fit/fit.hpp>
#include <supple/io/case_inputs.hpp>

#include <map>

namespace supple {

/// What is asked of a fit, beyond the model file and the data.
struct FitSetup {
    std::vector<FitParameter> parameters;
    std::vector<std::vector<std::string>> sums;  ///< paths whose values keep their sum
    ObjectiveChoice objective;
    std::map<std::string, double>
        weights;  ///< by what is observed: "tip.position", "stations.coil.quaternion"
    std::map<std::string, double> deviations;  ///< standard deviations of inputs, by their paths
    int threads = 0;
};

/// The fit as the file's `fit:` block asks for it; empty where there is none.
FitSetup fit_setup(const Manipulator& manipulator);

/// The problem; it holds copies of all it needs. @throws InputError "data.csv:1:4: ..."
FitProblem fit_problem(const Manipulator& manipulator, const CaseTable& data, const FitSetup& setup);

/// The document with fitted values set, each in the unit that stands there.
ModelDocument with_values(const ModelDocument& document, const std::vector<std::string>& paths,
                          const VectorXd& values);

}  // namespace supple
