#include <supple/rod/cross_section.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace supple {
namespace {

using std::numbers::pi;

SectionProperties round_section(double outer_diameter, double inner_diameter)
{
    const double outer2 = outer_diameter * outer_diameter;
    const double inner2 = inner_diameter * inner_diameter;
    // D⁴ − d⁴ = (D² − d²)(D² + d²) and D² − d² = (D − d)(D + d): no cancellation for thin walls.
    const double difference2 = (outer_diameter - inner_diameter) * (outer_diameter + inner_diameter);
    const double I = pi / 64.0 * difference2 * (outer2 + inner2);
    return {pi / 4.0 * difference2, I, I, 2.0 * I, outer_diameter / 2.0};
}

SectionProperties properties_of(const Circle& circle)
{
    return round_section(circle.diameter, 0.0);
}

SectionProperties properties_of(const Tube& tube)
{
    return round_section(tube.outer_diameter, tube.inner_diameter);
}

SectionProperties properties_of(const Rectangle& r)
{
    const double area = r.width * r.height;
    return {area, area * r.height * r.height / 12.0, area * r.width * r.width / 12.0,
            rectangle_torsion_constant(r.width, r.height), std::hypot(r.width, r.height) / 2.0};
}

}  // namespace

double rectangle_torsion_constant(double width, double height)
{
    // J = a b³ [ 1/3 − (64/π⁵)(b/a) Σ_{n odd} tanh(nπa/2b)/n⁵ ], a ≥ b [Timoshenko & Goodier, Theory of
    // Elasticity].
    const double a = std::max(width, height);
    const double b = std::min(width, height);
    double sum = 0.0;
    for (int n = 199; n >= 1; n -= 2) {  // smallest terms first; the rest of the series is below 1e-11 of it
        sum += std::tanh(n * pi * a / (2.0 * b)) / std::pow(n, 5);
    }
    return a * b * b * b * (1.0 / 3.0 - 64.0 / std::pow(pi, 5) * (b / a) * sum);
}

SectionProperties section_properties(const CrossSection& section)
{
    auto properties = std::visit([](const auto& profile) { return properties_of(profile); }, section.profile);
    properties.torsion_constant = section.torsion_constant.value_or(properties.torsion_constant);
    return properties;
}

}  // namespace supple
