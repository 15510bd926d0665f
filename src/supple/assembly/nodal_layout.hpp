/// @file
/// The nodal rod of the `variational` model as a model for statics (model/strain_rod.hpp).
#pragma once

#include <supple/model/strain_rod.hpp>
#include <supple/rod/nodes.hpp>

namespace supple {

struct NodalLayout {
    StrainRodDescription rod;
    RodNodes nodes;
    std::string error;  ///< why there is none; empty when there is
};

/// @pre the manipulator's model is `variational`
NodalLayout lay_out_nodes(const Manipulator& manipulator);

/// The place of a node.
inline Place place_of_node(int node)
{
    return node == 0 ? Place{0, 0.0} : Place{node - 1, 1.0};
}

}  // namespace supple
