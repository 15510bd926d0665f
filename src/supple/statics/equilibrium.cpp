#include <supple/field/magnetic_field.hpp>
#include <supple/statics/contact.hpp>
#include <supple/statics/continuation.hpp>
#include <supple/statics/eigenvalue.hpp>
#include <supple/statics/equilibrium.hpp>
#include <supple/statics/hold_path.hpp>
#include <supple/statics/load_steps.hpp>
#include <supple/statics/reach.hpp>
#include <supple/statics/section_forces.hpp>
#include <supple/statics/stability.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace supple {
namespace {

using Clock = std::chrono::steady_clock;

/// Sizes everything that the warm form fills.
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
    for (std::size_t i = 0; i < system.constraints.size(); ++i)
        eq.reactions[i].name = system.constraints[i]->name();
    eq.base_reaction.name = "base";
    eq.drives.resize(system.coupled.size());
}

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

/// Shape, section forces, reactions, energy: what the last evaluation of the problem says.
void fill(StaticProblem& p, std::vector<std::size_t>& by_arclength, Equilibrium& eq) noexcept
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

/// The moment left over at the joints, over the largest load and its lever.
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

/// Whether moments along the rod, which a chain that cannot twist carries rigidly, would turn its sections so
/// far that it shows.
bool twist_is_missing(const System& system, const Equilibrium& eq) noexcept
{
    constexpr double shows = 0.01;  // rad
    if (system.twists || !(system.section_stiffness[2] > 0.0)) return false;
    const Shape& shape = eq.shape;
    double angle = 0.0;
    for (std::size_t i = 0; i + 1 < shape.frames.size(); ++i) {
        const double axial = shape.moment[i + 1].dot(shape.frames[i + 1].rotation().col(2));
        angle +=
            std::abs(axial) / system.section_stiffness[2] * (shape.arclength[i + 1] - shape.arclength[i]);
    }
    return angle > shows;
}

/// What the caller must know. Texts are kept where they stand already, so that a second solve asks for no
/// memory.
void warn(const System& system, const PathReport& report, Equilibrium& eq)
{
    const bool twist = twist_is_missing(system, eq), held_last = report.held_last;
    eq.warnings.resize(static_cast<std::size_t>(twist) + static_cast<std::size_t>(held_last));
    if (twist) {
        eq.warnings[0] =
            "an axial moment acts on a model that does not twist: it is carried rigidly; use twist: true or "
            "a model with twist";
    }
    if (held_last) {
        eq.warnings.back() =
            "the loads were applied before the constraints, because the path on which both grow together "
            "does not lead to a shape; another shape may meet them too";
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

/// A light load leaves a residual that is small beside the stiffness and not beside the load: one Newton step
/// more. False where it does not help.
bool polish(StaticProblem& p, PathReport& report) noexcept
{
    const double before = p.residual();
    p.saved = p.x;
    p.evaluate(1.0);
    if (p.A.factor()) {
        ++report.iterations;
        p.step = p.r;
        p.A.solve(p.step);
        p.x -= p.step;
        p.evaluate(1.0);
        if (p.residual() < before) return true;
    }
    p.x = p.saved;
    p.evaluate(1.0);
    return false;
}

void say(Equilibrium& eq, Status status, const char* message)
{
    eq.status = status;
    eq.message = message;
}

}  // namespace

StaticSolver::StaticSolver(System& system, Elimination how) noexcept : system_(system), how_(how) {}
StaticSolver::~StaticSolver() = default;
StaticSolver::StaticSolver(StaticSolver&&) noexcept = default;

StaticProblem& StaticSolver::problem()
{
    // A drive that lets go, or takes hold, changes the number of unknowns.
    int unknowns = 0;
    for (const CoupledLoad* load : system_.coupled)
        unknowns += load->unknowns();
    if (!problem_ || problem_->unknowns() != unknowns) {
        walls_.reset();
        problem_ = std::make_unique<StaticProblem>(system_, how_);
        if (!system_.walls.empty()) walls_ = std::make_unique<ContactSolver>(*problem_);
    }
    return *problem_;
}

double StaticSolver::smallest_eigenvalue()
{
    return supple::smallest_eigenvalue(problem());
}

void StaticSolver::solve(const StaticsOptions& options, Equilibrium& eq) noexcept
{
    System& system = system_;
    const auto start = Clock::now();
    eq.message.clear();
    if (!system.unsupported.empty()) {
        eq.warnings.clear();
        return say(eq, Status::invalid, system.unsupported.c_str());
    }
    StaticProblem& p = problem();
    const bool warm = options.warm_start && eq.coordinates.size() == p.coordinates() &&
                      (eq.status == Status::converged || kept_);
    PathOptions path{options.tolerance, options.max_iterations};
    if (std::isfinite(options.max_seconds))
        path.deadline = start + std::chrono::duration_cast<Clock::duration>(
                                    std::chrono::duration<double>(options.max_seconds));
    kept_ = false;
    PathReport report;

    use_sharp_laws(system, false);
    // Warm: from the last shape. Cold: at once where the load is light, else along the load.
    ContactSolver* walls = walls_.get();
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
    const auto go_on = [&] { return !report.converged && !walls && !path.spent(report.iterations); };
    if (go_on() && !options.arc_length) follow_load(p, path, report);
    if (go_on() && !system.coupled.empty()) step_load(p, path, report);
    const bool impossible = p.held() > 0 && out_of_reach(system);
    if (p.held() > 0 && !walls && !impossible && (go_on() || system.slips.crossed()))
        hold_after_load(p, path, report);
    if (warm && !walls && !report.converged && path.spent(report.iterations)) {
        // Shape and forces stay those of the last balance.
        kept_ = true;
        eq.solver.iterations = report.iterations;
        eq.solver.seconds = std::chrono::duration<double>(Clock::now() - start).count();
        return say(eq, Status::not_converged,
                   "the limit of iterations or of time was reached: the shape is that of the last balance");
    }

    if (report.converged) sharpen(p, path, report);
    prepare(system, eq);
    if (!report.converged) p.evaluate(1.0);
    double residual = p.residual();
    fill(p, by_arclength_, eq);
    eq.balance = balance(p, eq, system);
    if (report.converged && !walls && eq.balance > 1e-9 && polish(p, report)) {
        residual = p.residual();
        fill(p, by_arclength_, eq);
        eq.balance = balance(p, eq, system);
        report.positive_definite = false;
    }
    if (walls) walls->fill(eq);
    eq.snapped = report.snapped;
    eq.stability = walls ? walls->judge() : judge_stability(p, report.positive_definite);
    eq.solver.iterations = report.iterations;
    eq.solver.residual = residual;
    if (!std::isfinite(residual)) {
        say(eq, Status::invalid, "a load, a field or the model holds a value that is not finite");
    } else if (walls && walls->stands_beyond()) {
        say(eq, Status::infeasible, "the rod stands beyond a wall, without load and with it");
    } else if (walls && report.converged && !(walls->worst_violation(eq) < 1e-6)) {
        say(eq, Status::not_converged, "the forces found at a wall do not obey the laws of contact");
    } else if (impossible) {
        say(eq, Status::infeasible,
            "what is held lies further from the base, or from what else is held, than the rod is long "
            "between them");
    } else if (system.slips.crossed()) {
        say(eq, Status::not_converged, "the rod slips out of a guide, or past its neighbour");
    } else if (std::any_of(system.coupled.begin(), system.coupled.end(),
                           [](const CoupledLoad* load) { return load->impossible(); })) {
        say(eq, Status::infeasible,
            "the rods would have to stretch: their retractions contradict each other");
    } else if (!report.converged) {
        const bool missed =
            p.held() > 0 && p.r.segment(p.coordinates(), p.held()).cwiseAbs().maxCoeff() > 1e-6;
        say(eq, Status::not_converged,
            path.spent(report.iterations) ? "the limit of iterations or of time was reached before a balance"
            : missed                      ? "no shape was found that meets the constraints"
                                          : "the load path could not be followed to the full load");
    } else if (!walls && !(eq.balance < 1e-6)) {
        say(eq, Status::not_converged, "the forces found do not balance: the numbers are beyond rounding");
    } else if (eq.stability.stable == false) {
        say(eq, Status::unstable,
            "the shape is balanced but not stable: a small disturbance makes the rod leave it");
    } else {
        eq.status = Status::converged;
    }
    warn(system, report, eq);
    eq.solver.seconds = std::chrono::duration<double>(Clock::now() - start).count();
}

Equilibrium solve_statics(System& system, const StaticsOptions& options)
{
    Equilibrium equilibrium;
    StaticSolver(system).solve(options, equilibrium);
    return equilibrium;
}

}  // namespace supple
