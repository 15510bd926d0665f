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

    /// Adds the products with V_i that give H_ji and H_ij for coordinates i proximal to one with twist V.
    void add_products(const Twist& V, Vector6d& row, Vector6d& column) const
    {
        const Vector3d u = V.v.cross(f) + N * V.w - N.trace() * V.w;
        row.tail<3>() += u + V.w.cross(couple);
        column.tail<3>() += u;
        if (varies) {
            Vector6d x;
            x << V.v, V.w;
            row.noalias() += D.transpose() * x;
            column.noalias() += D * x;
        }
    }
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
    row_.resize(static_cast<std::size_t>(n));
    column_.resize(static_cast<std::size_t>(n));
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
    LocalMap map;
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

void Chain::assemble(std::span<const FrameForce> forces, VectorXd& g, MatrixXd* G) noexcept
{
    Suffix beyond;
    for (std::size_t e = links_.size(); e-- > 0;) {
        const int first = first_coordinate_[e], last = first_coordinate_[e + 1];
        const auto first_point = static_cast<std::size_t>(first_point_[e]),
                   last_point = static_cast<std::size_t>(first_point_[e + 1]);
        for (std::size_t k = first_point; k < last_point; ++k) {
            if (states_[k].side == Side::beyond) beyond.add(forces[k], states_[k].P);
        }

        // Torques, and the products that give the stiffness between this element and those before it.
        for (int j = first; j < last; ++j) {
            const auto jj = static_cast<std::size_t>(j);
            const double d = q_[j] - rest_[j];
            g[j] = stiffness_[j] * d * (1.0 + cubic_[jj] * d * d) - beyond.power(twists_[jj]);
            if (G) {
                row_[jj].setZero();
                column_[jj].setZero();
                beyond.add_products(twists_[jj], row_[jj], column_[jj]);
            }
        }
        if (G && last > first) add_own_block(e, 1.0, beyond, nullptr, *G);
        for (std::size_t k = first_point; k < last_point; ++k) {
            if (states_[k].side != Side::inside) continue;
            Suffix here;
            here.add(forces[k], states_[k].P);
            for (int j = first; j < last; ++j) {
                const Twist& own = states_[k].own[j - first];
                g[j] -= here.power(own);
                if (G)
                    here.add_products(own, row_[static_cast<std::size_t>(j)],
                                      column_[static_cast<std::size_t>(j)]);
            }
            if (G) add_own_block(e, points_[k].fraction, here, states_[k].own, *G);
        }
        if (G) {
            for (int j = first; j < last; ++j) {
                const Vector6d& row = row_[static_cast<std::size_t>(j)];
                const Vector6d& column = column_[static_cast<std::size_t>(j)];
                for (int i = 0; i < first; ++i) {
                    const Twist& V = twists_[static_cast<std::size_t>(i)];
                    (*G)(j, i) = -(V.v.dot(row.head<3>()) + V.w.dot(row.tail<3>()));
                    (*G)(i, j) = -(V.v.dot(column.head<3>()) + V.w.dot(column.tail<3>()));
                }
            }
        }
        for (std::size_t k = first_point; k < last_point; ++k) {
            if (states_[k].side != Side::beyond) beyond.add(forces[k], states_[k].P);
        }
    }
}

// The stiffness between the coordinates of one element under what is beyond it (own == nullptr), or under a
// point inside it with its own twists:  H_ab = Q_ab + ω_a·(N_O − tr N_O) ω_b + V_aᵀ D V_b,  N_O = Σ (P − O)
// fᵀ.
void Chain::add_own_block(std::size_t e, double fraction, const Suffix& sums, const Twist* own,
                          MatrixXd& G) const noexcept
{
    const int first = first_coordinate_[e], n = first_coordinate_[e + 1] - first;
    const double* qe = q_.data() + first;
    const SE3& X_A = base_frames_[e];
    const Vector3d O = own ? Vector3d(Vector3d::Zero()) : X_A * maps_[e].O;
    const Twist* V = own ? own : &twists_[static_cast<std::size_t>(first)];

    // For a point inside, O is the point itself: its lever is zero and the couple is all of the moment.
    Matrix3d N_O = Matrix3d::Zero();
    Vector3d m_O = sums.couple;
    if (!own) {
        N_O = sums.N - O * sums.f.transpose();
        m_O = sums.m - O.cross(sums.f);
    }
    const Matrix3d Rt = X_A.rotation().transpose();
    const Matrix3d Q = curvature_of_map(links_[e].element, qe, fraction, Rt * m_O, Rt * sums.f);
    for (int b = 0; b < n; ++b) {
        const Vector3d u = N_O * V[b].w - N_O.trace() * V[b].w;
        Vector6d Dx = Vector6d::Zero();
        if (sums.varies) Dx = sums.D.leftCols<3>() * V[b].v + sums.D.rightCols<3>() * V[b].w;
        for (int a = 0; a < n; ++a) {
            double h = Q(a, b) + V[a].w.dot(u);
            if (sums.varies) h += V[a].v.dot(Dx.head<3>()) + V[a].w.dot(Dx.tail<3>());
            double& entry = G(first + a, first + b);
            entry = own ? entry - h : -h;
        }
        if (!own) {
            const double d = qe[b] - rest_[first + b];
            G(first + b, first + b) +=
                stiffness_[first + b] * (1.0 + 3.0 * cubic_[static_cast<std::size_t>(first + b)] * d * d);
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

}  // namespace supple
