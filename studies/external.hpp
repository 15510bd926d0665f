/// @file
/// What others computed and measured, of the repository ContinuumRoboticsLab/opencr-mujoco.
#pragma once

#include "examples.hpp"
#include "figure.hpp"
#include "solved.hpp"

#include <filesystem>

namespace supple::app::external {

/// The text of a file of the folder. @throws InputError
std::string text_of(const std::filesystem::path& file);

/// A rotation Rx(a) Ry(b) Rz(c) whose first column is the tangent, as one whose last column is.
Matrix3d rotation(const Vector3d& angles);

/// 500 shapes of a steel rod: by the exact rod, and by chains.
std::vector<Figure> steel_rod(const std::filesystem::path& folder);
std::vector<Figure> steel_chains(const std::filesystem::path& folder);

/// One of four releases of a TPU rod.
std::vector<Figure> release(const std::filesystem::path& folder, int number);

/// A real arm of three segments and nine tendons: with the values that the specification found, and fitted.
std::vector<Figure> real_arm(const std::filesystem::path& folder);
std::vector<Figure> fitted_arm(const std::filesystem::path& folder, std::size_t values, double bound);

}  // namespace supple::app::external
