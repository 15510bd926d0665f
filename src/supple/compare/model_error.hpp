/// @file
/// How far a solved model is from its judge.
///
///     Equilibrium eq = solve(manipulator);
///     std::optional<ModelError> off = model_error(manipulator, eq);
///
/// It costs a solve of the judge (compare.hpp), so nothing computes it unasked. Laws
/// (tests/compare/test_model_error.cpp):
///   1. The numbers are those of `compare`.
///   2. Where the judge does not converge, is unstable, or has not found the shape, there is a sentence in
///      place of numbers.
#pragma once

#include <supple/compare/compare.hpp>
#include <supple/result/describe.hpp>

namespace supple {

struct ModelError {
    double tip = std::numeric_limits<double>::quiet_NaN();       ///< of its position [m]
    double rotation = std::numeric_limits<double>::quiet_NaN();  ///< of its frame; of its tangent where the
                                                                 ///< model does not twist [rad]
    std::string judge;    ///< "cosserat", or the chain: "curvature, arcs: 96, twist: true"
    std::string message;  ///< why there is no number; empty where there is
};

/// @pre `found` is the manipulator solved by its own model
/// @returns nothing where the model is the exact rod itself, or is not converged
std::optional<ModelError> model_error(const Manipulator& manipulator, const Equilibrium& found);

/// An equilibrium with how far its model is off.
struct JudgedEquilibrium {
    const Equilibrium& equilibrium;
    std::optional<ModelError> error;
};

/// The description of the equilibrium, then `model_error`.
void describe(Describer& to, const JudgedEquilibrium& judged);

constexpr const char* command_of(const JudgedEquilibrium&)
{
    return "solve";
}

}  // namespace supple
