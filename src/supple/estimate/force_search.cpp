#include <supple/algebra/decompositions.hpp>
#include <supple/estimate/chi_square.hpp>
#include <supple/estimate/force_search.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace supple::estimation {
namespace {

constexpr int full = 60;      ///< steps of a fit that is let go
constexpr int tentative = 4;  ///< of one on a grid

constexpr double same_minimum = 0.01;  ///< of the cost
constexpr int enough = 2;              ///< starts that end where an earlier one did
constexpr double largest_condition = 1e5;
constexpr double largest_force = 100.0;  ///< scaled: it would curl the rod to a tenth of its length

const std::vector<double> single_places = {0.08, 0.18, 0.28, 0.38, 0.48, 0.58, 0.68, 0.78, 0.88, 0.97};
const std::vector<double> pair_places = {0.12, 0.25, 0.38, 0.51, 0.64, 0.77, 0.90};

bool fits_badly(const ForceFit& fit)
{
    const int dof = static_cast<int>(fit.r.size() - fit.theta.size());
    return !(chi_square_above(fit.cost, std::max(1, dof)) > 1e-3);
}

/// Whether the data hold on to all unknowns. Otherwise forces that nearly cancel grow without bound to fit
/// the noise of one place, and a BIC means nothing.
bool identified(const ForceFit& fit)
{
    if (fit.theta.size() == 0) return true;
    for (int i = 0; i < fit.theta.size(); ++i) {
        if (!fit.unknowns.is_place(i) && std::abs(fit.theta[i]) > largest_force) return false;
    }
    const VectorXd squares = symmetric_eigenvalues(ForceFitter::information(fit));
    const double largest = squares.maxCoeff();
    return squares.minCoeff() * largest_condition * largest_condition > largest;
}

/// Whether a fit is the better explanation.
bool better(const ForceFit& a, const ForceFit& b)
{
    if (!std::isfinite(a.cost) || !std::isfinite(b.cost)) return a.cost < b.cost;
    const bool a_holds = identified(a), b_holds = identified(b);
    return a_holds == b_holds ? a.cost < b.cost : a_holds;
}

/// The best of several starts, let go: `count` of them, or more where none of these fits.
ForceFit let_go(ForceFitter& fitter, std::vector<ForceFit> starts, std::size_t count)
{
    std::sort(starts.begin(), starts.end(),
              [](const ForceFit& a, const ForceFit& b) { return a.cost < b.cost; });
    ForceFit best;
    int agreed = 0;
    for (std::size_t i = 0; i < starts.size(); ++i) {
        if (i >= count && (!fits_badly(best) || i >= 3 * count)) break;
        if (!std::isfinite(starts[i].cost)) break;
        ForceFit fit = fitter.run(starts[i].unknowns, starts[i].theta, full);
        const bool same = std::abs(fit.cost - best.cost) < same_minimum;
        if (better(fit, best)) {
            if (!same) agreed = 0;
            best = std::move(fit);
        }
        if (same && ++agreed == enough && !fits_badly(best)) break;
    }
    return best;
}

/// Tries each contact at the grating next to it.
void try_gratings(ForceFitter& fitter, ForceFit& fit)
{
    const std::vector<double>& gratings = fitter.residuals().gratings();
    if (gratings.empty() || !std::isfinite(fit.cost)) return;
    for (int k = 0; k < fit.unknowns.contacts; ++k) {
        const int at = fit.unknowns.place_of(k);
        const double s = fit.theta[at];
        const auto near = std::min_element(gratings.begin(), gratings.end(), [s](double a, double b) {
            return std::abs(a - s) < std::abs(b - s);
        });
        if (std::abs(*near - s) > 0.01 || *near < first_place || *near > last_place) continue;
        VectorXd theta = fit.theta;
        theta[at] = *near;
        ForceFit other = fitter.run(fit.unknowns, theta, 20, {at});
        if (better(other, fit)) fit = std::move(other);
    }
}

}  // namespace

Explanation explanation_of(const ForceFit& fit)
{
    Explanation e;
    e.contacts = fit.unknowns.contacts;
    e.weight = fit.unknowns.weight;
    e.patch = fit.unknowns.patch;
    e.parameters = static_cast<int>(fit.theta.size());
    e.chi_square = fit.chi_square;
    e.bic = fit.cost + e.parameters * std::log(static_cast<double>(fit.r.size()));
    return e;
}

ForceFit fit_without_contact(ForceFitter& fitter, const Unknowns& unknowns)
{
    VectorXd zero = VectorXd::Zero(unknowns.size());
    if (!unknowns.patch) {
        ForceFit best = fitter.run(unknowns, zero, full);
        if (zero.size() == 0 || !fits_badly(best)) return best;
        // A rod that is bent far has more than one minimum: other starts, across and along the rod.
        for (int axis = 0; axis < 3; ++axis) {
            for (const double size : {-3.0, 3.0}) {
                VectorXd start = zero;
                if (unknowns.tip_force)
                    start[axis] = size;
                else if (unknowns.tip_moment)
                    start[axis] = 0.5 * size;
                else
                    break;
                ForceFit fit = fitter.run(unknowns, start, full);
                if (better(fit, best)) best = std::move(fit);
            }
        }
        return best;
    }
    std::vector<ForceFit> starts;
    for (const double middle : {0.2, 0.4, 0.6, 0.8}) {
        for (const double half : {0.08, 0.18}) {
            zero[unknowns.of_patch()] = middle;
            zero[unknowns.of_patch() + 1] = half;
            starts.push_back(
                fitter.run(unknowns, zero, tentative, {unknowns.of_patch(), unknowns.of_patch() + 1}));
        }
    }
    return let_go(fitter, std::move(starts), 2);
}

ForceFit fit_with_one_more(ForceFitter& fitter, const ForceFit& fewer, const ForceFit& none)
{
    Unknowns unknowns = fewer.unknowns;
    ++unknowns.contacts;
    std::vector<ForceFit> starts;
    const int place = unknowns.place_of(unknowns.contacts - 1);
    if (std::isfinite(fewer.cost)) {
        for (const double s : single_places)
            starts.push_back(
                fitter.run(unknowns, fewer.unknowns.with_contact(fewer.theta, s), tentative, {place}));
    }
    if (unknowns.contacts == 2 && std::isfinite(none.cost)) {
        Unknowns one = none.unknowns;
        ++one.contacts;
        for (std::size_t i = 0; i < pair_places.size(); ++i) {
            for (std::size_t j = i + 1; j < pair_places.size(); ++j) {
                const VectorXd first = none.unknowns.with_contact(none.theta, pair_places[i]);
                starts.push_back(fitter.run(unknowns, one.with_contact(first, pair_places[j]), tentative,
                                            {unknowns.place_of(0), unknowns.place_of(1)}));
            }
        }
    }
    ForceFit best =
        let_go(fitter, std::move(starts), static_cast<std::size_t>(unknowns.contacts == 1 ? 3 : 12));
    try_gratings(fitter, best);
    return best;
}

FoundForces search_forces(ForceFitter& fitter, const ForceOptions& options)
{
    FoundForces found;
    Unknowns base(options);
    if (options.max_contacts == 0) {
        base.weight = options.weight;
        base.patch = options.patch;
    }
    found.fits.push_back(fit_without_contact(fitter, base));
    for (int k = 1; k <= options.max_contacts; ++k)
        found.fits.push_back(fit_with_one_more(fitter, found.fits.back(), found.fits.front()));
    if (options.max_contacts > 0) {
        for (const bool patch : {false, true}) {
            if (!(patch ? options.patch : options.weight)) continue;
            Unknowns other = base;
            (patch ? other.patch : other.weight) = true;
            found.fits.push_back(fit_without_contact(fitter, other));
        }
    }
    for (const ForceFit& fit : found.fits)
        found.evidence.push_back(explanation_of(fit));
    const auto least = std::min_element(found.evidence.begin(), found.evidence.end(),
                                        [](const auto& a, const auto& b) { return a.bic < b.bic; });
    least->chosen = true;
    found.chosen = static_cast<std::size_t>(least - found.evidence.begin());
    return found;
}

}  // namespace supple::estimation
