/// @file
/// Tables of cases made from lists of values.
#pragma once

#include <supple/io/case_table.hpp>

namespace supple {

/// Every combination of the values of several columns: `loads.0.force.x = -4 -2.4 -0.8 0.8 2.4 4 mN`.
/// @throws InputError where a text is not PATH = VALUES, or there are more than a million rows
CaseTable grid_table(const std::vector<std::string>& columns);

}  // namespace supple
