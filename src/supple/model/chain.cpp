#include <supple/lie/so3.hpp>
#include <supple/model/chain.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>

namespace supple {

/// Sums over all points beyond the coordinates being looked at.
struct Chain::Suffix {
    Vector3d f = Vector3d::Zero();       ///< Σ f
    Vector3d couple = Vector3d::Zero();  ///< Σ m, without the forces' share
    Vector3d m = Vector3d::Zero();       ///< Σ m + P × f
    Matrix3d N = Matrix3d::Zero();       ///< Σ P fᵀ
    Matrix6d D = Matrix6d::Zero();       ///< Σ Tᵀ dF_dx T, T taking a twist about the origin to the point
    bool varies = false;

    void add(const FrameForce& force, const Vector3d& P)
    {
        const Vector3d fk = force.F.head<3>();
        const Vector3d mk = force.F.tail<3>();
        f += fk;
        couple += mk;
        m += mk + P.cross(fk);
        N += P * fk.transpose();
        if (force.varies) {
            varies = true;
            Matrix6d T = Matrix6d::Identity();
            T.topRightCorner<3, 3>() = -so3::hat(P);
            D += T.transpose() * force.dF_dx * T;
        }
    }

    double power(const Twist& V) const { return V.v.dot(f) + V.w.dot(m); }
};

Chain::Chain(const SE3& X_WB, std::vector<Link> links, std::vector<Place> points)
    : X_WB_(X_WB), links_(std::move(links)), points_(std::move(points))
{
    assert(std::is_sorted(points_.begin(), points_.end(),
                          [](const Place& a, const Place& b) { return a.element < b.element; }));
    int n = 0;
    std::size_t point = 0;
    for (std::size_t e = 0; e < links_.size(); ++e) {
        first_coordinate_.push_back(n);
        first_point_.push_back(static_cast<int>(point));
        n += dof(links_[e].element);
        while (point < points_.size() && points_[point].element == static_cast<int>(e))
            ++point;
    }
    first_coordinate_.push_back(n);
    first_point_.push_back(static_cast<int>(point));

    scale_.resize(n);
    stiffness_.resize(n);
    rest_.resize(n);
    cubic_.resize(static_cast<std::size_t>(n));
    double total = 0.0;
    for (const Link& link : links_)
        total += length(link.element);
    for (std::size_t e = 0; e < links_.size(); ++e) {
        const auto& [element, law] = links_[e];
        double size = 1.0;
        if (std::holds_alternative<ConstantCurvature>(element)) size = 1.0 / length(element);
        if (std::holds_alternative<Slide>(element)) size = total;
        for (int a = 0; a < dof(element); ++a) {
            const int j = first_coordinate_[e] + a;
            scale_[j] = size;
            stiffness_[j] = law.stiffness[a];
            rest_[j] = law.rest[a];
            cubic_[static_cast<std::size_t>(j)] = law.cubic;
        }
    }

    q_ = rest_;
    maps_.resize(links_.size());
    base_frames_.resize(links_.size());
    carried_.resize(links_.size());
    twists_.resize(static_cast<std::size_t>(n));
    states_.resize(points_.size());
    frames_.resize(points_.size());
    for (std::size_t k = 0; k < points_.size(); ++k)
        states_[k].side = side_of(points_[k]);
    place(rest_);
}

Chain::Side Chain::side_of(const Place& point) const
{
    const Element& element = links_[static_cast<std::size_t>(point.element)].element;
    if (point.fraction == 1.0) return Side::beyond;
    if (std::holds_alternative<ConstantCurvature>(element)) return Side::inside;
    return point.fraction < joint_fraction(element) ? Side::before : Side::beyond;
}

void Chain::place_inside(std::size_t k, const SE3& X_A, const double* q)
{
    const Place& point = points_[k];
    const Element& element = links_[static_cast<std::size_t>(point.element)].element;
    LocalMap& map = states_[k].map;
    supple::place(element, q, point.fraction, map);
    const SE3 X = X_A * map.X_AB;
    states_[k].P = X.position();
    frames_[k] = SE3(X.rotation(), X_WB_.position() + X.position());
    if (states_[k].side != Side::inside) return;
    const Vector3d O = X_A * map.O;
    for (int a = 0; a < dof(element); ++a) {
        const Vector3d w = X_A.rotation() * map.omega[a];
        states_[k].own[a] = {X_A.rotation() * map.v[a] - w.cross(O), w};
    }
}

void Chain::place(const VectorXd& q) noexcept
{
    q_ = q;
    SE3 X(X_WB_.rotation(), Vector3d::Zero());
    for (std::size_t e = 0; e < links_.size(); ++e) {
        const Element& element = links_[e].element;
        const double* qe = q_.data() + first_coordinate_[e];
        LocalMap& map = maps_[e];
        supple::place(element, qe, 1.0, map);
        base_frames_[e] = X;
        const Vector3d O = X * map.O;
        for (int j = first_coordinate_[e], a = 0; j < first_coordinate_[e + 1]; ++j, ++a) {
            const Vector3d w = X.rotation() * map.omega[a];
            twists_[static_cast<std::size_t>(j)] = {X.rotation() * map.v[a] - w.cross(O), w};
        }
        const SE3 X_A = X;
        X = X * map.X_AB;
        for (auto k = static_cast<std::size_t>(first_point_[e]);
             k < static_cast<std::size_t>(first_point_[e + 1]); ++k) {
            if (points_[k].fraction == 1.0) {
                states_[k].P = X.position();
                frames_[k] = SE3(X.rotation(), X_WB_.position() + X.position());
            } else {
                place_inside(k, X_A, qe);
            }
        }
    }
}

SE3 Chain::frame_at(const Place& place) const noexcept
{
    const auto e = static_cast<std::size_t>(place.element);
    LocalMap map;
    supple::place(links_[e].element, q_.data() + first_coordinate_[e], place.fraction, map);
    const SE3 X = base_frames_[e] * map.X_AB;
    return SE3(X.rotation(), X_WB_.position() + X.position());
}

double Chain::elastic_energy() const noexcept
{
    double U = 0.0;
    for (int j = 0; j < size(); ++j) {
        const double d = q_[j] - rest_[j];
        U += 0.5 * stiffness_[j] * d * d * (1.0 + 0.5 * cubic_[static_cast<std::size_t>(j)] * d * d);
    }
    return U;
}

// Takes the generalised forces of one element's coordinates, whose twists are `own`, off g, and their
// derivatives by these and all proximal coordinates off G:
//     H_ij = V_i·(column_j)            i proximal to j, or of the same element, then plus ∂(V_i·W)/∂q_j with
//     W fixed H_ji = V_i·(row_j)               i proximal to j
// `first_time` writes the entries of G instead of changing them.
template <bool first_time>
void Chain::subtract_forces(std::size_t e, double fraction, const Suffix& sums, const Twist* own,
                            const LocalMap& map, VectorXd& g, MatrixXd* G) const noexcept
{
    const int first = first_coordinate_[e], n = first_coordinate_[e + 1] - first;
    for (int a = 0; a < n; ++a)
        g[first + a] -= sums.power(own[a]);
    if (!G || n == 0) return;

    Matrix3d N = sums.N;
    N.diagonal().array() -= sums.N.trace();
    const Eigen::Index rows = G->rows();
    const auto take_off = [](double& entry, double h) { entry = first_time ? -h : entry - h; };
    for (int b = 0; b < n; ++b) {
        const int j = first + b;
        const Twist& V = own[b];
        const Vector3d u = V.v.cross(sums.f) + N * V.w;
        const Vector3d turned = u + V.w.cross(sums.couple);
        double* column = G->data() + j * rows;
        double* row = G->data() + j;
        if (!sums.varies) {
            for (int i = 0; i < first; ++i) {
                const Vector3d& w = twists_[static_cast<std::size_t>(i)].w;
                take_off(column[i], w.dot(u));
                take_off(row[i * rows], w.dot(turned));
            }
            for (int a = 0; a < n; ++a)
                take_off(column[first + a], own[a].w.dot(u));
            continue;
        }
        const auto D_vv = sums.D.topLeftCorner<3, 3>(), D_vw = sums.D.topRightCorner<3, 3>();
        const auto D_wv = sums.D.bottomLeftCorner<3, 3>(), D_ww = sums.D.bottomRightCorner<3, 3>();
        const Vector3d column_v = D_vv * V.v + D_vw * V.w;
        const Vector3d column_w = D_wv * V.v + D_ww * V.w + u;
        const Vector3d row_v = D_vv.transpose() * V.v + D_wv.transpose() * V.w;
        const Vector3d row_w = D_vw.transpose() * V.v + D_ww.transpose() * V.w + turned;
        for (int i = 0; i < first; ++i) {
            const Twist& proximal = twists_[static_cast<std::size_t>(i)];
            take_off(column[i], proximal.v.dot(column_v) + proximal.w.dot(column_w));
            take_off(row[i * rows], proximal.v.dot(row_v) + proximal.w.dot(row_w));
        }
        for (int a = 0; a < n; ++a)
            take_off(column[first + a], own[a].v.dot(column_v) + own[a].w.dot(column_w));
    }

    // The map's own curvature, under the moment about O.
    const SE3& X_A = base_frames_[e];
    const Vector3d m_O = sums.m - Vector3d(X_A * map.O).cross(sums.f);
    const Element& element = links_[e].element;
    if (std::holds_alternative<UniversalJoint>(element)) {
        // ∂ω_a/∂q_b = ω_b × ω_a for b < a, in world axes as they stand.
        (*G)(first + 1, first) -= own[0].w.cross(own[1].w).dot(m_O);
        if (n == 3) {
            (*G)(first + 2, first) -= own[0].w.cross(own[2].w).dot(m_O);
            (*G)(first + 2, first + 1) -= own[1].w.cross(own[2].w).dot(m_O);
        }
        return;
    }
    const Vector3d f_A = X_A.rotation().transpose() * sums.f;
    const Matrix3d Q =
        curvature_of_map(element, q_.data() + first, fraction, map, X_A.rotation().transpose() * m_O, f_A);
    const bool arc = std::holds_alternative<ConstantCurvature>(element);
    for (int b = 0; b < n; ++b) {
        // O itself moves by v_b in an arc: that part is in the products above already.
        const Vector3d carried = arc ? map.v[b].cross(f_A) : Vector3d(Vector3d::Zero());
        for (int a = 0; a < n; ++a)
            (*G)(first + a, first + b) -= Q(a, b) - map.omega[a].dot(carried);
    }
}

void Chain::assemble(std::span<const FrameForce> forces, VectorXd& g, MatrixXd* G) noexcept
{
    Suffix beyond;
    for (std::size_t e = links_.size(); e-- > 0;) {
        const int first = first_coordinate_[e], last = first_coordinate_[e + 1];
        const auto first_point = static_cast<std::size_t>(first_point_[e]);
        const auto last_point = static_cast<std::size_t>(first_point_[e + 1]);
        for (std::size_t k = first_point; k < last_point; ++k) {
            if (states_[k].side == Side::beyond) beyond.add(forces[k], states_[k].P);
        }
        for (int j = first; j < last; ++j) {
            const double d = q_[j] - rest_[j];
            g[j] = stiffness_[j] * d * (1.0 + cubic_[static_cast<std::size_t>(j)] * d * d);
        }
        subtract_forces<true>(e, 1.0, beyond, &twists_[static_cast<std::size_t>(first)], maps_[e], g, G);
        for (int j = first; G && j < last; ++j) {
            const double d = q_[j] - rest_[j];
            (*G)(j, j) += stiffness_[j] * (1.0 + 3.0 * cubic_[static_cast<std::size_t>(j)] * d * d);
        }
        for (std::size_t k = first_point; k < last_point; ++k) {
            if (states_[k].side == Side::beyond) continue;
            if (states_[k].side == Side::inside) {
                Suffix here;
                here.add(forces[k], states_[k].P);
                subtract_forces<false>(e, points_[k].fraction, here, states_[k].own, states_[k].map, g, G);
            }
            beyond.add(forces[k], states_[k].P);
        }
    }
}

void Chain::jacobian(int point, Matrix6Xd& J) const noexcept
{
    const auto k = static_cast<std::size_t>(point);
    const auto e = static_cast<std::size_t>(points_[k].element);
    const int first = first_coordinate_[e], last = first_coordinate_[e + 1];
    J.setZero();
    const auto column = [&](int j, const Twist& V) { J.col(j) << V.v + V.w.cross(states_[k].P), V.w; };
    for (int j = 0; j < first; ++j)
        column(j, twists_[static_cast<std::size_t>(j)]);
    if (states_[k].side == Side::before) return;
    for (int j = first; j < last; ++j) {
        column(j, states_[k].side == Side::inside ? states_[k].own[j - first]
                                                  : twists_[static_cast<std::size_t>(j)]);
    }
}

void Chain::velocities(const VectorXd& qd, std::span<Vector6d> velocities) const noexcept
{
    Twist U{Vector3d::Zero(), Vector3d::Zero()};
    for (std::size_t e = 0; e < links_.size(); ++e) {
        const int first = first_coordinate_[e], last = first_coordinate_[e + 1];
        const Twist before = U;
        for (int j = first; j < last; ++j) {
            U.v += qd[j] * twists_[static_cast<std::size_t>(j)].v;
            U.w += qd[j] * twists_[static_cast<std::size_t>(j)].w;
        }
        for (auto k = static_cast<std::size_t>(first_point_[e]);
             k < static_cast<std::size_t>(first_point_[e + 1]); ++k) {
            Twist V = states_[k].side == Side::beyond ? U : before;
            for (int j = first; states_[k].side == Side::inside && j < last; ++j) {
                V.v += qd[j] * states_[k].own[j - first].v;
                V.w += qd[j] * states_[k].own[j - first].w;
            }
            velocities[k] << V.v + V.w.cross(states_[k].P), V.w;
        }
    }
}

}  // namespace supple
