#include <supple/fit/doubts.hpp>
#include <supple/model/system.hpp>
#include <supple/text/units.hpp>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

constexpr double reach = 1.2;    ///< of a rod, over its length: it may stretch
constexpr double nearby = 0.01;  ///< of the base, over the length: where no tip stays in all cases
constexpr std::size_t most_named = 5;

std::string length(double metres)
{
    return format_quantity(metres, dimension::length, 3);
}

/// "lines 3, 4 and 17", "lines 3, 4, 5, 6, 7 and 12 more".
std::string named(const FitProblem& problem, const std::vector<std::size_t>& cases)
{
    std::string text;
    const std::size_t shown = std::min(cases.size(), most_named);
    for (std::size_t i = 0; i < shown; ++i) {
        const std::string& name = problem.study.cases[cases[i]].name;
        text += (i == 0 ? "" : ", ") + (name.empty() ? "case " + std::to_string(cases[i] + 1) : name);
    }
    if (cases.size() > shown) text += " and " + std::to_string(cases.size() - shown) + " more";
    return text;
}

struct Placed {
    double length = 0.0;
    Vector3d base = Vector3d::Zero();
};

/// The rod as the file has it, in a case.
Placed placed(const FitProblem& problem, std::size_t k)
{
    const std::unique_ptr<System> system = problem.study.build(problem.start, k);
    if (!system || !system->unsupported.empty()) return {};
    system->model->place(system->model->rest_coordinates());
    return {system->length, system->model->frame_at(system->model->place_at(0.0)).position()};
}

/// Distance of what was seen of a position to a place: at least this.
double distance(const Observation& seen, const Vector3d& from)
{
    Vector3d d = seen.value - from;
    for (std::size_t a = 0; a < 3; ++a) {
        if (!seen.seen[a]) d[static_cast<Eigen::Index>(a)] = 0.0;
    }
    return d.norm();
}

void doubt_places(const FitProblem& problem, std::vector<std::string>& doubts)
{
    const Study& study = problem.study;
    Placed rod;
    std::vector<std::size_t> beyond;
    double farthest = 0.0, farthest_tip = 0.0;
    std::size_t tips = 0;
    for (std::size_t k = 0; k < study.cases.size(); ++k) {
        if (k == 0 || !study.one_system) rod = placed(problem, k);
        if (!(rod.length > 0.0)) return;
        double far = 0.0;
        for (const Observation& each : study.cases[k].observations) {
            if (!each.is_position()) continue;
            const double d = distance(each, rod.base);
            far = std::max(far, d);
            const bool whole = each.kind == Observation::Kind::position && each.index == Observation::tip &&
                               std::count(each.seen.begin(), each.seen.end(), true) == 3;
            if (whole) {
                ++tips;
                farthest_tip = std::max(farthest_tip, d);
            }
        }
        if (far > reach * rod.length) beyond.push_back(k);
        farthest = std::max(farthest, far);
    }
    if (!beyond.empty())
        doubts.push_back(named(problem, beyond) + ": a position lies up to " + length(farthest) +
                         " from the base, beyond the reach of a rod of " + length(rod.length) +
                         "; is the unit of its column right?");
    else if (tips > 0 && farthest_tip < nearby * rod.length)
        doubts.push_back("all tips lie within " + length(farthest_tip) + " of the base of a rod of " +
                         length(rod.length) + "; is the unit of their columns right?");
}

void doubt_errors(const FitProblem& problem, const FitReport& report, std::vector<std::string>& doubts)
{
    std::vector<double> sorted;
    for (const double error : report.errors) {
        if (!std::isnan(error)) sorted.push_back(error);
    }
    if (sorted.empty()) return;
    std::sort(sorted.begin(), sorted.end());
    const double median = sorted[sorted.size() / 2];
    const bool positions =
        std::any_of(problem.study.cases.begin(), problem.study.cases.end(), [](const FitCase& sample) {
            return std::any_of(sample.observations.begin(), sample.observations.end(),
                               [](const Observation& each) { return each.is_position(); });
        });
    const Placed rod = placed(problem, 0);
    if (positions && median > 0.25 * rod.length)
        doubts.push_back("half of the cases are off by more than " + length(median) + " on a rod of " +
                         length(rod.length) + ": the model does not explain these data");
    // Errors beyond ten times the median of at least ten cases belong to other things than the rest.
    if (sorted.size() < 10) return;
    std::vector<std::size_t> out;
    double largest = 0.0;
    for (std::size_t k = 0; k < report.errors.size(); ++k) {
        const double smallest = positions ? 1e-3 * rod.length : 0.0;
        if (!(report.errors[k] > std::max(10.0 * median, smallest))) continue;
        out.push_back(k);
        largest = std::max(largest, report.errors[k]);
    }
    if (out.empty() || 4 * out.size() > sorted.size()) return;
    const auto shown = [&](double error) {
        return positions ? length(error) : format_quantity(error, dimension::none, 3);
    };
    doubts.push_back(named(problem, out) + ": off by up to " + shown(largest) +
                     " where half of the cases are within " + shown(median) +
                     "; these rows may be wrong, and pull the values");
}

}  // namespace

std::vector<std::string> doubts_about(const FitProblem& problem, const FitReport& report)
{
    std::vector<std::string> doubts;
    if (!problem.objective.centred) doubt_places(problem, doubts);
    doubt_errors(problem, report, doubts);
    return doubts;
}

}  // namespace supple
