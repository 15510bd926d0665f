/// @file
/// What steering found, as the record "supple-result/1" with members of its own.
///
/// `actuation` by names (io/actuation.hpp), `target`, `residual` [m] and `turn` [rad] left over, `slope`,
/// `conditioning` (singular values, rank, condition, null directions by the same names); the rest is the
/// record of the shape. `solver` counts the steps of steering.
#pragma once

#include <supple/result/steering.hpp>
#include <supple/steer/target.hpp>

#include <optional>
#include <string>

namespace supple {

/// A document with one name a line. `at` is the point that was steered: "tip".
std::string to_json(const Steering& steering, const Target& target, const std::string& at);

/// On one line, with the number of the row of a path from 1.
std::string to_json_line(const Steering& steering, const Target& target, const std::string& at,
                         std::size_t case_number);

}  // namespace supple
