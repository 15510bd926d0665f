/// @file
/// The local maps of which every chain is made.
///
/// An element carries the frame A at its base to the frame B at its end: X_AB = X_AB(q), q a plain vector of
/// at most three entries, zero when the element is straight. Its motion is given by twists about a point O of
/// its own, expressed in A: ω_a the angular velocity and v_a the velocity of O per unit rate of q_a. For a
/// joint O is the joint, where v = 0; for an arc O is its end.
///
/// Laws every map obeys (tests/model/test_element.cpp):
///   1. At q = 0 the map is a pure translation along z; at the fraction 0 it is the identity.
///   2. The twists are the derivative of the pose: ∂R/∂q_a = ω_a^ R, ∂p = v_a + ω_a × (p − O).
///   3. curvature_of_map is the derivative of the twists: Q_ab = ∂(ω_a·m + v_a·f)/∂q_b with m, f fixed in A
///      [docs/theory/s2, Eq. (2.4)].
#pragma once

#include <supple/lie/se3.hpp>

#include <variant>

namespace supple {

/// Two rigid links and a universal joint: q[0] about x, q[1] about the turned y, then q[2] about the turned z
/// where it twists [docs/theory/s1, Eq. (1.2)]. It prefers its axes: shapes depend slightly on the azimuth of
/// the load, an error of second order in the number of joints, and of first order where the sections carry
/// torsion (tests/compare/test_convergence.cpp). Its links also gain a parasitic roll, of first order.
struct UniversalJoint {
    double inboard = 0.0;   ///< length of the link before the joint [m]
    double outboard = 0.0;  ///< length of the link after the joint [m]
    bool twists = false;
};

/// Two rigid links and a joint that turns by the rotation vector (q[0], q[1], 0): no preferred axis
/// [docs/theory/s1, Eq. (1.3)].
struct IsotropicJoint {
    double inboard = 0.0;   ///< [m]
    double outboard = 0.0;  ///< [m]
};

/// Two rigid links and a ball joint; q is the rotation vector [rad]. [docs/theory/s2, Eq. (2.1)]
struct SphericalJoint {
    double inboard = 0.0;   ///< [m]
    double outboard = 0.0;  ///< [m]
};

/// An inextensible arc; q is the curvature about x and about y, then the twist where it twists [1/m].
/// [docs/theory/s3, Eq. (3.4)]
struct ConstantCurvature {
    double length = 0.0;  ///< [m]
    bool twists = false;
};

/// A displacement along x and y where it shears, along z where it stretches [m], then a rigid link.
struct Slide {
    bool shears = false;
    bool stretches = false;
    double outboard = 0.0;  ///< length of the link behind it [m]
};

using Element = std::variant<UniversalJoint, IsotropicJoint, SphericalJoint, ConstantCurvature, Slide>;

/// What the coordinates of an element measure.
enum class Coordinates {
    angles,         ///< [rad]
    curvatures,     ///< [1/m]
    displacements,  ///< [m]
};

/// What an element is, for whoever lays out mass along it, scales its coordinates or places points inside it.
/// A new kind of element does not compile until it states them in TraitsOfKind.
struct ElementTraits {
    Coordinates coordinates;
    bool is_joint;  ///< two rigid links that turn about a fixed point O: v = 0
    bool
        bends_inside;  ///< deforms between its ends, so that mass and points inside move with its coordinates
    bool stretches;    ///< a coordinate displaces its end along the rod
};

struct TraitsOfKind {
    static constexpr ElementTraits joint{Coordinates::angles, true, false, false};
    constexpr ElementTraits operator()(const UniversalJoint&) const { return joint; }
    constexpr ElementTraits operator()(const IsotropicJoint&) const { return joint; }
    constexpr ElementTraits operator()(const SphericalJoint&) const { return joint; }
    constexpr ElementTraits operator()(const ConstantCurvature&) const
    {
        return {Coordinates::curvatures, false, true, false};
    }
    constexpr ElementTraits operator()(const Slide& slide) const
    {
        return {Coordinates::displacements, false, false, slide.stretches};
    }
};

inline ElementTraits traits(const Element& element)
{
    return std::visit(TraitsOfKind{}, element);
}

/// Number of coordinates of an element.
int dof(const Element& element);

/// Undeformed length [m].
double length(const Element& element);

/// Fraction of the length at which the joint sits: 0 for a slide and for a joint without links, 1 for an arc,
/// which has none.
double joint_fraction(const Element& element);

/// The map and its twists, all expressed in A.
struct LocalMap {
    SE3 X_AB;
    Vector3d O = Vector3d::Zero();  ///< point about which the twists are given
    Vector3d omega[3];              ///< angular velocity per q_a
    Vector3d v[3];                  ///< velocity of O per q_a
};

/// The map at the fraction s of the element's length. A point at a joint is on the outboard link.
/// @pre 0 <= s <= 1, and q has dof(element) entries
void place(const Element& element, const double* q, double s, LocalMap& map) noexcept;

/// Q_ab = ∂(ω_a·m + v_a·f)/∂q_b of the map at the fraction s, with m and f fixed in A. `map` is what place()
/// gave there.
Matrix3d curvature_of_map(const Element& element, const double* q, double s, const LocalMap& map,
                          const Vector3d& m, const Vector3d& f) noexcept;

/// The same, placing the map itself.
Matrix3d curvature_of_map(const Element& element, const double* q, double s, const Vector3d& m,
                          const Vector3d& f) noexcept;

}  // namespace supple
