#include <supple/result/check.hpp>
#include <supple/result/verdict.hpp>
#include <supple/statics/contact.hpp>
#include <supple/statics/continuation.hpp>
#include <supple/statics/determinacy.hpp>
#include <supple/statics/eigenvalue.hpp>
#include <supple/statics/equilibrium.hpp>
#include <supple/statics/fill.hpp>
#include <supple/statics/hold_path.hpp>
#include <supple/statics/load_steps.hpp>
#include <supple/statics/obstacles.hpp>
#include <supple/statics/reach.hpp>
#include <supple/statics/stability.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace supple {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* limit_reached = "the limit of iterations or of time was reached before a balance";

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
    const bool twist = twist_is_missing(system, eq), otherwise = report.held_last || report.bent;
    eq.warnings.resize(static_cast<std::size_t>(twist) + static_cast<std::size_t>(otherwise));
    if (twist) {
        eq.warnings[0] =
            "an axial moment acts on a model that does not twist: it is carried rigidly; use twist: true or "
            "a model with twist";
    }
    if (otherwise) eq.warnings.back() = report.bent ? held_from_bent : held_after_loads;
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

/// Takes the shape at which another way has ended, where it holds; else goes back.
bool take_if_it_holds(StaticProblem& p, const VectorXd& balanced, const PathReport& beside,
                      PathReport& report) noexcept
{
    report.iterations = beside.iterations;
    const bool holds = beside.converged && judge_stability(p).stable != false;
    if (holds)
        report = beside;
    else
        p.x = balanced;
    p.evaluate(1.0);
    return holds;
}

/// Constraints may lead a rod to a shape that does not hold, as one that stretches along a straight way. Then
/// to a shape beside it that does, if one is found by another way.
bool leave_unstable_way(StaticProblem& p, const PathOptions& options, PathReport& report) noexcept
{
    if (p.held() == 0 || !leads_away(p.system())) return false;
    const VectorXd balanced = p.x;
    const PathReport before = report;
    const auto ends_well = [&](const auto& way) {
        PathReport beside;
        beside.iterations = report.iterations;
        way(beside);
        return take_if_it_holds(p, balanced, beside, report);
    };
    if (!before.held_last && !before.bent &&
        ends_well([&](PathReport& beside) { hold_after_load(p, options, beside); }))
        return true;
    return p.slips() == 0 && !before.bent && !options.late() &&
           ends_well([&](PathReport& beside) { hold_from_bent(p, nullptr, options, beside); });
}

/// Newton from the last shape may end where a rod that is loaded slowly does not: then along the loads.
bool leave_unstable_end(StaticProblem& p, const VectorXd& last, const PathOptions& options,
                        PathReport& report) noexcept
{
    const VectorXd balanced = p.x;
    PathReport beside;
    beside.iterations = report.iterations;
    if (!follow_from_last(p, last, options, beside)) follow_load(p, options, beside);
    return take_if_it_holds(p, balanced, beside, report);
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
        obstacles_.reset();
        // The stiff springs of touched samples would cost a chain's elimination its digits.
        problem_ =
            std::make_unique<StaticProblem>(system_, system_.obstacles.empty() ? how_ : Elimination::dense);
        last_ = problem_->x;
        if (!system_.walls.empty()) walls_ = std::make_unique<ContactSolver>(*problem_);
        if (!system_.obstacles.empty()) obstacles_ = std::make_unique<ObstacleSolver>(*problem_);
    }
    return *problem_;
}

double StaticSolver::smallest_eigenvalue()
{
    return supple::smallest_eigenvalue(problem());
}

/// How the path to an end was taken.
struct StaticSolver::Ended {
    PathOptions path;
    bool warm, by_arc_length;
    bool impossible;  ///< what is held is out of reach
};

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
    p.values.read();
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
    const auto go_on = [&] { return !report.converged && !obstacles_ && !path.spent(report.iterations); };
    if (obstacles_) {
        if (warm) p.start_from(eq);
        obstacles_->follow(warm, path, report);
        if (options.check_branch && !warm && report.converged) obstacles_->check_branch(path);
    } else if (walls) {
        if (warm) p.start_from(eq);
        walls->follow(warm ? ContactSolver::Start::last : ContactSolver::Start::rest, path, report);
    } else if (warm) {
        p.start_from(eq);
        last_ = p.x;
        report.converged = newton_from_last(p, path, report.iterations);
        if (go_on()) report.converged = follow_from_last(p, last_, path, report);
    } else if (options.arc_length) {
        follow_arc_length(p, path, report);
    } else {
        report.converged = solve_at_once(p, path, report);
    }
    if (go_on() && !walls && !options.arc_length) follow_load(p, path, report);
    if (go_on() && !walls && !system.coupled.empty()) step_load(p, path, report);
    const bool impossible = p.held() > 0 && out_of_reach(system);
    // Other ways to what is held have a budget of their own, a part of the limit.
    const bool may_be_held = p.held() > 0 && !impossible && !path.late();
    if (may_be_held && !walls && (!report.converged || system.slips.crossed()))
        hold_after_load(p, path, report);
    if (may_be_held && p.slips() == 0 && !report.converged) hold_from_bent(p, walls, path, report);
    if (warm && !walls && !obstacles_ && !report.converged && path.spent(report.iterations)) {
        // Shape and forces stay those of the last balance.
        kept_ = true;
        eq.solver.iterations = report.iterations;
        eq.solver.seconds = std::chrono::duration<double>(Clock::now() - start).count();
        return say(eq, Status::not_converged,
                   stop_wanted() ? "stopped from outside: the shape is that of the last balance"
                                 : "the limit of iterations or of time was reached: the shape is that of the "
                                   "last balance");
    }

    if (report.converged) sharpen(p, path, report);
    if (!report.converged) p.evaluate(1.0);
    conclude({path, warm, options.arc_length, impossible}, report, eq);
    eq.solver.seconds = std::chrono::duration<double>(Clock::now() - start).count();
}

bool StaticSolver::accept(const VectorXd& coordinates, int iterations, const StaticsOptions& options,
                          Equilibrium& eq) noexcept
{
    StaticProblem& p = problem();
    p.values.read();
    kept_ = false;
    eq.message.clear();
    p.start_from(coordinates);
    p.evaluate(1.0, false);
    if (!(p.residual() <= 50.0 * options.tolerance)) return false;
    PathReport report;
    report.converged = report.positive_definite = true;
    report.iterations = iterations;
    conclude({{options.tolerance, options.max_iterations}, false, false, false}, report, eq);
    return true;
}

void StaticSolver::conclude(const Ended& how, PathReport report, Equilibrium& eq) noexcept
{
    System& system = system_;
    StaticProblem& p = *problem_;
    ContactSolver* walls = walls_.get();
    prepare(system, eq);
    double residual = 0.0;
    const auto read = [&] {
        residual = p.residual();
        fill(p, by_arclength_, eq);
        eq.balance = balance(p, eq, system);
    };
    read();
    if (report.converged && !walls && !obstacles_ && eq.balance > 1e-9 &&
        !how.path.spent(report.iterations) && polish(p, report)) {
        read();
        report.positive_definite = false;
    }
    if (walls) walls->fill(eq);
    if (obstacles_) obstacles_->fill(eq);
    if (p.held() > 0 && !determinacy_) determinacy_ = std::make_unique<Determinacy>(p);
    bool determined = p.held() == 0 || !report.converged || determinacy_->complete(p);
    const double violated = obstacles_ ? obstacles_->violation() : 0.0;
    eq.stability = walls        ? walls->judge()
                   : obstacles_ ? obstacles_->judge()
                                : judge_stability(p, report.positive_definite);
    if (report.converged && eq.stability.stable == false && !how.by_arc_length && !walls && !obstacles_ &&
        (how.warm ? leave_unstable_end(p, last_, how.path, report)
                  : leave_unstable_way(p, how.path, report))) {
        read();
        determined = p.held() == 0 || determinacy_->complete(p);
        eq.stability = judge_stability(p);
    }
    eq.snapped = report.snapped;
    eq.solver.iterations = report.iterations;
    eq.solver.residual = residual;
    if (!std::isfinite(residual)) {
        say(eq, Status::invalid, "a load, a field or the model holds a value that is not finite");
    } else if (walls && walls->stands_beyond()) {
        say(eq, Status::infeasible, "the rod stands beyond a wall, without load and with it");
    } else if (walls && report.converged && !(walls->worst_violation(eq) < 1e-6)) {
        say(eq, Status::not_converged, "the forces found at a wall do not obey the laws of contact");
    } else if (obstacles_ && obstacles_->impossible()) {
        say(eq, Status::infeasible, obstacles_->impossible());
    } else if (obstacles_ && report.converged && !(violated < 1e-9)) {
        say(eq, Status::not_converged, "the forces found do not obey the laws of contact");
    } else if (obstacles_ && report.converged && obstacles_->too_coarse()) {
        say(eq, Status::not_converged,
            "the rod is beyond a wall between its joints; use a model with more joints");
    } else if (obstacles_ && !report.converged && !how.path.spent(report.iterations)) {
        say(eq, Status::not_converged, "no balance was found that keeps the rod within its walls");
    } else if (how.impossible) {
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
        const bool unmet =
            p.held() > 0 && p.r.segment(p.coordinates(), p.held()).cwiseAbs().maxCoeff() > 1e-6;
        say(eq, Status::not_converged,
            stop_wanted()                       ? stopped_sentence
            : how.path.spent(report.iterations) ? limit_reached
            : unmet                             ? "no shape was found that meets the constraints"
                                                : "the load path could not be followed to the full load");
    } else if (!walls && !(eq.balance < 1e-6)) {
        say(eq, Status::not_converged,
            how.path.spent(report.iterations)
                ? limit_reached
                : "the forces found do not balance: the numbers are beyond rounding");
    } else if (eq.stability.stable == false) {
        say(eq, Status::unstable,
            "the shape is balanced but not stable: a small disturbance makes the rod leave it");
    } else {
        eq.status = Status::converged;
        p.values.arrive();
    }
    warn(system, report, eq);
    if (obstacles_ && report.converged && obstacles_->without_history())
        eq.warnings.emplace_back(
            "friction needs a way on which the rod came: a single solve has none, and its friction is zero; "
            "see solve --cases --sequence");
    if (!determined && claims_balance(eq.status)) determinacy_->warn(p, eq.warnings);
}

Equilibrium solve_statics(System& system, const StaticsOptions& options)
{
    Equilibrium equilibrium;
    StaticSolver(system).solve(options, equilibrium);
    return equilibrium;
}

}  // namespace supple
