/// @file
/// A forward model that finds its equilibria by Newton's method, each from the last one.
///
/// The state x of the model (the wrench of a base, coordinates of a chain) starts from the last equilibrium,
/// moved along its derivative by the pushes. Where Newton's method finds nothing from there, the pushes go
/// from the last to the new ones in steps as short as needed: so the branch is that of continuous change. The
/// first equilibrium is followed from the unloaded shape, with the known loads coming on.
#pragma once

#include <supple/estimate/forward_shape.hpp>

namespace supple::estimation {

class FollowedShape : public ForwardShape {
 public:
    bool predict(const Pushes& pushes, std::span<const double> places, bool derivatives,
                 Sections& sections) noexcept final;

    void begin_again() noexcept final;

    /// Why it cannot be used; empty when it can.
    const std::string& refusal() const { return refusal_; }

 protected:
    /// From x to the equilibrium under the pushes and that share of the known loads.
    virtual bool find_balance(const Pushes& pushes, double lambda) = 0;

    /// The sections there, and with derivatives dx/dθ. False where the tangent is singular.
    virtual bool read_sections(const Pushes& pushes, std::span<const double> places, bool derivatives,
                               Sections& sections, MatrixXd& dx) = 0;

    std::string refusal_;
    VectorXd x_;

 private:
    bool follow(const Pushes& target);
    bool leap(const Pushes& target);

    VectorXd unpushed_;  ///< x under the known loads alone
    Pushes last_;
    double last_lambda_ = 0.0;
    Pushes tangent_at_;
    VectorXd tangent_x_;
    MatrixXd tangent_;  ///< dx/dθ at tangent_at_; empty: none
};

}  // namespace supple::estimation
