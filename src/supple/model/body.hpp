/// @file
/// What has mass: rigid bodies fixed to places of the rod.
#pragma once

#include <supple/model/model.hpp>

namespace supple {

/// A body whose centre lies at a place of the rod and whose principal axes are those of the section there.
/// A rod's own mass is many of them: one a rigid link, one a quadrature point of an arc.
struct Body {
    Place place;
    double mass = 0.0;                    ///< [kg]
    Vector3d inertia = Vector3d::Zero();  ///< about d1, d2, d3 through its centre [kg m²]
};

}  // namespace supple
