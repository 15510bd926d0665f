#include <supple/lie/axial_map.hpp>
#include <supple/model/arc_map.hpp>

namespace supple {
namespace {

struct Rate {
    const double* q;
    const double* rate;
    double s;
    const LocalMap& map;

    TwistRate about_joint(const Vector3d& omega) const { return {map.O.cross(omega), omega}; }

    // ω_a = R_1 ... R_{a-1} e_a turns with all that comes before it. Before the joint all ω_a are zero.
    TwistRate operator()(const UniversalJoint& joint) const
    {
        Vector3d turning = rate[0] * map.omega[0];
        Vector3d omega = turning.cross(rate[1] * map.omega[1]);
        if (joint.twists) {
            turning += rate[1] * map.omega[1];
            omega += turning.cross(rate[2] * map.omega[2]);
        }
        return about_joint(omega);
    }

    template <class Joint>
    TwistRate turn(const Joint& joint, const Vector3d& phi, const Vector3d& phi_rate) const
    {
        if (s < joint.inboard / (joint.inboard + joint.outboard)) return {};
        const AxialCoefficients f = jacobian_coefficients(phi.norm(), Order::first);
        return about_joint(axial::directional(f, phi, phi_rate) * phi_rate);
    }

    TwistRate operator()(const IsotropicJoint& joint) const
    {
        return turn(joint, {q[0], q[1], 0.0}, {rate[0], rate[1], 0.0});
    }

    TwistRate operator()(const SphericalJoint& joint) const
    {
        return turn(joint, {q[0], q[1], q[2]}, {rate[0], rate[1], rate[2]});
    }

    TwistRate operator()(const ConstantCurvature& arc) const
    {
        const double l = s * arc.length;
        if (!arc.twists) return bending_arc_rate(l, q, rate, map);
        const Vector3d phi = l * Vector3d(q[0], q[1], q[2]),
                       phi_rate = l * Vector3d(rate[0], rate[1], rate[2]);
        const AxialCoefficients f = jacobian_coefficients(phi.norm(), Order::second);
        return {axial::second_derivative(f, phi, {0.0, 0.0, l}, phi_rate) * phi_rate,
                axial::directional(f, phi, phi_rate) * phi_rate};
    }

    TwistRate operator()(const Slide&) const { return {}; }
};

}  // namespace

TwistRate twist_rate(const Element& element, const double* q, const double* rate, double s,
                     const LocalMap& map) noexcept
{
    return std::visit(Rate{q, rate, s, map}, element);
}

}  // namespace supple
