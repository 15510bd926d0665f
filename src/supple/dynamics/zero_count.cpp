#include <supple/dynamics/zero_count.hpp>

#include <Eigen/LU>

#include <cmath>
#include <numbers>

namespace supple::variational {
namespace {

using Complex = std::complex<double>;
constexpr double pi = std::numbers::pi;

constexpr std::size_t together = 4;  ///< nodes whose phases are added before they are compared

/// Phases of the eliminated diagonal blocks, up to full turns: together they are that of the determinant.
/// Stiff motions turn each of them a little, and the determinant by many turns that cancel on the way around.
VectorXd phases_at(const LinearRod& rod, Complex lambda)
{
    using Block = LinearRod::ComplexBlock;
    const auto n = static_cast<std::size_t>(rod.nodes());
    VectorXd phases = VectorXd::Zero(static_cast<Eigen::Index>((n + together - 1) / together));
    Block D = rod.diagonal_at(0, lambda);
    for (std::size_t a = 0; a < n; ++a) {
        const Eigen::PartialPivLU<Block> lu(D);
        Complex product = static_cast<double>(lu.permutationP().determinant());
        for (int i = 0; i < 6; ++i) {
            const Complex pivot = lu.matrixLU()(i, i);
            product *= pivot / std::abs(pivot);
        }
        phases[static_cast<Eigen::Index>(a / together)] += std::arg(product);
        if (a + 1 == n) break;
        D = rod.diagonal_at(a + 1, lambda);
        D.noalias() -= rod.lower_at(a, lambda) * lu.solve(rod.upper_at(a, lambda));
    }
    return phases;
}

VectorXd between(const VectorXd& from, const VectorXd& to)
{
    return (to - from).unaryExpr([](double change) { return std::remainder(change, 2.0 * pi); });
}

class Walk {
 public:
    Walk(const LinearRod& rod, Complex centre, double radius) : rod_(rod), centre_(centre), radius_(radius) {}

    VectorXd phases(double angle) const { return phases_at(rod_, centre_ + std::polar(radius_, angle)); }

    /// What the determinant turns by from one angle to another; not a number where that is not found.
    double turn(double from, const VectorXd& before, double to, const VectorXd& after, int halvings) const
    {
        const double middle = 0.5 * (from + to);
        const VectorXd there = phases(middle), first = between(before, there), second = between(there, after);
        if (first.cwiseAbs().maxCoeff() < pi / 3.0 && second.cwiseAbs().maxCoeff() < pi / 3.0)
            return first.sum() + second.sum();
        if (halvings == 0) return std::numeric_limits<double>::quiet_NaN();
        return turn(from, before, middle, there, halvings - 1) + turn(middle, there, to, after, halvings - 1);
    }

 private:
    const LinearRod& rod_;
    Complex centre_;
    double radius_;
};

}  // namespace

std::optional<int> zeros_within(const LinearRod& rod, Complex centre, double radius)
{
    constexpr int arcs = 32, halvings = 12;
    // About a real centre the lower half mirrors the upper one.
    const double end = centre.imag() == 0.0 ? pi : 2.0 * pi;
    const Walk walk(rod, centre, radius);
    double sum = 0.0;
    VectorXd before = walk.phases(0.0);
    for (int i = 0; i < arcs; ++i) {
        const double from = end * i / arcs, to = end * (i + 1) / arcs;
        VectorXd after = walk.phases(to);
        sum += walk.turn(from, before, to, after, halvings);
        before = std::move(after);
    }
    const double turns = sum / end;
    if (!(std::abs(turns - std::round(turns)) < 1e-3)) return std::nullopt;
    return static_cast<int>(std::round(turns));
}

}  // namespace supple::variational
