/// @file
/// The same manipulator by several models, judged by the exact rod.
///
/// With tips X and X* of a model and of the exact rod, and reactions f_i and f*_i of what holds them:
///
///     position |p − p*|,   rotation |log(Rᵀ R*)|,   tangent angle(d3, d3*),   reaction max|f_i − f*_i| /
///     max|f*_i|
///
/// A model that does not twist has a roll of its own: it is judged by its tangent. Laws (tests/compare):
///   1. The exact rod deviates from itself by 0.
///   2. What cannot carry the manipulator says why, and is never left out.
///   3. Nothing is said of the error of a shape that is not balanced.
#pragma once

#include <supple/compare/candidate.hpp>
#include <supple/compare/enough_joints.hpp>
#include <supple/result/equilibrium.hpp>
#include <supple/result/statistics.hpp>

#include <atomic>
#include <functional>

namespace supple {

/// NaN where it cannot be told.
struct Deviation {
    double position = std::numeric_limits<double>::quiet_NaN();  ///< of the tip [m]
    double rotation = std::numeric_limits<double>::quiet_NaN();  ///< of the tip frame [rad]
    double tangent = std::numeric_limits<double>::quiet_NaN();   ///< of the tip [rad]
    double reaction =
        std::numeric_limits<double>::quiet_NaN();  ///< over the largest reaction; NaN where nothing holds
};

/// Reactions go by their names, or by their order where one has none.
Deviation deviation(const Equilibrium& found, const Equilibrium& truth);

/// What is known of a candidate before it is solved.
struct Tried {
    Candidate candidate;
    std::string reason;   ///< why it cannot carry the manipulator; empty where it can
    int joints = 0;       ///< that the chain has
    bool twists = false;  ///< else judged by its tangent
};

Tried try_out(const Manipulator& manipulator, const Candidate& candidate);

struct Judged {
    Tried model;
    Status status = Status::invalid;
    std::string message;  ///< of the solve; empty when converged
    bool snapped = false;
    std::vector<std::string> warnings;
    Deviation error;
    double seconds = 0.0;  ///< median of cold solves
};

struct CompareOptions {
    int repetitions = 21;                     ///< of each solve, for its time
    double patience = 0.25;                   ///< none is begun after this time on one model [s]
    const std::atomic<bool>* stop = nullptr;  ///< set from outside: no further model is begun
};

struct Comparison {
    Equilibrium exact;
    double exact_seconds = 0.0;  ///< median of cold solves
    std::vector<Judged> models;  ///< fewer than asked for where it was stopped
};

/// Times are those of cold solves, from the unloaded shape, in storage that an earlier solve left.
Comparison compare(const Manipulator& manipulator, const std::vector<Candidate>& candidates,
                   const CompareOptions& options = {});

/// The equilibrium by the manipulator's own model, chain or nodal rod.
Equilibrium solve_model(const Manipulator& manipulator);

/// The manipulator's exact rod: with shear and extension where its own model has them.
Equilibrium solve_exact(const Manipulator& manipulator);

}  // namespace supple
