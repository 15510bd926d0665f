/// @file
/// Which models, with how many joints, are tried on one manipulator.
///
/// A joint is what carries coordinates of bending: three a segment, one a ball joint, one an arc. A number
/// that a model cannot have is replaced by the nearest that it can: segments come in threes, and one ends at
/// every load. Chains are those that a model file gets by the same words, with Gauss parameters, whatever the
/// file's own model has. Twist, shear and extension are taken from the file's own model, so that all describe
/// the same rod.
#pragma once

#include <supple/rod/model_traits.hpp>

namespace supple {

struct Candidate {
    ModelChoice model;
    bool as_written = false;  ///< the file's own model with all its options
};

struct CandidateOptions {
    std::vector<std::string> types{};    ///< "isotropic-prb", ...; empty: every type there is
    std::vector<int> joints{};           ///< empty: 2, 4, 8, 16, 32
    std::vector<JointLayout> layouts{};  ///< of ball joints; empty: gauss, and the file's own
    bool as_written = true;              ///< with the file's own model, unless that is the exact rod
};

/// The file's own model first, then type by type, each with its joints in ascending order. The exact rod is
/// no candidate: it is the judge.
std::vector<Candidate> candidates(const Manipulator& manipulator, const CandidateOptions& options);

/// The layouts that may be asked for by name: all but those given outright.
std::vector<JointLayout> joint_layouts();

/// "spherical-prb gauss": what candidates share that differ in their number of joints only.
std::string family(const Candidate& candidate);

}  // namespace supple
