// Residual and tangent of a chain, from the tip inwards. The tangent is written as a dense matrix or as the
// blocks of a ChainMatrix: the same products, told apart by where they go.
#include <supple/algebra/chain_matrix.hpp>
#include <supple/model/chain.hpp>

#include <type_traits>

namespace supple {

/// What the forces beyond the n coordinates of an element say of them: V_i·column_j and row_j·V_i for i
/// proximal. Where no force varies with its frame their v are zero, and not set.
template <int n>
struct Chain::Couplings {
    Twist column[n], row[n];
    bool varies = false;
};

/// A dense G: what an element says to the proximal coordinates is multiplied out.
struct Chain::DenseTangent {
    MatrixXd& G;

    template <bool first_time, int n>
    void subtract(const Chain& chain, std::size_t e, const Twist* own, const Couplings<n>& by) const noexcept
    {
        const int first = chain.first_coordinate_[e];
        const Eigen::Index rows = G.rows();
        double* const columns = G.data() + first * rows;
        const auto take_off = [](double& entry, double h) { entry = first_time ? -h : entry - h; };
        if (!by.varies) {
            for (int i = 0; i < first; ++i) {
                const Vector3d w = chain.twists_[static_cast<std::size_t>(i)].w;
                double* row = G.data() + i * rows + first;
                for (int b = 0; b < n; ++b) {
                    take_off(columns[b * rows + i], w.dot(by.column[b].w));
                    take_off(row[b], w.dot(by.row[b].w));
                }
            }
        } else {
            for (int i = 0; i < first; ++i) {
                const Twist V = chain.twists_[static_cast<std::size_t>(i)];
                double* row = G.data() + i * rows + first;
                for (int b = 0; b < n; ++b) {
                    take_off(columns[b * rows + i], V.v.dot(by.column[b].v) + V.w.dot(by.column[b].w));
                    take_off(row[b], V.v.dot(by.row[b].v) + V.w.dot(by.row[b].w));
                }
            }
        }
        for (int b = 0; b < n; ++b) {
            for (int a = 0; a < n; ++a)
                take_off(columns[b * rows + first + a], power<n>(own[a], by, b));
        }
    }

    template <int n>
    double& at(const Chain& chain, std::size_t e, int a, int b) const noexcept
    {
        const int first = chain.first_coordinate_[e];
        return G(first + a, first + b);
    }
};

/// The blocks of a chain: the couplings are kept as they are. Twists are those of the element's end.
struct Chain::BlockTangent {
    ChainMatrix& G;

    template <bool first_time, int n>
    void subtract(const Chain& chain, std::size_t e, const Twist* own, const Couplings<n>& by) const noexcept
    {
        const ChainMatrix::Block block = G.block(e);
        const auto take_off = [](double& entry, double h) { entry = first_time ? -h : entry - h; };
        for (int b = 0; b < n; ++b) {
            const Twist& V = chain.twists_[static_cast<std::size_t>(block.first + b)];
            for (int i = 0; i < 3; ++i) {
                double *column = block.column + 6 * b + i, *row = block.row + 6 * b + i;
                block.S[6 * b + i] = V.v[i];
                block.S[6 * b + 3 + i] = V.w[i];
                take_off(column[0], by.varies ? by.column[b].v[i] : 0.0);
                take_off(column[3], by.column[b].w[i]);
                take_off(row[0], by.varies ? by.row[b].v[i] : 0.0);
                take_off(row[3], by.row[b].w[i]);
            }
            for (int a = 0; a < n; ++a)
                take_off(block.D[n * b + a], power<n>(own[a], by, b));
        }
    }

    template <int n>
    double& at(const Chain&, std::size_t e, int a, int b) const noexcept
    {
        return G.block(e).D[n * b + a];
    }
};

template <int n>
double Chain::power(const Twist& V, const Couplings<n>& by, int b) noexcept
{
    return by.varies ? V.v.dot(by.column[b].v) + V.w.dot(by.column[b].w) : V.w.dot(by.column[b].w);
}

// Takes the generalised forces of one element's n coordinates, whose twists are `own`, off g, and their
// derivatives by these and all proximal coordinates off G:
//     H_ij = V_i·(column_j)            i proximal to j, or of the same element, then plus ∂(V_i·W)/∂q_j with
//     W fixed H_ji = V_i·(row_j)               i proximal to j
// `first_time` writes the entries of G instead of changing them.
template <bool first_time, int n, class Tangent>
void Chain::subtract_forces(std::size_t e, double fraction, const WrenchSum& sums, const Twist* own,
                            const Vector3d& O, const LocalMap& map, VectorXd& g, Tangent G) const noexcept
{
    const int first = first_coordinate_[e];
    for (int a = 0; a < n; ++a)
        g[first + a] -= own[a].v.dot(sums.f) + own[a].w.dot(sums.m);
    if constexpr (!std::is_same_v<Tangent, NoTangent>) {
        Matrix3d N = sums.N;
        N.diagonal().array() -= sums.N.trace();
        Couplings<n> by;
        by.varies = sums.varies;
        for (int b = 0; b < n; ++b) {
            by.column[b].w = own[b].v.cross(sums.f) + N * own[b].w;
            by.row[b].w = by.column[b].w + own[b].w.cross(sums.couple);
        }
        if (sums.varies) {
            const auto D_vv = sums.D.topLeftCorner<3, 3>(), D_vw = sums.D.topRightCorner<3, 3>();
            const auto D_wv = sums.D.bottomLeftCorner<3, 3>(), D_ww = sums.D.bottomRightCorner<3, 3>();
            for (int b = 0; b < n; ++b) {
                const Twist& V = own[b];
                by.column[b].v = D_vv * V.v + D_vw * V.w;
                by.column[b].w += D_wv * V.v + D_ww * V.w;
                by.row[b].v = D_vv.transpose() * V.v + D_wv.transpose() * V.w;
                by.row[b].w += D_vw.transpose() * V.v + D_ww.transpose() * V.w;
            }
        }
        G.template subtract<first_time, n>(*this, e, own, by);

        // The map's own curvature, under the moment about O.
        const SE3& X_A = base_frames_[e];
        const Vector3d m_O = sums.m - O.cross(sums.f);
        const Element& element = links_[e].element;
        const auto at = [&](int a, int b) -> double& { return G.template at<n>(*this, e, a, b); };
        if (std::holds_alternative<UniversalJoint>(element)) {
            // ∂ω_a/∂q_b = ω_b × ω_a for b < a, in world axes as they stand.
            if constexpr (n > 1) at(1, 0) -= own[0].w.cross(own[1].w).dot(m_O);
            if constexpr (n == 3) {
                at(2, 0) -= own[0].w.cross(own[2].w).dot(m_O);
                at(2, 1) -= own[1].w.cross(own[2].w).dot(m_O);
            }
            return;
        }
        const bool origin_moves = !traits(element).is_joint;
        const Vector3d f_A =
            origin_moves ? Vector3d(X_A.rotation().transpose() * sums.f) : Vector3d(Vector3d::Zero());
        const Matrix3d Q = curvature_of_map(element, q_.data() + first, fraction, map,
                                            X_A.rotation().transpose() * m_O, f_A);
        for (int b = 0; b < n; ++b) {
            for (int a = 0; a < n; ++a) {
                // Where O itself moves by v_b, that part is in the products above already.
                const double carried = origin_moves ? map.omega[a].dot(map.v[b].cross(f_A)) : 0.0;
                at(a, b) -= Q(a, b) - carried;
            }
        }
    }
}

// The springs of one element's n coordinates, then the forces of everything beyond.
template <int n, class Tangent>
void Chain::assemble_element(std::size_t e, const WrenchSum& beyond, VectorXd& g, Tangent G) const noexcept
{
    const int first = first_coordinate_[e];
    double hardening[n];
    for (int a = 0; a < n; ++a) {
        const int j = first + a;
        const double d = q_[j] - rest_[j];
        hardening[a] = cubic_[static_cast<std::size_t>(j)] * d * d;
        g[j] = stiffness_[j] * d * (1.0 + hardening[a]);
    }
    subtract_forces<true, n>(e, 1.0, beyond, twists_.data() + first, origins_[e], maps_[e], g, G);
    if constexpr (!std::is_same_v<Tangent, NoTangent>) {
        for (int a = 0; a < n; ++a)
            G.template at<n>(*this, e, a, a) += stiffness_[first + a] * (1.0 + 3.0 * hardening[a]);
    }
}

template <class Tangent>
void Chain::assemble_to(std::span<const FrameForce> forces, VectorXd& g, Tangent G) noexcept
{
    constexpr bool with_tangent = !std::is_same_v<Tangent, NoTangent>;
    // Calls work(n) with the number of coordinates as one that the compiler knows.
    const auto with_size = [](int n, auto work) {
        if (n == 1) work(std::integral_constant<int, 1>{});
        if (n == 2) work(std::integral_constant<int, 2>{});
        if (n == 3) work(std::integral_constant<int, 3>{});
    };
    WrenchSum beyond;
    const auto add = [&](std::size_t k) {
        if constexpr (with_tangent) return beyond.add(forces[k], states_[k].P);
        // Without a tangent the sums of force and moment are enough.
        const Vector3d f = forces[k].F.head<3>();
        beyond.f += f;
        beyond.m += forces[k].F.tail<3>() + states_[k].P.cross(f);
    };
    for (std::size_t e = links_.size(); e-- > 0;) {
        const int size = first_coordinate_[e + 1] - first_coordinate_[e];
        const auto first_point = static_cast<std::size_t>(first_point_[e]);
        const auto last_point = static_cast<std::size_t>(first_point_[e + 1]);
        for (std::size_t k = first_point; k < last_point; ++k) {
            if (states_[k].side == Side::beyond) add(k);
        }
        with_size(size, [&](auto n) { assemble_element<n>(e, beyond, g, G); });
        for (std::size_t k = first_point; k < last_point; ++k) {
            if (states_[k].side == Side::beyond) continue;
            if (states_[k].side == Side::inside) {
                WrenchSum here;
                here.add(forces[k], states_[k].P);
                const Vector3d O = base_frames_[e] * states_[k].map.O;
                with_size(size, [&](auto n) {
                    subtract_forces<false, n>(e, points_[k].fraction, here, states_[k].own, O, states_[k].map,
                                              g, G);
                });
            }
            add(k);
        }
    }
}

void Chain::assemble(std::span<const FrameForce> forces, VectorXd& g, MatrixXd* G) noexcept
{
    if (G)
        assemble_to(forces, g, DenseTangent{*G});
    else
        assemble_to(forces, g, NoTangent{});
}

void Chain::assemble(std::span<const FrameForce> forces, VectorXd& g, ChainMatrix& G) noexcept
{
    assemble_to(forces, g, BlockTangent{G});
}

std::vector<int> Chain::block_sizes() const
{
    std::vector<int> sizes;
    for (std::size_t e = 0; e < links_.size(); ++e)
        sizes.push_back(first_coordinate_[e + 1] - first_coordinate_[e]);
    return sizes;
}

}  // namespace supple
