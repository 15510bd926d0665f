#include <supple/algebra/chain_matrix.hpp>
#include <supple/lie/so3.hpp>
#include <supple/model/strain_rod.hpp>
#include <supple/model/wrench_sum.hpp>

#include <algorithm>
#include <cassert>
#include <numeric>
#include <type_traits>

namespace supple {

StrainRod::StrainRod(const SE3& X_WB, const StrainRodDescription& rod, std::vector<Place> points)
    : X_WB_(X_WB), lengths_(rod.lengths), points_(std::move(points))
{
    const auto elements = static_cast<Eigen::Index>(lengths_.size());
    const double L = std::accumulate(lengths_.begin(), lengths_.end(), 0.0);
    for (VectorXd* v : {&scale_, &stiffness_, &rest_})
        v->setZero(6 * elements);
    for (Eigen::Index e = 0; e < elements; ++e) {
        const double l = lengths_[static_cast<std::size_t>(e)];
        scale_.segment<3>(6 * e).setConstant(L / l);  // a displacement of the rod's length
        scale_.segment<3>(6 * e + 3).setOnes();
        stiffness_.segment<3>(6 * e) = l * rod.C1;
        stiffness_.segment<3>(6 * e + 3) = rod.C2 / l;
        rest_.segment<3>(6 * e + 3) = rod.rest[static_cast<std::size_t>(e)];
    }
    for ([[maybe_unused]] const Place& point : points_)
        assert(point.fraction == 1.0 || (point.element == 0 && point.fraction == 0.0));
    maps_.resize(lengths_.size());
    nodes_.resize(lengths_.size() + 1);
    twists_.setZero(6, size());
    frames_.resize(points_.size());
    place(rest_);
}

void StrainRod::place(const VectorXd& q) noexcept
{
    q_ = q;
    nodes_[0] = SE3(X_WB_.rotation(), Vector3d::Zero());
    for (std::size_t e = 0; e < lengths_.size(); ++e) {
        const auto first = static_cast<Eigen::Index>(6 * e);
        StrainMap& map = maps_[e];
        place_strained(lengths_[e], q_.segment<6>(first), map);
        const Matrix3d& R = nodes_[e].rotation();
        auto V = twists_.middleCols<6>(first);
        V.bottomRows<3>() = R * map.twists.bottomRows<3>();
        V.topRows<3>() = R * map.twists.topRows<3>() + so3::hat(nodes_[e].position()) * V.bottomRows<3>();
        nodes_[e + 1] = nodes_[e] * map.X_AB;
    }
    for (std::size_t k = 0; k < points_.size(); ++k) {
        const SE3& X = nodes_[node_of(points_[k])];
        frames_[k] = SE3(X.rotation(), X_WB_.position() + X.position());
    }
}

SE3 StrainRod::frame_at(const Place& place) const noexcept
{
    const auto e = static_cast<std::size_t>(place.element);
    const SE3 &A = nodes_[e], &B = nodes_[e + 1];
    const double s = place.fraction;
    const Matrix3d R =
        s == 1.0 ? B.rotation() : A.rotation() * so3::exp(s * so3::log(maps_[e].X_AB.rotation()));
    return SE3(R, X_WB_.position() + (1.0 - s) * A.position() + s * B.position());
}

double StrainRod::elastic_energy() const noexcept
{
    return 0.5 * (q_ - rest_).cwiseAbs2().dot(stiffness_);
}

template <class Write>
void StrainRod::assemble_to(std::span<const FrameForce> forces, VectorXd& g, const Write& write) noexcept
{
    g.head(size()) = stiffness_.cwiseProduct(q_ - rest_);
    WrenchSum beyond;
    std::size_t point = points_.size();
    for (std::size_t e = lengths_.size(); e-- > 0;) {
        for (; point > 0 && points_[point - 1].element == static_cast<int>(e); --point) {
            if (points_[point - 1].fraction > 0.0) beyond.add(forces[point - 1], nodes_[e + 1].position());
        }
        const auto first = static_cast<Eigen::Index>(6 * e);
        const Matrix6d own = twists_.middleCols<6>(first);
        g.segment<6>(first) -=
            own.topRows<3>().transpose() * beyond.f + own.bottomRows<3>().transpose() * beyond.m;
        if constexpr (!std::is_null_pointer_v<Write>) {
            // What the points beyond feel of the own coordinates: V_i·column_j and row_j·V_i, i proximal.
            Matrix3d N = beyond.N;
            N.diagonal().array() -= beyond.N.trace();
            Matrix6d column = Matrix6d::Zero(), row = Matrix6d::Zero();
            column.bottomRows<3>() = N * own.bottomRows<3>() - so3::hat(beyond.f) * own.topRows<3>();
            row.bottomRows<3>() = column.bottomRows<3>() - so3::hat(beyond.couple) * own.bottomRows<3>();
            if (beyond.varies) {
                column.noalias() += beyond.D.lazyProduct(own);
                row.noalias() += beyond.D.transpose().lazyProduct(own);
            }
            // The map's own curvature and the springs.
            const Matrix3d R_AW = nodes_[e].rotation().transpose();
            Vector6d F;
            F << R_AW * beyond.f, R_AW * (beyond.m - nodes_[e].position().cross(beyond.f));
            Matrix6d diagonal = -(own.transpose().lazyProduct(column));
            diagonal -= strain_curvature(lengths_[e], q_.segment<6>(first), maps_[e], F);
            diagonal.diagonal() += stiffness_.segment<6>(first);
            write(e, column, row, diagonal);
        }
    }
}

void StrainRod::assemble(std::span<const FrameForce> forces, VectorXd& g, MatrixXd* G) noexcept
{
    if (!G) return assemble_to(forces, g, nullptr);
    assemble_to(
        forces, g, [&](std::size_t e, const Matrix6d& column, const Matrix6d& row, const Matrix6d& diagonal) {
            const auto first = static_cast<Eigen::Index>(6 * e);
            G->block(0, first, first, 6).noalias() =
                -(twists_.leftCols(first).transpose().lazyProduct(column));
            G->block(first, 0, 6, first).noalias() = -(row.transpose().lazyProduct(twists_.leftCols(first)));
            G->block<6, 6>(first, first) = diagonal;
        });
}

void StrainRod::assemble(std::span<const FrameForce> forces, VectorXd& g, ChainMatrix& G) noexcept
{
    assemble_to(forces, g,
                [&](std::size_t e, const Matrix6d& column, const Matrix6d& row, const Matrix6d& diagonal) {
                    const ChainMatrix::Block block = G.block(e);
                    Eigen::Map<Matrix6d>(block.S) = twists_.middleCols<6>(block.first);
                    Eigen::Map<Matrix6d>(block.column) = -column;
                    Eigen::Map<Matrix6d>(block.row) = -row;
                    Eigen::Map<Matrix6d>(block.D) = diagonal;
                });
}

void StrainRod::node_jacobian(std::size_t node, Matrix6Xd& J) const noexcept
{
    const auto n = static_cast<Eigen::Index>(6 * node);
    const Matrix3d hat_P = so3::hat(nodes_[node].position());
    J.bottomRows<3>().leftCols(n) = twists_.bottomRows<3>().leftCols(n);
    J.topRows<3>().leftCols(n) =
        twists_.topRows<3>().leftCols(n) - hat_P.lazyProduct(twists_.bottomRows<3>().leftCols(n));
}

void StrainRod::jacobian(int point, Matrix6Xd& J) const noexcept
{
    J.setZero();
    node_jacobian(node_of(points_[static_cast<std::size_t>(point)]), J);
}

void StrainRod::velocities(const VectorXd& dq, std::span<Vector6d> dx) const noexcept
{
    Vector6d V = Vector6d::Zero();  // of what is beyond the elements so far, about the base's origin
    std::size_t point = 0;
    const auto give = [&](std::size_t node) {
        for (; point < points_.size() && node_of(points_[point]) == node; ++point) {
            const Vector3d w = V.tail<3>();
            dx[point] << V.head<3>() + w.cross(nodes_[node].position()), w;
        }
    };
    give(0);
    for (std::size_t e = 0; e < lengths_.size(); ++e) {
        const auto first = static_cast<Eigen::Index>(6 * e);
        V.noalias() += twists_.middleCols<6>(first).lazyProduct(dq.segment<6>(first));
        give(e + 1);
    }
}

void StrainRod::jacobian_at(const Place& place, Matrix6Xd& J) const noexcept
{
    const auto e = static_cast<std::size_t>(place.element);
    const double s = place.fraction;
    J.setZero();
    node_jacobian(e + 1, J);
    if (s == 1.0) return;
    // R = R_A exp(s φ), φ = log R_AB, seen from A.
    const Matrix3d& R = nodes_[e].rotation();
    const Vector3d phi = so3::log(maps_[e].X_AB.rotation());
    const Matrix3d part =
        s * R * so3::left_jacobian(s * phi) * so3::left_jacobian_inverse(phi) * R.transpose();
    const Vector3d P_A = nodes_[e].position();
    const auto n = static_cast<Eigen::Index>(6 * e);
    for (Eigen::Index j = 0; j < n + 6; ++j) {
        Vector6d A = Vector6d::Zero();
        if (j < n) {
            const Vector3d w = twists_.col(j).tail<3>();
            A << twists_.col(j).head<3>() + w.cross(P_A), w;
        }
        const Vector6d B = J.col(j);
        J.col(j) << (1.0 - s) * A.head<3>() + s * B.head<3>(),
            A.tail<3>() + part * (B.tail<3>() - A.tail<3>());
    }
}

double StrainRod::arclength_at(const Place& place) const noexcept
{
    const auto e = static_cast<std::size_t>(place.element);
    double s = place.fraction * lengths_[e];
    for (std::size_t k = 0; k < e; ++k)
        s += lengths_[k];
    return s;
}

Place StrainRod::place_at(double arclength) const noexcept
{
    double start = 0.0;
    for (std::size_t e = 0; e < lengths_.size(); ++e) {
        if (arclength <= start + lengths_[e])
            return {static_cast<int>(e), std::clamp((arclength - start) / lengths_[e], 0.0, 1.0)};
        start += lengths_[e];
    }
    return {static_cast<int>(lengths_.size()) - 1, 1.0};
}

void StrainRod::vary(std::span<const ElementNumbers> variation, std::span<const FrameForce>, VectorXd& dg,
                     std::span<Vector6d> dx) noexcept
{
    dg.setZero();
    std::fill(dx.begin(), dx.end(), Vector6d::Zero());
    for (const ElementNumbers& change : variation) {
        const Eigen::Index j = 3 * change.element;
        dg.segment<3>(j) = change.stiffness.cwiseProduct((q_ - rest_).segment<3>(j)) -
                           change.rest.cwiseProduct(stiffness_.segment<3>(j));
    }
}

Vector6d StrainRod::drift_at(const Place&, std::span<const ElementNumbers>) const noexcept
{
    return Vector6d::Zero();
}

ElementNumbers StrainRod::numbers(int element) const noexcept
{
    ElementNumbers numbers;
    numbers.element = element;
    numbers.stiffness = stiffness_.segment<3>(3 * element);
    numbers.rest = rest_.segment<3>(3 * element);
    return numbers;
}

void StrainRod::assign(const ElementNumbers& numbers) noexcept
{
    stiffness_.segment<3>(3 * numbers.element) = numbers.stiffness;
    rest_.segment<3>(3 * numbers.element) = numbers.rest;
}

}  // namespace supple
