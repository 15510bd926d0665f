/// @file
/// Results as HDF5, with the names of the JSON form (result_json.hpp) as paths.
///
/// `status` in JSON is the dataset /status, `shape.position` is /shape/position of shape [n, 3], and so on;
/// values SI, doubles kept bit for bit. Two things differ: /reactions holds three datasets, `name` [k],
/// `force` [k, 3] and `moment` [k, 3], where JSON has a list; and what JSON leaves null is NaN, or for
/// /stability/stable, which is an integer, -1.
#pragma once

#include <supple/result/trajectory.hpp>

#include <filesystem>
#include <string_view>

namespace supple {

/// Throws InputError where the file cannot be written, or where this build has no HDF5.
void write_hdf5(const std::filesystem::path& path, const Equilibrium& equilibrium,
                std::string_view command = "solve");
void write_hdf5(const std::filesystem::path& path, const Trajectory& trajectory,
                std::string_view command = "simulate");

}  // namespace supple
