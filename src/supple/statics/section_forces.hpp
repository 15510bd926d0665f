/// @file
/// Internal force and moment along the rod: of everything beyond a section, about it.
#pragma once

#include <supple/statics/problem.hpp>

namespace supple {

/// Those of the last evaluation, at the sections of the shape, summed from the tip inwards. `order` are the
/// points by arc length, kept from one solve to the next. @pre the shape has its frames and arc lengths
void fill_section_forces(StaticProblem& problem, std::vector<std::size_t>& order, Shape& shape) noexcept;

}  // namespace supple
