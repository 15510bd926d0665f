#include <supple/statics/contact.hpp>
#include <supple/statics/continuation.hpp>
#include <supple/statics/equilibrium.hpp>
#include <supple/statics/load_steps.hpp>
#include <supple/statics/stability.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace supple {
namespace {

using Clock = std::chrono::steady_clock;

StaticProblem& problem_of(System& system)
{
    // A drive that lets go, or takes hold, changes the number of unknowns.
    int unknowns = 0;
    for (const CoupledLoad* load : system.coupled)
        unknowns += load->unknowns();
    auto* problem = static_cast<StaticProblem*>(system.workspace.get());
    if (problem && problem->unknowns() == unknowns) return *problem;
    const auto made = std::make_shared<StaticProblem>(system);
    system.workspace = made;
    return *made;
}

ContactSolver& walls_of(System& system, StaticProblem& problem)
{
    if (!system.wall_workspace) system.wall_workspace = std::make_shared<ContactSolver>(problem);
    return *static_cast<ContactSolver*>(system.wall_workspace.get());
}

/// Sizes everything that the warm form fills.
void prepare(const System& system, Equilibrium& eq)
{
    const std::size_t points = system.samples.size() + 1;
    eq.model = system.type;
    eq.shape.arclength.resize(points);
    eq.shape.frames.resize(points);
    eq.shape.force.resize(points);
    eq.shape.moment.resize(points);
    eq.shape.curvature.resize((system.section_stiffness.array() > 0.0).all() ? points : 0);
    eq.coordinates.resize(system.model->size());
    eq.stations.resize(system.stations.size());
    for (std::size_t i = 0; i < system.stations.size(); ++i)
        eq.stations[i].name = system.stations[i].name;
    eq.reactions.resize(system.constraints.size() + system.walls.size());
    eq.contacts.resize(system.walls.size());
    for (std::size_t i = 0; i < system.walls.size(); ++i)
        eq.contacts[i].name = eq.reactions[system.constraints.size() + i].name = system.walls[i]->name;
    for (std::size_t i = 0; i < system.constraints.size(); ++i)
        eq.reactions[i].name = system.constraints[i]->name();
    eq.base_reaction.name = "base";
    eq.drives.resize(system.coupled.size());
}

/// Where the rod slips the cuts move along it; what is fixed to the rod does not.
void follow_slips(System& system) noexcept
{
    const Model& model = *system.model;
    for (std::size_t k = 0; k < system.point_arclength.size(); ++k)
        system.point_arclength[k] = model.arclength_at(model.points()[k]);
    for (Sample& sample : system.samples)
        sample.arclength = model.arclength_at(sample.place);
    for (Sample& station : system.stations)
        station.place = model.place_at(station.arclength);
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

/// Shape, section forces, reactions, energy: what the last evaluation of the problem says.
void fill(StaticProblem& p, Equilibrium& eq) noexcept
{
    System& system = p.system();
    const Model& model = *system.model;
    const auto frames = model.frames();
    eq.coordinates = p.q;
    if (p.slips() > 0) follow_slips(system);
    eq.shape.arclength[0] = 0.0;
    eq.shape.frames[0] = system.X_WB;
    for (std::size_t i = 0; i < system.samples.size(); ++i) {
        eq.shape.arclength[i + 1] = system.samples[i].arclength;
        eq.shape.frames[i + 1] = model.frame_at(system.samples[i].place);
    }
    for (std::size_t i = 0; i < system.stations.size(); ++i)
        eq.stations[i].X_WS = model.frame_at(system.stations[i].place);

    // Internal force and moment: of everything beyond the section, about it.
    for (std::size_t i = 0; i < eq.shape.frames.size(); ++i) {
        Vector3d n = Vector3d::Zero(), m = Vector3d::Zero();
        const Vector3d& x = eq.shape.frames[i].position();
        for (std::size_t k = 0; k < frames.size(); ++k) {
            if (system.point_arclength[k] < eq.shape.arclength[i] ||
                (i == 0 && system.point_arclength[k] == 0.0))
                continue;
            n += p.forces[k].F.head<3>();
            m += p.forces[k].F.tail<3>() + (frames[k].position() - x).cross(p.forces[k].F.head<3>());
        }
        for (const CoupledLoad* load : system.coupled)
            n += load->section_pull(eq.shape.arclength[i], eq.shape.frames[i]);
        eq.shape.force[i] = n;
        eq.shape.moment[i] = m;
    }
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
    // What acts at the base itself is no section's, but the base carries it.
    eq.base_reaction.force = -eq.shape.force[0];
    eq.base_reaction.moment = -eq.shape.moment[0];
    for (std::size_t k = 0; k < frames.size(); ++k) {
        if (system.point_arclength[k] != 0.0) continue;
        eq.base_reaction.force -= p.forces[k].F.head<3>();
        eq.base_reaction.moment -= p.forces[k].F.tail<3>();
    }

    for (std::size_t i = 0, unknown = 0; i < system.coupled.size(); ++i) {
        // What is slack is so exactly, not to rounding.
        for (int u = 0; u < system.coupled[i]->unknowns(); ++u) {
            if (!p.closed(static_cast<int>(unknown++))) system.coupled[i]->set_unknown(u, 0.0);
        }
        system.coupled[i]->report(eq.drives[i]);
    }

    eq.energy.elastic = eq.energy.total = model.elastic_energy();
    for (const auto& load : system.loads)
        eq.energy.total += load->potential(frames);
}

/// The moment left over at the joints, over the largest load and its lever.
double balance(const StaticProblem& p, const Equilibrium& eq, const System& system) noexcept
{
    double largest = 0.0;
    for (const FrameForce& force : p.forces)
        largest = std::max(largest, force.F.head<3>().norm() * system.length + force.F.tail<3>().norm());
    largest = std::max(largest, eq.base_reaction.moment.norm());
    const double left =
        p.coordinates() == 0 ? 0.0 : p.g.cwiseProduct(system.model->coordinate_scale()).cwiseAbs().maxCoeff();
    return largest > 0.0 ? left / largest : left;
}

/// An axial moment on a chain that cannot twist is carried rigidly: the caller must know.
void warn_of_twist(const System& system, Equilibrium& eq)
{
    if (system.twists) return eq.warnings.clear();
    double axial = 0.0, largest = 0.0;
    for (std::size_t i = 0; i < eq.shape.frames.size(); ++i) {
        axial = std::max(axial, std::abs(eq.shape.moment[i].dot(eq.shape.frames[i].rotation().col(2))));
        largest = std::max(largest, eq.shape.moment[i].norm());
    }
    // The text is kept where it stands already, so that a second solve asks for no memory.
    eq.warnings.resize(axial > 1e-2 * largest ? 1 : 0);
    if (!eq.warnings.empty()) {
        eq.warnings[0] =
            "an axial moment acts on a model that does not twist: it is carried rigidly; use twist: true or "
            "a model with twist";
    }
}

void use_sharp_laws(System& system, bool sharp) noexcept
{
    for (CoupledLoad* load : system.coupled)
        load->use_sharp_law(sharp && load->has_sharp_law());
}

/// From the balance under smooth laws to that under the sharp ones, where there is one nearby.
void sharpen(StaticProblem& p, const PathOptions& options, PathReport& report) noexcept
{
    const auto& loads = p.system().coupled;
    if (std::none_of(loads.begin(), loads.end(), [](const auto* load) { return load->has_sharp_law(); }))
        return;
    p.saved = p.x;
    use_sharp_laws(p.system(), true);
    if (newton(p, 1.0, options, 12, report.iterations)) return;
    use_sharp_laws(p.system(), false);
    p.x = p.saved;
    p.evaluate(1.0);
}

void say(Equilibrium& eq, Status status, const char* message)
{
    eq.status = status;
    eq.message = message;
}

}  // namespace

void solve_statics(System& system, const StaticsOptions& options, Equilibrium& eq) noexcept
{
    const auto start = Clock::now();
    eq.message.clear();
    if (!system.unsupported.empty()) {
        eq.warnings.clear();
        return say(eq, Status::invalid, system.unsupported.c_str());
    }
    StaticProblem& p = problem_of(system);
    const bool warm =
        options.warm_start && eq.coordinates.size() == p.coordinates() && eq.status == Status::converged;
    const PathOptions path{options.tolerance, options.max_iterations};
    PathReport report;

    use_sharp_laws(system, false);
    // Warm: from the last shape. Cold: at once where the load is light, else along the load.
    ContactSolver* walls = system.walls.empty() ? nullptr : &walls_of(system, p);
    if (walls) {
        if (warm) p.start_from(eq);
        walls->follow(warm, path, report);
    } else if (warm) {
        p.start_from(eq);
        report.converged = newton(p, 1.0, path, 12, report.iterations);
    } else if (options.arc_length) {
        follow_arc_length(p, path, report);
    } else {
        report.converged = solve_at_once(p, path, report);
    }
    if (!report.converged && !options.arc_length && !walls) follow_load(p, path, report);
    if (!report.converged && !walls && !system.coupled.empty()) step_load(p, path, report);

    if (report.converged) sharpen(p, path, report);
    prepare(system, eq);
    if (!report.converged) p.evaluate(1.0);
    const double residual = p.residual();
    fill(p, eq);
    if (walls) walls->fill(eq);
    eq.snapped = report.snapped;
    eq.balance = balance(p, eq, system);
    eq.stability = walls ? walls->judge() : judge_stability(p, report.positive_definite);
    eq.solver.iterations = report.iterations;
    eq.solver.residual = residual;
    if (!std::isfinite(residual)) {
        say(eq, Status::invalid, "a load, a field or the model holds a value that is not finite");
    } else if (walls && walls->stands_beyond()) {
        say(eq, Status::infeasible, "the rod stands beyond a wall, without load and with it");
    } else if (walls && report.converged && !(walls->worst_violation(eq) < 1e-6)) {
        say(eq, Status::not_converged, "the forces found at a wall do not obey the laws of contact");
    } else if (system.slips.crossed()) {
        say(eq, Status::infeasible, "the rod slips out of a guide, or past its neighbour");
    } else if (std::any_of(system.coupled.begin(), system.coupled.end(),
                           [](const CoupledLoad* load) { return load->impossible(); })) {
        say(eq, Status::infeasible,
            "the rods would have to stretch: their retractions contradict each other");
    } else if (!report.converged) {
        const bool impossible =
            p.held() > 0 && p.r.segment(p.coordinates(), p.held()).cwiseAbs().maxCoeff() > 1e-6;
        say(eq, impossible ? Status::infeasible : Status::not_converged,
            impossible ? "no shape was found that meets the constraints"
                       : "the load path could not be followed to the full load");
    } else if (eq.stability.stable == false) {
        say(eq, Status::unstable,
            "the shape is balanced but not stable: a small disturbance makes the rod leave it");
    } else {
        eq.status = Status::converged;
    }
    warn_of_twist(system, eq);
    eq.solver.seconds = std::chrono::duration<double>(Clock::now() - start).count();
}

Equilibrium solve_statics(System& system, const StaticsOptions& options)
{
    Equilibrium equilibrium;
    solve_statics(system, options, equilibrium);
    return equilibrium;
}

}  // namespace supple
