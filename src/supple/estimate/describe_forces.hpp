/// @file
/// The description of an estimate of forces (result/describer.hpp).
#pragma once

#include <supple/result/describe.hpp>
#include <supple/result/force_estimate.hpp>

namespace supple {

/// Estimates of one measurement, or of a stream of them.
struct ForceRecord {
    std::vector<ForceEstimate> steps;
    bool stream = false;
};

/// One estimate stands at the top level; those of a stream are the list `steps`.
void describe(Describer& to, const ForceRecord& record);
void describe(Describer& to, const ForceEstimate& estimate);
void describe(Describer& to, const FoundContact& contact);
void describe(Describer& to, const Explanation& explanation);
void describe(Describer& to, const ShapeResidual& residual);

constexpr const char* command_of(const ForceRecord&)
{
    return "estimate";
}

}  // namespace supple
