/// @file
/// Quantities as people write them: numbers, then a unit.
///
///     "50 mm"   "0 4 0 mN"   "250 mN mm"   "0.5 1/s"   "7.69e-6 kg m^2"   "4 4 8"
///
/// Split at blanks: the leading tokens that are wholly numbers are the values, the rest is the unit. In a
/// unit a blank multiplies, `/` divides by everything after it up to the next `/`, `^` is an integer power.
/// Conversion is exact: a power of ten moves the decimal exponent of the text before it is rounded, so that
/// "3.18 mm" is the double nearest to 0.00318. Degrees multiply by π/180 afterwards.
///
/// Units: m g s A N Pa T Hz J, each with the prefixes p n u (or µ) m c d k M G; rad, urad, mrad; deg.
/// There is no `min`: its letters would be read differently by different people.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace supple {

/// Exponents of the SI base units in use. Angles are dimensionless.
struct Dimension {
    int mass = 0;     ///< kg
    int length = 0;   ///< m
    int time = 0;     ///< s
    int current = 0;  ///< A

    friend constexpr bool operator==(const Dimension&, const Dimension&) = default;
    friend constexpr Dimension operator*(Dimension a, Dimension b)
    {
        return {a.mass + b.mass, a.length + b.length, a.time + b.time, a.current + b.current};
    }
    friend constexpr Dimension operator/(Dimension a, Dimension b)
    {
        return {a.mass - b.mass, a.length - b.length, a.time - b.time, a.current - b.current};
    }
};

namespace dimension {
inline constexpr Dimension none{};
inline constexpr Dimension mass{1, 0, 0, 0};
inline constexpr Dimension length{0, 1, 0, 0};
inline constexpr Dimension time{0, 0, 1, 0};
inline constexpr Dimension current{0, 0, 0, 1};
inline constexpr Dimension area = length * length;
inline constexpr Dimension area_moment = area * area;  ///< second moment of area, torsion constant
inline constexpr Dimension rate = none / time;
inline constexpr Dimension per_length = none / length;  ///< curvature, twist
inline constexpr Dimension velocity = length / time;
inline constexpr Dimension acceleration = length / time / time;
inline constexpr Dimension force = mass * acceleration;
inline constexpr Dimension moment = force * length;
inline constexpr Dimension pressure = force / area;
inline constexpr Dimension density = mass / area / length;
inline constexpr Dimension mass_per_length = mass / length;
inline constexpr Dimension inertia = mass * area;
inline constexpr Dimension bending_stiffness = force * area;
inline constexpr Dimension translational_stiffness = force / length;
inline constexpr Dimension dipole = current * area;
inline constexpr Dimension magnetic_field = force / (current * length);
inline constexpr Dimension field_gradient = magnetic_field / length;
}  // namespace dimension

/// The outcome of reading a text: values in SI, or what is wrong with it.
struct Quantity {
    std::vector<double> values{};  ///< SI
    Dimension dimension{};
    bool has_unit = false;  ///< false for bare numbers
    std::string error{};    ///< empty when the text is a quantity; otherwise what was found, without a place
    std::string unit{};     ///< as it stands after the numbers

    explicit operator bool() const { return error.empty(); }
};

/// Reads "numbers unit". Never throws on bad text; refuses NaN, infinities, overflow, leading zeros and
/// hexadecimal.
Quantity parse_quantity(std::string_view text);

/// What stands after the numbers: SI value = number × 10^exponent × (π/180)^degrees.
struct Unit {
    int exponent = 0;
    int degrees = 0;
    Dimension dimension{};
    std::string error{};  ///< empty when the text is a unit

    explicit operator bool() const { return error.empty(); }
};

/// Reads a unit alone, as it stands in the brackets of a table's header: "mN mm", "1/mm", "deg"; "1" is no
/// unit.
Unit parse_unit(std::string_view text);

/// One number in a unit, or what is wrong with its text.
struct Number {
    double value = 0.0;   ///< SI
    std::string error{};  ///< empty when the text is a number

    explicit operator bool() const { return error.empty(); }
};

/// Reads one number that is given in a unit, exactly as parse_quantity does.
Number parse_number(std::string_view token, const Unit& unit = {});

/// The shortest text that parse_number reads back, in the same unit, as the same double. Where degrees are
/// involved not every double can be reached; the text is then that of a neighbour, one last place away.
/// @pre value is finite
std::string format_number(double value, const Unit& unit = {});

/// A number that YAML 1.2's core schema and this product agree on: [-+]? digits [. digits] [e[-+]digits], no
/// leading zero.
bool is_number(std::string_view token);

/// The dimension as a person would name it: "a length", "a force", or "kg m^2/s" where it has no name.
std::string describe(Dimension dimension);

/// An example to show in a message: "50 mm" for a length; several values if asked: "0 4 0 mN".
std::string example(Dimension dimension, int values = 1);

/// A number for the eye, in a unit that suits its size: format_quantity(0.05, length) is "50 mm".
std::string format_quantity(double value, Dimension dimension, int digits = 6);

/// Several values that share one unit: "4 -2.5 2.5 mN".
std::string format_quantity(const std::vector<double>& values, Dimension dimension, int digits = 6);

/// The same so that parse_quantity reads back the same doubles. An angle is written with its unit.
std::string exact_quantity(const std::vector<double>& values, Dimension dimension, bool angle = false);

}  // namespace supple
