#include <supple/analysis/solve.hpp>
#include <supple/compare/compare.hpp>
#include <supple/lie/so3.hpp>
#include <supple/rod/completed.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace supple {
namespace {

using Clock = std::chrono::steady_clock;

Manipulator with_model(Manipulator manipulator, const ModelChoice& model)
{
    manipulator.model = model;
    return manipulator;
}

/// An equilibrium, be it stable or not.
bool is_balanced(const Equilibrium& equilibrium)
{
    return (equilibrium.status == Status::converged || equilibrium.status == Status::unstable) &&
           !equilibrium.shape.frames.empty();
}

/// The reaction of that name, else the one at that place in the list.
const Reaction* partner(const std::vector<Reaction>& reactions, const std::string& name, std::size_t index)
{
    const auto found = std::find_if(reactions.begin(), reactions.end(),
                                    [&](const Reaction& r) { return !name.empty() && r.name == name; });
    return found != reactions.end() ? &*found : index < reactions.size() ? &reactions[index] : nullptr;
}

double reaction_deviation(const Equilibrium& found, const Equilibrium& truth)
{
    double difference = 0.0, largest = 0.0;
    for (std::size_t i = 0; i < truth.reactions.size(); ++i) {
        const Reaction* other = partner(found.reactions, truth.reactions[i].name, i);
        if (!other) return std::numeric_limits<double>::quiet_NaN();
        difference = std::max(difference, (other->force - truth.reactions[i].force).norm());
        largest = std::max(largest, truth.reactions[i].force.norm());
    }
    return largest > 0.0 ? difference / largest : std::numeric_limits<double>::quiet_NaN();
}

/// Solves again and again, each time from the unloaded shape. @returns the median of the times [s]
double time_of(Solver& solver, const CompareOptions& options)
{
    std::vector<double> seconds;
    const auto start = Clock::now();
    for (int i = 0; i < std::max(1, options.repetitions); ++i) {
        if (i > 0 && std::chrono::duration<double>(Clock::now() - start).count() > options.patience) break;
        seconds.push_back(solver.solve_cold().solver.seconds);
    }
    return statistics(std::move(seconds)).median;
}

/// A number of equal arcs, at least 96, of which one ends at every disk; 96 where disks stand too unevenly.
int arcs_at_disks(const Manipulator& manipulator)
{
    constexpr int least = 96, most = 192;
    const Complete complete(manipulator);
    std::vector<double> places;
    for (const Attachment& attachment : complete->attachments)
        if (const auto* disks = std::get_if<Disks>(&attachment)) places = disks->positions;
    for (int n = least; n <= most; ++n) {
        const bool all = std::all_of(places.begin(), places.end(), [&](double s) {
            const double arcs = n * s / complete->rod.length;
            return std::abs(arcs - std::round(arcs)) < 1e-9 * n;
        });
        if (all) return n;
    }
    return least;
}

}  // namespace

Deviation deviation(const Equilibrium& found, const Equilibrium& truth)
{
    if (!is_balanced(found) || !is_balanced(truth)) return {};
    const Matrix3d R = found.tip().rotation(), R_true = truth.tip().rotation();
    const Vector3d d3 = R.col(2), d3_true = R_true.col(2);
    return {(found.tip().position() - truth.tip().position()).norm(), so3::log(R.transpose() * R_true).norm(),
            std::atan2(d3.cross(d3_true).norm(), d3.dot(d3_true)), reaction_deviation(found, truth)};
}

Tried try_out(const Manipulator& manipulator, const Candidate& candidate)
{
    const Solver solver(with_model(manipulator, candidate.model));
    Tried tried{candidate, solver.unsupported()};
    if (tried.reason.empty()) {
        tried.joints = solver.joints();
        tried.twists = solver.twists();
    }
    return tried;
}

std::string Judge::in_words() const
{
    return exact() ? "the exact rod" : "the finest chain (" + name + ")";
}

Judge judge_for(const Manipulator& manipulator)
{
    const CosseratModel exact = exact_model(manipulator);
    Judge judge;
    judge.model = exact;
    // What the rod cannot carry it says before its first iteration.
    const Equilibrium refused = solve(with_model(manipulator, exact), {.max_iterations = 0});
    if (refused.status != Status::invalid) return judge;
    judge.model = CurvatureModel{arcs_at_disks(manipulator), true};
    judge.name = std::string(type_name(judge.model)) + ", " + setting(judge.model);
    judge.reason = refused.message;
    return judge;
}

Manipulator judge_of(const Manipulator& manipulator)
{
    return with_model(manipulator, judge_for(manipulator).model);
}

const char* const judge_is_elsewhere =
    "the exact rod is in another shape than the finest chain, which agrees with the model";

bool judged_elsewhere(const Manipulator& manipulator, const Judge& judge, const Equilibrium& found,
                      const Equilibrium& truth)
{
    const double far = 0.02 * manipulator.rod.length;
    const auto apart = [far](const Equilibrium& a, const Equilibrium& b) {
        return deviation(a, b).position > far;  // false where one is not balanced
    };
    if (!judge.exact() || !apart(found, truth)) return false;
    const Equilibrium finest =
        solve(with_model(manipulator, CurvatureModel{arcs_at_disks(manipulator), true}));
    return finest.status == Status::converged && apart(finest, truth) && !apart(finest, found);
}

Comparison compare(const Manipulator& manipulator, const std::vector<Candidate>& candidates,
                   const CompareOptions& options)
{
    Comparison comparison;
    comparison.judge = judge_for(manipulator);
    Solver exact(with_model(manipulator, comparison.judge.model));
    comparison.exact = exact.solve_cold();
    comparison.exact_seconds = time_of(exact, options);

    for (const Candidate& candidate : candidates) {
        if (options.stop && *options.stop) break;
        Judged judged;
        judged.model = try_out(manipulator, candidate);
        if (judged.model.reason.empty()) {
            Solver solver(with_model(manipulator, candidate.model));
            const Equilibrium& found = solver.solve_cold();
            judged.status = found.status;
            judged.message = found.message;
            judged.snapped = found.snapped;
            judged.warnings = found.warnings;
            judged.error = deviation(found, comparison.exact);
            if (found.status == Status::converged &&
                judged_elsewhere(manipulator, comparison.judge, found, comparison.exact))
                judged.warnings.emplace_back(judge_is_elsewhere);
            judged.seconds = time_of(solver, options);
        }
        comparison.models.push_back(std::move(judged));
    }
    return comparison;
}

}  // namespace supple
