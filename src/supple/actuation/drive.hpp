/// @file
/// Driven rods or tendons as a load on the disks they pass.
///
/// Each has a tension T at the base, given and growing with the load factor, or unknown where it is driven by
/// retraction; those come last in a set. Then its length is held: with d the shortening of its path and its
/// stretch under the tension along it,
///
///     w = d + (Σ T_i ℓ_i − t T⁰ ℓ)/EA − t δ = 0,      and for a cable 0 <= T ⊥ w >= 0: it never pushes
///
/// (δ the retraction, T⁰ the pretension) [docs/theory/s3, Eq. (3.17)]. One without axial stiffness stretches
/// by the least compliance given, so that rods whose lengths depend on each other share their tension. In
/// motion no tension is unknown: it follows from the stretch, w = 0 without friction.
///
/// Laws (tests/actuation/test_drive.cpp, tests/statics/test_driven_arm.cpp, test_retraction.cpp): the tangent
/// is the derivative of the forces under every contact law; a tendon's is symmetric and its work is −T δd;
/// driven by the tensions found, the arm has the shape at which its retractions are the ones given.
#pragma once

#include <supple/actuation/capstan.hpp>
#include <supple/actuation/least_squares.hpp>
#include <supple/actuation/rod_bending.hpp>
#include <supple/model/coupled_load.hpp>

namespace supple {

class Drive final : public CoupledLoad {
 public:
    /// What the description does not say itself.
    struct Layout {
        std::vector<int> ends;          ///< station at which each rod ends
        double least_compliance = 0.0;  ///< [m/N]
        bool bends_in_chain = false;    ///< the chain's springs have the rods' EI already
    };

    Drive(const DrivenRods& rods, Routing routing, const Layout& layout, double time = 0.0);

    void add_to(std::span<const SE3> frames, double scale,
                std::span<FrameForce> forces) const noexcept override;
    void add_in_motion(std::span<const SE3> frames, std::span<const Vector6d> velocities,
                       std::span<FrameForce> forces) const noexcept override;
    bool feels_motion() const noexcept override;
    void set_time(double time) noexcept override;
    bool conservative() const noexcept override;
    double potential(std::span<const SE3> frames) const noexcept override;

    /// "tensions.i", then "retractions.i".
    int parameters() const noexcept override { return static_cast<int>(rods_.size()); }
    double& parameter(int k) noexcept override { return rods_[at(k)].drive; }
    std::string parameter_path(int k) const override;
    void add_derivative(int k, std::span<const SE3> frames,
                        std::span<FrameForce> forces) const noexcept override;
    bool actuates() const noexcept override { return true; }

    void subtract_tangent(const Model& model, MatrixXd& G) noexcept override;
    int couplings(const Model& model) const noexcept override;
    void subtract_tangent(const Model& model, ChainMatrix& G, Eigen::Ref<MatrixXd> U,
                          Eigen::Ref<MatrixXd> V) noexcept override;
    int unknowns() const noexcept override { return acts_ ? parameters() - pulled_ : 0; }
    double unknown(int u) const noexcept override { return retracted(u).tension; }
    void set_unknown(int u, double force) noexcept override { retracted(u).tension = force; }
    bool never_negative(int) const noexcept override { return cable_; }
    Gap gap(int u, double t) const noexcept override;
    void gap_gradient(int u, VectorXd& dw_dq) const noexcept override;
    void unknown_force(int u, VectorXd& dQ_du) const noexcept override;
    double gap_by_parameter(int u, int k) const noexcept override { return pulled_ + u == k ? -1.0 : 0.0; }
    bool impossible() const noexcept override;
    bool has_sharp_law() const noexcept override;
    void use_sharp_law(bool sharp) noexcept override { sharp_ = sharp; }
    void set_friction_share(double share) noexcept override { friction_share_ = share; }
    Vector3d section_pull(double arclength, const SE3& X) const noexcept override;
    void report(DriveState& state) const override;

 private:
    struct Rod {
        GuidedRod guided;
        Capstan capstan;
        LeastSquares least_squares;
        GuidedBending bending;
        bool by_length = false;   ///< it is driven by retraction
        double drive = 0.0;       ///< tension [N] or retraction [m]
        double pretension = 0.0;  ///< [N]
        double length = 0.0;      ///< unbent [m]
        double compliance = 0.0;  ///< of its whole length [m/N]
        bool stretches = false;
        double tension = 0.0;  ///< at the base [N]
        int column = -1;       ///< of the history
    };

    static std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }
    bool held(const Rod& rod) const noexcept { return rod.by_length && acts_; }  ///< length, not tension
    Rod& retracted(int u) const noexcept { return rods_[at(pulled_ + u)]; }      ///< whose tension is unknown
    double stretch_weight(const Rod& rod) const noexcept;                        ///< Σ (T_i/T) ℓ_i/ℓ
    void differentiate_moments() noexcept;
    void add_placed(bool smooth, std::span<FrameForce> forces) const noexcept;

    std::string name_;
    ContactLaw law_;
    double friction_;
    bool cable_;
    int pulled_;  ///< how many are driven by tension
    Timing timing_;
    bool acts_ = true;  ///< a drive that does not act lets the rods go; they stay where they are
    bool sharp_ = false;
    double friction_share_ = 1.0;

    // Of the last add_to.
    mutable Routing routing_;
    mutable std::vector<Rod> rods_;
    mutable std::vector<Vector3d> Q_;
    mutable bool moving_ = false;  ///< it was add_in_motion
    VectorXd per_tension_, per_length_;
    TurnStiffness dQ_de_;
};

}  // namespace supple
