/// @file
/// Loads and constraints that a program brings itself: they act beside those of the model file.
///
///     manipulator.own.loads.push_back({"thread", at_tip, [](int point, double share) {
///         return std::make_unique<Thread>(point, share * stiffness);
///     }});
///
/// Every model and every verb takes own loads but the exact rod; chains take own constraints. What cannot
/// take them refuses with a sentence. No file holds them: what is written and read again is without them.
///
/// Laws (tests/analysis/test_own.cpp):
///   1. An own load moves every model as its built-in twin does, at rest, in motion and in its vibrations.
///   2. An own constraint holds a chain as its built-in twin does.
#pragma once

#include <supple/rod/place.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace supple {

class FrameFunction;
class Load;

struct OwnLoad {
    std::string name;
    double at = at_tip;  ///< arc length [m]

    /// Makes the load at a point of a model (model/load.hpp). `share` of it acts there: a load at a joint is
    /// shared by its two sides.
    std::function<std::unique_ptr<Load>(int point, double share)> make;
};

struct OwnConstraint {
    std::string name;
    double at = at_tip;  ///< arc length [m]

    /// Makes what is held at a point of a model (model/frame_function.hpp).
    std::function<std::unique_ptr<FrameFunction>(int point)> make;
};

struct Own {
    std::vector<OwnLoad> loads;
    std::vector<OwnConstraint> constraints;
};

}  // namespace supple
