/// @file
/// Reactions that the shape does not determine.
///
/// Multipliers λ whose forces move no coordinate, Cᵀλ = 0 with C the gradient of the constraints, are in
/// balance whatever they are. They are found by the flexibility of what is held in the shape without stress,
///
///     F = C K⁻¹ Cᵀ     over L³/EI for places and L/EI for turns,
///
/// whose eigenvectors of eigenvalues near zero they are. A straight chain that does not stretch leaves the
/// force along itself open between two ends that are held, one that does not twist the moment about itself.
/// Two constraints that hold the same leave open how they share it.
///
/// Law (tests/statics/test_determinacy.cpp): the exact rod says the same of a force, in the same words.
#pragma once

#include <supple/statics/problem.hpp>

namespace supple {

class Determinacy {
 public:
    explicit Determinacy(const StaticProblem& problem);

    /// Whether every reaction is determined where the problem was evaluated last, with its tangent.
    bool complete(StaticProblem& problem) noexcept;

    /// A sentence for each that is not. @pre complete() said so
    void warn(const StaticProblem& problem, std::vector<std::string>& warnings) const;

 private:
    MatrixXd F_, shifted_, work_;
    VectorXd unit_;  ///< of each row of C: 1 of a place, L of a turn
};

}  // namespace supple
