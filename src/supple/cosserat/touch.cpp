#include <supple/cosserat/touch.hpp>

#include <algorithm>
#include <cmath>

namespace supple::cosserat {
namespace {

constexpr double longest_slide = 0.02;  ///< step along the rod, over L
constexpr double flat_gap = 1e-3;       ///< β L below which a place is not told from its neighbours
constexpr double bends = 0.1;           ///< β L of a place that is

}  // namespace

Gap gap_at(const Problem& problem, int boundary, const Vector3d& r, double& u) noexcept
{
    const Surface& surface = problem.boundaries[static_cast<std::size_t>(boundary)].surface;
    Gap gap = supple::gap_at(surface, problem.length * r, u);
    gap.value /= problem.length;
    gap.hessian *= problem.length;
    return gap;
}

void look(const Problem& problem, Node& node, Touching& touch) noexcept
{
    const Hold& hold = problem.holds[problem.stops[node.stop].hold];
    if (hold.kind != Hold::Kind::touch) return;
    touch.gap = gap_at(problem, hold.boundary, node.x.r, touch.u);
    const Vector3d &n = touch.gap.gradient, t = node.x.q * Vector3d::UnitZ();
    node.reaction << touch.N * n, Vector3d::Zero();
    touch.ahead = 0.0;
    touch.by.setZero();
    if (!touch.slides) return;
    const Section& section = problem.stops[node.section].section;
    const Vector3d u =
        section.rest_curvature + section.bending_compliance.cwiseProduct(node.x.q.conjugate() * node.x.m);
    const Vector3d bend = node.x.q * u.cross(Vector3d::UnitZ()), across = touch.gap.hessian * t;
    const double slope = n.dot(t), beta = t.dot(across) + n.dot(bend);
    if (beta > flat_gap && std::abs(slope) < longest_slide * beta) {
        touch.ahead = -slope / beta;
        touch.by << -across / beta, -t.cross(n) / beta;
    } else if (slope != 0.0) {
        // Towards the lower side, and no further than the gap is known.
        const double way = std::min(longest_slide, std::abs(slope) / std::max(beta, bends));
        touch.ahead = slope > 0.0 ? -way : way;
    }
}

void slide(const Touching& touch, const Node& node, Block& block) noexcept
{
    const Vector3d &n = touch.gap.gradient, t = node.x.q * Vector3d::UnitZ();
    const Matrix3d turning = touch.N * touch.gap.hessian;
    Vector6d moved;
    moved << turning * t, touch.N * t.cross(n);
    block.P_before.topLeftCorner<3, 3>() += turning;
    block.P_before += moved * touch.by.transpose();
    block.q_before += touch.ahead * moved;
}

void answer(const Touching& touch, const Node& node, Block& block) noexcept
{
    const Vector3d &n = touch.gap.gradient, t = node.x.q * Vector3d::UnitZ();
    block.shift = touch.ahead + touch.by.dot(block.dc);
    const Vector3d moved = block.dc.head<3>() + block.shift * t;
    block.dN = n.dot(block.df.head<3>() - touch.N * touch.gap.hessian * moved) / n.squaredNorm();
    block.df.setZero();
}

void push(const Problem& problem, Workspace& work, std::size_t node, Vector6d& left, Matrix6d* K) noexcept
{
    const std::size_t count = problem.boundaries.size();
    for (std::size_t b = 0; b < count; ++b) {
        Sample& k = work.samples[(node - 1) * count + b];
        k.gap = gap_at(problem, static_cast<int>(b), work.nodes[node].x.r, k.u);
        const Vector3d& n = k.gap.gradient;
        left.head<3>() -= k.target * n;
        if (K) K->topLeftCorner<3, 3>() += k.N * k.gap.hessian - k.weight * n * n.transpose();
    }
}

}  // namespace supple::cosserat
