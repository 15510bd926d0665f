#include <supple/dynamics/esdirk.hpp>
#include <supple/dynamics/stepper.hpp>

#include <Eigen/LU>

#include <cmath>

namespace supple {
namespace {

constexpr double newton_share = 0.02;  // of the error allowed, left to the iteration of a stage
constexpr int most_iterations = 10;
constexpr double slow = 0.2;      // contraction above which the tangents are taken anew
constexpr int most_renewals = 5;  // of them in a step

class ImplicitStepper final : public Stepper {
 public:
    ImplicitStepper(int size, const Accuracy& accuracy, double first_step, bool fixed)
        : Stepper(size, accuracy, first_step, fixed), lu_(size)
    {
        for (auto* list : {&stage_v_, &stage_a_}) {
            for (VectorXd& x : *list)
                x.setZero(size);
        }
        for (VectorXd* x : {&q_stage_, &q_tilde_, &v_tilde_, &r_, &delta_, &e_q_, &e_v_})
            x->setZero(size);
        for (MatrixXd* A : {&M_, &D_, &K_, &S_})
            A->setZero(size, size);
    }

    const char* name() const noexcept override { return "diagonally implicit Runge-Kutta of order 4"; }

    // Position, velocity and acceleration at both ends: the polynomial of degree 5.
    void at(double time, VectorXd& q, VectorXd& v) noexcept override
    {
        const double h = t_ - t0_, x = h > 0.0 ? (time - t0_) / h : 1.0;
        const double x2 = x * x, x3 = x2 * x, x4 = x3 * x, x5 = x4 * x;
        const double to = 10 * x3 - 15 * x4 + 6 * x5, dto = 30 * x2 - 60 * x3 + 30 * x4;
        const double v0 = x - 6 * x3 + 8 * x4 - 3 * x5, dv0 = 1 - 18 * x2 + 32 * x3 - 15 * x4;
        const double v1 = -4 * x3 + 7 * x4 - 3 * x5, dv1 = -12 * x2 + 28 * x3 - 15 * x4;
        const double a0 = 0.5 * x2 - 1.5 * x3 + 1.5 * x4 - 0.5 * x5;
        const double da0 = x - 4.5 * x2 + 6 * x3 - 2.5 * x4;
        const double a1 = 0.5 * x3 - x4 + 0.5 * x5, da1 = 1.5 * x2 - 4 * x3 + 2.5 * x4;
        q = q0_ + to * (q_ - q0_) + h * (v0 * v0_ + v1 * v_) + h * h * (a0 * a0_ + a1 * a_);
        v = dv0 * v0_ + dv1 * v_ + h * (da0 * a0_ + da1 * a_);
        if (h > 0.0) v += dto / h * (q_ - q0_);
    }

 protected:
    Trial attempt(double h) noexcept override
    {
        Trial trial;
        trial.order = 4.0;
        trial.slow_down = 0.25;
        // Tangents of an earlier step serve as long as the iteration contracts with them.
        if (!have_tangents_) take_tangents(t_, q_, v_, a_);
        factor(h);
        if (!stages(h)) return trial;
        q1_ = q_stage_;
        v1_ = stage_v_.back();

        // Difference to the embedded method; (M + ...)⁻¹ M takes out what is stiff and damped anyway.
        e_q_.setZero();
        e_v_.setZero();
        for (std::size_t i = 0; i < esdirk::stages; ++i) {
            const double b = i + 1 < esdirk::stages ? esdirk::a.back()[i] : esdirk::gamma;
            e_q_ += h * (b - esdirk::b_embedded[i]) * stage_v_[i];
            e_v_ += h * (b - esdirk::b_embedded[i]) * stage_a_[i];
        }
        for (VectorXd* e : {&e_q_, &e_v_}) {
            r_.noalias() = M_ * *e;
            *e = lu_.solve(r_);
        }
        trial.error = accuracy_.norm(e_q_, e_v_, q1_, v1_);
        return trial;
    }

    void begin() noexcept override { have_tangents_ = false; }

    bool accept(double) noexcept override
    {
        a_ = stage_a_.back();
        return true;
    }

 private:
    void take_tangents(double t, const VectorXd& q, const VectorXd& v, const VectorXd& a) noexcept
    {
        motion_->tangents(clock(t), q, v, a, M_, D_, K_);
        work_ += 2.0 + static_cast<double>(q.size()) / 6.0;
        have_tangents_ = true;
        h_factored_ = 0.0;
    }

    void factor(double h) noexcept
    {
        if (h == h_factored_) return;
        const double s = esdirk::gamma * h;
        S_ = M_ + s * D_ + s * s * K_;
        lu_.compute(S_);
        work_ += static_cast<double>(S_.size()) / 1300.0;
        h_factored_ = h;
    }

    bool stages(double h) noexcept
    {
        stage_v_[0] = v_;
        stage_a_[0] = a_;
        renewals_ = most_renewals;
        for (std::size_t i = 1; i < esdirk::stages; ++i) {
            q_tilde_ = q_;
            v_tilde_ = v_;
            for (std::size_t j = 0; j < i; ++j) {
                q_tilde_ += h * esdirk::a[i][j] * stage_v_[j];
                v_tilde_ += h * esdirk::a[i][j] * stage_a_[j];
            }
            stage_a_[i] = stage_a_[i - 1];
            if (!iterate(t_ + esdirk::c[i] * h, h, stage_v_[i], stage_a_[i])) return false;
        }
        return true;
    }

    // r(t, q̃ + s v, ṽ + s a, a) = 0 for a. Where it contracts slowly the tangents are taken anew.
    bool iterate(double t, double h, VectorXd& v, VectorXd& a) noexcept
    {
        const double s = esdirk::gamma * h;
        double before = 0.0, rate = usual_rate_;
        for (int k = 0; k < most_iterations; ++k) {
            v = v_tilde_ + s * a;
            q_stage_ = q_tilde_ + s * v;
            motion_->residual(clock(t), q_stage_, v, a, r_);
            delta_ = lu_.solve(r_);
            work_ += 1.0 + static_cast<double>(a.size()) / 180.0;
            a -= delta_;
            e_v_ = s * delta_;
            e_q_ = s * e_v_;
            const double size = accuracy_.norm(e_q_, e_v_, q_stage_, v);
            if (!std::isfinite(size)) return false;
            if (before > 0.0) {
                rate = size / before;
                usual_rate_ = std::clamp(rate, 1e-3, 0.5);
            }
            v = v_tilde_ + s * a;
            q_stage_ = q_tilde_ + s * v;
            if (rate < 1.0 && size * rate / (1.0 - rate) < newton_share) return true;
            before = size;
            if (rate > slow) {
                if (renewals_-- == 0) return false;
                take_tangents(t, q_stage_, v, a);
                factor(h);
                rate = usual_rate_ = 0.1;
                before = 0.0;
            }
        }
        return false;
    }

    std::array<VectorXd, esdirk::stages> stage_v_, stage_a_;
    VectorXd q_stage_, q_tilde_, v_tilde_, r_, delta_, e_q_, e_v_;
    MatrixXd M_, D_, K_, S_;
    Eigen::PartialPivLU<MatrixXd> lu_;
    double h_factored_ = 0.0, usual_rate_ = 0.1;
    int renewals_ = 0;
    bool have_tangents_ = false;
};

}  // namespace

std::unique_ptr<Stepper> implicit_stepper(int size, const Accuracy& accuracy, double first_step, bool fixed)
{
    return std::make_unique<ImplicitStepper>(size, accuracy, first_step, fixed);
}

}  // namespace supple
