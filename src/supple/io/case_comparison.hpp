/// @file
/// The rows of a case table as compare_cases takes them.
#pragma once

#include <supple/compare/cases.hpp>
#include <supple/io/case_inputs.hpp>

namespace supple {

struct TableCases {
    CaseSource source;
    std::vector<std::string> unused;  ///< measured columns that no model is compared with
};

/// Tips in the table (tip.position.x, .y, .z; tip.quaternion.w, .x, .y, .z) are what was measured.
/// @pre the inputs outlive what is returned
TableCases cases_of(const CaseInputs& inputs);

}  // namespace supple
