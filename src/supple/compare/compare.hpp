/// @file
/// The same manipulator by several models, judged by the exact rod or, where the exact rod cannot carry it
/// (tendons and driven rods), by the finest chain.
///
/// With tips X and X* of a model and of its judge, and reactions f_i and f*_i of what holds them:
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

/// By what models are judged.
struct Judge {
    ModelChoice model = CosseratModel{};
    std::string name = "cosserat";  ///< "cosserat", or the chain: "curvature, arcs: 96, twist: true"
    std::string reason;             ///< why it is not the exact rod; empty where it is

    bool exact() const { return reason.empty(); }
    /// "the exact rod", "the finest chain (curvature, arcs: 96, twist: true)"
    std::string in_words() const;
};

/// The exact rod, with shear and extension where the manipulator's own model has them. Where it cannot carry
/// the manipulator: arcs that twist and end at every disk, at least 96 of them, whose tip error falls as the
/// square of their number.
Judge judge_for(const Manipulator& manipulator);

/// The manipulator with that model.
Manipulator judge_of(const Manipulator& manipulator);

/// Whether the exact rod, as the judge, has not found the shape: it is far from what was found, and the
/// finest chain, solved for this, is not. One more solve where they are far apart.
bool judged_elsewhere(const Manipulator& manipulator, const Judge& judge, const Equilibrium& found,
                      const Equilibrium& truth);

/// What is said of it.
extern const char* const judge_is_elsewhere;

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
    Equilibrium exact;           ///< of the judge
    double exact_seconds = 0.0;  ///< median of cold solves
    std::vector<Judged> models;  ///< fewer than asked for where it was stopped
    Judge judge;
};

/// Times are those of cold solves, from the unloaded shape, in storage that an earlier solve left.
Comparison compare(const Manipulator& manipulator, const std::vector<Candidate>& candidates,
                   const CompareOptions& options = {});
}  // namespace supple
