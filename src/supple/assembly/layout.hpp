/// @file
/// Which elements, with which springs, stand for a rod in each of the chain models.
#pragma once

#include <supple/model/chain.hpp>
#include <supple/rod/manipulator.hpp>

namespace supple {

/// The chain without anything on it, or why there is none.
struct ChainLayout {
    std::vector<Chain::Link> links;
    bool twists = false;
    std::string error;  ///< empty when the model can be built
};

/// `marks` are the arc lengths at which something acts or holds; segments and panels end there.
ChainLayout lay_out_chain(const Manipulator& manipulator, std::vector<double> marks);

}  // namespace supple
