/// @file
/// Counts what asks for memory, to prove that a hot path does not.
#pragma once

#include <cstddef>

namespace supple::test {

/// How often operator new has been called in this program so far. Eigen's matrices of dynamic size
/// ask malloc instead and are not counted.
std::size_t allocations();

}  // namespace supple::test
