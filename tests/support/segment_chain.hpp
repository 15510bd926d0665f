/// @file
/// The segment model's equilibrium equations written a second time, straight from the study, to judge answers
/// by their numbers alone.
#pragma once

#include <supple/result/equilibrium.hpp>
#include <supple/rod/manipulator.hpp>

namespace supple::test {

/// What an answer leaves unbalanced.
struct Imbalance {
    double force = 0.0;   ///< loads, reactions and base reaction, over the largest load
    double moment = 0.0;  ///< the same about the base, over the largest load with its lever
    double joints = 0.0;  ///< spring against the moment of all that is beyond, over the same
    double tip = 0.0;     ///< distance of the answer's tip from where its angles put it, over the length
};

/// Of a rod of equal segments with universal joints under dead loads at segment ends, no fixtures.
/// Joints turn about d1, then d2:  x ← x + l R e3, a = R e1, R ← R Rx(η), a = R e2, R ← R Ry(θ).
Imbalance imbalance_of_segments(const Manipulator& manipulator, const Equilibrium& answer);

}  // namespace supple::test
