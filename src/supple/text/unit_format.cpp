#include <supple/text/decimal.hpp>
#include <supple/text/sentence.hpp>
#include <supple/text/units.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace supple {
namespace {

/// How a dimension is named and shown. Units ascend; each serves from 1 of itself up to the next.
struct Presentation {
    Dimension dimension;
    std::string_view name;
    std::string_view example;  ///< a number that is typical in the unit below
    std::string_view example_unit;
    std::array<std::string_view, 4> units;  ///< empty texts fill the rest
};

namespace dim = dimension;

constexpr std::array presentations = {
    Presentation{dim::none, "a plain number", "0.5", "", {""}},
    Presentation{dim::mass, "a mass", "1.52", "g", {"g", "kg"}},
    Presentation{dim::length, "a length", "50", "mm", {"mm", "m"}},
    Presentation{dim::time, "a time", "2", "s", {"ms", "s"}},
    Presentation{dim::current, "a current", "0.1", "A", {"mA", "A"}},
    Presentation{dim::area, "an area", "48", "mm^2", {"mm^2", "m^2"}},
    Presentation{dim::area_moment, "a second moment of area", "4.27", "mm^4", {"mm^4"}},
    Presentation{dim::rate, "a rate", "0.5", "1/s", {"1/s"}},
    Presentation{dim::per_length, "a curvature", "20", "1/m", {"1/m"}},
    Presentation{dim::velocity, "a velocity", "0.2", "m/s", {"mm/s", "m/s"}},
    Presentation{dim::acceleration, "an acceleration", "-9.81", "m/s^2", {"m/s^2"}},
    Presentation{dim::force, "a force", "4", "mN", {"uN", "mN", "N"}},
    Presentation{dim::moment, "a moment", "250", "mN mm", {"mN mm", "N mm", "N m"}},
    Presentation{dim::pressure, "a pressure", "350", "MPa", {"kPa", "MPa", "GPa"}},
    Presentation{dim::density, "a density", "1100", "kg/m^3", {"kg/m^3"}},
    Presentation{dim::mass_per_length, "a mass per length", "8.9", "g/m", {"g/m", "kg/m"}},
    Presentation{dim::inertia, "a moment of inertia", "7.69e-6", "kg m^2", {"kg m^2"}},
    Presentation{dim::bending_stiffness, "a bending stiffness", "17.185", "N mm^2", {"N mm^2", "N m^2"}},
    Presentation{dim::translational_stiffness, "a force per length", "2", "N/m", {"N/m"}},
    Presentation{dim::dipole, "a magnetic dipole", "0.176", "A m^2", {"A m^2"}},
    Presentation{dim::magnetic_field, "a magnetic field", "20", "mT", {"mT", "T"}},
    Presentation{dim::field_gradient, "a field gradient", "0.3", "T/m", {"mT/m", "T/m"}},
};

const Presentation* find_presentation(Dimension dimension)
{
    const auto found = std::find_if(presentations.begin(), presentations.end(),
                                    [&](const Presentation& p) { return p.dimension == dimension; });
    return found == presentations.end() ? nullptr : &*found;
}

/// "kg m^2/s A": the base units with positive powers, then those with negative ones.
std::string base_unit_text(Dimension d)
{
    const std::array<std::pair<const char*, int>, 4> factors = {
        {{"kg", d.mass}, {"m", d.length}, {"s", d.time}, {"A", d.current}}};
    const auto product = [&](int sign) {
        std::string text;
        for (const auto& [name, power] : factors) {
            const int n = sign * power;
            if (n <= 0) continue;
            text += filled("{}{}", text.empty() ? "" : " ", name);
            if (n > 1) text += filled("^{}", n);
        }
        return text;
    };
    const std::string above = product(1);
    const std::string below = product(-1);
    if (below.empty()) return above;
    return filled("{}/{}", above.empty() ? "1" : above, below);
}

/// The largest of the units in which the value is 1 or more, or the smallest; of zero that of the example.
std::string suitable_unit(double size, Dimension dimension)
{
    const Presentation* shown = find_presentation(dimension);
    if (shown == nullptr) return base_unit_text(dimension);
    if (size == 0.0) return std::string(shown->example_unit);
    std::string_view chosen = shown->units[0];
    for (const std::string_view unit : shown->units)
        if (!unit.empty() && size >= parse_number("1", parse_unit(unit)).value) chosen = unit;
    return std::string(chosen);
}

/// The value with that many digits, moved into a unit that is a power of ten of SI.
std::string number_text(double value, int digits, int exponent)
{
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value > 0.0 ? "inf" : "-inf";
    Decimal decimal = rounded(value, digits);
    if (decimal.digits.empty()) return "0";
    decimal.exponent -= exponent;
    return to_text(decimal);
}

}  // namespace

std::string describe(Dimension dimension)
{
    const Presentation* shown = find_presentation(dimension);
    return shown == nullptr ? base_unit_text(dimension) : std::string(shown->name);
}

std::string example(Dimension dimension, int values)
{
    const Presentation* shown = find_presentation(dimension);
    const std::string_view number = shown == nullptr ? "1" : shown->example;
    const std::string unit = shown == nullptr ? base_unit_text(dimension) : std::string(shown->example_unit);

    // The number stands second among several, with zeros around it.
    std::string text;
    for (int i = 0; i < std::max(values, 1); ++i)
        text += filled("{}{}", i == 0 ? "" : " ", i == 1 || values <= 1 ? number : "0");
    return unit.empty() ? text : text + " " + unit;
}

std::string format_quantity(double value, Dimension dimension, int digits)
{
    return format_quantity(std::vector<double>{value}, dimension, digits);
}

std::string format_quantity(const std::vector<double>& values, Dimension dimension, int digits)
{
    if (values.empty()) return "";

    // The largest value, as it will be shown, chooses the unit.
    double size = 0.0;
    for (const double value : values)
        if (std::isfinite(value)) size = std::max(size, std::abs(to_double(rounded(value, digits))));
    const std::string text = suitable_unit(size, dimension);
    const int exponent = text.empty() ? 0 : parse_unit(text).exponent;

    std::string out;
    for (const double value : values)
        out += filled("{}{}", out.empty() ? "" : " ", number_text(value, digits, exponent));
    return text.empty() ? out : out + " " + text;
}

std::string exact_quantity(const std::vector<double>& values, Dimension dimension, bool angle)
{
    double size = 0.0;
    for (const double value : values)
        size = std::max(size, std::abs(value));
    std::string unit_text = angle ? "deg" : suitable_unit(size, dimension);
    const auto written = [&] {
        const Unit unit = unit_text.empty() ? Unit{} : parse_unit(unit_text);
        std::string out;
        for (const double value : values)
            out += (out.empty() ? "" : " ") + format_number(value, unit);
        return unit_text.empty() ? out : out + " " + unit_text;
    };
    std::string text = written();
    // Not every double can be reached in degrees.
    if (angle && parse_quantity(text).values != values) {
        unit_text = "rad";
        text = written();
    }
    return text;
}

}  // namespace supple
