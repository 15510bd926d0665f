/// @file
/// The geometrically exact rod as a forward model: an initial value problem from the base.
///
/// The unknowns are z = (n₀, m₀, λ), the wrench beyond the base and the reactions λ of known fixtures. The rod
/// is integrated from the base (cosserat/interval.hpp), cut at everything that acts or is looked at. At a push
///
///     n⁺ = n⁻ − R b,    ∂x⁺/∂s = f(x⁻) − f(x⁺) − (0, 0, ω × R b, 0),    ω = R κ,
///
/// with x′ = f(x): the state flows to the moved place by one field and back by the other. The equations
///
///     n(L) = F,    m(L) = M,    held coordinates of fixtures as they are held
///
/// are solved by Newton's method; a Newton path from the last equilibrium, in steps as short as needed, keeps
/// the branch. Afterwards dY/dθ = ∂Y/∂θ − ∂Y/∂z (∂r/∂z)⁻¹ ∂r/∂θ.
#pragma once

#include <supple/cosserat/cosserat.hpp>
#include <supple/cosserat/problem.hpp>
#include <supple/estimate/forward_shape.hpp>

namespace supple::estimation {

class ExactShape final : public ForwardShape {
 public:
    explicit ExactShape(const Manipulator& manipulator);

    bool predict(const Pushes& pushes, std::span<const double> places, bool derivatives,
                 Sections& sections) noexcept override;

    /// Why it cannot be used; empty when it can.
    const std::string& refusal() const { return refusal_; }

 private:
    struct Event {
        enum class Kind { stop, look, push };
        double s;
        Kind kind;
        int index;
    };

    void list_events(const Pushes& pushes, std::span<const double> places);
    void sweep(const Pushes& pushes, double lambda, bool derivatives, Sections* sections);
    bool newton(const Pushes& pushes, double lambda);
    bool follow(const Pushes& target, double lambda);
    void advance_to(double s, int stop, double lambda, bool derivatives, const Pushes& pushes);

    cosserat::Problem problem_;
    std::string refusal_;
    int held_ = 0;                          ///< number of λ
    std::vector<std::pair<int, int>> rows_; ///< stop and coordinate of each λ
    std::vector<Event> events_;

    // The state of a sweep.
    cosserat::State x_;
    double s_ = 0.0;
    MatrixXd dx_;          ///< 12 x (z, θ): δr, δθ, δn, δm
    VectorXd z_;           ///< of the last equilibrium
    VectorXd residual_;
    MatrixXd dresidual_;
    Pushes last_;
    double last_lambda_ = 0.0;
    bool started_ = false;
};

}  // namespace supple::estimation
