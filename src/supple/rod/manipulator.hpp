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
#include <supple/rod/own.hpp>
#include <supple/rod/rod.hpp>
#include <supple/rod/simulation.hpp>
#include <supple/rod/uncertain.hpp>

namespace supple {

/// Where the rod starts. Its tangent d3 and its d1 are columns of the pose.
///
/// A depth moves what is written along its d3 and a roll turns it about that; completed() makes X_WB of them.
struct Base {
    SE3 X_WB;
    double depth = 0.0;                      ///< [m]
    double roll = 0.0;                       ///< right-handed [rad]
    bool free = false;                       ///< held by nothing: dynamics only
    bool pinned = false;                     ///< held in its place, free to turn
    Timing timing;                           ///< a moving base
    std::optional<PoseAsWritten> written{};  ///< where given, completed() makes X_WB of it
};

/// A named point of the rod whose pose appears in every result.
struct Station {
    std::string name;
    double at = 0.0;  ///< arc length [m]
};

/// The pose that is written, before depth and roll.
SE3 pose_as_written(const Base& base);

/// The same with depth and roll. @pre what was written is kept, or there is neither
SE3 base_pose(const Base& base);

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
    std::vector<Uncertain> uncertain;
    Own own;  ///< brought by the program; in no file
};

}  // namespace supple
