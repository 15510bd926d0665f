#include <supple/lie/cayley.hpp>
#include <supple/lie/so3.hpp>
#include <supple/rod/nodes.hpp>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

/// The turn of the unloaded rod between two arc lengths.
Matrix3d turn_at_rest(const Rod& rod, double from, double to)
{
    Matrix3d R = Matrix3d::Identity();
    double start = 0.0;
    for (const RestPiece& piece : rod.rest_shape) {
        const double end = start + piece.length;
        const double overlap = std::min(end, to) - std::max(start, from);
        if (overlap > 0.0)
            R *= so3::exp(overlap * Vector3d(piece.curvature.x(), piece.curvature.y(), piece.twist));
        start = end;
    }
    return R;
}

}  // namespace

RodNodes nodes_of(const Manipulator& manipulator, int elements)
{
    const double L = manipulator.rod.length;
    RodNodes nodes;
    const auto fail = [&](const char* why) {
        if (nodes.mistake.empty()) nodes.mistake = why;
    };
    for (int a = 0; a <= elements; ++a)
        nodes.arclength.push_back(L * a / elements);
    for (const Constraint& constraint : manipulator.constraints) {
        double at = 0.0;
        if (const auto* fixture = std::get_if<Fixture>(&constraint)) at = fixture->at;
        if (const auto* clamp = std::get_if<Clamp>(&constraint)) at = clamp->at;
        const int a = static_cast<int>(std::lround(at / L * elements));
        if (a <= 0 || a >= elements) {
            if (std::abs(at - L * a / elements) > 1e-9 * L)
                fail(
                    "a fixture lies between an end of the rod and its first or last node: use more elements");
            continue;
        }
        nodes.arclength[static_cast<std::size_t>(a)] = at;
    }
    for (std::size_t k = 0; k + 1 < nodes.arclength.size(); ++k) {
        nodes.lengths.push_back(nodes.arclength[k + 1] - nodes.arclength[k]);
        if (!(nodes.lengths.back() > 1e-3 * L / elements))
            fail("two constraints lie within one element: use more elements");
        nodes.rest.push_back(
            so3::cayley_inverse(turn_at_rest(manipulator.rod, nodes.arclength[k], nodes.arclength[k + 1])));
    }
    return nodes;
}

std::vector<NodeShare> nodes_at(std::span<const double> s, double at)
{
    const double L = s.back();
    if (!(at >= -1e-9 * L && at <= (1.0 + 1e-9) * L)) return {};
    const auto after = std::upper_bound(s.begin(), s.end() - 1, at);
    const auto k = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, after - s.begin() - 1));
    double fraction = std::clamp((at - s[k]) / (s[k + 1] - s[k]), 0.0, 1.0);
    if (fraction < 1e-9) fraction = 0.0;
    if (fraction > 1.0 - 1e-9) fraction = 1.0;
    const int node = static_cast<int>(k);
    if (fraction == 0.0) return {{node, 1.0}};
    if (fraction == 1.0) return {{node + 1, 1.0}};
    return {{node, 1.0 - fraction}, {node + 1, fraction}};
}

int nearest_node(std::span<const double> arclength, double at)
{
    const auto nearest = std::min_element(arclength.begin(), arclength.end(), [at](double s, double t) {
        return std::abs(s - at) < std::abs(t - at);
    });
    return static_cast<int>(nearest - arclength.begin());
}

}  // namespace supple
