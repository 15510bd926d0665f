/// @file
/// The whole description of a manipulator: what one model file says. Data in SI, no algorithm.
///
/// It holds what was written: a place may be the tip, a list may have one value for all, and what a file
/// leaves out to be found is not_written (place.hpp). completed() (completed.hpp) makes of it the numbers
/// that the mechanics works with.
#pragma once

#include <supple/lie/se3.hpp>
#include <supple/rod/attachment.hpp>
#include <supple/rod/constraint.hpp>
#include <supple/rod/environment.hpp>
#include <supple/rod/load.hpp>
#include <supple/rod/model_choice.hpp>
#include <supple/rod/rod.hpp>
#include <supple/rod/simulation.hpp>

namespace supple {

/// Where the rod starts. Its tangent d3 and its d1 are columns of the pose.
struct Base {
    SE3 X_WB;
    bool free = false;                       ///< not clamped: dynamics only
    Timing timing;                           ///< a moving base
    std::optional<PoseAsWritten> written{};  ///< where given, completed() makes X_WB of it
};

/// A named point of the rod whose pose appears in every result.
struct Station {
    std::string name;
    double at = 0.0;  ///< arc length [m]
};

struct Manipulator {
    std::string name;
    Rod rod;
    Base base;
    ModelChoice model;
    Environment environment;
    std::vector<Attachment> attachments;
    std::vector<PointLoad> loads;
    std::vector<Constraint> constraints;
    std::vector<Station> stations;
    std::optional<Simulation> simulation;
    std::optional<FitRequest> fit;
};

}  // namespace supple
