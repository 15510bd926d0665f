/// @file
/// When something about a manipulator changes abruptly.
#pragma once

#include <supple/rod/manipulator.hpp>

namespace supple {

struct Events {
    std::vector<double> switches;  ///< something begins to act, ends, or lets go [s]
    std::vector<double> kinks;     ///< a history changes its slope [s]
};

/// All finite times of loads, attachments, fields, constraints and the base, in no order.
Events events_of(const Manipulator& manipulator);

}  // namespace supple
