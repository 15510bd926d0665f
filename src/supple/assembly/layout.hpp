/// @file
/// Which elements, with which springs, stand for a rod in each of the chain models: segments by
/// docs/theory/s1, Eq. (1.1), (1.6), ball joints by docs/theory/s2, Eq. (2.5), (2.6).
#pragma once

#include <supple/model/chain.hpp>
#include <supple/rod/manipulator.hpp>

namespace supple {

/// The chain without anything on it, or why there is none.
struct ChainLayout {
    std::vector<Chain::Link> links;
    std::vector<double> cuts;  ///< ends of the segments, from 0 to the length [m]; empty for other models
    std::size_t first = 0;     ///< link of the rod; 1 where the joint of a pinned base is before it
    bool twists = false;
    std::string error;  ///< empty when the model can be built
};

/// `marks` are the arc lengths at which something acts or holds; segments and panels end there. So do
/// segments at guides, each in place of the nearest boundary that has no other reason to be where it is.
ChainLayout lay_out_chain(const Manipulator& manipulator, const std::vector<double>& marks,
                          const std::vector<double>& guides = {});

}  // namespace supple
