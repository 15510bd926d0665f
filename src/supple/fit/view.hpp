/// @file
/// What is seen of a solved case, and how it changes with the unknowns of statics.
///
///     position   weight (p − p_observed)
///     rotation   weight log(R R_observedᵀ), world axes
///     reaction   weight (f − f_observed), force of a constraint on the rod
///     curve      weight (c(s_i) − p_observed): c is the cubic spline through base, joints and ends of
///                segments by undeformed arc length, s_i one of equally spaced places from base to tip.
///                Links of a segment lie beside the rod they stand for; the curve follows it [s1 Eq. 29].
#pragma once

#include <supple/statics/problem.hpp>

#include <array>

namespace supple {

/// Something seen of a shape: a block of at most three rows of e, each of which counts where it was seen.
struct Observation {
    enum class Kind { position, rotation, reaction, curve };
    static constexpr int tip = -1;

    Kind kind = Kind::position;
    int index = tip;  ///< of a station; of a constraint for a reaction; of the place on a curve
    std::array<bool, 3> seen = {true, true, true};
    Vector3d value = Vector3d::Zero();         ///< [m] or [N]
    Matrix3d rotation = Matrix3d::Identity();  ///< R_observed
    double weight = 1.0;
    std::size_t of = 0;  ///< which of the study's things observed it is

    bool is_position() const { return kind == Kind::position || kind == Kind::curve; }
};

class View {
 public:
    /// Knots that a curve needs at least.
    static constexpr std::size_t least_knots = 4;

    /// @pre the problem's system has as many knots as a curve needs, where points of one are asked for
    View(StaticProblem& problem, int curve_points);

    /// Looks at the shape evaluated last.
    void look(bool with_derivatives);

    /// The three entries of e, and the derivative of one of them by x; after looking.
    Vector3d seen(const Observation& observation) const;
    void derivative(const Observation& observation, int component, VectorXd& by_x);

 private:
    StaticProblem& problem_;
    std::vector<Place> knots_;
    MatrixXd spline_;          // places on the curve by knots
    MatrixXd knot_positions_;  // one row a knot
    std::vector<Matrix6Xd> knot_J_;
    Matrix6Xd J_;
};

}  // namespace supple
