/// @file
/// Which places touch: the exact rod in tubes and among obstacles.
///
/// The nodes that press in the start of barrier.hpp become touches: a place each, or the two ends of a run
/// of nodes. Newton's method finds their forces and places (touch.hpp). Then a touch that would have to pull
/// goes, and one is added wherever the rod between the nodes is beyond a boundary, until neither is left.
///
/// Along a line of contact places are not told from each other. Where the search with sliding touches does
/// not end, the nodes of a run touch where they are: the force of the line is then given at these places, and
/// the rod may be beyond the wall between them by what the result says.
///
/// Laws (tests/cosserat/test_touches.cpp): all gaps are positive and all forces press; the figures of s5 are
/// met to 2e-6; the mesh changes nothing.
#pragma once

#include <supple/cosserat/path.hpp>

namespace supple::cosserat {

struct Touch {
    int boundary = 0;
    double s = 0.0;        ///< over L
    double N = 0.0;        ///< over EI/L²
    double u = 0.0;        ///< where the boundary found it last
    bool slides = true;    ///< to where the gap is least
    bool in_line = false;  ///< one of many along a line of contact
};

/// A problem with touches as stops.
struct Touched {
    Problem problem;
    std::vector<Touch> touches;  ///< by place; their holds come last, in this order
    double beyond = 0.0;         ///< how far the rod is beyond a boundary between its touches, over L

    const Touch& touch_of(int hold) const;
    bool is_touch(int hold) const;
};

/// The whole search, from the rod laid along the first tube, or warm from the last touches.
PathEnd find_touches(Problem& problem, const Options& options, Workspace& work, Touched& touched);

}  // namespace supple::cosserat
