/// @file
/// The capstan law: a rod's tension falls at each disk by the angle it has turned since the one before.
///
///     T_0 = T,    T_i = T_{i−1} exp(−μ θ_{i−1} s_i σ),    Q_i = T_i ∂h_i/∂e_i
///
/// with σ the sign of T: friction holds back a rod that pushes as well as one that pulls. Without friction it
/// is the tendon limit, Q = T ∂(Σh)/∂e, which has the potential −T Σh and a symmetric tangent
/// [docs/theory/s3, Eq. (3.11), (3.12)].
///
/// The force on the disk at station i is what friction needs to explain the loss,
/// N_i = (T_{i−1} − T_i)/(μ s_i σ), and T θ in the tendon limit.
#pragma once

#include <supple/actuation/guided_rod.hpp>

namespace supple {

class Capstan {
 public:
    Capstan(double friction, int end);

    /// The tensions along the rod as it is placed, per unit of the tension at the base.
    void place(const GuidedRod& rod, double tension) noexcept;
    double ratio(int i) const noexcept { return ratio_[at(i)]; }  ///< T_i/T
    double end_ratio() const noexcept { return ratio_.back(); }
    double contact_ratio(const GuidedRod& rod, int station) const noexcept;  ///< N/T

    /// Adds `tension` times Q per unit of tension.
    void add_moments(const GuidedRod& rod, double tension, std::span<Vector3d> Q) const noexcept;

    /// Adds its derivative, three rows and columns a passage.
    void add_derivative(const Routing& routing, const GuidedRod& rod, double tension,
                        TurnStiffness& dQ_de) const noexcept;

    /// ∂(T_i/T)/∂e_k.
    Vector3d ratio_gradient(const Routing& routing, const GuidedRod& rod, int i, int k) const noexcept;

 private:
    static std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }

    double friction_;
    double signed_friction_ = 0.0;   // μ σ
    std::vector<double> ratio_;      // by passage
    std::vector<double> steepness_;  // Σ θ_{m−1} ds_m/dd up to the station
};

}  // namespace supple
