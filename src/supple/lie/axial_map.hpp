/// @file
/// The one shape behind exponentials and Jacobians:
///
///     A(φ) = I + a(x) φ^ + b(x) φ^²,    x = φ·φ,    φ^ v = φ × v.
///
/// exp, the Jacobians of SO(3), their inverses and the Cayley map are all of this form and differ only in the
/// two scalars; changing the sign of a transposes A. Twists are dual vectors φ + ε ρ (ε² = 0), so the 6x6
/// maps of SE(3) need nothing but A and its derivatives (se3.cpp).
#pragma once

#include <supple/lie/linear_algebra.hpp>
#include <supple/lie/series.hpp>

namespace supple::axial {

/// A(φ)
Matrix3d matrix(const AxialCoefficients& f, const Vector3d& phi) noexcept;

/// A(φ)ᵀ has the same b and the opposite a.
AxialCoefficients transpose(AxialCoefficients f) noexcept;

/// ∂(A(φ) v)/∂φ. Needs the first derivatives of the coefficients.
Matrix3d derivative(const AxialCoefficients& f, const Vector3d& phi, const Vector3d& v) noexcept;

/// d/dt A(φ + t ρ) at t = 0, linear in ρ: directional(ρ) v = derivative(v) ρ. Needs first derivatives.
Matrix3d directional(const AxialCoefficients& f, const Vector3d& phi, const Vector3d& rho) noexcept;

/// ∂/∂φ of directional(φ, ρ) v with ρ and v held fixed. Needs second derivatives.
Matrix3d second_derivative(const AxialCoefficients& f, const Vector3d& phi, const Vector3d& rho,
                           const Vector3d& v) noexcept;

/// ∂²(wᵀ A(φ) v)/∂φ², symmetric. Needs second derivatives.
Matrix3d hessian(const AxialCoefficients& f, const Vector3d& phi, const Vector3d& w,
                 const Vector3d& v) noexcept;

}  // namespace supple::axial
