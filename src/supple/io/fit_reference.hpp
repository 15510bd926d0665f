/// @file
/// Data for a fit made by a reference model over a grid of inputs.
#pragma once

#include <supple/io/case_solver.hpp>

namespace supple {

struct ReferenceChoice {
    std::string model;              ///< type: "cosserat"
    std::vector<std::string> grid;  ///< "loads.0.force.x=-4 0 4 mN"; all combinations are taken
    int shape_points = 0;           ///< places of the shape from base to tip; 0: tip and stations
};

struct ReferenceData {
    CaseTable table;         ///< the grid, with what the reference says of each of its cases
    std::size_t failed = 0;  ///< cases without a reference: their cells are empty
};

/// `deliver` is told how many cases are done. @throws InputError
ReferenceData reference_data(const ModelDocument& document, const ReferenceChoice& choice,
                             const BatchOptions& options, const std::function<void(std::size_t)>& deliver);

}  // namespace supple
