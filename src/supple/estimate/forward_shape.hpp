/// @file
/// What a measured shape is compared with: the shape that a model takes under known loads and given pushes.
///
/// Everything here is scaled: lengths by L, forces by EI/L², moments by EI/L, a load per length by EI/L³. A
/// push at the arc length s is given along the material axes of the section there, f = R(s) b, so that a push
/// without friction has no third component. The columns of all derivatives stand in the order
///
///     tip force (3), tip moment (3), load per length (3), then for each push s, b1, b2, b3.
///
/// Laws (tests/estimate/test_forward_shape.cpp), for every model:
///   1. Every column is the derivative of the prediction, also by s.
///   2. The prediction is continuous in s, with a continuous derivative, when a push passes a joint, a node
///   or
///      a measured place; only the curvature at the push itself has a kink.
#pragma once

#include <supple/lie/linear_algebra.hpp>
#include <supple/rod/manipulator.hpp>

#include <Eigen/Geometry>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace supple::estimation {

/// A force on the rod at one arc length.
struct PointPush {
    double s = 0.5;
    Vector3d b = Vector3d::Zero();  ///< along d1, d2, d3 of the section
};

/// All that acts besides what the description says.
struct Pushes {
    Vector3d tip_force = Vector3d::Zero();   ///< world
    Vector3d tip_moment = Vector3d::Zero();  ///< world
    Vector3d per_length = Vector3d::Zero();  ///< world
    bool vary_per_length = false;            ///< whether the derivative by it is wanted
    std::vector<PointPush> points;

    static constexpr int common = 9;
    int columns() const { return common + 4 * static_cast<int>(points.size()); }
};

/// The sections at the places that were asked for, in their order.
struct Sections {
    bool curvature = true;              ///< whether it is wanted; else it may be left at zero
    std::vector<Vector3d> r;            ///< position, world
    std::vector<Eigen::Quaterniond> q;  ///< the material frame, world
    std::vector<Vector3d> kappa;        ///< rate of rotation per length about d1, d2, d3
    std::vector<Eigen::MatrixXd> d;     ///< 9 x columns: δr, δθ (world), δκ; empty unless asked for
};

/// The units in which a model speaks.
struct ShapeScales {
    double length = 1.0;  ///< [m]
    double force = 1.0;   ///< EI/L² [N]
    double moment = 1.0;  ///< EI/L [N m]
};

class ForwardShape {
 public:
    virtual ~ForwardShape() = default;

    /// False where no equilibrium was found. Starts from the last one that was.
    virtual bool predict(const Pushes& pushes, std::span<const double> places, bool derivatives,
                         Sections& sections) noexcept = 0;

    /// Forgets the last equilibrium: the next one is followed from the rod without pushes. What was tried
    /// before, on whatever branch it ended, then has no part in it.
    virtual void begin_again() noexcept = 0;

    const ShapeScales& scales() const { return scales_; }
    const std::string& type() const { return type_; }

 protected:
    ShapeScales scales_;
    std::string type_;
};

/// A model, or why there is none.
struct MadeShape {
    std::unique_ptr<ForwardShape> model;
    std::string refusal;
};

/// The model that the description names.
MadeShape make_forward_shape(const Manipulator& manipulator);

MadeShape make_exact_shape(const Manipulator& manipulator);   ///< exact_shape.cpp
MadeShape make_framed_shape(const Manipulator& manipulator);  ///< framed_shape.cpp

}  // namespace supple::estimation
