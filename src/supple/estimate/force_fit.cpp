#include <supple/algebra/decompositions.hpp>
#include <supple/estimate/force_fit.hpp>

#include <algorithm>
#include <cmath>

namespace supple::estimation {
namespace {

constexpr double first_lambda = 1e-4, easier = 5.0, harder = 6.0, most_lambda = 1e12;
constexpr double largest_force_step = 8.0;   ///< scaled
constexpr double largest_place_step = 0.15;  ///< over L
constexpr double cauchy = 5.7;               ///< c² for each number of a row

/// The share of a step that keeps it within its caps.
double share_of(const Unknowns& unknowns, const VectorXd& step)
{
    double share = 1.0;
    for (int i = 0; i < step.size(); ++i) {
        const double cap = unknowns.is_place(i) ? largest_place_step : largest_force_step;
        if (std::abs(step[i]) > cap) share = std::min(share, cap / std::abs(step[i]));
    }
    return share;
}

/// Unknowns that may not move: frozen ones, and places that are pushed beyond where they may be.
std::vector<bool> held_unknowns(const ForceFit& fit, const VectorXd& gradient, const std::vector<int>& frozen)
{
    std::vector<bool> held(static_cast<std::size_t>(fit.theta.size()), false);
    for (const int i : frozen)
        held[static_cast<std::size_t>(i)] = true;
    for (int k = 0; k < fit.unknowns.contacts; ++k) {
        const int i = fit.unknowns.place_of(k);
        const double s = fit.theta[i];
        if ((s <= first_place && gradient[i] > 0.0) || (s >= last_place && gradient[i] < 0.0))
            held[static_cast<std::size_t>(i)] = true;
    }
    return held;
}

}  // namespace

bool ForceFitter::evaluate(ForceFit& fit, bool derivatives, const ForcePrior* prior)
{
    ++evaluations_;
    fit.cost = fit.chi_square = std::numeric_limits<double>::infinity();
    if (!residuals_.evaluate(model_, fit.unknowns, fit.theta, fit.r, derivatives ? &fit.J : nullptr))
        return false;
    fit.chi_square = fit.r.squaredNorm();
    fit.cost = fit.chi_square;
    fit.weights.setOnes(fit.r.size());
    if (robust_) {
        fit.cost = 0.0;
        for (const ShapeResiduals::Row& row : residuals_.rows()) {
            const double c2 = cauchy * row.count;
            const double x = fit.r.segment(row.first, row.count).squaredNorm();
            fit.cost += c2 * std::log1p(x / c2);
            fit.weights.segment(row.first, row.count).setConstant(1.0 / (1.0 + x / c2));
        }
    }
    if (prior && prior->mean.size() > 0) fit.cost += (prior->root * (fit.theta - prior->mean)).squaredNorm();
    return std::isfinite(fit.cost);
}

MatrixXd ForceFitter::information(const ForceFit& fit, const ForcePrior* prior)
{
    MatrixXd A = fit.J.transpose() * fit.weights.asDiagonal() * fit.J;
    if (prior && prior->mean.size() > 0) A += prior->root.transpose() * prior->root;
    return A;
}

ForceFit ForceFitter::look(const Unknowns& unknowns, const VectorXd& theta, const ForcePrior* prior)
{
    ForceFit fit;
    fit.unknowns = unknowns;
    fit.theta = theta;
    if (!prior) model_.begin_again();
    evaluate(fit, false, prior);
    return fit;
}

ForceFit ForceFitter::differentiate(const Unknowns& unknowns, const VectorXd& theta, const ForcePrior* prior)
{
    ForceFit fit;
    fit.unknowns = unknowns;
    fit.theta = theta;
    evaluate(fit, true, prior);
    return fit;
}

ForceFit ForceFitter::run(const Unknowns& unknowns, VectorXd start, int steps, const std::vector<int>& frozen,
                          const ForcePrior* prior)
{
    unknowns.clip(start);
    ForceFit fit;
    fit.unknowns = unknowns;
    fit.theta = std::move(start);
    if (!prior) model_.begin_again();
    if (!evaluate(fit, true, prior)) return fit;
    if (fit.theta.size() == 0) {
        fit.settled = true;
        return fit;
    }
    double lambda = first_lambda;
    for (int i = 0; i < steps && !fit.settled; ++i) {
        const MatrixXd A = information(fit, prior);
        VectorXd gradient = fit.J.transpose() * fit.weights.cwiseProduct(fit.r);
        if (prior && prior->mean.size() > 0)
            gradient += prior->root.transpose() * (prior->root * (fit.theta - prior->mean));
        const auto held = held_unknowns(fit, gradient, frozen);
        const double floor = 1e-12 * std::max(1e-300, A.diagonal().maxCoeff());
        bool taken = false;
        while (!taken && lambda < most_lambda) {
            MatrixXd M = A;
            M.diagonal() += lambda * A.diagonal().cwiseMax(floor);
            VectorXd b = -gradient;
            for (int j = 0; j < b.size(); ++j) {
                if (!held[static_cast<std::size_t>(j)]) continue;
                M.row(j).setZero();
                M.col(j).setZero();
                M(j, j) = 1.0;
                b[j] = 0.0;
            }
            const VectorXd step = linear_solution(M, b);
            ForceFit next;
            next.unknowns = unknowns;
            next.theta = fit.theta + share_of(unknowns, step) * step;
            unknowns.clip(next.theta);
            const double promised = -2.0 * gradient.dot(next.theta - fit.theta);
            if (step.allFinite() && evaluate(next, true, prior) && next.cost <= fit.cost) {
                taken = true;
                const double gain = fit.cost - next.cost;
                next.settled = gain < 1e-7 + 1e-9 * fit.cost && std::abs(promised) < 1e-5 * (1.0 + fit.cost);
                fit = std::move(next);
                lambda = std::max(lambda / easier, 1e-12);
            } else {
                // What cannot gain a hundredth of the smallest difference that matters has settled.
                if (std::abs(promised) < 1e-9 * (1.0 + fit.cost)) break;
                lambda *= harder;
            }
        }
        if (!taken) fit.settled = true;
    }
    return fit;
}

}  // namespace supple::estimation
