/// @file
/// The geometrically exact rod as a forward model: an initial value problem from the base.
///
/// The unknowns are z = (n₀, m₀, λ), the wrench beyond the base and the reactions λ of known fixtures. The
/// rod is integrated from the base (cosserat/interval.hpp), cut at everything that acts or is looked at. At a
/// push
///
///     n⁺ = n⁻ − R b,    ∂x⁺/∂s = f(x⁻) − f(x⁺) − (0, 0, ω × R b, 0),    ω = R κ,
///
/// with x′ = f(x): the state flows to the moved place by one field and back by the other. The equations
///
///     n(L) = F,    m(L) = M,    held coordinates of fixtures as they are held
///
/// are solved by Newton's method. Afterwards dY/dθ = ∂Y/∂θ − ∂Y/∂z (∂r/∂z)⁻¹ ∂r/∂θ.
#pragma once

#include <supple/cosserat/cosserat.hpp>
#include <supple/cosserat/problem.hpp>
#include <supple/estimate/followed_shape.hpp>

namespace supple::estimation {

class ExactShape final : public FollowedShape {
 public:
    explicit ExactShape(const Manipulator& manipulator);

 private:
    bool find_balance(const Pushes& pushes, double lambda) override;
    bool read_sections(const Pushes& pushes, std::span<const double> places, bool derivatives,
                       Sections& sections, MatrixXd& dx) override;

    struct Event {
        enum class Kind { stop, look, push };
        double s;
        Kind kind;
        int index;
    };

    void list_events(const Pushes& pushes, std::span<const double> places);
    void sweep(const Pushes& pushes, double lambda, bool derivatives, Sections* sections);
    void advance_to(double s, int stop, double lambda, bool derivatives, const Pushes& pushes);

    cosserat::Problem problem_;
    int held_ = 0;                           ///< number of λ
    std::vector<std::pair<int, int>> rows_;  ///< stop and coordinate of each λ
    std::vector<Event> events_;

    // The state of a sweep.
    cosserat::State state_;
    double s_ = 0.0;
    MatrixXd dx_;  ///< 12 x (z, θ): δr, δθ, δn, δm
    VectorXd residual_;
    MatrixXd dresidual_;
};

}  // namespace supple::estimation
