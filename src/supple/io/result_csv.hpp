/// @file
/// Results as case tables (case_table.hpp), for spreadsheets and plots.
///
/// A shape has one row a point: `s [mm], position.x [mm] .., quaternion.w ..` and, where the model gives
/// them, `force.x [mN] .., moment.x [mN mm] .., curvature.x [1/m] ..` (force and moment in the world frame;
/// curvature about d1, d2 and twist about d3). A trajectory has one row a time: `time [s], tip.position.x
/// [mm] .., tip.quaternion.w .., stations.coil.position.x [mm] ..` and `energy.kinetic [mJ] ..`. The units
/// are powers of ten of SI, so every value reads back as the same double. What is not finite is an empty
/// cell. A comment in front gives the format, command, model and status.
#pragma once

#include <supple/io/case_table.hpp>
#include <supple/result/trajectory.hpp>

#include <string>
#include <string_view>

namespace supple {

CaseTable shape_table(const Shape& shape);
CaseTable trajectory_table(const Trajectory& trajectory);

std::string to_csv(const Equilibrium& equilibrium, std::string_view command = "solve");
std::string to_csv(const Trajectory& trajectory, std::string_view command = "simulate");

}  // namespace supple
