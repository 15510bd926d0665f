#include <supple/rod/magnet.hpp>
#include <supple/rod/permeability.hpp>

#include <numbers>

namespace supple {
namespace {

struct Volume {
    double operator()(const MagnetCylinder& c) const
    {
        const double d = c.diameter, hole = c.inner_diameter;
        return std::numbers::pi / 4.0 * (d * d - hole * hole) * c.length;
    }
    double operator()(const MagnetSphere& s) const
    {
        return std::numbers::pi / 6.0 * s.diameter * s.diameter * s.diameter;
    }
    double operator()(const MagnetBlock& b) const { return b.size.prod(); }
};

/// For a mass of 1 kg: radial and axial [m²].
struct Gyration {
    Eigen::Vector2d operator()(const MagnetCylinder& c) const
    {
        const double squares = (c.diameter * c.diameter + c.inner_diameter * c.inner_diameter) / 4.0;
        return {squares / 4.0 + c.length * c.length / 12.0, squares / 2.0};
    }
    Eigen::Vector2d operator()(const MagnetSphere& s) const
    {
        return Eigen::Vector2d::Constant(s.diameter * s.diameter / 10.0);
    }
    Eigen::Vector2d operator()(const MagnetBlock& b) const
    {
        const Vector3d squares = b.size.cwiseAbs2();
        const double across = squares[0] + squares[1];
        return {(across / 2.0 + squares[2]) / 12.0, across / 12.0};
    }
};

}  // namespace

double volume(const MagnetShape& shape)
{
    return std::visit(Volume(), shape);
}

Vector3d dipole_by_remanence(const Magnet& magnet)
{
    return magnet.remanence * volume(*magnet.shape) / vacuum_permeability * magnet.axis;
}

BodyInertia inertia_by_density(const Magnet& magnet)
{
    const double mass = *magnet.density * volume(*magnet.shape);
    const Eigen::Vector2d gyration = std::visit(Gyration(), *magnet.shape);
    return {mass, mass * gyration[0], mass * gyration[1]};
}

}  // namespace supple
