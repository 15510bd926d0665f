/// @file
/// One driven rod or tendon along the arm: how much the arm's bending shortens its path, and which way it
/// slides through the disks.
///
/// It runs at r = (x, y) from the core, parallel to it. In a passage of length ℓ that turns by e its length
/// is
///
///     ℓ − h(e) = √((ℓ − u·e)² + |r|² e_z²),    u = (−y, x, 0)
///
/// and without twist h = u·e. Through the disk at station m it has slid by d_m = Σ h over the passages
/// beyond, positive towards the base
/// [docs/theory/s3, Eq. (3.7), (3.8)]. Friction at m acts with the sign s_m of that sliding:
///
///     at rest      s = d/√(d² + (10 µm)²), or the sign of d itself (sharp)
///     in motion    s = ḋ/(0.05 m/s), cut at ±1                 [docs/theory/s3, Eq. (3.10)]
#pragma once

#include <supple/actuation/routing.hpp>

namespace supple {

class GuidedRod {
 public:
    GuidedRod(double x, double y, int end);

    int end() const noexcept { return end_; }              ///< station; passages 0 to end − 1 are the rod's
    const Vector3d& lever() const noexcept { return u_; }  ///< u [m]
    Vector3d hole() const noexcept { return {u_.y(), -u_.x(), 0.0}; }  ///< (x, y, 0) [m]

    /// Takes the passages as they are.
    void place(const Routing& routing) noexcept;

    /// The signs of friction of a rod at rest, times a share, or of one in motion.
    void rest(bool sharp, double share) noexcept;
    void move(const Routing& routing) noexcept;

    double shortening() const noexcept { return slide_[0]; }                       ///< Σ h [m]
    const Vector3d& gradient(int i) const noexcept { return gradient_[at(i)]; }    ///< ∂h_i/∂e_i
    Matrix3d curvature(const Routing& routing, int i) const noexcept;              ///< ∂²h_i/∂e_i²
    double angle(int i) const noexcept { return angle_[at(i)]; }                   ///< of bending, passage i
    double sign(int station) const noexcept { return sign_[at(station)]; }         ///< s
    double sign_slope(int station) const noexcept { return slope_[at(station)]; }  ///< ds/dd [1/m]

 private:
    static std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }

    Vector3d u_;
    int end_;
    std::vector<Vector3d> gradient_;     // by passage
    std::vector<double> angle_, slide_;  // slide by station
    std::vector<double> sign_, slope_;
};

}  // namespace supple
