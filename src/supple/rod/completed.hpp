/// @file
/// From what was written to the numbers that the mechanics works with.
///
///     at: tip                     the rod's length
///     near, separation, lengths of the last rest piece, symmetric parameters     what they follow from
///     one value for all           one for each
///     count of disks              their arc lengths
///     diameter, modulus, density  stiffness and mass of driven rods
///     shape, remanence, density   dipole and mass of magnets
///     end_disks                   the arc lengths of these disks
///     tangent and normal          poses
///     depth and roll              the pose of the base
///     start of a conduit          the base as written
///     directions                  unit vectors
///
/// Laws (tests/rod/test_completed.cpp):
///   1. completed(completed(m)) is completed(m), bit for bit.
///   2. A description without anything symbolic is complete, and stays as it is.
/// Every entry to the mechanics completes what it is given, so callers need not.
#pragma once

#include <supple/rod/manipulator.hpp>

namespace supple {

/// Whether completed() would change nothing.
bool is_complete(const Manipulator& manipulator);

Manipulator completed(const Manipulator& manipulator);

/// The same in place.
void complete(Manipulator& manipulator);

/// A description as the mechanics needs it: the given one where that is complete, else a completed copy.
/// The given one must outlive it.
class Complete {
 public:
    explicit Complete(const Manipulator& manipulator);

    const Manipulator& operator*() const { return copy_ ? *copy_ : given_; }
    const Manipulator* operator->() const { return &**this; }

 private:
    const Manipulator& given_;
    std::optional<Manipulator> copy_;
};

/// The rotation with d3 along the tangent and d1 along the normal, as far as that is perpendicular to it; a
/// zero normal stands for the axis after the one nearest to the tangent.
/// @pre the tangent is not zero and the normal not along it
Matrix3d rotation_of(const Vector3d& tangent, const Vector3d& normal);

/// The direction as a unit vector; one that is of unit length to rounding stays as it is.
Vector3d unit_vector(const Vector3d& direction);

/// The pose as it would be written, so that it comes back; `straight` leaves out axes that are those of the
/// world.
PoseAsWritten as_written(const SE3& pose, bool straight);

}  // namespace supple
