/// @file
/// The files a model file may name: histories in time and sampled magnetic fields.
#pragma once

#include <supple/fields/model_table.hpp>

#include <filesystem>

namespace supple {

/// Reads them in the folder: a history as "time [s]" and the columns of its values, a field map as
/// "x [mm], y [mm], z [mm], B.x [mT], B.y [mT], B.z [mT]" on a full regular grid.
SideFiles side_files(std::filesystem::path folder);

}  // namespace supple
