/// @file
/// A magnetic field at a point, with its first and second gradient.
///
///     B [T],    G_ij = ∂B_i/∂x_j [T/m],    H_ijk = ∂²B_i/∂x_j∂x_k [T/m²],    second[k] = ∂G/∂x_k.
///
/// A dipole m has the energy −m·B. It feels the torque m × B and the force Gᵀm, which is also
/// Gm where the field is free of curl, as in air: there G is symmetric and traceless and H is
/// symmetric in all its indices and traceless in any two. Gᵀm is the derivative of the energy of
/// any field, so it is the one to use.
#pragma once

#include <supple/lie/linear_algebra.hpp>
#include <supple/rod/permeability.hpp>

#include <array>

namespace supple {

/// By default the field that is zero everywhere.
struct FieldSample {
    Vector3d B = Vector3d::Zero();                                                            ///< [T]
    Matrix3d gradient = Matrix3d::Zero();                                                     ///< G [T/m]
    std::array<Matrix3d, 3> second = {Matrix3d::Zero(), Matrix3d::Zero(), Matrix3d::Zero()};  ///< [T/m²]

    FieldSample& operator+=(const FieldSample& other) noexcept;
    FieldSample& operator*=(double factor) noexcept;
};

/// NaN in every entry: there is no field to speak of at this point. A solver that meets one has
/// left the region where its problem is posed.
FieldSample undefined_field() noexcept;

/// Whether every entry is finite.
bool is_defined(const FieldSample& field) noexcept;

}  // namespace supple
