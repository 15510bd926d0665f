/// @file
/// Targets of steering as people write them.
///
///     "10 30 * mm"                    a position; * is free
///     "10 30 * mm, 0 0.6 0.8"         and the direction of the tangent
///     "10 30 90 mm, 0.9 0.3 0.2 0.1"  and the orientation, quaternion w x y z
#pragma once

#include <supple/io/case_table.hpp>
#include <supple/steer/target.hpp>

namespace supple {

/// A position alone. `origin` is what messages name: "--target". @throws InputError
Target parse_position(std::string_view text, const std::string& origin);

/// A position and a direction or orientation. @throws InputError
Target parse_pose(std::string_view text, const std::string& origin);

/// One target a row, from columns `tip.position.x`, `tip.tangent.x`, `tip.quaternion.w`, ...; an empty cell
/// of a position is free. `point` is what is steered: "tip", or "stations.coil".
/// @throws InputError "path.csv:1:2: ..." where a column is none of these, or a row asks for nothing
std::vector<Target> read_path(const CaseTable& table, const std::string& point);

}  // namespace supple
