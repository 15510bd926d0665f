/// @file
/// The nodal rod linearised at rest, in coordinates y = √M [δp; η] in which its mass is the identity:
///
///     ÿ + (c + D) ẏ + K y = 0,
///
/// c the viscous rate, D the damping of the material, K the tangent. Node by node, so that every operation
/// costs a time linear in the nodes. Held directions stay in the blocks as rows and columns of the identity.
///
/// By Sylvester's law the eigenvalues of a symmetric K below a number are counted by one elimination; nothing
/// needs to be found for that [docs/theory/s4, Eq. (4.21)].
///
/// Laws (tests/dynamics/test_slow_motions.cpp): applied to vectors the blocks are the dense matrices; counts
/// are those of the dense eigenvalues.
#pragma once

#include <supple/dynamics/nodal_problem.hpp>

#include <complex>
#include <optional>

namespace supple::variational {

class LinearRod {
 public:
    LinearRod(const NodalRod& rod, std::span<const SE3> frames, double time);

    int nodes() const { return K_.size(); }
    Eigen::Index size() const { return 6 * static_cast<Eigen::Index>(nodes()); }  ///< held directions too
    Eigen::Index free() const { return free_; }                                   ///< directions
    bool is_free(Eigen::Index i) const
    {
        return !held_[static_cast<std::size_t>(i / 6)][static_cast<std::size_t>(i % 6)];
    }
    double rate() const { return rate_; }                   ///< c [1/s]
    bool evenly_damped() const { return !D_.has_value(); }  ///< D is zero
    bool symmetric() const { return symmetric_; }           ///< K and D are, up to rounding

    /// K y and D y, a column each. @pre y is zero in held directions
    MatrixXd stiffness_times(const MatrixXd& y) const { return times(K_, y); }
    MatrixXd damping_times(const MatrixXd& y) const { return times(*D_, y); }

    /// σ² + σ(c + D) + K.
    BlockTridiagonal at(double sigma) const;
    using ComplexBlock = Eigen::Matrix<std::complex<double>, 6, 6>;
    /// The blocks of the same at a complex number: the diagonal one of a node, and those beside it.
    ComplexBlock diagonal_at(std::size_t a, std::complex<double> lambda) const;
    ComplexBlock upper_at(std::size_t a, std::complex<double> lambda) const;
    ComplexBlock lower_at(std::size_t a, std::complex<double> lambda) const;

    /// Eigenvalues of the symmetric part of K below a number.
    int count_below(double square) const;
    /// No eigenvalue of K is larger in size (Gershgorin).
    double bound() const { return bound_; }
    /// The n-th eigenvalue of the symmetric part of K from below, n from 1. What is smaller than rounding
    /// makes the eigenvalues of rigid motion is not told from them.
    double eigenvalue(int n) const;

    /// [δp; η] of every node, a column each.
    Eigen::MatrixXcd displacements(const Eigen::MatrixXcd& y) const { return scale_.asDiagonal() * y; }

    /// The free directions alone, as matrices.
    MatrixXd dense_stiffness() const { return dense(K_); }
    MatrixXd dense_damping() const;
    /// Columns of the free directions with zeros in the held ones.
    Eigen::MatrixXcd expanded(const Eigen::MatrixXcd& columns) const;

 private:
    MatrixXd times(const BlockTridiagonal& A, const MatrixXd& y) const;
    MatrixXd dense(const BlockTridiagonal& A) const;

    HeldDirections held_;
    BlockTridiagonal K_;
    std::optional<BlockTridiagonal> D_;
    double rate_ = 0.0, bound_ = 0.0;
    bool symmetric_ = true;
    VectorXd scale_;  ///< 1/√M
    Eigen::Index free_ = 0;
};

}  // namespace supple::variational
