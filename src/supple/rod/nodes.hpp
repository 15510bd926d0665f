/// @file
/// The nodes of a nodal rod: where they are, how its elements turn at rest, and which nodes carry what.
///
/// Elements are of nearly equal length; the nearest inner node moves onto a fixture or clamp. What sits
/// between two nodes is shared by them in proportion.
#pragma once

#include <supple/rod/manipulator.hpp>

#include <span>

namespace supple {

struct RodNodes {
    std::vector<double> arclength;  ///< of the nodes [m]
    std::vector<double> lengths;    ///< of the elements [m]
    std::vector<Vector3d> rest;     ///< ψ⁰ = 2 tan(θ/2) n of the elements
    std::string mistake;            ///< why they cannot be placed; empty when they can
};

RodNodes nodes_of(const Manipulator& manipulator, int elements);

struct NodeShare {
    int node = 0;
    double share = 1.0;
};

/// The node or the two nodes that carry something at an arc length; none where that is outside the rod.
std::vector<NodeShare> nodes_at(std::span<const double> arclength, double at);

int nearest_node(std::span<const double> arclength, double at);

}  // namespace supple
