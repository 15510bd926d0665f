/// @file
/// What was understood of a model file, in readable units, for a person to compare with what was meant.
#pragma once

#include <supple/rod/manipulator.hpp>

namespace supple {

/// A label and what it says: {"rod", "50 mm long"}.
struct SummaryLine {
    std::string label;
    std::string text;
};

std::vector<SummaryLine> summarize(const Manipulator& manipulator);

}  // namespace supple
