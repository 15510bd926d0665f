// What an estimate says about itself, in words.

#include <supple/estimate/chi_square.hpp>
#include <supple/estimate/force_report.hpp>
#include <supple/text/units.hpp>
#include <supple/text/words.hpp>

#include <algorithm>
#include <cmath>

namespace supple::estimation {
namespace {

// Limits of s5 B5.
constexpr double unsure_place = 0.1;  ///< sd over L
constexpr double unsure_force = 0.5;  ///< sd over size
constexpr double soft = 1e3, unusable = 5e3;
constexpr double near_points = 0.2, near_gratings = 0.1;  ///< of two contacts, over L

std::string length_text(double x)
{
    return format_quantity(x, dimension::length, 3);
}

void warn_of_force(const std::string& what, double size, double sd, std::vector<std::string>& warnings)
{
    if (!(sd <= unsure_force * size))
        warnings.push_back(what + " is not known: its standard deviation, " +
                           format_quantity(sd, dimension::force, 3) + ", is more than half of it");
}

int gratings_between(const std::vector<double>& gratings, double from, double to)
{
    return static_cast<int>(
        std::count_if(gratings.begin(), gratings.end(), [&](double s) { return s > from && s < to; }));
}

}  // namespace

void warn_of_unseen(const Concluded& from, const ShapeData& data, ForceEstimate& e)
{
    std::vector<std::string>& w = e.warnings;
    const ShapeScales& scale = from.fitter.model().scales();
    const double L = scale.length;
    const bool only_curvature = data.points.empty() && data.poses.empty();
    if (e.tip_force) {
        const Vector3d f = *e.tip_force;
        const double size = f.norm();
        const Vector3d sd = *e.tip_force_sd;
        // The largest component, because a small one may be known badly and not matter.
        warn_of_force("the force at the tip", size, sd.maxCoeff(), w);
    }
    if (e.tip_moment && !(e.tip_moment_sd->maxCoeff() <= unsure_force * e.tip_moment->norm()))
        w.emplace_back("the moment at the tip is not known: its standard deviation is more than half of it");
    if (e.weight && !(e.weight_sd->maxCoeff() <= unsure_force * e.weight->norm()))
        w.emplace_back("the load per length is not known: its standard deviation is more than half of it");
    if (e.patch) {
        warn_of_force("the force of the patch", e.patch->force.norm(), e.patch->force_sd.maxCoeff(), w);
        if (std::max(e.patch->from_sd, e.patch->to_sd) > unsure_place * L)
            w.emplace_back("where the patch begins and ends is not known to a tenth of the length");
    }
    for (std::size_t k = 0; k < e.contacts.size(); ++k) {
        const FoundContact& c = e.contacts[k];
        const std::string name = "the contact at " + length_text(c.at);
        if (c.at_sd > unsure_place * L || c.at_interval[1] - c.at_interval[0] > 4.0 * unsure_place * L)
            w.push_back("where " + name + " is cannot be seen: between " + length_text(c.at_interval[0]) +
                        " and " + length_text(c.at_interval[1]));
        warn_of_force("the force of " + name, c.force.norm(), c.size_sd, w);
        if (c.at >= (last_place - 1e-6) * L)
            w.push_back(name + " is at the tip: it cannot be told from a force there");
        if (c.at <= (first_place + 1e-6) * L)
            w.push_back(name +
                        " is as near to the base as is looked for; there only force times place is seen");
        if (k > 0) {
            const double limit = only_curvature ? near_gratings : near_points;
            if (c.at - e.contacts[k - 1].at < limit * L)
                w.push_back("the contacts at " + length_text(e.contacts[k - 1].at) + " and " +
                            length_text(c.at) + " are too close to be told apart: trust their sum");
        }
        if (only_curvature) {
            const double start = k > 0 ? e.contacts[k - 1].at / L : 0.0;
            const int needed = from.options.axial ? 3 : 2;
            const int found = gratings_between(from.fitter.residuals().gratings(), start, c.at / L);
            if (found < needed)
                w.push_back(counted(static_cast<std::size_t>(found), "grating") + " between " +
                            (k > 0 ? "two contacts" : "base and contact") + ", " + std::to_string(needed) +
                            " are needed: the force of " + name + " is not determined");
        }
    }
    if (e.condition > unusable)
        w.emplace_back("some combination of the unknowns cannot be used: the condition is " +
                       format_number(std::round(e.condition)) +
                       ", above 5000; say what is known to be absent, or measure more");
    else if (e.condition > soft)
        w.emplace_back("the problem is soft: the condition is " + format_number(std::round(e.condition)) +
                       ", above 1000; the ellipsoid of the covariance is too small, use the intervals");
}

void warn_of_fit(const ForceFit& fit, const ForceOptions& options, ForceEstimate& e)
{
    std::vector<std::string>& w = e.warnings;
    const int dof = std::max(1, e.degrees_of_freedom);
    if (!fit.settled) w.emplace_back("the fit has not come to rest: the values may still move");
    if (!e.sigma_factor) {
        const double above = chi_square_above(options.robust ? fit.cost : e.chi_square, dof);
        const double over = (options.robust ? fit.cost : e.chi_square) / dof;
        if (above < 1e-3)
            w.push_back(
                "the data are not explained: chi-square is " + format_quantity(over, {}, 3) +
                " times its degrees of freedom; do not trust the forces. Causes: more contacts than "
                "were allowed, a wrong stiffness or rest shape, outliers (--robust), sigma too small");
        else if (above > 1.0 - 1e-6)
            w.push_back("chi-square is " + format_quantity(over, {}, 3) +
                        " times its degrees of freedom: sigma is larger than the scatter of the data, and so "
                        "are the deviations");
    }
    if (e.outliers > 0)
        w.push_back(counted(static_cast<std::size_t>(e.outliers), "row") + " of " +
                    std::to_string(e.residuals.size()) + " lost most of the weight as outliers");
    if (!options.robust && !e.sigma_factor) {
        for (const ShapeResidual& r : e.residuals) {
            const int numbers = r.of == "point" ? 3 : r.of == "pose" ? 6 : 2;
            const double alone = chi_square_above(r.size * r.size, numbers);
            if (alone * static_cast<double>(e.residuals.size()) < 1e-4) {
                w.push_back("the " + r.of + " at " + length_text(r.at) + " is " +
                            format_quantity(r.size, {}, 3) +
                            " standard deviations off; an outlier pulls all forces (--robust)");
                break;
            }
        }
    }
    double best = 0.0, second = 0.0;
    bool any = false;
    for (const Explanation& x : e.evidence) {
        if (x.chosen) best = x.bic;
    }
    for (const Explanation& x : e.evidence) {
        if (x.chosen || !std::isfinite(x.bic)) continue;
        if (!any || x.bic < second) second = x.bic;
        any = true;
    }
    if (any && second - best < 2.0)
        w.emplace_back(
            "the evidence hardly prefers this explanation: another has a BIC larger by less than 2");
}

}  // namespace supple::estimation
