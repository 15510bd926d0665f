/// @file
/// Results as HDF5, with the names of the JSON form (result_json.hpp) as paths.
///
/// `status` in JSON is the dataset /status, `shape.position` is /shape/position of shape [n, 3], and so on;
/// values SI, doubles kept bit for bit. Flags are whole numbers. Three things differ. A list whose items have
/// fields of the same shape, such as /reactions, holds one dataset a field: `name` [k], `force` [k, 3]. Other
/// lists are groups by index, /drives/0. What JSON leaves null is NaN, and for a flag -1.
#pragma once

#include <supple/result/describe.hpp>

#include <filesystem>

namespace supple {

/// Throws InputError where the file cannot be written, or where this build has no HDF5.
void write_hdf5(const std::filesystem::path& path, Description result, std::string_view command);

}  // namespace supple
