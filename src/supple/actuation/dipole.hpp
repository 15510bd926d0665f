/// @file
/// A magnetic dipole fixed to the rod: a permanent magnet, or a set of coils that carry currents.
///
///     μ = R μ_B,   energy −μ·B(x),   m = μ × B,   f = Gᵀ μ,   G_ij = ∂B_i/∂x_j
///     δm = (δθ × μ) × B + μ × (G δp),   δf = Gᵀ (δθ × μ) + ∇(Gᵀμ) δp
///
/// The tangent is symmetric because the energy is a potential; the second gradient of B enters it
/// [docs/theory/s1, Eq. (1.13), (1.14)].
#pragma once

#include <supple/field/field_sample.hpp>
#include <supple/model/load.hpp>
#include <supple/rod/attachment.hpp>

namespace supple {

class Dipole final : public Load {
 public:
    /// A permanent magnet in the field as it is at a time [s]; the field outlives it.
    Dipole(int point, const Magnet& magnet, const MagneticField& field, double time, double share = 1.0);

    /// Coils: μ_B = C diag(turns · areas) currents. [docs/theory/s2, Eq. (2.7)]
    Dipole(int point, const CoilSet& coils, const MagneticField& field, double time, double share = 1.0);

    void add_to(std::span<const SE3> frames, double scale,
                std::span<FrameForce> forces) const noexcept override;
    void set_time(double time) noexcept override;
    bool conservative() const noexcept override { return true; }
    double potential(std::span<const SE3> frames) const noexcept override;
    int parameters() const noexcept override { return 3; }
    double& parameter(int k) noexcept override { return drive_[k]; }
    std::string parameter_path(int k) const override;
    void add_derivative(int k, std::span<const SE3> frames,
                        std::span<FrameForce> forces) const noexcept override;
    bool actuates() const noexcept override { return coils_; }
    bool feels_field() const noexcept override { return true; }
    void add_field_derivative(int source, std::span<const SE3> frames,
                              std::span<FrameForce> forces) const noexcept override;

 private:
    /// Adds the wrench of a field on a dipole, both in world axes.
    void add_wrench(const FieldSample& field, const Vector3d& mu, FrameForce& force) const noexcept;

    int point_;
    const MagneticField* field_;
    double time_;  ///< [s]
    double share_;
    bool coils_;
    Matrix3d per_drive_;  ///< μ_B = per_drive · drive
    Vector3d drive_;      ///< dipole in the body frame [A m²], or currents [A]
    History history_;     ///< of the currents
};

}  // namespace supple
