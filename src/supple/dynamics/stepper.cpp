#include <supple/dynamics/stepper.hpp>

#include <algorithm>
#include <cmath>

namespace supple {

Accuracy::Accuracy(double given, const VectorXd& scale, double omega)
    : tolerance(given), q_floor(0.1 * scale), v_floor(0.1 * omega * scale)
{
}

double Accuracy::norm(const VectorXd& e_q, const VectorXd& e_v, const VectorXd& q,
                      const VectorXd& v) const noexcept
{
    double sum = 0.0;
    for (Eigen::Index j = 0; j < q.size(); ++j) {
        const double in_q = e_q[j] / (q_floor[j] + std::abs(q[j]));
        const double in_v = e_v[j] / (v_floor[j] + std::abs(v[j]));
        sum += in_q * in_q + in_v * in_v;
    }
    return std::sqrt(sum / (2.0 * static_cast<double>(q.size()))) / tolerance;
}

Stepper::Stepper(int size, Accuracy accuracy, double first_step, bool fixed)
    : accuracy_(std::move(accuracy)), h_(first_step), fixed_(fixed)
{
    for (VectorXd* x : {&q_, &v_, &a_, &q0_, &v0_, &a0_, &q1_, &v1_})
        x->setZero(size);
}

bool Stepper::start(Motion& motion, double time, const VectorXd& q, const VectorXd& v, double end) noexcept
{
    motion_ = &motion;
    t_ = t0_ = time;
    end_ = end;
    last_moment_ = std::nextafter(end, time);
    q_ = q0_ = q;
    v_ = v0_ = v;
    begin();
    const bool found = motion.acceleration(clock(time), q_, v_, a_);
    a0_ = a_;
    return found;
}

Stepper::Outcome Stepper::step() noexcept
{
    for (;;) {
        // Up to the end, or in two equal steps where one would leave a scrap.
        const double left = end_ - t_;
        double h = std::min(h_, left);
        if (!fixed_ && h < left && h > 0.5 * left) h = 0.5 * left;
        const bool last = left - h <= 1e-9 * h;
        if (last) h = left;
        if (!(h > 1e-14 * std::max(1.0, std::abs(t_)) || last)) return Outcome::too_small;

        Trial trial = attempt(h);
        const bool finite = std::isfinite(trial.error) && q1_.allFinite() && v1_.allFinite();
        if (finite && (fixed_ || trial.error <= 1.0)) {
            t0_ = t_;
            q0_ = q_;
            v0_ = v_;
            a0_ = a_;
            t_ = last ? end_ : t_ + h;
            q_ = q1_;
            v_ = v1_;
            ++steps_;
            if (!accept(h)) return Outcome::no_acceleration;
            if (!fixed_) {
                const double now = std::max(trial.error, 1e-4), grow = 0.95 *
                                                                       std::pow(now, -0.7 / trial.order) *
                                                                       std::pow(before_, 0.4 / trial.order);
                before_ = now;
                const double factor = std::clamp(grow, 0.3, just_rejected_ ? 1.0 : 5.0);
                // A step cut short by the end says little about the next one.
                h_ = h < h_ && factor > 1.0 ? std::max(h_, h * factor) : h * factor;
            }
            just_rejected_ = false;
            return Outcome::stepped;
        }
        if (fixed_) return trial.no_acceleration ? Outcome::no_acceleration : Outcome::too_small;
        ++rejected_;
        just_rejected_ = true;
        const double shrink = 0.9 * std::pow(trial.error, -1.0 / trial.order);
        h_ = h * (finite ? std::clamp(shrink, 0.1, 0.9) : trial.slow_down);
        if (!(h_ > 1e-13 * std::max(1.0, std::abs(t_))))
            return trial.no_acceleration ? Outcome::no_acceleration : Outcome::too_small;
    }
}

}  // namespace supple
