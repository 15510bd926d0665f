/// @file
/// Results as JSON, format "supple-result/1". All values SI; quaternions w, x, y, z.
///
/// Every double is written so that it reads back as the same double. JSON has no NaN or infinity: they become
/// null, and the record then never says `converged` (result_check.hpp). `tip` is null where there is no
/// shape, and `stability.stable` is null where no verdict was formed. `shape.force`, `.moment`, `.curvature`
/// stand only where the model gives them, and `contacts` where there are walls. `stations` is an object by
/// name, so that `stations.coil.position` is a path.
///
/// A trajectory has the same names with one entry a time: `time` [T], `tip.position` [T][3],
/// `shape.arclength` [n], `shape.position` [T][n][3], `stations.coil.position` [T][3]; where the model tells
/// them `coordinates` and `velocities` [T][m], `energy.kinetic`, `.elastic`, `.total` [T] and
/// `momentum.linear`, `.angular` [T][3]; `interrupted`, `integration`, and `spectrum` where asked for.
#pragma once

#include <supple/result/trajectory.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace supple {

/// A document with one name a line at the top level.
std::string to_json(const Equilibrium& equilibrium, std::string_view command = "solve");
std::string to_json(const Trajectory& trajectory, std::string_view command = "simulate");

/// The same record on one line that ends in a line end: a row of JSON lines. In a table of cases it has a
/// member `case`, the number of its row from 1.
std::string to_json_line(const Equilibrium& equilibrium, std::string_view command = "solve",
                         std::optional<std::size_t> case_number = {});

}  // namespace supple
