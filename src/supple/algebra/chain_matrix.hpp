/// @file
/// The tangent of a chain of any length: a matrix whose blocks beside the diagonal have a common rank of six.
///
/// Every block e holds the coordinates of one element. All that lies beyond an element moves with it by the
/// twist S_e δq_e (6 x n_e), and what it feels of an element further out comes back as a wrench. So
///
///     G_ee = D_e,      G_ij = S_iᵀ c_j,      G_ji = r_jᵀ S_i         (i proximal to j)
///
/// with c and r of 6 x n_e too. Elimination from the tip keeps this form [docs/theory/s1, Eq. (1.26)]: with
/// W = 0 at the tip,
///
///     C = c + W S,   R = r + Wᵀ S,   H = D + Sᵀ W S,   W ← W − C H⁻¹ Rᵀ,
///
/// at a cost linear in the number of blocks. The H are the pivots: of a symmetric matrix their negative
/// eigenvalues are as many as its own (Sylvester), and −W is the stiffness that the element feels beyond it.
///
/// A pivot may be singular where the whole is not. Such a block is stiffened by a diagonal σ, and named in
/// weak(): G + E σ Eᵀ is what is factored then, and whoever solves takes σ off again (bordered_chain.hpp).
///
/// Laws (tests/algebra/test_chain_matrix.cpp): it solves as the dense matrix does, forward and transposed;
/// determinant and inertia are those of the dense matrix; the cost of a block does not depend on their
/// number.
#pragma once

#include <supple/lie/linear_algebra.hpp>

#include <span>
#include <vector>

namespace supple {

class ChainMatrix {
 public:
    /// @pre sizes are 1, 2, 3 or 6
    explicit ChainMatrix(std::span<const int> sizes = {});

    int size() const noexcept { return size_; }
    std::size_t blocks() const noexcept { return blocks_.size(); }

    /// The numbers of a block, by columns: S, c and r are 6 x size, D is size x size.
    struct Block {
        int first, size;
        double *S, *column, *row, *D;
    };
    Block block(std::size_t e) noexcept;

    /// G ← factor · diag(s) G diag(s).
    void scale(const VectorXd& s, double factor) noexcept;

    /// Adds factor · weights[j] to each entry of the diagonal.
    void add_diagonal(const VectorXd& weights, double factor) noexcept;

    /// Becomes (G + Gᵀ)/2 of a matrix with the same blocks.
    void take_symmetric_part(const ChainMatrix& G) noexcept;

    /// Becomes its factors, which the solves below use.
    void factor() noexcept;

    bool usable() const noexcept { return usable_; }  ///< false: not finite, or too many weak blocks
    bool determinant_positive() const noexcept { return positive_; }  ///< of what was factored
    int negative() const noexcept { return negative_; }  ///< eigenvalues of what was factored, if symmetric

    /// A coordinate whose diagonal entry was made stiffer by sigma.
    struct Stiffened {
        int coordinate = 0;
        double sigma = 0.0;
    };
    static constexpr int most_weak = 12;  ///< coordinates
    std::span<const Stiffened> weak() const noexcept { return weak_; }

    /// Solves in place, with the factors. A panel is four right-hand sides, by rows: b[4 j + column].
    void solve(double* b) const noexcept;
    void solve_panel(double* b) const noexcept;
    void solve_transposed(double* b) const noexcept;

    MatrixXd dense() const;  ///< for tests; @pre not factored

 private:
    struct Where {
        int first, size;
        std::size_t data;
    };
    template <int n>
    void factor_block(const Where& where, Matrix6d& W) noexcept;
    template <int columns>
    void solve_columns(double* b) const noexcept;

    int size_ = 0;
    std::vector<Where> blocks_;
    std::vector<double> data_;
    std::vector<Stiffened> weak_;
    bool usable_ = true, positive_ = true;
    int negative_ = 0;
};

}  // namespace supple
