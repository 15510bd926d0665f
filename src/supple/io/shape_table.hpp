/// @file
/// Measured shapes from tables: points, curvatures or poses, one kind a file.
///
///     s [mm], x [mm], y [mm], z [mm], sigma [mm]
///     s [mm], kappa_1 [1/mm], kappa_2 [1/mm], sigma [1/mm]
///     s [mm], x [mm], y [mm], z [mm], qw, qx, qy, qz, sigma [mm], sigma_rotation [rad]
///
/// in any units. κ₁, κ₂ are the components about the material axes d1, d2 of the rate of rotation per arc
/// length. `sigma` is the standard deviation of each component; columns sigma_x, sigma_y, sigma_z (points,
/// poses) or sigma_1, sigma_2 (curvatures) may stand in its place. s ascends in (0, L]. A row with an empty
/// cell is dropped and counted. Points without a column s lie somewhere on the rod. Rows that share
/// `time [s]` are one measurement of a stream.
#pragma once

#include <supple/estimate/shape_data.hpp>
#include <supple/io/case_table.hpp>

namespace supple {

/// Standard deviations for rows that have none.
struct GivenSigma {
    std::optional<double> length;     ///< of points and poses [m]
    std::optional<double> curvature;  ///< [1/m]
    std::optional<double> rotation;   ///< of poses [rad]
    bool unknown = false;             ///< to be found from the data: nominal values are taken
};

/// The measurements of all tables, by time; one where there is no time. @throws InputError
std::vector<ShapeData> read_shapes(const std::vector<CaseTable>& tables, double length,
                                   const GivenSigma& sigma);

}  // namespace supple
