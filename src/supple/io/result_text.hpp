/// @file
/// Results for people to read, as the program prints them.
///
///     std::cout << to_text(manipulator, solve(manipulator));
#pragma once

#include <supple/analysis/steer.hpp>
#include <supple/compare/describe_comparison.hpp>
#include <supple/compare/model_error.hpp>
#include <supple/result/describe.hpp>
#include <supple/steer/describe_steering.hpp>

namespace supple {

struct TextOptions {
    bool colour = false;  ///< for a terminal
    bool brief = false;   ///< without the table of the shape, the motion or the rest of a comparison
    int most_modes = 0;   ///< 0: all
};

std::string to_text(const Manipulator& manipulator, const JudgedEquilibrium& judged,
                    const TextOptions& options = {});
std::string to_text(const Manipulator& manipulator, const Equilibrium& equilibrium,
                    const TextOptions& options = {});
std::string to_text(const Manipulator& manipulator, const Trajectory& trajectory,
                    const TextOptions& options = {});
std::string to_text(const Manipulator& manipulator, const Modes& modes, const TextOptions& options = {});
std::string to_text(const Manipulator& manipulator, const ComparisonRecord& record,
                    const TextOptions& options = {});

/// With the limits of what was actuated.
std::string to_text(const Manipulator& manipulator, const SteeringRecord& record,
                    const std::vector<Actuation>& actuations, const TextOptions& options = {});

}  // namespace supple
