/// @file
/// The table of unit names, and help for names that are not in it.
#pragma once

#include <supple/text/units.hpp>

#include <string>
#include <string_view>

namespace supple {

/// A name with its prefix, "mN": SI value = number × 10^exponent × (π/180)^degrees.
struct UnitName {
    std::string name;
    int exponent = 0;
    int degrees = 0;
    Dimension dimension;
};

/// The entry of that name, or null. Names are compared whole and no two entries share one, so that "m", "mm",
/// "mT" and "T" cannot be confused.
const UnitName* find_unit_name(std::string_view name);

/// ` (did you mean "mm"?)` for a name that differs from one in the table by case or by one letter, or that
/// runs two of them together ("Nm"); empty where there is no such name.
std::string did_you_mean(std::string_view name);

}  // namespace supple
