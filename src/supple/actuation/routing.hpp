/// @file
/// Where driven rods pass: the base plate, station 0, and the disks, stations 1 to n of the arm.
///
/// Passage i leads from station i to station i + 1. Between them the arm is an arc. The length of a
/// parallel rod depends only on the rotation vector of one disk relative to the other, in axes of station i,
/// e_i = log(R_iᵀ R_{i+1}): e = ℓ (−γ, β, τ) with the paper's curvatures and the twist. So what
/// acts through lengths is a moment Q_i conjugate to each e_i, and on the disks a pair of couples
/// [docs/theory/s3, Eq. (3.9)]:
///
///     ė_i = K_i R_iᵀ (ω_{i+1} − ω_i),   K = J_l⁻¹(e),      μ_i = R_i K_iᵀ Q_i on station i + 1, −μ_i on i.
///
/// Laws (tests/actuation/test_drive.cpp): the couples do the work Σ Q_i·δe_i, and subtract_tangent is their
/// derivative.
#pragma once

#include <supple/model/model.hpp>

namespace supple {

using Matrix3Xd = Eigen::Matrix<double, 3, Eigen::Dynamic>;

/// ∂Q/∂e, three rows and columns a passage. Where no passage knows of another its diagonal alone is kept.
class TurnStiffness {
 public:
    TurnStiffness(int passages, bool diagonal) : diagonal_(diagonal)
    {
        entries_.setZero(diagonal ? 3 : 3 * passages, 3 * passages);
    }
    bool diagonal() const noexcept { return diagonal_; }
    void set_zero() noexcept { entries_.setZero(); }
    auto block(int i, int j) noexcept { return entries_.block<3, 3>(diagonal_ ? 0 : 3 * i, 3 * j); }
    Matrix3d at(int i, int j) const noexcept { return entries_.block<3, 3>(diagonal_ ? 0 : 3 * i, 3 * j); }

 private:
    bool diagonal_;
    MatrixXd entries_;
};

class Routing {
 public:
    /// Points of the model at stations 1 to n, and the arc length of each passage [m]. The base pose is
    /// referred to, not copied: it is that of the system (System::X_WB), which owns the load and does not
    /// move.
    Routing(const SE3& X_WB, std::vector<int> points, std::vector<double> lengths);
    Routing(SE3&&, std::vector<int>, std::vector<double>) = delete;

    int passages() const noexcept { return static_cast<int>(points_.size()); }
    double length(int i) const noexcept { return lengths_[at(i)]; }
    int point(int station) const noexcept { return points_[at(station - 1)]; }  ///< @pre not the base

    /// Takes the stations' frames from those of the model's points.
    void place(std::span<const SE3> frames) noexcept;
    const SE3& frame(int station) const noexcept { return frames_[at(station)]; }
    const Vector3d& turn(int i) const noexcept { return turns_[at(i)]; }  ///< e_i [rad]
    double bend(int i) const noexcept { return bends_[at(i)]; }           ///< |(e_x, e_y)| [rad]

    /// The passage in which an arc length lies; at a station the one that ends there.
    int passage_at(double s) const noexcept;

    /// ė_i when the model's points move with [v; ω]; the base rests. After place.
    void move(std::span<const Vector6d> velocities) noexcept;
    const Vector3d& turn_rate(int i) const noexcept { return rates_[at(i)]; }

    /// Adds the couples of Q, one a passage.
    void add_couples(std::span<const Vector3d> Q, std::span<FrameForce> forces) const noexcept;

    /// Makes the Jacobians below those of the model as it is placed.
    void differentiate(const Model& model) noexcept;
    const Matrix6Xd& jacobian(int station) const noexcept { return J_[at(station)]; }
    Vector3d turn_column(int i, int column) const noexcept  ///< of ∂e_i/∂q
    {
        return local_ ? Vector3d(own_E_[at(i)].col(column - first_[at(i)])) : Vector3d(E_[at(i)].col(column));
    }
    int first_column(int i) const noexcept { return first_[at(i)]; }  ///< of ∂e_i/∂q that is not zero
    int last_column(int i) const noexcept { return last_[at(i)]; }    ///< and the one behind the last
    int moving_columns(int station) const noexcept { return moving_[at(station)]; }  ///< of jacobian, leading

    /// G −= Σ_P J_Pᵀ ∂F_P/∂q of the couples of Q, after differentiate.
    void subtract_tangent(std::span<const Vector3d> Q, const TurnStiffness& dQ_de,
                          MatrixXd& G) const noexcept;

    /// The same as G −= U V, three columns of U and rows of V a passage: V is ∂μ/∂q.
    void couple(std::span<const Vector3d> Q, const TurnStiffness& dQ_de, Eigen::Ref<MatrixXd> U,
                Eigen::Ref<MatrixXd> V) const noexcept;

    /// Whether every passage is one element of the model, from end to end. Then it sees its own coordinates
    /// alone, and the tangent of a chain keeps its form: both at once, at a cost linear in the passages.
    bool fits(const Model& model) const noexcept;
    void subtract_tangent(const Model& model, std::span<const Vector3d> Q, const TurnStiffness& dQ_de,
                          ChainMatrix& G) noexcept;

 private:
    static std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }
    Vector3d couple(int i, const Vector3d& Q) const noexcept;

    const SE3* X_WB_;
    std::vector<int> points_;
    std::vector<double> lengths_, ends_;  // of the passages
    std::vector<SE3> frames_;             // of the stations
    std::vector<Vector3d> turns_;         // and what follows of the passages
    std::vector<Vector3d> rates_;
    std::vector<double> bends_;
    std::vector<Matrix6Xd> J_;
    std::vector<Matrix3Xd> E_;
    std::vector<Matrix3Xd> relative_;  // ω_{i+1} − ω_i per coordinate, world axes
    std::vector<int> first_, last_, moving_;
    bool local_ = false;  // differentiated by the blocks of a chain
    std::vector<Eigen::Matrix<double, 3, Eigen::Dynamic, 0, 3, 6>> own_E_;
};

}  // namespace supple
