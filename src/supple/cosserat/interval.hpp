/// @file
/// The rod over one interval: its shape from the values at the start, and how it answers to them.
///
/// The rod's equations in the world frame, with t = R e₃ and the weight w per length,
///
///     r′ = t + R S⁻¹Rᵀn,    R′ = R [κ⁰ + C⁻¹Rᵀm]ₓ,    n′ = −w,    m′ = −r′ × n,
///
/// [docs/theory/s1, Eq. (1.20)] are scaled: lengths by L, forces by EI/L², moments by EI/L. Force and moment
/// are known along the interval once the shape is: with σ the arc length from the start, ρ = r − r₀ and I =
/// ∫ρ dσ
///
///     n = n₀ − σ w,    m = m₀ − ρ × n − I × w,
///
/// [docs/theory/s1, Eq. (1.21)] so that only ρ, R (a quaternion) and, where there is weight, I are
/// integrated: one Runge-Kutta step of order 8. Spatial variations δR = [δθ]ₓ R obey the linear equations
/// [docs/theory/s1, Eq. (1.22)]
///
///     δθ′ = R C⁻¹Rᵀ (δm − δθ × m),    δρ′ = δθ × r′ + R S⁻¹Rᵀ (δn − δθ × n).
///
/// Columns for δn₀, δm₀ and δw are integrated along with the shape. Those for δθ₀ need no integration:
/// turning the start is turning everything and turning n₀, m₀ and w back.
///
/// Laws (tests/cosserat/test_interval.cpp):
///   1. One step errs as the 9th power of its length; the estimate bounds the error where it is below 1e-6.
///   2. The transition is the derivative of the end by the start, as exact as the step itself.
///   3. A constant moment gives a helix, whatever its pitch.
#pragma once

#include <supple/lie/linear_algebra.hpp>

#include <Eigen/Geometry>

namespace supple::cosserat {

/// The elastic law and what is spread along an interval, scaled.
struct Section {
    Vector3d rest_curvature = Vector3d::Zero();      ///< κ⁰ about d1, d2, d3, times L
    Vector3d bending_compliance = Vector3d::Ones();  ///< C⁻¹ of d1, d2, d3
    Vector3d stretch_compliance = Vector3d::Zero();  ///< S⁻¹ of d1, d2, d3; zero: neither shear nor extension
    Vector3d weight = Vector3d::Zero();              ///< w, world frame

    bool has_weight() const { return !weight.isZero(0.0); }
};

/// Pose and internal wrench of one section, scaled, world frame.
struct State {
    Eigen::Quaterniond q = Eigen::Quaterniond::Identity();  ///< R
    Vector3d r = Vector3d::Zero();
    Vector3d n = Vector3d::Zero();
    Vector3d m = Vector3d::Zero();
};

/// Where an interval ends.
struct Step {
    State end;
    Vector3d rho_integral = Vector3d::Zero();  ///< I; only where there is weight
    double energy = 0.0;                       ///< elastic, over EI/L
    double error = 0.0;                        ///< estimated, of position over L and of rotation [rad]
};

/// How the end answers to the start: δc = (δr, δθ), δp = (δn, δm),
///     δc₁ = A δc₀ + B δp₀,    δp₁ = C δc₀ + D δp₀.
struct Transition {
    Matrix6d A, B, C, D;
};

/// How the end answers to the section's properties, one column each.
struct ParameterColumns {
    /// 1/EI₁, 1/EI₂, 1/GJ; shear and axial compliances of d1, d2, d3; κ⁰ about d1, d2, d3; w along world x,
    /// y, z.
    static constexpr int count = 12;
    Eigen::Matrix<double, 6, count> dc;  ///< of δc₁
    Eigen::Matrix<double, 6, count> dp;  ///< of δp₁
};

Step advance(const Section& section, const State& start, double h) noexcept;
Step advance(const Section& section, const State& start, double h, Transition& transition) noexcept;
Step advance(const Section& section, const State& start, double h, Transition& transition,
             ParameterColumns& parameters) noexcept;

}  // namespace supple::cosserat
