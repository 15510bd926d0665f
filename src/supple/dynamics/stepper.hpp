/// @file
/// A motion followed step by step: what the integrators have in common.
///
/// The error of a step is judged in q and q̇ together, as the root of the mean square of
///
///     e_q / τ (a s + |q|),     e_v / τ (a s ω + |q̇|),     a = 0.1
///
/// with τ the tolerance, s the coordinate's scale (an angle of 1 rad) and ω the slowest natural frequency:
/// angles below a tenth of a radian count as that. A step is accepted where this is at most 1.
#pragma once

#include <supple/dynamics/motion.hpp>

#include <limits>

namespace supple {

/// How large an error may be.
struct Accuracy {
    double tolerance = 1e-8;
    VectorXd q_floor;  ///< [q]
    VectorXd v_floor;  ///< [q/s]

    Accuracy() = default;
    Accuracy(double tolerance, const VectorXd& coordinate_scale, double omega);

    /// Scaled size of an error at a state.
    double norm(const VectorXd& e_q, const VectorXd& e_v, const VectorXd& q,
                const VectorXd& v) const noexcept;
};

class Stepper {
 public:
    enum class Outcome { stepped, too_small, no_acceleration };

    /// Fixed steps where one is given, else adaptive ones beginning with `first_step`.
    Stepper(int size, Accuracy accuracy, double first_step, bool fixed);
    virtual ~Stepper() = default;

    virtual const char* name() const noexcept = 0;

    /// From a state, until at most `end`, where something may change: loads are taken just before it.
    bool start(Motion& motion, double time, const VectorXd& q, const VectorXd& v, double end) noexcept;

    /// One step. Ends exactly at `end` rather than just before it.
    Outcome step() noexcept;

    /// The state at a time within the last step.
    virtual void at(double time, VectorXd& q, VectorXd& v) noexcept = 0;

    double time() const noexcept { return t_; }
    double end() const noexcept { return end_; }
    const VectorXd& q() const noexcept { return q_; }
    const VectorXd& v() const noexcept { return v_; }
    long steps() const noexcept { return steps_; }
    long rejected() const noexcept { return rejected_; }
    /// What all steps have cost, in evaluations of the acceleration.
    double work() const noexcept { return work_; }

 protected:
    /// What a step that was tried came to: error over what is allowed, and the order it falls with.
    struct Trial {
        double error = std::numeric_limits<double>::infinity();
        double order = 1.0;
        double slow_down = 0.2;  ///< factor of the step where there is no error to go by
        bool no_acceleration = false;
    };

    /// Forgets what belongs to another motion.
    virtual void begin() noexcept {}
    /// From (t_, q_, v_, a_) to (q1_, v1_) by h. On success accept() follows.
    virtual Trial attempt(double h) noexcept = 0;
    /// Fills a_ at the new state, where attempt() has not.
    virtual bool accept(double h) noexcept = 0;

    /// Times of stages: never quite the end, where another load may act already.
    double clock(double time) const noexcept { return std::min(time, last_moment_); }

    Motion* motion_ = nullptr;
    Accuracy accuracy_;
    double t_ = 0.0, t0_ = 0.0, end_ = 0.0, last_moment_ = 0.0, h_;
    bool fixed_;
    VectorXd q_, v_, a_, q0_, v0_, a0_, q1_, v1_;
    double work_ = 0.0;

 private:
    long steps_ = 0, rejected_ = 0;
    double before_ = 1e-2;  // error of the step before
    bool just_rejected_ = false;
};

/// Runge-Kutta of order 8 with its interpolant of order 7 (dop853.hpp).
std::unique_ptr<Stepper> explicit_stepper(int size, const Accuracy& accuracy, double first_step, bool fixed);

/// Diagonally implicit Runge-Kutta of order 4 (esdirk.hpp).
std::unique_ptr<Stepper> implicit_stepper(int size, const Accuracy& accuracy, double first_step, bool fixed);

}  // namespace supple
