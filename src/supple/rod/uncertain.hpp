/// @file
/// What is not known exactly of a manipulator: numbers of its description, with how they are spread.
#pragma once

#include <supple/text/units.hpp>

#include <cmath>
#include <string>

namespace supple {

struct Uncertain {
    enum class Law {
        normal,   ///< first: the mean, second: the standard deviation
        uniform,  ///< from the first to the second
    };

    std::string path;  ///< dotted: "rod.bending_stiffness"
    Law law = Law::normal;
    double first = 0.0;   ///< SI
    double second = 0.0;  ///< SI
    Dimension dimension{};

    /// The standard deviation, SI.
    double deviation() const { return law == Law::normal ? second : (second - first) / std::sqrt(12.0); }
};

}  // namespace supple
