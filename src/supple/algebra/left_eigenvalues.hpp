/// @file
/// The eigenvalues of a block-tridiagonal pencil left of the imaginary axis, at a cost linear in its blocks.
///
///     A x = λ M x,      M symmetric and positive, directions that have a zero on its diagonal left out
///
/// No Re λ is below −σ if the symmetric part of A + σM is positive definite. The eigenvalues of
/// (A + σM)⁻¹ M are 1/(λ + σ): those wanted are among the largest, which Arnoldi's method finds first.
///
/// Law (tests/algebra/test_left_eigenvalues.cpp): they are those of the dense matrix.
#pragma once

#include <supple/algebra/block_tridiagonal.hpp>

#include <complex>
#include <optional>

namespace supple::variational {

/// The leftmost eigenvalue, and all others with a negative real part, each once if it is multiple; nothing
/// where they were not found. Directions without mass must not be coupled to others.
std::optional<std::vector<std::complex<double>>> left_eigenvalues(const BlockTridiagonal& A,
                                                                  const BlockTridiagonal& M);

}  // namespace supple::variational
