/// @file
/// A chain's tangent with a border: what is held, guided, unknown or coupled along the whole arm.
///
///     [ G  B ] [x]   [b]
///     [ C  D ] [y] = [d],        G n x n (chain_matrix.hpp),  D m x m, m small.
///
/// G is eliminated first, which leaves D − C G⁻¹ B [docs/theory/s1, Eq. (1.27)]. Blocks of G that had to be
/// stiffened, G̃ = G + E σ Eᵀ, are rows and columns of the border too, [G̃ E; σEᵀ I], so that G may be singular
/// where the whole is not. The cost is n m + n m² + m³/3.
///
/// Inertia of the symmetric part, by Haynsworth: that of [G B; C D] is that of G and that of D − C G⁻¹ B
/// together, for any symmetric border. So the negative eigenvalues of G on the motions with C x = 0 are
/// counted without a basis of them [docs/theory/s1, Eq. (1.28)].
///
/// Laws (tests/algebra/test_bordered_chain.cpp): it solves as the dense matrix does, also where G is
/// singular; determinant and counts are those of the dense matrix.
#pragma once

#include <supple/algebra/chain_matrix.hpp>
#include <supple/algebra/dense_lu.hpp>

namespace supple {

/// What a row and a column of a border mean for the motions of the chain.
enum class BorderRole {
    none,     ///< nothing
    held,     ///< motions along its row are not possible
    follows,  ///< its unknown follows the motion: G − B C/D counts
};

class BorderedChain {
 public:
    BorderedChain(std::span<const int> sizes, int border);

    int size() const noexcept { return static_cast<int>(G.size() + corner.rows()); }

    ChainMatrix G;
    MatrixXd right;   ///< B, n x m
    MatrixXd lower;   ///< C, m x n
    MatrixXd corner;  ///< D, m x m

    /// Replaces G by its factors, for any number of solves; false where the whole is singular.
    bool factor() noexcept;
    bool determinant_positive() const noexcept { return positive_; }
    void solve(VectorXd& b) noexcept;
    void solve_transposed(VectorXd& b) noexcept;

    /// Negative eigenvalues of the symmetric part of G + shift · diag(weights) on the motions that a border
    /// of these roles leaves; −1 where they cannot be counted. Leaves all above as it is. @pre not factored
    int negative_where_free(std::span<const BorderRole> roles, const VectorXd& weights,
                            double shift) noexcept;

 private:
    /// Columns that are solved for at once, and rows that meet them, of the border and of weak blocks.
    void load_column(int column, const double* values, Eigen::Index stride) noexcept;
    void load_weak(std::span<const ChainMatrix::Stiffened> weak, int first) noexcept;
    void solve_loaded(const ChainMatrix& factors, int columns) noexcept;
    void subtract_products(const MatrixXd& rows, int count, int columns, MatrixXd& from) const noexcept;
    double* panel(int column) noexcept;
    const double* panel(int column) const noexcept { return const_cast<BorderedChain*>(this)->panel(column); }

    bool positive_ = true, direct_ = true;
    std::vector<double> X_;  // G⁻¹ of columns, in panels of four
    MatrixXd schur_;
    DenseLu lu_;
    VectorXd small_;
    // Of the counts: the symmetric part, the rows of its border, and its corner or what is left of it.
    ChainMatrix symmetric_;
    MatrixXd rows_, reduced_;
};

}  // namespace supple
