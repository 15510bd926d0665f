// Accelerations from forces, element by element: from the tip inwards what lies beyond is reduced to an
// inertia of six by six, then from the base outwards the coordinates follow (chain_inertia.hpp).
#include <supple/dynamics/chain_inertia.hpp>
#include <supple/lie/so3.hpp>

namespace supple {
namespace {

constexpr double singular = 1e-10;  // of what a coordinate moves by itself

void add_to(Matrix6d& I, const SpatialInertia& body) noexcept
{
    const Matrix3d hat_h = so3::hat(body.h);
    I.diagonal().head<3>().array() += body.m;
    I.topRightCorner<3, 3>() -= hat_h;
    I.bottomLeftCorner<3, 3>() += hat_h;
    I.bottomRightCorner<3, 3>() += body.J;
}

/// Calls work(n) with the number of coordinates as one that the compiler knows.
template <class Work>
void with_size(int n, Work work)
{
    if (n == 1) work(std::integral_constant<int, 1>{});
    if (n == 2) work(std::integral_constant<int, 2>{});
    if (n == 3) work(std::integral_constant<int, 3>{});
}

}  // namespace

template <int n>
bool ChainInertia::reduce(std::size_t e, SpatialInertia& whole, Matrix6d& I, Vector6d& p,
                          const double* r) noexcept
{
    using Columns = Eigen::Matrix<double, 6, n>;
    Reduced& reduced = reduced_[e];
    const int first = chain_.first_coordinate(e);
    Columns V;
    for (int a = 0; a < n; ++a)
        V.col(a) << chain_.twist_v(first + a), chain_.twist_w(first + a);
    add_to(I, rigid_[e].I);
    whole += rigid_[e].I;
    Columns W = I.lazyProduct(V);
    Eigen::Matrix<double, n, n> L = V.transpose().lazyProduct(W);
    for (std::size_t k = first_inside_[e]; k < first_inside_[e + 1]; ++k) {
        const Inside& inside = inside_[k];
        for (int a = 0; a < n; ++a) {
            const Spatial momentum = inside.I.momentum(inside.own[a]);
            W.col(a).template head<3>() += momentum.linear;
            W.col(a).template tail<3>() += momentum.angular;
            for (int b = 0; b < n; ++b)
                L(b, a) += momentum.dot(inside.own[b]);
        }
        add_to(I, inside.I);
        whole += inside.I;
    }

    // D = L diag(d) Lᵀ column by column, and W, s with it.
    double s[n], d[n];
    for (int b = 0; b < n; ++b) {
        s[b] = r[b] - V.col(b).dot(p);
        double pivot = L(b, b);
        for (int c = 0; c < b; ++c) {
            double entry = L(b, c);
            for (int k = 0; k < c; ++k)
                entry -= L(b, k) * L(c, k) * d[k];
            L(b, c) = entry * L(c, c);
            pivot -= entry * L(b, c);
            W.col(b) -= L(b, c) * W.col(c);
            s[b] -= L(b, c) * s[c];
        }
        // Of all the inertia beyond, hardly more than rounding is left to the last coordinates.
        const Vector3d v = V.col(b).template head<3>(), w = V.col(b).template tail<3>();
        if (!(pivot > singular * whole.momentum(v, w).dot(v, w))) return false;
        d[b] = pivot;
        L(b, b) = 1.0 / pivot;
    }
    for (int b = 0; b < n; ++b) {
        const Vector6d scaled = L(b, b) * W.col(b);
        I -= scaled.lazyProduct(W.col(b).transpose());
        p += s[b] * scaled;
        reduced.s[b] = s[b];
    }
    reduced.V.template leftCols<n>() = V;
    reduced.W.template leftCols<n>() = W;
    reduced.L.template topLeftCorner<n, n>() = L;
    return true;
}

template <int n>
void ChainInertia::recover(std::size_t e, Vector6d& a, double* x) const noexcept
{
    const Reduced& reduced = reduced_[e];
    for (int b = n; b-- > 0;) {
        x[b] = (reduced.s[b] - reduced.W.col(b).dot(a)) * reduced.L(b, b);
        for (int c = b + 1; c < n; ++c)
            x[b] -= reduced.L(c, b) * x[c];
    }
    for (int b = 0; b < n; ++b)
        a += x[b] * reduced.V.col(b);
}

bool ChainInertia::solve(VectorXd& x) noexcept
{
    SpatialInertia whole;
    Matrix6d I = Matrix6d::Zero();
    Vector6d p = Vector6d::Zero(), a = Vector6d::Zero();
    bool found = true;
    for (std::size_t e = rigid_.size(); e-- > 0 && found;) {
        const int first = chain_.first_coordinate(e), size = chain_.first_coordinate(e + 1) - first;
        with_size(size, [&](auto n) { found = reduce<n>(e, whole, I, p, x.data() + first); });
    }
    for (std::size_t e = 0; e < rigid_.size() && found; ++e) {
        const int first = chain_.first_coordinate(e), size = chain_.first_coordinate(e + 1) - first;
        with_size(size, [&](auto n) { recover<n>(e, a, x.data() + first); });
    }
    return found;
}

}  // namespace supple
