#include "support/rods.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/statics/equilibrium.hpp>

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
    Manipulator m = catheter(currents);
    m.model = model;
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

VectorXd vector(const nlohmann::json& list)
{
    VectorXd v(static_cast<Eigen::Index>(list.size()));
    for (std::size_t i = 0; i < list.size(); ++i)
        v[static_cast<Eigen::Index>(i)] = list.at(i).get<double>();
    return v;
}

}  // namespace supple::test
