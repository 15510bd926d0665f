/// @file
/// What has mass on a chain: the rod's own links and arcs, and what is fixed to the rod.
#pragma once

#include <supple/model/body.hpp>
#include <supple/model/chain.hpp>
#include <supple/rod/manipulator.hpp>

#include <functional>

namespace supple {

/// All bodies of a manipulator on its chain. A rigid link is one body; an arc's mass is at the four points of
/// Gauss quadrature, which is exact to 1e-9 for arcs that turn by less than half a radian. Where disks carry
/// the mass of the core (rod/disk_inertia.hpp) links and arcs have none.
/// `place_at` gives the place at an arc length.
std::vector<Body> bodies_of(const Manipulator& manipulator, const std::vector<Chain::Link>& links,
                            const std::function<Place(double)>& place_at);

}  // namespace supple
