/// @file
/// The unknowns of an estimate as one scaled vector θ, and the pushes that they stand for.
///
///     θ = tip force (3), tip moment (3), load per length (3), roll (1),
///         patch: middle, half length, pressure along d1, d2,     then for each contact s, b1, b2 (, b3)
///
/// each part where it is asked for. A patch acts as point forces at the eight points of Gauss's rule.
#pragma once

#include <supple/estimate/force_options.hpp>
#include <supple/estimate/forward_shape.hpp>

#include <array>

namespace supple::estimation {

/// Where a contact may be: nearer to the base it moves nothing, nearer to the tip it is a tip force.
inline constexpr double first_place = 0.02, last_place = 0.995;

struct Unknowns {
    bool tip_force = false, tip_moment = false, weight = false, roll = false, patch = false, axial = false;
    int contacts = 0;

    Unknowns() = default;
    explicit Unknowns(const ForceOptions& options);  ///< without weight, patch and contacts

    int size() const { return first_contact() + contacts * each(); }
    int each() const { return axial ? 4 : 3; }  ///< unknowns of a contact
    int of_moment() const { return tip_force ? 3 : 0; }
    int of_weight() const { return of_moment() + (tip_moment ? 3 : 0); }
    int of_roll() const { return of_weight() + (weight ? 3 : 0); }
    int of_patch() const { return of_roll() + (roll ? 1 : 0); }
    int first_contact() const { return of_patch() + (patch ? 4 : 0); }
    int place_of(int contact) const { return first_contact() + contact * each(); }

    double roll_of(const VectorXd& theta) const { return roll ? theta[of_roll()] : 0.0; }
    Pushes pushes(const VectorXd& theta) const;

    /// d(θ) from d(pushes): columns by θ but for the roll's, which is zero. @pre d has pushes.columns()
    MatrixXd columns(const MatrixXd& d, const VectorXd& theta) const;

    /// Keeps places on the rod.
    void clip(VectorXd& theta) const;
    bool is_place(int index) const;

    /// θ of a problem with one contact more, which has no force yet.
    VectorXd with_contact(const VectorXd& theta, double s) const;

    std::vector<std::string> names() const;
};

/// Gauss's rule of eight points on [−1, 1].
struct GaussPoint {
    double x, weight;
};
extern const std::array<GaussPoint, 8> gauss_points;

}  // namespace supple::estimation
