/// @file
/// One way to write a result; the name's extension says in which form.
#pragma once

#include <supple/result/describe.hpp>

#include <filesystem>

namespace supple {

/// .json, .jsonl (on one line), .csv or .h5: everything (result_csv.hpp). The file appears whole or not at
/// all. `what` names the result in messages: "modes". Throws InputError where that cannot be done.
void write_described(const std::filesystem::path& path, Description result, std::string_view command,
                     std::string_view what);

/// Also .vtp: the shape, for ParaView.
void write_result(const std::filesystem::path& path, const Equilibrium& equilibrium,
                  std::string_view command = "solve");

/// .json, .csv, .h5; or .pvd: the shapes, for ParaView.
void write_result(const std::filesystem::path& path, const Trajectory& trajectory,
                  std::string_view command = "simulate");

void write_result(const std::filesystem::path& path, const Modes& modes, std::string_view command = "modes");

}  // namespace supple
