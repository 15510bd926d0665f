/// @file
/// One way to write a result; the name's extension says in which form.
#pragma once

#include <supple/result/trajectory.hpp>

#include <filesystem>
#include <string_view>

namespace supple {

/// .json (everything), .jsonl (everything, one line), .csv (the shape), .vtp (the shape, for ParaView) or
/// .h5 (everything). The file appears whole or not at all. Throws InputError where that cannot be done.
void write_result(const std::filesystem::path& path, const Equilibrium& equilibrium,
                  std::string_view command = "solve");

/// .json (everything), .csv (tip and stations in time), .pvd (the shapes, for ParaView) or .h5 (everything).
void write_result(const std::filesystem::path& path, const Trajectory& trajectory,
                  std::string_view command = "simulate");

}  // namespace supple
