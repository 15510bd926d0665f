/// @file
/// Guides in a chain: which there are, whether the chain can slip through them, and what slips.
///
/// Segments end at guides, so that a guide moves the boundary between two of them. Ball joints and arcs are
/// laid out over the whole rod at once and have no such boundary: those chains refuse guides.
#pragma once

#include <supple/assembly/layout.hpp>
#include <supple/model/system.hpp>

namespace supple {

/// Arc lengths from which the guides that hold at the time start [m].
std::vector<double> guides_of(const Manipulator& manipulator, double time);

/// Why the manipulator's chain cannot slip through them; empty when it can.
std::string why_not_slip(const Manipulator& manipulator, const std::vector<double>& guides,
                         const std::vector<double>& marks);

/// Adds the stretches on both sides of every guide. @pre the system has its model and its guides
void add_stretches(System& system, const ChainLayout& layout, std::size_t links,
                   const std::vector<double>& marks);

}  // namespace supple
