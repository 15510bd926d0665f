/// @file
/// What a result says of the shape at which a static problem was evaluated last.
#pragma once

#include <supple/statics/problem.hpp>

namespace supple {

/// Sizes everything that fill() writes, and names it.
void prepare(const System& system, Equilibrium& equilibrium);

/// Shape, section forces, reactions, energy. `by_arclength` are the points of the model in their order along
/// the rod, kept from one solve to the next.
void fill(StaticProblem& problem, std::vector<std::size_t>& by_arclength, Equilibrium& equilibrium) noexcept;

/// The moment left over at the joints, over the largest load and its lever.
double balance(const StaticProblem& problem, const Equilibrium& equilibrium, const System& system) noexcept;

}  // namespace supple
