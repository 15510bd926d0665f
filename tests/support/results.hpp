/// @file
/// Results made of plain quotients, so that a reader in any language can form the same doubles by itself.
///
/// Point i: s = i/7, p = (i/7, i²/11, -i/13); the frame is the identity, a turn about x, or a turn about z
/// (3-4-5 triangle), in turn. Section lists hold i/17, i/19, i/23 and their multiples.
#pragma once

#include <supple/result/modes.hpp>
#include <supple/result/trajectory.hpp>

namespace supple::test {

Equilibrium sample_equilibrium();

/// Four times k/3 s; the shape of the sample is moved by k/29 along y.
Trajectory sample_trajectory();

/// Two modes about the sample.
Modes sample_modes();

}  // namespace supple::test
