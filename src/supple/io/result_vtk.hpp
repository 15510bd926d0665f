/// @file
/// Results as VTK XML, for ParaView and its kin. All values SI.
///
/// A shape is one polyline (.vtp) with point data `arclength`, `tangent`, `d1`, `d2` and, where the model
/// gives them, `force`, `moment`, `curvature`. Arrays are raw doubles in base64: nothing is rounded. A
/// trajectory is a collection (.pvd) that names one .vtp a time, in a folder of its own beside it.
#pragma once

#include <supple/result/trajectory.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace supple {

/// The .vtp document; with a time [s] where it is one of a series.
std::string to_vtp(const Shape& shape, std::optional<double> time = {});

/// run.pvd and run/run_000000.vtp and so on. The .pvd appears last, when all it names is there. A folder from
/// an earlier run is written over file by file; what the .pvd no longer names is left in it.
void write_pvd(const std::filesystem::path& path, const Trajectory& trajectory);

/// Bytes in the 64 letters of RFC 4648, with `=` at the end.
std::string base64(std::string_view bytes);

}  // namespace supple
