/// @file
/// The scaled tangent of a static problem, and its factors: the one place that knows how it is eliminated.
///
///     [ G  B ]     G of the coordinates, bordered by multipliers, arc lengths at guides, unknown tensions
///     [ C  D ]     and forces of walls
///
/// There are two eliminations with the same laws (tests/statics/test_tangent.cpp). Few coordinates are a
/// dense matrix; many are a chain of small blocks with a border, at a cost linear in their number
/// (algebra/bordered_chain.hpp) [docs/theory/s1, Eq. (1.26), (1.27)]. A load that couples the whole arm
/// brings rows and columns of its own to the chain's border, G − U V, which nobody outside sees.
#pragma once

#include <supple/algebra/bordered_chain.hpp>
#include <supple/algebra/dense_lu.hpp>

#include <optional>

namespace supple {

enum class Elimination {
    by_size,  ///< the faster one
    dense,
    chain,
};

class Tangent {
 public:
    /// The blocks of the coordinates, the rows of the border, and those that coupled loads bring beside it.
    Tangent(std::span<const int> blocks, int border, int couplings = 0,
            Elimination how = Elimination::by_size);

    bool is_chain() const noexcept { return chain_.has_value(); }
    int unknowns() const noexcept { return n_ + m_; }  ///< coordinates and border

    // To be written anew before every factorisation.
    using View = Eigen::Map<MatrixXd, 0, Eigen::OuterStride<>>;
    MatrixXd& dense() noexcept { return A_; }            ///< G in the upper left corner @pre not a chain
    ChainMatrix& chain() noexcept { return chain_->G; }  ///< G @pre a chain
    View right() noexcept;                               ///< B
    View lower() noexcept;                               ///< C
    View corner() noexcept;                              ///< D
    View coupling_columns() noexcept;                    ///< U @pre a chain
    View coupling_rows() noexcept;                       ///< V @pre a chain
    std::vector<BorderRole> roles;  ///< of the border's rows: what they leave of the coordinates' motions

    /// G ← factor · diag(s) G diag(s), with U and V.
    void scale(const VectorXd& s, double factor) noexcept;

    /// Adds factor · weights[j] to the diagonal of G, or the same to all.
    void add_diagonal(const VectorXd& weights, double factor) noexcept;
    void add_diagonal(double all) noexcept;

    /// Becomes that of another with a smaller border, whose rows come first; the others are of the identity.
    void take(const Tangent& other) noexcept;

    /// Replaces the tangent by its factors; false where it is singular.
    bool factor() noexcept;
    bool determinant_positive() const noexcept;
    void solve(VectorXd& b) noexcept;
    void solve_transposed(VectorXd& b) noexcept;

    // Of the symmetric part of G, before it is factored.
    bool positive_definite(double shift = 0.0) noexcept;  ///< with `shift` on its diagonal
    int negative_eigenvalues() noexcept;

    /// Of a symmetric G that positive_definite() found to be so, with its shift: G x = b by the root that it
    /// has left. False where it leaves none; then nothing is done.
    bool solve_by_root(VectorXd& b) noexcept;

    /// Whether it is positive definite on the motions that the border leaves, by its roles. Finsler: where
    /// G + ρ CᵀC is, for a large ρ. Overwrites a dense tangent.
    bool positive_where_free() noexcept;

    /// Negative eigenvalues of G + shift · diag(weights) there; −1 where they are not found. @pre a chain
    int negative_where_free(const VectorXd& weights, double shift) noexcept;

    MatrixXd matrix() const;  ///< all of it, for tests

 private:
    int n_, m_, couplings_;
    MatrixXd A_, work_;  // dense: the tangent or its factors
    DenseLu lu_;
    std::optional<BorderedChain> chain_;
    std::vector<BorderRole> all_roles_, no_roles_;  // with those of the couplings
    VectorXd ones_, full_;
};

}  // namespace supple
