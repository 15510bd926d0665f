#include <supple/assembly/discretize.hpp>
#include <supple/compare/compare.hpp>
#include <supple/cosserat/cosserat.hpp>
#include <supple/dynamics/variational_modes.hpp>
#include <supple/dynamics/variational_statics.hpp>
#include <supple/lie/so3.hpp>
#include <supple/model/chain.hpp>
#include <supple/statics/equilibrium.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace supple {
namespace {

using Clock = std::chrono::steady_clock;

cosserat::Options exact_options(const Manipulator& manipulator)
{
    cosserat::Options options = cosserat::options_of(manipulator);
    const Freedoms freedoms = freedoms_of(manipulator);
    options.shear = freedoms.shear;
    options.extension = freedoms.extension;
    return options;
}

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

/// How many of the chain's elements bend.
int joints_of(const System& system)
{
    const auto& links = static_cast<const Chain&>(*system.model).links();
    const auto bends = [](const Chain::Link& link) { return !std::holds_alternative<Slide>(link.element); };
    return static_cast<int>(std::count_if(links.begin(), links.end(), bends));
}

Tried describe(const Candidate& candidate, const System& system)
{
    Tried tried{candidate, system.unsupported};
    if (tried.reason.empty()) {
        tried.joints = joints_of(system);
        tried.twists = system.twists;
    }
    return tried;
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
template <typename Solve>
double time_of(const Solve& solve, const Equilibrium& equilibrium, const CompareOptions& options)
{
    std::vector<double> seconds;
    const auto start = Clock::now();
    for (int i = 0; i < std::max(1, options.repetitions); ++i) {
        if (i > 0 && std::chrono::duration<double>(Clock::now() - start).count() > options.patience) break;
        solve();
        seconds.push_back(equilibrium.solver.seconds);
    }
    return statistics(std::move(seconds)).median;
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
    const Manipulator one = with_model(manipulator, candidate.model);
    if (const auto* nodal = std::get_if<VariationalModel>(&candidate.model)) {
        Tried tried{candidate, variational::model_rod(one).mistake};
        tried.joints = nodal->elements;
        tried.twists = true;
        return tried;
    }
    return describe(candidate, *discretize(one));
}

Equilibrium solve_model(const Manipulator& manipulator)
{
    if (std::holds_alternative<VariationalModel>(manipulator.model))
        return variational::solve_statics(manipulator);
    return solve_statics(*discretize(manipulator));
}

Equilibrium solve_exact(const Manipulator& manipulator)
{
    return cosserat::solve(manipulator, exact_options(manipulator));
}

Comparison compare(const Manipulator& manipulator, const std::vector<Candidate>& candidates,
                   const CompareOptions& options)
{
    Comparison comparison;
    cosserat::Solver exact(manipulator, exact_options(manipulator));
    cosserat::solve(exact, comparison.exact);
    comparison.exact_seconds =
        time_of([&] { cosserat::solve(exact, comparison.exact); }, comparison.exact, options);

    for (const Candidate& candidate : candidates) {
        if (options.stop && *options.stop) break;
        const Manipulator one = with_model(manipulator, candidate.model);
        Judged judged;
        judged.model = try_out(manipulator, candidate);
        if (judged.model.reason.empty()) {
            Equilibrium found = solve_model(one);
            if (std::holds_alternative<VariationalModel>(one.model)) {
                judged.seconds = time_of([&] { found = solve_model(one); }, found, options);
            } else {
                const auto system = discretize(one);
                judged.seconds = time_of([&] { solve_statics(*system, {}, found); }, found, options);
            }
            judged.status = found.status;
            judged.message = found.message;
            judged.snapped = found.snapped;
            judged.warnings = found.warnings;
            judged.error = deviation(found, comparison.exact);
        }
        comparison.models.push_back(std::move(judged));
    }
    return comparison;
}

}  // namespace supple
