/// @file
/// Counts every call of malloc, which is what Eigen's matrices of dynamic size ask.
#pragma once

#include <cstddef>

namespace supple::test {

/// How often malloc has been called in this program so far, by operator new or directly.
std::size_t memory_requests();

}  // namespace supple::test
