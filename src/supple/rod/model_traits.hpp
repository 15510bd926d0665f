/// @file
/// What a choice of model says about itself, for those who do not solve it: how things are computed depends
/// on the kind of the model in `analysis` alone (architecture.dispatch).
#pragma once

#include <supple/rod/manipulator.hpp>

#include <optional>

namespace supple {

/// Whether it is the geometrically exact rod, which judges the others.
bool is_exact(const ModelChoice& choice) noexcept;

/// The exact rod that is free to do what the manipulator's own model is; itself where it is one.
CosseratModel exact_model(const Manipulator& manipulator);

/// What the manipulator's own model is free to do.
Freedoms freedoms_of(const Manipulator& manipulator);

/// How the ball joints are laid out; nothing where there are none.
std::optional<JointLayout> layout_of(const ModelChoice& choice) noexcept;

/// Its name as it stands in files: "equal-links".
const char* name(JointLayout layout);

/// "segments: 3", "joints: 8, layout: gauss": what to write into a model file beside the type.
std::string setting(const ModelChoice& choice);

}  // namespace supple
