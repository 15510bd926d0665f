/// @file
/// The description of what steering found, with what it was asked for (result/describer.hpp).
#pragma once

#include <supple/result/describe.hpp>
#include <supple/result/steering.hpp>
#include <supple/steer/target.hpp>

namespace supple {

/// A steering with its target, and the point that was steered.
struct SteeringRecord {
    const Steering& steering;
    const Target& target;
    std::string at = "tip";
};

/// `actuation` goes by names (actuation_names.hpp). `solver` counts the steps of steering; the rest is the
/// record of the shape. Actuation and residual are null where there is no balanced shape.
void describe(Describer& to, const SteeringRecord& record);

constexpr const char* command_of(const SteeringRecord&)
{
    return "steer";
}

}  // namespace supple
