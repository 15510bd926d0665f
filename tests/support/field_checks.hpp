/// @file
/// What holds of every magnetic field, checked against differences of its values.
#pragma once

#include <supple/field/field_sample.hpp>

#include <functional>

namespace supple::test {

using FieldFunction = std::function<FieldSample(const Vector3d&)>;

/// Largest entry of the second gradient.
double largest(const std::array<Matrix3d, 3>& second);

/// Largest difference of B, G and H, each relative to the largest entry of b's; NaN if either is NaN.
double relative_error(const FieldSample& a, const FieldSample& b);

/// Gradient and second gradient by central differences of sixth order: of B, and of the gradient.
/// Their error is about 40 (step/L)⁶ where the field changes over the length L.
FieldSample differences(const FieldFunction& field, const Vector3d& x, double step);

/// Largest relative departure of G and of the second gradient from being symmetric and traceless.
double curl_and_divergence(const FieldSample& field);

/// The field seen after everything was turned by R: B → RB, G → RGRᵀ, H alike.
FieldSample turned(const FieldSample& field, const Matrix3d& R);

}  // namespace supple::test
