/// @file
/// The gap inside a tube around a curve, with the room a(u) that is left for the rod's axis.
///
/// With the foot u of x on the curve and w = x − c(u):
///
///     ψ  = (a² − w·w)/(2a)                        instead of a − |w|, which has no normal on the axis
///     ∇ψ = −w/a + ½(1 + w·w/a²) a′ ∇u,            ∇u = c′/(c′·c′ − w·c″)
///
/// The room is linear in u between the pieces' ends, constant before the start and behind the end. Where its
/// slope changes the wall has an edge, at which the gradient jumps.
///
/// Laws (tests/geometry/test_tube.cpp): gradient and Hessian are the derivatives of ψ; at the wall of a
/// constant tube the gradient is the unit normal inwards; ψ has the sign of a − |w|.
#pragma once

#include <supple/geometry/curve.hpp>
#include <supple/geometry/gap.hpp>

namespace supple {

class TubeGap {
 public:
    /// One room for all of the curve, or one at each end of its pieces. @pre all are positive
    TubeGap(Curve curve, std::vector<double> room);

    Gap at(const Vector3d& x, double& u) const noexcept;
    double distance(const Vector3d& x, double& u) const noexcept;  ///< a − |w| [m]

    const Curve& curve() const noexcept { return curve_; }
    double room(double u) const noexcept;  ///< a [m]
    double least_room() const noexcept;
    double largest_room() const noexcept;

    /// Of the wall where it bends most on its inner side: 1 − κ a; not above 0: the wall folds into itself.
    double focal_margin() const noexcept;

 private:
    double slope(double u) const noexcept;

    Curve curve_;
    std::vector<double> room_;
};

}  // namespace supple
