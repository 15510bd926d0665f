#include "support/rods.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/statics/equilibrium.hpp>

#include <fstream>
#include <map>

namespace supple::test {
namespace {

SegmentModel symmetric_segments(int segments, double gamma, std::array<double, 2> eta,
                                std::array<double, 2> theta)
{
    SegmentModel model;
    model.isotropic = false;
    model.segments = segments;
    model.parameters.gamma = {gamma, 0.5 - gamma, 0.5 - gamma, gamma};
    model.parameters.k_eta = {eta[0], eta[1], eta[0]};
    model.parameters.k_theta = {theta[0], theta[1], theta[0]};
    return model;
}

}  // namespace

Manipulator rod_along_z(double length, double EI)
{
    Manipulator m;
    m.rod.length = length;
    m.rod.bending_stiffness = Vector2d::Constant(EI);
    return m;
}

Manipulator rod_along_x(double length, double EI)
{
    Manipulator m = rod_along_z(length, EI);
    Matrix3d R;
    R.col(0) = Vector3d::UnitY();
    R.col(1) = Vector3d::UnitZ();
    R.col(2) = Vector3d::UnitX();
    m.base.X_WB = SE3(R, Vector3d::Zero());
    return m;
}

SegmentModel table_1(int segments)
{
    return symmetric_segments(segments, 0.1699, {2.5064, 4.8339}, {2.4914, 5.0303});
}

SegmentModel table_3(int segments)
{
    return symmetric_segments(segments, 0.1184, {1.8895, 5.6053}, {2.0106, 5.0667});
}

SegmentModel gauss_3(int segments)
{
    SegmentModel model;
    model.isotropic = false;
    model.segments = segments;
    return model;
}

SegmentModel isotropic(int segments)
{
    SegmentModel model = gauss_3(segments);
    model.isotropic = true;
    return model;
}

SphericalModel spherical(int joints, JointLayout layout)
{
    SphericalModel model;
    model.joints = joints;
    model.layout = layout;
    return model;
}

PointLoad point_load(double at, const Vector3d& force, const Vector3d& moment)
{
    PointLoad load;
    load.at = at;
    load.force = force;
    load.moment = moment;
    return load;
}

Fixture hold_yz(const std::string& name, double at, double y, double z)
{
    Fixture fixture;
    fixture.name = name;
    fixture.at = at;
    fixture.hold = {std::nullopt, y, z};
    return fixture;
}

Manipulator mri_catheter(const SphericalModel& model, const Vector3d& currents)
{
    Manipulator m;
    m.rod.length = 101.35 * mm;
    m.rod.section = CrossSection{Tube{3.18 * mm, 1.98 * mm}, std::nullopt, 1.0};
    m.rod.material.youngs_modulus = 5.05e6;
    m.rod.material.shear_modulus = 1.87e6;
    m.model = model;
    m.environment.magnetic_field.uniform = {0.0, 3.0, 0.0};
    CoilSet coils;
    coils.name = "coils";
    coils.at = 72.9 * mm;
    coils.turns = {30, 30, 100};
    coils.areas = mm * mm * Vector3d(48.02, 48.02, 15.55);
    coils.currents = currents;
    m.attachments = {coils};
    return m;
}

SphericalModel three_joints_of_table_2()
{
    SphericalModel model = spherical(3, JointLayout::given);
    model.links = {12.78 * mm, 57.55 * mm, 30.79 * mm, 0.23 * mm};
    model.bending = {0.5441 * N_mm, 0.4158 * N_mm, 4.5943 * N_mm};
    model.twisting = {0.3836 * N_mm, 0.8039 * N_mm, 7.9468 * N_mm};
    return model;
}

SphericalModel spherical_by_tag(const std::string& tag)
{
    if (tag == "3R*") return three_joints_of_table_2();
    const std::map<char, JointLayout> layouts = {{'A', JointLayout::equal_links_exact},
                                                 {'B', JointLayout::equal_links},
                                                 {'C', JointLayout::half_links},
                                                 {'D', JointLayout::base_joint},
                                                 {'H', JointLayout::split}};
    return spherical(std::stoi(tag), layouts.at(tag.back()));
}

const nlohmann::json& data(const std::string& file)
{
    static std::map<std::string, nlohmann::json> files;
    auto [entry, is_new] = files.try_emplace(file);
    if (is_new) entry->second = nlohmann::json::parse(std::ifstream(SUPPLE_TEST_DATA "/" + file));
    return entry->second;
}

Vector3d vector3_of(const nlohmann::json& list)
{
    return {list.at(0).get<double>(), list.at(1).get<double>(), list.at(2).get<double>()};
}

VectorXd vector_of(const nlohmann::json& list)
{
    VectorXd v(static_cast<Eigen::Index>(list.size()));
    for (std::size_t i = 0; i < list.size(); ++i)
        v[static_cast<Eigen::Index>(i)] = list.at(i).get<double>();
    return v;
}

Equilibrium solve(const Manipulator& manipulator)
{
    return solve_statics(*discretize(manipulator));
}

}  // namespace supple::test
