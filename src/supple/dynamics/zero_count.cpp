#include <supple/dynamics/zero_count.hpp>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace supple::variational {
namespace {

using Complex = std::complex<double>;
constexpr double pi = std::numbers::pi;

using Block = LinearRod::ComplexBlock;

/// Of the determinant, a number of size one.
Complex direction_of(const Eigen::PartialPivLU<Block>& lu)
{
    Complex product = static_cast<double>(lu.permutationP().determinant());
    for (int i = 0; i < 6; ++i) {
        const Complex pivot = lu.matrixLU()(i, i);
        product *= pivot / std::abs(pivot);
    }
    return product;
}

/// Of the determinant over those of the diagonal blocks, up to full turns. These have no zeros near: a node
/// whose neighbours are held is fast. Without them the damping of stiff motions would turn the determinant of
/// a long rod by many turns on a short way.
double phase_at(const LinearRod& rod, Complex lambda)
{
    double phase = 0.0;
    Block D = rod.diagonal_at(0, lambda);
    const auto n = static_cast<std::size_t>(rod.nodes());
    for (std::size_t a = 0; a < n; ++a) {
        const Eigen::PartialPivLU<Block> lu(D);
        if (a > 0) {
            const Eigen::PartialPivLU<Block> alone(rod.diagonal_at(a, lambda));
            phase += std::arg(direction_of(lu) / direction_of(alone));
        }
        if (a + 1 == n) break;
        D = rod.diagonal_at(a + 1, lambda);
        D.noalias() -= rod.lower_at(a, lambda) * lu.solve(rod.upper_at(a, lambda));
    }
    return phase;
}

double between(double from, double to)
{
    return std::remainder(to - from, 2.0 * pi);
}

struct Point {
    double angle, phase;
    double rate;  ///< of the phase with the angle: it tells many turns from none
};

class Walk {
 public:
    Walk(const LinearRod& rod, Complex centre, double radius) : rod_(rod), centre_(centre), radius_(radius) {}

    Point point(double angle) const
    {
        constexpr double near = 1e-5;
        const double here = phase(angle);
        return {angle, here, between(here, phase(angle + near)) / near};
    }

    /// What the determinant turns by from one point to another; not a number where that is not found.
    double turn(const Point& from, const Point& to, int halvings) const
    {
        const Point middle = point(0.5 * (from.angle + to.angle));
        const double first = between(from.phase, middle.phase), second = between(middle.phase, to.phase);
        const double fastest = std::max({std::abs(from.rate), std::abs(middle.rate), std::abs(to.rate)});
        if (std::max(std::abs(first), std::abs(second)) < pi / 3.0 &&
            fastest * (middle.angle - from.angle) < pi / 2.0)
            return first + second;
        if (halvings == 0) return std::numeric_limits<double>::quiet_NaN();
        return turn(from, middle, halvings - 1) + turn(middle, to, halvings - 1);
    }

 private:
    double phase(double angle) const { return phase_at(rod_, centre_ + std::polar(radius_, angle)); }

    const LinearRod& rod_;
    Complex centre_;
    double radius_;
};

}  // namespace

std::optional<int> zeros_within(const LinearRod& rod, Complex centre, double radius)
{
    constexpr int arcs = 24, halvings = 12;
    // About a real centre the lower half mirrors the upper one.
    const double end = centre.imag() == 0.0 ? pi : 2.0 * pi;
    const Walk walk(rod, centre, radius);
    double sum = 0.0;
    Point before = walk.point(0.0);
    for (int i = 1; i <= arcs && std::isfinite(sum); ++i) {
        const Point after = walk.point(end * i / arcs);
        sum += walk.turn(before, after, halvings);
        before = after;
    }
    const double turns = sum / end;
    if (!(std::abs(turns - std::round(turns)) < 1e-3)) return std::nullopt;
    return static_cast<int>(std::round(turns));
}

}  // namespace supple::variational
