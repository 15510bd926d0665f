#include "support/golden.hpp"

#include <fstream>

namespace supple::test {

nlohmann::json golden(const std::string& name)
{
    std::ifstream file(std::string(SUPPLE_TEST_DATA) + "/" + name);
    return nlohmann::json::parse(file);
}

Vector3d vector3(const nlohmann::json& list)
{
    return {list.at(0).get<double>(), list.at(1).get<double>(), list.at(2).get<double>()};
}

Matrix3d rotation_from_x(const nlohmann::json& rows)
{
    Matrix3d R;
    for (int i = 0; i < 3; ++i)
        R.row(i) << rows[i][1].get<double>(), rows[i][2].get<double>(), rows[i][0].get<double>();
    return R;
}

Matrix3d rotation_wxyz(const nlohmann::json& q)
{
    return Eigen::Quaterniond(q.at(0).get<double>(), q.at(1).get<double>(), q.at(2).get<double>(),
                              q.at(3).get<double>())
        .toRotationMatrix();
}

Manipulator rod_along_x(double length, double bending_stiffness)
{
    Manipulator m;
    m.rod.length = length;
    m.rod.bending_stiffness = Vector2d::Constant(bending_stiffness);
    Matrix3d R;
    R << 0, 0, 1, 1, 0, 0, 0, 1, 0;
    m.base.X_WB = SE3(R, Vector3d::Zero());
    m.model = CosseratModel{};
    return m;
}

Manipulator catheter(const Vector3d& currents)
{
    Manipulator m;
    m.rod.length = 101.35e-3;
    m.rod.section = CrossSection{Tube{3.18e-3, 1.98e-3}, std::nullopt, 1.0};
    m.rod.material.youngs_modulus = 5.05e6;
    m.rod.material.shear_modulus = 1.87e6;
    m.environment.magnetic_field.uniform = Vector3d(0, 3, 0);
    m.model = CosseratModel{};
    CoilSet coils;
    coils.name = "coils";
    coils.at = 72.9e-3;
    coils.turns = Vector3d(30, 30, 100);
    coils.areas = Vector3d(48.02e-6, 48.02e-6, 15.55e-6);
    coils.currents = currents;
    m.attachments.emplace_back(coils);
    return m;
}

PointLoad dead_load(double at, const Vector3d& force, const Vector3d& moment)
{
    PointLoad load;
    load.at = at;
    load.force = force;
    load.moment = moment;
    return load;
}

PointLoad follower(double at, const Vector3d& force, const Vector3d& moment)
{
    PointLoad load = dead_load(at, force, moment);
    load.frame = LoadFrame::body;
    return load;
}

}  // namespace supple::test
