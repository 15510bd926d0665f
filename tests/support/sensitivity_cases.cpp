#include "support/sensitivity_cases.hpp"

#include <supple/lie/so3.hpp>
#include <supple/model/chain.hpp>

#include <gtest/gtest.h>

namespace supple::test {
namespace {

Manipulator elastomer_rod(const ModelChoice& model)
{
    Manipulator m;
    m.rod.length = 0.08;                                 // m
    m.rod.bending_stiffness = Vector2d(1.7e-5, 2.1e-5);  // N m²
    m.rod.torsional_stiffness = 1.4e-5;                  // N m²
    m.base.X_WB = SE3(so3::exp({0.2, -0.4, 0.7}), {0.01, 0.02, -0.01});
    m.model = model;
    return m;
}

Vector6d turned_from(const SE3& X, const SE3& reference)
{
    Vector6d x;
    x << X.position() - reference.position(), so3::log(X.rotation() * reference.rotation().transpose());
    return x;
}

}  // namespace

void PrintTo(const SensitivityCase& c, std::ostream* out)
{
    *out << c.name;
}

std::vector<SensitivityCase> chains()
{
    SegmentModel universal, isotropic, twisting;
    universal.isotropic = false;
    universal.segments = isotropic.segments = twisting.segments = 2;
    universal.parameters.cubic = 0.2;
    twisting.freedoms.twist = true;
    SegmentModel universal_twist = universal;
    universal_twist.freedoms.twist = true;
    SphericalModel gauss, links;
    gauss.joints = 8;
    links.layout = JointLayout::given;
    links.links = {0.011, 0.025, 0.03, 0.014};  // m
    links.bending = {7e-4, 8e-4, 6e-4};         // N m/rad
    links.twisting = {6e-4, 7e-4, 5e-4};        // N m/rad
    CurvatureModel arcs, twisted_arcs;
    arcs.arcs = twisted_arcs.arcs = 4;
    twisted_arcs.twist = true;
    std::vector<SensitivityCase> cases{
        {"universal", elastomer_rod(universal)}, {"universal_curved", elastomer_rod(universal_twist)},
        {"isotropic", elastomer_rod(isotropic)}, {"isotropic_twist", elastomer_rod(twisting)},
        {"spherical", elastomer_rod(gauss)},     {"given_links", elastomer_rod(links)},
        {"curvature", elastomer_rod(arcs)},      {"curvature_twist", elastomer_rod(twisted_arcs)}};
    cases[1].manipulator.rod.rest_shape = {{0.05, {2.0, 1.0}, 1.5}, {0.03, {-3.0, 2.0}, 0.0}};
    return cases;
}

void add_wrenches(Manipulator& m)
{
    PointLoad dead, follower;
    dead.at = 0.05;
    dead.force = {1.5e-3, -2e-3, 1e-3};
    dead.moment = {4e-5, -6e-5, 5e-5};
    follower.at = m.rod.length;
    follower.force = {1e-3, 1.2e-3, -0.8e-3};
    follower.moment = {3e-5, 5e-5, -2e-5};
    follower.frame = LoadFrame::body;
    m.loads = {dead, follower};
}

void add_fields(Manipulator& m)
{
    m.rod.mass_per_length = 3e-3;  // kg/m
    m.environment.gravity = {2.0, -9.0, 3.0};
    MagneticField& field = m.environment.magnetic_field;
    field.uniform = {0.01, 0.03, -0.02};  // T
    field.gradient << 0.1, 0.05, 0.0, 0.05, -0.3, 0.02, 0.0, 0.02, 0.2;
    Coil coil;
    coil.position = {0.2, 0.0, 0.1};
    coil.axis = Vector3d(1.0, 0.5, -0.3).normalized();
    coil.radius = 0.1;
    coil.turns = 200;
    coil.current = 3.0;
    field.coils = {coil};
    coil.position = {0.0, 0.1, 0.0};
    coil.radius = 0.3;  // the rod is well inside
    field.helmholtz_pairs = {{coil, 0.3}};
    FieldDipole source;
    source.name = "far";
    source.position = {-0.2, 0.1, 0.2};
    source.moment = {10.0, 5.0, -8.0};
    field.dipoles = {source};
    Magnet magnet;
    magnet.at = m.rod.length;
    magnet.dipole = {0.002, 0.001, 0.012};  // A m²
    magnet.inertia.mass = 2e-5;
    CoilSet coils;
    coils.name = "coils";
    coils.at = 0.05;
    coils.turns = {30.0, 30.0, 100.0};
    coils.areas = {5e-5, 4e-5, 1.5e-5};
    coils.currents = {0.3, -0.2, 0.4};
    m.attachments = {magnet, coils};
}

void hold(Manipulator& m)
{
    Fixture fixture;
    fixture.name = "P1";
    fixture.at = 0.055;
    const Vector3d p = m.base.X_WB * Vector3d(0.002, -0.003, 0.0545);
    fixture.hold = {std::nullopt, p.y(), p.z()};
    m.constraints = {fixture};
}

void clamp_tip(Manipulator& m)
{
    m.rod.rest_shape = {{m.rod.length, {6.0, -4.0}, 0.5}};
    Clamp clamp;
    clamp.name = "C";
    clamp.at = m.rod.length;
    clamp.X_WC = m.base.X_WB * SE3(so3::exp({0.45, -0.25, 0.05}), {-0.011, -0.016, 0.076});
    m.constraints.emplace_back(clamp);
}

std::vector<SensitivityCase> sensitivity_cases()
{
    std::vector<SensitivityCase> cases;
    for (const SensitivityCase& chain : chains()) {
        for (const bool fields : {false, true}) {
            for (const bool held : {false, true}) {
                SensitivityCase c = chain;
                c.name += fields ? "_fields" : "_wrenches";
                c.name += held ? "_held" : "_free";
                fields ? add_fields(c.manipulator) : add_wrenches(c.manipulator);
                if (held) hold(c.manipulator);
                cases.push_back(c);
            }
        }
    }
    return cases;
}

Place inside_of(const System& system)
{
    return {system.samples.back().place.element / 2, 0.7};
}

double step_of(const Parameter& parameter, const System& system, double speed)
{
    const auto& links = dynamic_cast<const Chain&>(*system.model).links();
    double rate = speed / 1e-4;
    for (const ElementNumbers& change : parameter.elements) {
        const auto& [element, law] = links[static_cast<std::size_t>(change.element)];
        for (int a = 0; a < dof(element); ++a)
            rate = std::max(rate, std::abs(change.stiffness[a] / law.stiffness[a]) / 1e-2);
        rate =
            std::max(rate, (std::abs(change.inboard) + std::abs(change.outboard)) / length(element) / 1e-2);
    }
    return 1.0 / rate;
}

Differences::Differences(System& system, const Equilibrium& at) : system_(system), solver_(system), at_(at)
{
    system.model->place(at.coordinates);
    tip_ = system.model->frame_at(tip_of(system));
    inside_ = system.model->frame_at(inside_of(system));
}

Answer Differences::by(const Parameter& parameter, double step)
{
    const Answer coarse = central(parameter, step), fine = central(parameter, 0.5 * step);
    const auto mix = [](const auto& f, const auto& c) { return ((4.0 * f - c) / 3.0).eval(); };
    return {mix(fine.coordinates, coarse.coordinates), mix(fine.tip, coarse.tip),
            mix(fine.inside, coarse.inside), mix(fine.reactions, coarse.reactions)};
}

Answer Differences::solved(const Parameter& parameter, double amount)
{
    nudge(system_, parameter, amount);
    Equilibrium eq = at_;
    solver_.solve({.tolerance = 1e-16, .warm_start = true}, eq);
    EXPECT_EQ(eq.status, Status::converged) << parameter.path << " " << eq.message;
    EXPECT_FALSE(eq.snapped);
    system_.model->place(eq.coordinates);
    Answer answer{eq.coordinates, turned_from(system_.model->frame_at(tip_of(system_)), tip_),
                  turned_from(system_.model->frame_at(inside_of(system_)), inside_),
                  MatrixXd(6, static_cast<Eigen::Index>(eq.reactions.size()))};
    for (std::size_t i = 0; i < eq.reactions.size(); ++i)
        answer.reactions.col(static_cast<Eigen::Index>(i)) << eq.reactions[i].force, eq.reactions[i].moment;
    nudge(system_, parameter, -amount);
    return answer;
}

Answer Differences::central(const Parameter& parameter, double h)
{
    const Answer plus = solved(parameter, h), minus = solved(parameter, -h);
    const double over = 1.0 / (2.0 * h);
    return {over * (plus.coordinates - minus.coordinates), over * (plus.tip - minus.tip),
            over * (plus.inside - minus.inside), over * (plus.reactions - minus.reactions)};
}

}  // namespace supple::test
