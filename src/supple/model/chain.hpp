/// @file
/// A serial chain of elements, each with an elastic law: universal, isotropic and spherical joints, arcs,
/// slides.
///
/// The motion of everything beyond a coordinate j is a world twist V_j = [v_j; ω_j] about the base's origin,
/// and the twists of distal coordinates are carried along: ∂V_j/∂q_i = ad(V_i) V_j for i proximal to j
/// [docs/theory/s1, Eq. (1.7), (1.8)]. With
/// suffix sums over the points beyond an element of f, m, P × f + m and P fᵀ = N,
///
///     τ_j  = v_j·f + ω_j·(m + P × f)
///     u_j  = v_j × f + (N − tr N) ω_j
///     H_ij = ∂τ_i/∂q_j = ω_i·u_j,     H_ji = ∂τ_j/∂q_i = ω_i·(u_j + ω_j × m)       (i proximal to j)
///
/// so that forces give a symmetric stiffness and moments fixed in the world do not
/// [docs/theory/s1, Eq. (1.10), (1.11), (1.12)].
/// Forces that vary with their frame add V_iᵀ D V_j. The cost of a dense tangent is that of n²/2 products of
/// six numbers, that of its blocks (algebra/chain_matrix.hpp) linear in n.
#pragma once

#include <supple/model/element.hpp>
#include <supple/model/model.hpp>
#include <supple/model/wrench_sum.hpp>

namespace supple {

/// Springs of an element: for each coordinate K (q − rest)(1 + cubic (q − rest)²).
/// [docs/theory/s1, Eq. (1.4)]
struct ElasticLaw {
    Vector3d stiffness = Vector3d::Zero();  ///< ∂²U/∂q² at rest
    Vector3d rest = Vector3d::Zero();       ///< coordinate of the unloaded shape
    double cubic = 0.0;                     ///< [1/q²]
    double measure = 0.0;                   ///< stiffness by which coordinates without springs are measured
};

class Chain final : public Model {
 public:
    struct Link {
        Element element;
        ElasticLaw law;
    };

    Chain(const SE3& X_WB, std::vector<Link> links, std::vector<Place> points);

    int size() const noexcept override { return static_cast<int>(rest_.size()); }
    const VectorXd& coordinate_scale() const noexcept override { return scale_; }
    const VectorXd& rest_stiffness() const noexcept override { return measure_; }
    const VectorXd& spring_stiffness() const noexcept { return stiffness_; }  ///< zero where nothing springs
    const VectorXd& rest_coordinates() const noexcept override { return rest_; }

    void place(const VectorXd& q) noexcept override;
    std::span<const SE3> frames() const noexcept override { return frames_; }
    SE3 frame_at(const Place& place) const noexcept override;
    double elastic_energy() const noexcept override;
    void jacobian(int point, Matrix6Xd& J) const noexcept override;

    // chain_assembly.cpp
    void assemble(std::span<const FrameForce> forces, VectorXd& g, MatrixXd* G) noexcept override;
    void assemble(std::span<const FrameForce> forces, VectorXd& g, ChainMatrix& G) noexcept override;
    std::vector<int> block_sizes() const override;

    // chain_variation.cpp
    void jacobian_at(const Place& place, Matrix6Xd& J) const noexcept override;
    double arclength_at(const Place& place) const noexcept override;
    Place place_at(double arclength) const noexcept override;
    ElementNumbers numbers(int element) const noexcept override;
    void assign(const ElementNumbers& numbers) noexcept override;
    void vary(std::span<const ElementNumbers> variation, std::span<const FrameForce> forces, VectorXd& dg,
              std::span<Vector6d> dx) noexcept override;
    Vector6d drift_at(const Place& place, std::span<const ElementNumbers> variation) const noexcept override;

    const std::vector<Link>& links() const noexcept { return links_; }

    // What the motion of a chain is made of, as placed last. Poses and twists are in world axes, about the
    // base's origin.
    const VectorXd& coordinates() const noexcept { return q_; }
    int first_coordinate(std::size_t element) const noexcept { return first_coordinate_[element]; }
    const SE3& base_frame(std::size_t element) const noexcept
    {
        return base_frames_[element];
    }  ///< A, or the tip
    LocalMap map(std::size_t element) const noexcept;
    const Vector3d& twist_v(int j) const noexcept { return twists_[static_cast<std::size_t>(j)].v; }
    const Vector3d& twist_w(int j) const noexcept { return twists_[static_cast<std::size_t>(j)].w; }

    /// [v; ω] of each point, seen from the base, in world axes. @pre one entry a point
    void velocities(const VectorXd& qd, std::span<Vector6d> velocities) const noexcept override;

    void move_base(const SE3& X_WB) noexcept override { X_WB_ = X_WB; }
    const SE3& base() const noexcept { return X_WB_; }

    const std::vector<Place>& points() const noexcept override { return points_; }

 private:
    struct Twist {
        Vector3d v, w;  ///< about the base's origin, world axes
    };
    /// Where a point stands relative to its element's coordinates.
    enum class Side { before, beyond, inside };
    struct PointState {
        Side side;
        Vector3d P;    ///< position relative to the base's origin
        Twist own[3];  ///< inside an arc: the twists of its own coordinates at the point
        LocalMap map;  ///< up to the point, where it is not at the element's end
    };
    struct Growth;

    Side side_of(const Place& point) const;
    Growth growth(const ElementNumbers& change, double fraction) const noexcept;
    void place_inside(std::size_t point, const SE3& X_A, const double* q);
    static void turn(const UniversalJoint& joint, const double* q, Vector3d& O, Twist* twists,
                     SE3& X) noexcept;
    template <int n, class Joint>
    static void turn(const Joint& joint, const double* q, Vector3d& O, Twist* twists, SE3& X) noexcept;
    template <int n>
    struct Couplings;
    struct NoTangent {};
    struct DenseTangent;
    struct BlockTangent;
    template <int n>
    static double power(const Twist& V, const Couplings<n>& by, int b) noexcept;
    template <bool first_time, int n, class Tangent>
    void subtract_forces(std::size_t element, double fraction, const WrenchSum& sums, const Twist* own,
                         const Vector3d& O, const LocalMap& map, VectorXd& g, Tangent G) const noexcept;
    template <int n, class Tangent>
    void assemble_element(std::size_t element, const WrenchSum& beyond, VectorXd& g,
                          Tangent G) const noexcept;
    template <class Tangent>
    void assemble_to(std::span<const FrameForce> forces, VectorXd& g, Tangent G) noexcept;

    SE3 X_WB_;
    std::vector<Link> links_;
    std::vector<Place> points_;          // by element
    std::vector<int> first_coordinate_;  // of each element, and the total at the end
    std::vector<int> first_point_;       // of each element, and the total at the end
    VectorXd scale_, stiffness_, measure_, rest_;
    std::vector<double> cubic_;

    VectorXd q_;
    std::vector<LocalMap> maps_;  // of arcs and slides
    std::vector<SE3>
        base_frames_;  // A of each element and the tip, relative to the base's origin, world axes
    std::vector<Vector3d> origins_;  // O of each element, likewise
    std::vector<Twist> twists_;
    std::vector<PointState> states_;
    std::vector<SE3> frames_;
    std::vector<Twist> carried_;  // per element: the twist of A along a variation
};

}  // namespace supple
