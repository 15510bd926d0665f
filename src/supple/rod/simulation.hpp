/// @file
/// How a manipulator is to be simulated, and how its parameters are to be fitted.
#pragma once

#include <supple/lie/linear_algebra.hpp>
#include <supple/text/units.hpp>

#include <optional>
#include <string>
#include <vector>

namespace supple {

enum class InitialState {
    straight,     ///< the rest shape, at rest
    equilibrium,  ///< under all that acts before t = 0, at rest
    given,        ///< coordinates and velocities
};

enum class Integrator { automatic, explicit_, implicit };

struct Simulation {
    double duration = 0.0;      ///< [s]
    double output_every = 0.0;  ///< [s]
    InitialState initial = InitialState::equilibrium;
    std::vector<double> coordinates;  ///< of the model, SI, when given
    std::vector<double> velocities;   ///< of the model, SI, when given
    Integrator integrator = Integrator::automatic;
    std::optional<double> step;  ///< [s]; chosen and reported where not given
    bool allow_unstable_step = false;
    double tolerance = 1e-8;  ///< relative, of adaptive integration
};

/// A value of the model file that a fit may change, and how far.
struct FitParameter {
    std::string path;             ///< dotted: "rod.bending_stiffness"
    std::optional<double> lower;  ///< SI
    std::optional<double> upper;  ///< SI
    Dimension dimension{};        ///< of its bounds
};

enum class FitObjective { least_squares, mean_of_norms, huber, cauchy };

/// How much something observed counts.
struct FitWeight {
    std::string of;       ///< "tip.position", "stations.coil.quaternion"
    double weight = 1.0;  ///< SI: 1/m, 1/N, or a plain number for rotations
    Dimension dimension{};
};

struct FitRequest {
    std::vector<FitParameter> parameters;
    FitObjective objective = FitObjective::least_squares;
    bool centred = false;  ///< the mean difference of positions does not count: a frame of unknown origin
    std::vector<std::vector<std::string>> sums;  ///< paths whose values keep their sum
    std::vector<FitWeight> weights;
};

}  // namespace supple
