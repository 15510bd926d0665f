#include "support/driven_arm.hpp"

#include <limits>
#include <numbers>

namespace supple::test {
namespace {

constexpr double EI = 2.1e11 * 5.743e-14;  // of the core and of each rod [N m²]

}  // namespace

DrivenRods paper_rods(ContactLaw law, double friction, const std::vector<double>& tensions)
{
    DrivenRods rods;
    rods.name = "rods";
    for (const double degrees : {0.0, 120.0, 240.0, 60.0, 180.0, 300.0})
        rods.angles.push_back(degrees * std::numbers::pi / 180.0);
    rods.radii.assign(6, 0.0125);
    rods.ends = {0.12, 0.12, 0.12, 0.24, 0.24, 0.24};
    rods.bending_stiffness.assign(6, EI);
    rods.axial_stiffness.assign(6, std::numeric_limits<double>::infinity());
    rods.pretension.assign(6, 0.0);
    rods.friction = friction;
    rods.contact = law;
    rods.tensions = tensions;
    return rods;
}

Manipulator paper_arm(const DrivenRods& rods)
{
    Manipulator m;
    m.rod.length = 0.24;
    m.rod.bending_stiffness = Vector2d::Constant(EI);
    m.environment.gravity = {-9.81, 0.0, 0.0};
    m.model = CurvatureModel{};
    Disks disks;
    for (int i = 1; i <= 8; ++i) {
        disks.positions.push_back(0.03 * i);
        disks.inertia.push_back(i <= 4 ? BodyInertia{2.869e-3, 7.690e-6, 3.531e-7}
                                       : BodyInertia{2.269e-3, 3.894e-6, 2.593e-7});
    }
    m.attachments = {disks, rods};
    return m;
}

Manipulator paper_arm(ContactLaw law, double friction, const std::vector<double>& tensions)
{
    return paper_arm(paper_rods(law, friction, tensions));
}

DrivenRods cables(const std::vector<double>& retractions, double axial_stiffness, double pretension)
{
    DrivenRods rods = paper_rods(ContactLaw::tendon, 0.0, retractions);
    rods.bending_stiffness.assign(6, 0.0);
    rods.axial_stiffness.assign(6, axial_stiffness);
    rods.pretension.assign(6, pretension);
    rods.cable = true;
    rods.retractions.swap(rods.tensions);
    return rods;
}

VectorXd from_beta_gamma(const VectorXd& beta_gamma)
{
    VectorXd q(beta_gamma.size());
    for (Eigen::Index i = 0; i < q.size(); i += 2) {
        q[i] = -beta_gamma[i + 1];
        q[i + 1] = beta_gamma[i];
    }
    return q;
}

VectorXd to_beta_gamma(const VectorXd& coordinates)
{
    VectorXd bg(coordinates.size());
    for (Eigen::Index i = 0; i < bg.size(); i += 2) {
        bg[i] = coordinates[i + 1];
        bg[i + 1] = -coordinates[i];
    }
    return bg;
}

VectorXd drive_forces(System& system, const VectorXd& q, double scale, MatrixXd* tangent)
{
    Model& model = *system.model;
    std::vector<FrameForce> none(model.frames().size()), forces(model.frames().size());
    VectorXd elastic(model.size()), g(model.size());
    MatrixXd stiffness(model.size(), model.size()), G(model.size(), model.size());
    model.place(q);
    model.assemble(none, elastic, &stiffness);
    for (CoupledLoad* load : system.coupled)
        load->add_to(model.frames(), scale, forces);
    model.assemble(forces, g, &G);
    for (CoupledLoad* load : system.coupled)
        load->subtract_tangent(model, G);
    if (tangent) *tangent = stiffness - G;
    return elastic - g;
}

}  // namespace supple::test
