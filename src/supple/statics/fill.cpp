#include <supple/contact/wall.hpp>
#include <supple/field/magnetic_field.hpp>
#include <supple/statics/fill.hpp>
#include <supple/statics/section_forces.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace supple {
namespace {

/// If the rod slips, the cuts move along it; what is fixed to the rod keeps its arc length.
void follow_slips(System& system) noexcept
{
    const Model& model = *system.model;
    for (std::size_t k = 0; k < system.point_arclength.size(); ++k)
        system.point_arclength[k] = model.arclength_at(model.points()[k]);
    for (Sample& sample : system.samples)
        sample.arclength = model.arclength_at(sample.place);
    for (auto* fixed : {&system.stations, &system.magnets}) {
        for (Sample& sample : *fixed)
            sample.place = model.place_at(sample.arclength);
    }
}

/// Curvature and twist of the unloaded rod where the section at s ends [1/m].
Vector3d rest_curvature(const System& system, double s) noexcept
{
    double end = 0.0;
    for (const RestPiece& piece : system.rest_shape) {
        end += piece.length;
        if (s <= end * (1.0 + 1e-12)) return {piece.curvature[0], piece.curvature[1], piece.twist};
    }
    return Vector3d::Zero();
}

/// What the moment of a section makes of its curvature by the rod's own stiffness, κ = κ⁰ + C⁻¹ Rᵀ m. A chain
/// bends in its joints alone; this is the rod that it stands for.
void fill_curvature(const System& system, Shape& shape) noexcept
{
    for (std::size_t i = 0; i < shape.curvature.size(); ++i) {
        Vector3d strain = (shape.frames[i].rotation().transpose() * shape.moment[i])
                              .cwiseQuotient(system.section_stiffness);
        if (!system.twists) strain.z() = 0.0;
        shape.curvature[i] = rest_curvature(system, shape.arclength[i]) + strain;
    }
}

}  // namespace

void prepare(const System& system, Equilibrium& eq)
{
    const std::size_t points = system.samples.size() + 1;
    eq.model = system.type;
    eq.message.reserve(160);  // a refusal asks for no memory either
    eq.shape.arclength.resize(points);
    eq.shape.frames.resize(points);
    eq.shape.force.resize(points);
    eq.shape.moment.resize(points);
    eq.shape.curvature.resize((system.section_stiffness.array() > 0.0).all() ? points : 0);
    eq.coordinates.resize(system.model->size());
    eq.stations.resize(system.stations.size());
    for (std::size_t i = 0; i < system.stations.size(); ++i)
        eq.stations[i].name = system.stations[i].name;
    eq.fields.resize(system.magnets.size());
    for (std::size_t i = 0; i < system.magnets.size(); ++i) {
        eq.fields[i].name = system.magnets[i].name;
        eq.fields[i].at = system.magnets[i].arclength;
    }
    eq.reactions.resize(system.constraints.size() + system.walls.size());
    eq.contacts.resize(system.walls.size());
    for (std::size_t i = 0; i < system.walls.size(); ++i)
        eq.contacts[i].name = eq.reactions[system.constraints.size() + i].name = system.walls[i]->name;
    if (system.obstacles.empty()) {
        eq.contact_check.reset();
        eq.contact_summaries.clear();
        eq.contact_groups.clear();
        eq.push.reset();
        eq.energy_slope.reset();
    }
    for (std::size_t i = 0; i < system.constraints.size(); ++i)
        eq.reactions[i].name = system.constraints[i]->name();
    eq.base_reaction.name = "base";
    eq.drives.resize(system.coupled.size());
}

void fill(StaticProblem& p, std::vector<std::size_t>& by_arclength, Equilibrium& eq) noexcept
{
    System& system = p.system();
    const Model& model = *system.model;
    const auto frames = model.frames();
    eq.coordinates = p.q;
    if (p.slips() > 0) follow_slips(system);
    eq.shape.arclength[0] = 0.0;
    eq.shape.frames[0] = system.base_spring ? model.frame_at({0, 1.0}) : system.X_WB;
    for (std::size_t i = 0; i < system.samples.size(); ++i) {
        eq.shape.arclength[i + 1] = system.samples[i].arclength;
        eq.shape.frames[i + 1] = model.frame_at(system.samples[i].place);
    }
    for (std::size_t i = 0; i < system.stations.size(); ++i)
        eq.stations[i].X_WS = model.frame_at(system.stations[i].place);
    for (std::size_t i = 0; i < system.magnets.size(); ++i) {
        const SE3 X = model.frame_at(system.magnets[i].place);
        eq.fields[i].field = field_at(*system.field, X.position(), system.time).B;
    }

    fill_section_forces(p, by_arclength, eq.shape);
    fill_curvature(system, eq.shape);

    int row = p.coordinates();
    for (std::size_t i = 0; i < system.constraints.size(); ++i) {
        const FrameFunction& constraint = *system.constraints[i];
        double lambda[6];
        for (int k = 0; k < constraint.size(); ++k)
            lambda[k] = p.x[row + k] * p.force_scale();
        FrameForce reaction;
        reaction.clear();
        constraint.add_force(frames[static_cast<std::size_t>(constraint.point())], lambda, reaction);
        eq.reactions[i].force = reaction.F.head<3>();
        eq.reactions[i].moment = reaction.F.tail<3>();
        eq.reactions[i].at = system.point_arclength[static_cast<std::size_t>(constraint.point())];
        row += constraint.size();
    }
    // No section contains what acts at the base itself; the base carries it.
    eq.base_reaction.force = -eq.shape.force[0];
    eq.base_reaction.moment = -eq.shape.moment[0];
    for (std::size_t k = 0; k < frames.size(); ++k) {
        if (system.point_arclength[k] != 0.0) continue;
        eq.base_reaction.force -= p.forces[k].F.head<3>();
        eq.base_reaction.moment -= p.forces[k].F.tail<3>();
    }
    // Of a pinned base what is left of it is no reaction, but a lack of balance.
    if (system.base_spring) eq.base_reaction.moment.setZero();

    for (std::size_t i = 0, unknown = 0; i < system.coupled.size(); ++i) {
        // The tension of a slack cable is exactly zero.
        for (int u = 0; u < system.coupled[i]->unknowns(); ++u) {
            if (!p.closed(static_cast<int>(unknown++))) system.coupled[i]->set_unknown(u, 0.0);
        }
        system.coupled[i]->report(eq.drives[i]);
    }

    eq.energy.elastic = eq.energy.total = model.elastic_energy();
    for (const auto& load : system.loads)
        eq.energy.total += load->potential(frames);
}

double balance(const StaticProblem& p, const Equilibrium& eq, const System& system) noexcept
{
    double largest = 0.0;
    for (const FrameForce& force : p.forces)
        largest = std::max(largest, force.F.head<3>().norm() * system.length + force.F.tail<3>().norm());
    largest = std::max(largest, eq.base_reaction.moment.norm());
    for (const DriveState& drive : eq.drives) {
        for (const double tension : drive.tensions)
            largest = std::max(largest, std::abs(tension) * system.length);
    }
    const double left =
        p.coordinates() == 0 ? 0.0 : p.g.cwiseProduct(system.model->coordinate_scale()).cwiseAbs().maxCoeff();
    return largest > 0.0 ? left / largest : left;
}

}  // namespace supple
