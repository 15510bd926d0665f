#include "support/nodal_rods.hpp"

#include <supple/actuation/dipole.hpp>

#include <gtest/gtest.h>

#include <numbers>

namespace supple::test {

using variational::NodalRod;

Vector3d from_x(const nlohmann::json& list)
{
    return {list.at(1).get<double>(), list.at(2).get<double>(), list.at(0).get<double>()};
}

NodalRod golden_rod(const nlohmann::json& given, StrainPlace strain, bool clamped)
{
    NodalRod rod;
    const int N = given.at("N");
    const double l = given.at("l");
    rod.strain = strain;
    rod.C1 = from_x(given.at("C1"));
    rod.C2 = from_x(given.at("C2"));
    const auto field = std::make_shared<MagneticField>();
    field->uniform = vector3(given.at("B"));
    rod.field = field;
    rod.base.free = !clamped;
    rod.base.X_WB = rod_along_x(1.0, 1.0).base.X_WB;
    const Vector3d gravity = vector3(given.at("gravity"));
    for (int a = 0; a <= N; ++a) {
        const auto i = static_cast<std::size_t>(a);
        rod.arclength.push_back(l * a);
        rod.mass.push_back(given.at("mass").at(i));
        rod.inertia.push_back(from_x(given.at("J_nodal").at(i)));
        rod.weight.emplace_back(rod.mass.back() * gravity + vector3(given.at("Fext").at(i)));
        Magnet magnet;
        magnet.dipole = from_x(given.at("dipole_body").at(i));
        if (!magnet.dipole.isZero(0.0))
            rod.loads.push_back({a, std::make_shared<Dipole>(0, magnet, *field, 0.0)});
    }
    rod.lengths.assign(static_cast<std::size_t>(N), l);
    rod.rest.assign(static_cast<std::size_t>(N), Vector3d::Zero());
    if (clamped) {
        variational::NodalHold base;
        base.name = "base";
        base.position = {true, true, true};
        base.rotation = true;
        base.target = rod.base.X_WB;
        rod.holds.push_back(base);
    }
    return rod;
}

std::vector<SE3> golden_frames(const nlohmann::json& p, const nlohmann::json& Lambda)
{
    std::vector<SE3> frames;
    for (std::size_t a = 0; a < p.size(); ++a)
        frames.emplace_back(rotation_from_x(Lambda.at(a)), vector3(p.at(a)));
    return frames;
}

Manipulator experiment(int number, int elements, StrainPlace strain, bool gravity)
{
    using std::numbers::pi;
    Manipulator m = rod_along_x(0.2, 1.0);
    m.rod.bending_stiffness.reset();
    m.rod.material.youngs_modulus = number <= 2 ? 75e9 : 365.12e3;
    m.rod.material.poisson_ratio = number <= 2 ? 0.33 : 0.5;
    m.rod.material.density = number <= 2 ? 2690.0 : number == 3 ? 1101.0 : number == 6 ? 1100.0 : 1100.6;
    m.rod.length = number <= 2 ? 0.2 : number == 3 ? 0.0605 : number == 6 ? 0.0855 : 0.06055;
    const double diameters[] = {2e-3, 1e-3, 5e-3, 4e-3, 4e-3};
    CrossSection section;
    if (number == 6) {
        section.profile = Rectangle{2e-3, 2e-3};
        section.torsion_constant = 2e-3 * 8e-9 / 6.0;  // the study's Ip = 2I
    } else {
        section.profile = Circle{diameters[number - 1]};
    }
    m.rod.section = section;
    if (gravity) m.environment.gravity = Vector3d(0, 0, -9.81);
    if (number >= 4) {
        Magnet magnet;
        const double h = number == 6 ? 3e-3 : 4e-3;
        const double mass = number == 6 ? 0.072e-3 : 0.096e-3;
        magnet.name = "tip";
        magnet.at = m.rod.length;
        magnet.dipole = Vector3d(0, 0, 1.345 * pi * 1e-6 * h / (4e-7 * pi));
        magnet.inertia = {mass, mass * (3e-6 + h * h) / 12.0, mass * 1e-6 / 2.0};
        m.attachments.emplace_back(magnet);
        if (number == 6) {
            magnet.name = "middle";
            magnet.at = m.rod.length - 36.1e-3;
            magnet.dipole *= -1.0;
            m.attachments.emplace_back(magnet);
        }
    }
    VariationalModel model;
    model.elements = elements;
    model.strain = strain;
    m.model = model;
    return m;
}

NodalRod nodal(const Manipulator& manipulator)
{
    const auto made = variational::nodal_rod(manipulator);
    EXPECT_EQ(made.mistake, "");
    return made.rod;
}

}  // namespace supple::test
