/// @file
/// The description of an estimate of damping (result/describer.hpp).
#pragma once

#include <supple/estimate/damping_filter.hpp>
#include <supple/result/describe.hpp>

namespace supple {

/// Estimates of one measured motion: one, or one for each seed of the noise that was added.
struct DampingRecord {
    std::vector<DampingEstimate> runs;
    std::vector<std::string> points;  ///< names of the measured points
    bool seeded = false;              ///< run i has seed i + 1
};

/// One estimate stands at the top level; several are the list `runs`.
void describe(Describer& to, const DampingRecord& record);

constexpr const char* command_of(const DampingRecord&)
{
    return "estimate";
}

}  // namespace supple
