/// @file
/// Damped Newton at growing loads: for laws whose kinks a smooth path cannot be followed through.
///
/// Contact directions that turn abruptly, friction that sets in, cables that go slack: between two loads the
/// equilibria are near each other, but the tangent at one says little of the other. Each step of the load is
/// solved from the last by Newton with backtracking, and halved where that fails; what actuates is stepped,
/// from the shape under all other loads. Where that fails too friction comes last. The branch is not followed
/// as strictly as along the path (continuation.hpp), so this comes only after it.
#pragma once

#include <supple/statics/continuation.hpp>

namespace supple {

void step_load(StaticProblem& problem, const PathOptions& options, PathReport& report) noexcept;

}  // namespace supple
