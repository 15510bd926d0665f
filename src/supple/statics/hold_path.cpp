#include <supple/algebra/decompositions.hpp>
#include <supple/statics/contact.hpp>
#include <supple/statics/hold_path.hpp>
#include <supple/statics/stability.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace supple {
namespace {

const SE3& frame_of(StaticProblem& p, int point)
{
    return p.system().model->frames()[static_cast<std::size_t>(point)];
}

/// To the full load with nothing held.
bool load_released(StaticProblem& p, const PathOptions& options, PathReport& report)
{
    p.take(Way::released);
    PathReport stage;
    stage.iterations = report.iterations;
    stage.converged = solve_at_once(p, options, stage);
    if (!stage.converged) follow_load(p, options, stage);
    report.iterations = stage.iterations;
    return stage.converged;
}

/// The same with a push sideways that moves the point by a visible part of the rod's length.
bool load_pushed(StaticProblem& p, int point, const Vector3d& direction, const PathOptions& options,
                 PathReport& report)
{
    const double wanted = 0.15 * p.system().length;
    const Vector3d before = frame_of(p, point).position();
    double force = 1e-3 * p.force_scale();
    for (int attempt = 0; attempt < 4; ++attempt) {
        p.push(point, force * direction);
        if (!load_released(p, options, report)) return false;
        const double moved = (frame_of(p, point).position() - before).norm();
        if (moved > 0.3 * wanted) return true;
        force *= std::clamp(wanted / std::max(moved, 1e-300), 2.0, 1e4);
    }
    return false;
}

/// Guides hold a place that is a little further along the rod than they are away. False where the rod is too
/// short for it, or Newton does not follow.
bool place_guides(StaticProblem& p, const PathOptions& options, PathReport& report)
{
    System& system = p.system();
    constexpr double slack = 1.02;
    double last = 0.0;
    Vector3d last_phi = Vector3d::Zero();  // of the base, for the guide before
    for (int i = 0; i < p.slips(); ++i) {
        const FrameFunction& guide =
            *system.constraints[static_cast<std::size_t>(system.slips.constraint(i))];
        FrameFunction::Values phi;
        FrameFunction::Gradient gradient;
        guide.evaluate(system.X_WB, phi, gradient);
        const double away = (Vector3d(phi.head<3>()) - last_phi).norm();
        const double place = std::max(last + slack * away, system.slips.start(i));
        if (place >= system.length) return false;
        last = place;
        last_phi = phi.head<3>();
        p.x[p.coordinates() + p.held() + i] = place / system.length;
    }
    return p.slips() == 0 || newton(p, 1.0, options, 30, report.iterations);
}

/// One way from the load factor zero to one.
bool follow_way(StaticProblem& p, Way way, const PathOptions& options, PathReport& report)
{
    p.take(way);
    PathReport stage;
    stage.iterations = report.iterations;
    follow_from_here(p, options, stage);
    report.iterations = stage.iterations;
    report.snapped = report.snapped || stage.snapped;
    return stage.converged;
}

/// From the loaded rod to the held one.
bool hold_from_here(StaticProblem& p, const PathOptions& options, PathReport& report)
{
    report.snapped = false;
    if (!place_guides(p, options, report) || !follow_way(p, Way::holding, options, report)) return false;
    return p.slips() == 0 || (follow_way(p, Way::slipping, options, report) && !p.system().slips.crossed());
}

/// What a constraint asks of the frame as it is: displacements [m] and turns [rad], each along its axes.
struct Asked {
    Vector3d move = Vector3d::Zero(), turn = Vector3d::Zero();
};

Asked asked_by(const FrameFunction& constraint, const SE3& X) noexcept
{
    FrameFunction::Values phi;
    FrameFunction::Gradient gradient;
    constraint.evaluate(X, phi, gradient);
    Asked asked;
    for (int i = 0; i < constraint.size(); ++i) {
        asked.move -= phi[i] * gradient.row(i).head<3>().transpose();
        asked.turn -= phi[i] * gradient.row(i).tail<3>().transpose();
    }
    return asked;
}

/// Bends the rod by a push in a direction, without loads.
bool bend(StaticProblem& p, int point, const Vector3d& direction, const PathOptions& options,
          PathReport& report)
{
    // In linear theory this moves the point by its arc length.
    const System& system = p.system();
    const double s = std::max(system.point_arclength[static_cast<std::size_t>(point)], 0.1 * system.length);
    p.take(Way::bending);
    p.push(point, 3.0 * system.section_stiffness.head<2>().mean() / (s * s) * direction);
    PathReport stage;
    stage.iterations = report.iterations;
    follow_load(p, options, stage);
    report.iterations = stage.iterations;
    return stage.converged;
}

/// Brings the rod near a shape that meets the constraints and is balanced: Gauss and Newton for what is held,
/// and down the energy where nothing holds.
bool slide_to_hold(StaticProblem& p, const PathOptions& options, int& iterations)
{
    constexpr double near = 1e-3;     // what is held, over L and rad; forces in the scale of the residual
    constexpr double farthest = 0.2;  // turn in a step [rad]
    constexpr int tries = 80;
    const int n = p.coordinates(), m = p.held();
    for (int i = 0; i < tries && !options.spent(iterations); ++i, ++iterations) {
        p.evaluate(1.0);
        const VectorXd phi = p.r.segment(n, m), g = p.r.head(n);
        const double size = phi.cwiseAbs().maxCoeff();
        if (!std::isfinite(size) || !g.allFinite()) return false;
        const MatrixXd C = p.A.lower().topLeftCorner(m, n);
        MatrixXd F = C * C.transpose();
        F.diagonal().array() += 1e-6 * F.trace() + 1e-3 * size * size;
        const VectorXd back = C.transpose() * linear_solution(F, phi);
        const VectorXd down = g - C.transpose() * linear_solution(F, C * g);
        if (size < near && down.cwiseAbs().maxCoeff() < near) return true;
        const VectorXd step = back + down;
        const double turn = step.cwiseAbs().maxCoeff();
        p.x.head(n) -= (turn > farthest ? farthest / turn : 1.0) * step;
    }
    return false;
}

/// From bent shapes down to one that meets the constraints, is balanced and not unstable.
bool find_balance_held(StaticProblem& p, const PathOptions& options, PathReport& report)
{
    constexpr int starts = 8, tries = 25;
    p.take(Way::together);
    for (int k = 0; k < starts && !options.spent(report.iterations); ++k) {
        p.start_from_rest();
        for (int j = 0; j < p.coordinates(); ++j)
            p.x[j] += 0.3 * std::sin(1.0 + k + 2.399963 * (k + 1) * j);
        if (slide_to_hold(p, options, report.iterations) &&
            newton(p, 1.0, options, tries, report.iterations) && judge_stability(p).stable != false)
            return true;
    }
    return false;
}

/// First the shape that is held without walls, then the walls that it has passed.
bool hold_then_touch(StaticProblem& p, ContactSolver& walls, const PathOptions& options, PathReport& report)
{
    for (Wall* wall : p.system().walls)
        wall->open();
    hold_after_load(p, options, report);
    if (!report.converged) return false;
    p.take(Way::holding);
    PathReport stage;
    stage.iterations = report.iterations;
    walls.follow(ContactSolver::Start::bent,
                 {options.tolerance, stage.iterations + options.max_iterations, options.deadline}, stage);
    report.iterations = stage.iterations;
    report.converged = report.held_last = stage.converged;
    report.snapped = stage.converged && (report.snapped || stage.snapped);
    p.take(Way::together);
    p.evaluate(1.0);
    return stage.converged;
}

}  // namespace

bool leads_away(System& system) noexcept
{
    constexpr double apart = 1e-9;
    Model& model = *system.model;
    model.place(model.rest_coordinates());
    for (std::size_t i = 0; i < system.constraints.size(); ++i) {
        const SE3& X = model.frames()[static_cast<std::size_t>(system.constraints[i]->point())];
        Asked asked = asked_by(*system.constraints[i], X);
        for (int k = 0; k < system.slips.size(); ++k) {
            const Vector3d t = X.rotation().col(2);
            if (system.slips.constraint(k) == static_cast<int>(i)) asked.move -= t.dot(asked.move) * t;
        }
        if (asked.move.norm() > apart * system.length || asked.turn.norm() > apart) return true;
    }
    return false;
}

void hold_after_load(StaticProblem& p, const PathOptions& budget, PathReport& report) noexcept
{
    constexpr int ways = 4;
    // This path is tried after another has failed: it gets a part of the work.
    const PathOptions options{budget.tolerance, report.iterations + budget.max_iterations / 4,
                              budget.deadline};
    const int point = p.system().constraints.back()->point();
    std::array<Vector3d, ways> sideways;
    VectorXd found;
    bool snapped = false;
    for (std::size_t way = 0; way < ways && !options.spent(report.iterations); ++way) {
        p.push(point, Vector3d::Zero());
        bool loaded = load_released(p, options, report);
        if (way == 0) {
            const Matrix3d& R = frame_of(p, point).rotation();
            sideways = {Vector3d::Zero(), R.col(0), R.col(1), -R.col(0)};
        } else {
            loaded = loaded && load_pushed(p, point, sideways[way], options, report);
        }
        if (!loaded || !hold_from_here(p, options, report)) continue;
        const bool unstable = judge_stability(p).stable == false;
        if (found.size() == 0 || !unstable) {
            found = p.x;
            snapped = report.snapped;
        }
        if (!unstable) break;
    }
    p.take(Way::together);
    report.converged = report.held_last = found.size() > 0;
    report.snapped = report.converged && snapped;
    report.positive_definite = false;
    if (report.converged) {
        p.x = found;
        report.reached = 1.0;
    }
    p.evaluate(1.0);
}

void hold_from_bent(StaticProblem& p, ContactSolver* walls, const PathOptions& budget,
                    PathReport& report) noexcept
{
    if (walls && hold_then_touch(p, *walls, budget, report) && walls->judge().stable != false) {
        p.evaluate(1.0);
        return;
    }
    report.held_last = false;
    const PathOptions options{budget.tolerance, report.iterations + budget.max_iterations / (walls ? 1 : 4),
                              budget.deadline};
    System& system = p.system();
    const int point = system.constraints.back()->point();
    // Across the base, towards where the constraints lead; the second part keeps planes from being special.
    system.model->place(system.model->rest_coordinates());
    Vector3d towards = Vector3d::Zero();
    for (const auto& constraint : system.constraints)
        towards += asked_by(*constraint, frame_of(p, constraint->point())).move;
    const Vector3d t = system.X_WB.rotation().col(2);
    towards -= t.dot(towards) * t;
    if (towards.norm() < 1e-6 * system.length) towards = system.X_WB.rotation().col(0);
    towards.normalize();
    const Vector3d across = t.cross(towards);

    const std::array<Vector3d, 3> directions = {towards + 0.05 * across, across - 0.05 * towards,
                                                -across - 0.05 * towards};
    const auto hold = [&](const Vector3d& direction) {
        for (Wall* wall : system.walls)
            wall->open();
        p.push(point, Vector3d::Zero());
        if (!bend(p, point, direction, options, report)) return false;
        p.take(Way::bent);
        PathReport stage;
        stage.iterations = report.iterations;
        if (walls)
            walls->follow(ContactSolver::Start::bent, options, stage);
        else
            follow_from_here(p, options, stage);
        report.iterations = stage.iterations;
        report.snapped = stage.snapped;
        return stage.converged;
    };
    // The first that is not unstable, else the first.
    const Vector3d* balanced = nullptr;
    bool found = false;
    for (const Vector3d& direction : directions) {
        if (!hold(direction)) continue;
        found = (walls ? walls->judge() : judge_stability(p)).stable != false;
        if (found) break;
        if (!balanced) balanced = &direction;
    }
    if (!found && !walls && system.coupled.empty()) {
        const PathOptions rest{budget.tolerance, report.iterations + budget.max_iterations / 4,
                               budget.deadline};
        found = find_balance_held(p, rest, report);
        if (found) report.snapped = false;
    }
    if (!found && balanced) found = hold(*balanced);
    p.take(Way::together);
    report.converged = report.bent = found;
    report.snapped = report.snapped && found;
    report.positive_definite = false;
    if (found) report.reached = 1.0;
    p.evaluate(1.0);
}

}  // namespace supple
