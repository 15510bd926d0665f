// One way to the target: from a shape that holds, step by step along its branch.
#include <supple/result/stop.hpp>
#include <supple/statics/continuation.hpp>
#include <supple/statics/stability.hpp>
#include <supple/steer/steer.hpp>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

constexpr double largest_radius = 0.5;  // of a step, in turns of 1 rad
constexpr double smallest_radius = 1e-10;
constexpr double farthest_correction = 0.3;  // of a coordinate from its prediction: beyond, another branch
constexpr double flat = 1e-7;                // slope of a closest point
constexpr double difference = 1e-4;          // of u, for S
constexpr double rounding = 1e-14;           // of |e|, relative

}  // namespace

/// Whether the shape at hand holds, where that can be measured with a little to spare: what only just holds
/// would be called unstable by the next solve. Leaves residual and tangent as they are.
bool SystemSteerer::holds() noexcept
{
    if (conservative_ && p_.held() == 0 && p_.slips() == 0) return p_.A.positive_definite(-margin_);
    const bool falls = judge_stability(p_).stable == false;
    p_.evaluate(1.0);
    return !falls;
}

/// The equilibrium under u_ near a prediction, and its error.
bool SystemSteerer::settle(const VectorXd& predicted) noexcept
{
    for (std::size_t k = 0; k < actuations_.size(); ++k) {
        const auto i = static_cast<Eigen::Index>(k);
        assign(system_, actuations_[k].parameter, u_[i] * scale_[i]);
    }
    p_.x = predicted;
    int used = 0;
    const int n = p_.coordinates();
    // No shape near by, or none that holds: the branch ends on the way.
    lost_ = !newton(p_, 1.0, {.tolerance = 1e-13}, 12, used) ||
            !((p_.x - predicted).head(n).cwiseAbs().maxCoeff() < farthest_correction) || !holds();
    if (lost_) return false;
    evaluate(*target_, system_.length, system_.model->frame_at(place_), error_);
    return true;
}

/// Derivatives of coordinates and error by u.
bool SystemSteerer::linearise() noexcept
{
    if (!sensitivity_.linearise_here()) return false;
    for (std::size_t k = 0; k < actuations_.size(); ++k) {
        const auto i = static_cast<Eigen::Index>(k);
        sensitivity_.solve(actuations_[k].parameter);
        dx_.col(i) = scale_[i] * sensitivity_.coordinates().cwiseQuotient(system_.model->coordinate_scale());
        J_.col(i).noalias() = error_.de_dx * (scale_[i] * sensitivity_.pose(place_));
    }
    g_ = J_.transpose().lazyProduct(error_.e);
    return true;
}

/// At a limit, and pushed against it.
bool SystemSteerer::fixed(Eigen::Index k) const noexcept
{
    return (u_[k] <= lower_[k] && g_[k] > 0.0) || (u_[k] >= upper_[k] && g_[k] < 0.0);
}

/// |Jᵀe|/(|J||e|) of what is free to move.
double SystemSteerer::slope() const noexcept
{
    double square = 0.0;
    for (Eigen::Index k = 0; k < u_.size(); ++k)
        square += fixed(k) ? 0.0 : g_[k] * g_[k];
    const double most = J_.norm() * error_.e.norm();
    return most > 0.0 ? std::sqrt(square) / most : 0.0;
}

/// Whether a small step within the limits comes closer, by more than what was left out may have bent.
bool SystemSteerer::may_gain() noexcept
{
    constexpr double notable = 1e-3;
    return linearise() && slope() > notable;
}

/// H = JᵀJ + S with S from differences; without S where a neighbour cannot be reached.
void SystemSteerer::bend() noexcept
{
    centre_u_ = u_;
    centre_x_ = p_.x;
    centre_e_ = error_.e;
    J0_ = J_;
    dx0_ = dx_;
    H_.setZero();
    curved_ = true;
    for (Eigen::Index k = 0; k < u_.size() && curved_; ++k) {
        const double h = centre_u_[k] + difference > upper_[k] ? -difference : difference;
        u_[k] += h;
        predicted_ = centre_x_;
        predicted_.head(p_.coordinates()) += h * dx0_.col(k);
        curved_ = settle(predicted_) && linearise();
        for (Eigen::Index j = 0; j < u_.size() && curved_; ++j)
            H_(j, k) = (J_.col(j) - J0_.col(j)).dot(centre_e_) / h;
        u_ = centre_u_;
    }
    settle(centre_x_);
    J_ = J0_;
    dx_ = dx0_;
    g_ = J_.transpose().lazyProduct(error_.e);
    if (!curved_) H_.setZero();
    for (Eigen::Index i = 0; i < u_.size(); ++i) {
        for (Eigen::Index j = i; j < u_.size(); ++j)
            H_(i, j) = H_(j, i) = 0.5 * (H_(i, j) + H_(j, i)) + J_.col(i).dot(J_.col(j));
    }
}

/// Principal directions and curvatures of the model of ½ |e|² in what is not held, with its slopes there
/// after step_.
void SystemSteerer::find_principal() noexcept
{
    const Eigen::Index k = u_.size();
    if (curved_) {
        masked_H_ = H_;
        trial_u_ = g_ + H_.lazyProduct(step_);
        for (Eigen::Index j = 0; j < k; ++j) {
            if (!held_[j]) continue;
            masked_H_.col(j).setZero();
            masked_H_.row(j).setZero();
            trial_u_[j] = 0.0;
        }
        eigen_.compute(masked_H_);
        curvature_ = eigen_.mu;
        pull_ = eigen_.Q.transpose().lazyProduct(trial_u_);
    } else {
        masked_ = J_;
        for (Eigen::Index j = 0; j < k; ++j) {
            if (held_[j]) masked_.col(j).setZero();
        }
        svd_.compute(masked_);
        centre_e_ = error_.e + J_.lazyProduct(step_);
        curvature_ = svd_.sigma.cwiseAbs2();
        pull_ = svd_.US.transpose().lazyProduct(centre_e_);
    }
    // Directions that change nothing.
    const double most = curvature_.cwiseAbs().maxCoeff(), push = pull_.norm();
    for (Eigen::Index i = 0; i < k; ++i) {
        const bool none = curved_ ? std::abs(pull_[i]) <= 1e-12 * push : curvature_[i] <= 1e-20 * most;
        if (none) pull_[i] = 0.0;
    }
}

/// The step within a radius. What would pass its limit stops there, and the others make up for it.
void SystemSteerer::find_step(double radius) noexcept
{
    const Eigen::Index k = u_.size();
    step_.setZero();
    for (Eigen::Index j = 0; j < k; ++j)
        held_[j] = fixed(j);
    for (Eigen::Index round = 0; round <= k; ++round) {
        find_principal();
        const MatrixXd& Q = curved_ ? eigen_.Q : svd_.V;
        const auto length = [&](double lambda) {
            double square = 0.0;
            for (Eigen::Index i = 0; i < k; ++i) {
                const double part = pull_[i] == 0.0 ? 0.0 : pull_[i] / (curvature_[i] + lambda);
                square += part * part;
            }
            return std::sqrt(square);
        };
        const double lowest = std::min(0.0, curvature_.minCoeff());
        double lambda = lowest < 0.0 ? -lowest + 1e-9 * curvature_.cwiseAbs().maxCoeff() : 0.0;
        if (length(lambda) > radius) {
            double low = lambda, high = lambda + pull_.norm() / radius;
            for (int i = 0; i < 40 && high - low > 1e-3 * high; ++i) {
                lambda = 0.5 * (low + high);
                (length(lambda) > radius ? low : high) = lambda;
            }
            lambda = high;
        }
        trial_u_.setZero();
        for (Eigen::Index i = 0; i < k; ++i) {
            if (pull_[i] != 0.0) trial_u_ -= pull_[i] / (curvature_[i] + lambda) * Q.col(i);
        }

        // The first to meet its limit.
        double first = 1.0;
        Eigen::Index stopped = -1;
        for (Eigen::Index j = 0; j < k; ++j) {
            const double bound = trial_u_[j] > 0.0 ? upper_[j] : lower_[j];
            const double part = trial_u_[j] == 0.0 ? 1.0 : (bound - u_[j]) / trial_u_[j];
            if (held_[j] || !(part < first)) continue;
            first = part;
            stopped = j;
        }
        if (stopped < 0) break;
        held_[stopped] = true;
        step_[stopped] = first * trial_u_[stopped];
    }
    step_ += trial_u_;
}

/// Tries u_ + step_, cut at the limits. Stays where it was if that is no gain.
bool SystemSteerer::take_step() noexcept
{
    const double before = error_.e.norm();
    trial_u_ = (saved_u_ + step_).cwiseMax(lower_).cwiseMin(upper_);
    for (Eigen::Index k = 0; k < u_.size(); ++k) {
        if (fixed(k)) trial_u_[k] = saved_u_[k];
    }
    step_ = trial_u_ - saved_u_;
    predicted_ = saved_x_;
    predicted_.head(p_.coordinates()).noalias() += dx_ * step_;
    u_ = trial_u_;
    if (settle(predicted_) && error_.e.norm() <= before * (1.0 + rounding)) return true;
    const bool lost = lost_;
    u_ = saved_u_;
    settle(saved_x_);
    lost_ = lost;
    return false;
}

SystemSteerer::End SystemSteerer::approach() noexcept
{
    constexpr int most_losses = 30;
    int losses = 0, last_loss = -10;  // steps refused because the shape would not have held
    bool want_curvature = false;
    radius_ = largest_radius;
    for (int i = 0; i < options_.max_iterations; ++i) {
        if (stop_wanted()) return End::failed;
        const double before = error_.e.norm();
        if (before <= tolerance_) return End::reached;
        if (!linearise()) return End::failed;
        const bool level = slope() <= flat;
        curved_ = false;
        if (want_curvature || level) {
            bend();
        }
        ++iterations_;
        saved_u_ = u_;
        saved_x_ = p_.x;
        if (level) {
            // A closest point, unless the error falls to both sides.
            Eigen::Index down = 0;
            step_.setZero();
            for (Eigen::Index k = 0; k < u_.size(); ++k)
                held_[k] = fixed(k);
            if (curved_) find_principal();
            if (!curved_ || !(eigen_.mu.minCoeff(&down) < -1e-6 * eigen_.mu.cwiseAbs().maxCoeff()))
                return End::closest;
            bool left = false;
            for (const double size : {0.1, -0.1, 0.01, -0.01}) {
                step_ = size * eigen_.Q.col(down);
                left = take_step() && error_.e.norm() < before * (1.0 - 1e-9);
                if (left) break;
                u_ = saved_u_;
                settle(saved_x_);
            }
            if (!left) return End::closest;
            continue;
        }
        bool taken = false;
        double gain = 0.0;
        while (!taken && radius_ > smallest_radius) {
            find_step(radius_);
            const double wanted = step_.norm();
            taken = take_step();
            if (taken) {
                const double bent =
                    curved_ ? step_.dot(H_.lazyProduct(step_)) : J_.lazyProduct(step_).squaredNorm();
                const double expected = -(g_.dot(step_) + 0.5 * bent);
                const double now = error_.e.norm();
                gain = expected > 0.0 ? 0.5 * (before - now) * (before + now) / expected : 1.0;
                want_curvature = now > 0.2 * before && wanted < 0.9 * radius_;
                if (gain > 0.7) radius_ = std::min(largest_radius, std::max(radius_, 2.0 * wanted));
                if (gain < 0.25) radius_ = 0.5 * wanted;
            } else {
                if (lost_) {
                    ++losses;
                    last_loss = i;
                }
                radius_ = 0.25 * std::min(wanted, radius_);
            }
        }
        if (!taken) return last_loss == i ? End::edge : End::stalled;
        if (losses > most_losses && error_.e.norm() > tolerance_) return End::edge;
    }
    if (error_.e.norm() <= tolerance_) return End::reached;
    return options_.max_iterations - last_loss < 10 ? End::edge : End::stalled;
}

}  // namespace supple
