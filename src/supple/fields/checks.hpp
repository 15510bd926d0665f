/// @file
/// What is wrong with a description though each of its numbers is in its range: sums, places beyond the tip,
/// what excludes or needs another key.
///
/// Plain functions of the data, so that they serve the reader of files and a number that is set by its path.
/// None of them allocates where nothing is wrong, but that of a conduit, which lays out its curve.
#pragma once

#include <supple/fields/field.hpp>
#include <supple/rod/manipulator.hpp>

namespace supple {

using MaybeMistake = std::optional<Mistake>;

MaybeMistake mistake_in(const Tube& tube);
MaybeMistake mistake_in(const Material& material);
MaybeMistake mistake_in(const Rod& rod);  ///< its own, without those of section and material
MaybeMistake mistake_in(const Timing& timing);
MaybeMistake mistake_in(const Base& base);
MaybeMistake mistake_in(const SegmentModel& model, const Rod& rod);
MaybeMistake mistake_in(const SphericalModel& model, const Rod& rod);
MaybeMistake mistake_in(const VariationalModel& model);
MaybeMistake mistake_in(const MagnetCylinder& cylinder);
MaybeMistake mistake_in(const Magnet& magnet);  ///< its own, without that of its shape
MaybeMistake mistake_in(const Disks& disks, const Rod& rod);
MaybeMistake mistake_in(const DrivenRods& rods);
MaybeMistake mistake_in(const Fixture& fixture);
MaybeMistake mistake_in(const Clamp& clamp, const Base& base);
MaybeMistake mistake_in(const Conduit& conduit, const Base& base, const Rod& rod);
MaybeMistake mistake_in(const Simulation& simulation);
MaybeMistake mistake_in(const FitParameter& parameter);

/// What is wrong with the parts together; the parts themselves are right.
MaybeMistake mistake_among_parts(const Manipulator& manipulator);

/// All of the above, and what the forms of the table would refuse: places beyond the tip, empty directions
/// and bounds. Ranges of single numbers are not looked at.
MaybeMistake mistake_in(const Manipulator& manipulator);

// What forms say of their values; "" when nothing is wrong.
Verdict orientation_mistake(const Matrix3d& orientation);
Verdict gradient_mistake(const Matrix3d& gradient);
Verdict gamma_mistake(const std::array<double, 4>& gamma);

}  // namespace supple
