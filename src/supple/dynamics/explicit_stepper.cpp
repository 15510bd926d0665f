#include <supple/dynamics/dop853.hpp>
#include <supple/dynamics/stepper.hpp>

#include <cmath>

namespace supple {
namespace {

class ExplicitStepper final : public Stepper {
 public:
    ExplicitStepper(int size, const Accuracy& accuracy, double first_step, bool fixed)
        : Stepper(size, accuracy, first_step, fixed)
    {
        for (auto* list : {&kq_, &kv_}) {
            for (VectorXd& k : *list)
                k.setZero(size);
        }
        for (auto* list : {&fq_, &fv_}) {
            for (VectorXd& f : *list)
                f.setZero(size);
        }
        for (VectorXd* x : {&q_stage_, &v_stage_, &e_q_, &e_v_})
            x->setZero(size);
    }

    const char* name() const noexcept override { return "explicit Runge-Kutta of order 8"; }

    void at(double time, VectorXd& q, VectorXd& v) noexcept override
    {
        if (!dense_) prepare_interpolant();
        const double x = (time - t0_) / h_taken_;
        q = interpolate(fq_, x) + q0_;
        v = interpolate(fv_, x) + v0_;
    }

 protected:
    Trial attempt(double h) noexcept override
    {
        Trial trial;
        trial.order = 8.0;
        kq_[0] = v_;
        kv_[0] = a_;
        work_ += dop853::stages;
        for (int i = 1; i < dop853::stages; ++i) {
            if (!stage(i, t_, q_, v_, h)) {
                trial.no_acceleration = true;
                return trial;
            }
        }
        sum(dop853::b, h, q1_, v1_);
        q1_ += q_;
        v1_ += v_;

        // Both estimates, the second guarding against one that is small by chance.
        sum(dop853::e5, h, e_q_, e_v_);
        const double e5 = accuracy_.norm(e_q_, e_v_, q1_, v1_);
        sum(dop853::e3, h, e_q_, e_v_);
        const double e3 = accuracy_.norm(e_q_, e_v_, q1_, v1_);
        const double both = e5 * e5 + 0.01 * e3 * e3;
        trial.error = both > 0.0 ? e5 * e5 / std::sqrt(both) : 0.0;
        return trial;
    }

    bool accept(double h) noexcept override
    {
        h_taken_ = h;
        dense_ = false;
        return motion_->acceleration(clock(t_), q_, v_, a_);
    }

 private:
    using Stages = std::array<VectorXd, dop853::all_stages>;

    bool stage(int i, double t, const VectorXd& q, const VectorXd& v, double h) noexcept
    {
        const auto row = static_cast<std::size_t>(i);
        q_stage_ = q;
        v_stage_ = v;
        for (std::size_t j = 0; j < row; ++j) {
            const double a = h * dop853::a[row][j];
            if (a == 0.0) continue;
            q_stage_ += a * kq_[j];
            v_stage_ += a * kv_[j];
        }
        kq_[row] = v_stage_;
        return motion_->acceleration(clock(t + dop853::c[row] * h), q_stage_, v_stage_, kv_[row]);
    }

    void sum(const std::array<double, dop853::stages>& weights, double h, VectorXd& q, VectorXd& v) noexcept
    {
        q.setZero();
        v.setZero();
        for (std::size_t i = 0; i < weights.size(); ++i) {
            if (weights[i] == 0.0) continue;
            q += h * weights[i] * kq_[i];
            v += h * weights[i] * kv_[i];
        }
    }

    // Three stages more, then the terms of the interpolant.
    void prepare_interpolant() noexcept
    {
        const double h = h_taken_;
        kq_[12] = v_;
        kv_[12] = a_;
        for (int i = 13; i < dop853::all_stages; ++i)
            stage(i, t0_, q0_, v0_, h);
        const auto terms = [h](const VectorXd& from, const VectorXd& to, const Stages& k,
                               std::array<VectorXd, 7>& f) {
            f[0] = to - from;
            f[1] = h * k[0] - f[0];
            f[2] = 2.0 * f[0] - h * (k[0] + k[12]);
            for (std::size_t i = 0; i < 4; ++i) {
                f[3 + i].setZero();
                for (std::size_t j = 0; j < k.size(); ++j) {
                    if (dop853::d[i][j] != 0.0) f[3 + i] += h * dop853::d[i][j] * k[j];
                }
            }
        };
        terms(q0_, q_, kq_, fq_);
        terms(v0_, v_, kv_, fv_);
        dense_ = true;
    }

    const VectorXd& interpolate(const std::array<VectorXd, 7>& f, double x) noexcept
    {
        q_stage_ = f[6];
        for (std::size_t i = 6; i-- > 0;) {
            q_stage_ *= i % 2 == 1 ? x : 1.0 - x;
            q_stage_ += f[i];
        }
        q_stage_ *= x;
        return q_stage_;
    }

    Stages kq_, kv_;
    std::array<VectorXd, 7> fq_, fv_;
    VectorXd q_stage_, v_stage_, e_q_, e_v_;
    double h_taken_ = 0.0;
    bool dense_ = false;
};

}  // namespace

std::unique_ptr<Stepper> explicit_stepper(int size, const Accuracy& accuracy, double first_step, bool fixed)
{
    return std::make_unique<ExplicitStepper>(size, accuracy, first_step, fixed);
}

}  // namespace supple
