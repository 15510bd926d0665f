/// @file
/// The descriptions of the results (describer.hpp). The names are those of files, paths and languages.
#pragma once

#include <supple/result/describer.hpp>
#include <supple/result/modes.hpp>
#include <supple/result/statistics.hpp>
#include <supple/result/trajectory.hpp>

namespace supple {

void describe(Describer& to, const Equilibrium& equilibrium);
void describe(Describer& to, const Trajectory& trajectory);
void describe(Describer& to, const Modes& modes);

/// The command that makes such a result.
constexpr const char* command_of(const Equilibrium&)
{
    return "solve";
}
constexpr const char* command_of(const Trajectory&)
{
    return "simulate";
}
constexpr const char* command_of(const Modes&)
{
    return "modes";
}

// Parts, also for descriptions that hold them.
void describe(Describer& to, const Shape& shape);
void describe(Describer& to, const Reaction& reaction);
void describe(Describer& to, const Contact& contact);
void describe(Describer& to, const ContactGroup& group);
void describe(Describer& to, const ContactSummary& summary);
void describe(Describer& to, const DriveState& drive);
void describe(Describer& to, const FieldReading& reading);
void describe(Describer& to, const StationPose& station);
void describe(Describer& to, const Mode& mode);

/// Members `count`, `mean`, `median`, `p95` and `max` of numbers in that unit.
void describe_statistics(Describer& to, const Statistics& statistics, FieldUnit unit);

/// The members of an equilibrium after `message`: what a result adds that contains an equilibrium.
/// `iterations` and `seconds` are those of the whole.
void describe_shape(Describer& to, const Equilibrium& equilibrium, const SolverReport& solver);

}  // namespace supple
