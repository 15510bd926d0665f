/// @file
/// Block-tridiagonal systems with 6 × 6 blocks: what a chain of nodes that see only their neighbours leads
/// to.
///
///     L_{a−1} x_{a−1} + D_a x_a + U_a x_{a+1} = r_a,      a = 0..n−1.
///
/// [docs/theory/s4, Eq. (4.21)]. Eliminated from the first block to the last, with pivoting inside the
/// blocks, at a cost linear in n. Fails where a leading part of the system is singular, as no rod held at one
/// end or with mass is.
#pragma once

#include <supple/lie/linear_algebra.hpp>

#include <array>
#include <vector>

namespace supple::variational {

struct BlockTridiagonal {
    explicit BlockTridiagonal(int blocks);
    int size() const { return static_cast<int>(D.size()); }
    void set_zero() noexcept;

    std::vector<Matrix6d> D;
    std::vector<Matrix6d> U;  ///< U[a] couples a to a + 1
    std::vector<Matrix6d> L;  ///< L[a] couples a + 1 to a
};

/// Gives the marked unknowns of block a their values: their rows and columns become those of the identity,
/// and what they do to the others goes to the right-hand side.
void hold_directions(const std::array<bool, 6>& held, std::size_t a, BlockTridiagonal& A,
                     std::vector<Vector6d>& r, const Vector6d& values = Vector6d::Zero()) noexcept;

/// The eliminated matrix, to be used for any number of right-hand sides.
class BlockFactors {
 public:
    explicit BlockFactors(int blocks);

    /// False where a block is singular.
    bool factor(const BlockTridiagonal& A) noexcept;

    /// Solves in place: r becomes x. @pre factor succeeded
    void solve(std::vector<Vector6d>& r) const noexcept;

 private:
    std::vector<Matrix6d> inverse_;  ///< of the eliminated diagonal blocks
    std::vector<Matrix6d> W_;        ///< inverse_[a] U[a]
    std::vector<Matrix6d> L_;
};

/// Negative eigenvalues of the symmetric part of a matrix that is symmetric up to rounding. Destroys it.
/// By Sylvester's law they are those of the diagonal blocks of its elimination.
int negative_eigenvalues(BlockTridiagonal& A);

}  // namespace supple::variational
