/// @file
/// An estimate of forces as text for people.
#pragma once

#include <supple/estimate/describe_forces.hpp>

#include <string>

namespace supple {

std::string to_text(const ForceEstimate& estimate, bool colour = false);

/// One line a time.
std::string stream_to_text(const ForceRecord& record);

}  // namespace supple
