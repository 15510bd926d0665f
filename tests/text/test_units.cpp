#include <supple/text/decimal.hpp>
#include <supple/text/units.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numbers>
#include <random>

namespace supple {
namespace test_units {

using testing::ElementsAre;
using testing::HasSubstr;

double value(std::string_view text)
{
    const Quantity q = parse_quantity(text);
    EXPECT_TRUE(q) << text << ": " << q.error;
    EXPECT_EQ(q.values.size(), 1U) << text;
    return q && q.values.size() == 1 ? q.values[0] : std::nan("");
}

std::string error(std::string_view text)
{
    const Quantity q = parse_quantity(text);
    EXPECT_FALSE(q) << text << " was accepted";
    EXPECT_TRUE(q.values.empty());
    return q.error;
}

bool same_bits(double a, double b)
{
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// Any finite double, every exponent equally likely.
rc::Gen<double> any_double()
{
    return rc::gen::map(rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint64_t>()),
                        [](std::uint64_t bits) {
                            const auto x = std::bit_cast<double>(bits);
                            return std::isfinite(x) ? x : 1.5;
                        });
}

// Names of units as the documentation lists them, written out apart from the table in the source.
const std::map<std::string, int> prefix_exponents = {{"p", -12},     {"n", -9}, {"u", -6}, {"\u00b5", -6},
                                                     {"\u03bc", -6}, {"m", -3}, {"c", -2}, {"d", -1},
                                                     {"k", 3},       {"M", 6},  {"G", 9}};
const std::map<std::string, Dimension> prefixed_units = {
    {"m", {0, 1, 0, 0}},    {"s", {0, 0, 1, 0}},   {"A", {0, 0, 0, 1}},   {"N", {1, 1, -2, 0}},
    {"Pa", {1, -1, -2, 0}}, {"T", {1, 0, -2, -1}}, {"Hz", {0, 0, -1, 0}}, {"J", {1, 2, -2, 0}}};

rc::Gen<std::string> unit_factor()
{
    return rc::gen::element<std::string>("mm", "m", "kg", "g", "N", "mN", "uN", "Pa", "MPa", "T", "mT", "A",
                                         "s", "ms", "Hz", "J", "rad", "mrad", "deg", "cm", "Gs", "pJ");
}

void expect_same(const Unit& a, const Unit& b)
{
    RC_ASSERT(a);
    RC_ASSERT(b);
    RC_ASSERT(a.exponent == b.exponent);
    RC_ASSERT(a.degrees == b.degrees);
    RC_ASSERT(a.dimension == b.dimension);
}

TEST(Units, PowersOfTenCostNoAccuracy)
{
    EXPECT_TRUE(same_bits(value("3.18 mm"), 0.00318));
    EXPECT_TRUE(same_bits(value("17.185 N mm^2"), 17.185e-6));
    EXPECT_TRUE(same_bits(value("250 mN mm"), 250e-6));
    EXPECT_TRUE(same_bits(value("5.05 MPa"), 5.05e6));
    EXPECT_TRUE(same_bits(value("1.52 g"), 1.52e-3));
    EXPECT_TRUE(same_bits(value("0.7 1/mm"), 700.0));
    // Where a product of doubles misses by one last place, the text does not.
    EXPECT_NE(0.07 * 1e-3, 0.07e-3);
    EXPECT_TRUE(same_bits(value("0.07 mm"), 0.07e-3));
}

TEST(Units, SeveralValuesShareOneUnit)
{
    const Quantity q = parse_quantity("  0 4\t-2.5 mN ");
    ASSERT_TRUE(q) << q.error;
    EXPECT_THAT(q.values, ElementsAre(0.0, 0.004, -0.0025));
    EXPECT_EQ(q.dimension, dimension::force);
    EXPECT_TRUE(q.has_unit);
}

TEST(Units, BareNumbersHaveNoUnitAndNoDimension)
{
    const Quantity q = parse_quantity("4 4 8");
    ASSERT_TRUE(q) << q.error;
    EXPECT_THAT(q.values, ElementsAre(4.0, 4.0, 8.0));
    EXPECT_FALSE(q.has_unit);
    EXPECT_EQ(q.dimension, dimension::none);
}

TEST(Units, AStrokeDividesByEverythingUpToTheNext)
{
    EXPECT_EQ(parse_unit("N/m mm").dimension, dimension::force / dimension::area);
    EXPECT_EQ(parse_unit("N/m mm").exponent, 3);
    EXPECT_EQ(parse_unit("N/mm/s").dimension, dimension::translational_stiffness / dimension::time);
    EXPECT_EQ(parse_unit("N/mm/s").exponent, 3);
    EXPECT_EQ(parse_unit("N mm/rad").dimension, dimension::moment);
    EXPECT_EQ(parse_unit("kg / m^3").dimension, dimension::density);
}

TEST(Units, ALeadingOneIsAReciprocal)
{
    EXPECT_EQ(value("0.5 1/s"), 0.5);
    EXPECT_EQ(parse_quantity("0.5 1/s").dimension, dimension::rate);
    EXPECT_EQ(parse_quantity("2 1/mm^2").values.at(0), 2e6);
    EXPECT_EQ(parse_quantity("3 m^-1").dimension, dimension::per_length);
    EXPECT_EQ(parse_unit("1").dimension, dimension::none);
    EXPECT_TRUE(parse_unit("1"));
}

TEST(Units, EveryPrefixScalesEveryUnitThatTakesIt)
{
    std::map<std::string, int> seen;
    for (const auto& [name, dimension] : prefixed_units) {
        ASSERT_EQ(parse_unit(name).exponent, 0) << name;
        ASSERT_EQ(parse_unit(name).dimension, dimension) << name;
        ++seen[name];
        for (const auto& [prefix, exponent] : prefix_exponents) {
            const Unit unit = parse_unit(prefix + name);
            ASSERT_TRUE(unit) << unit.error;
            EXPECT_EQ(unit.exponent, exponent) << prefix + name;
            EXPECT_EQ(unit.dimension, dimension) << prefix + name;
            ++seen[prefix + name];
        }
    }
    for (const auto& [prefix, exponent] : prefix_exponents) {
        EXPECT_EQ(parse_unit(prefix + "g").exponent, exponent - 3);
        EXPECT_EQ(parse_unit(prefix + "g").dimension, dimension::mass);
        ++seen[prefix + "g"];
    }
    for (const auto& [name, count] : seen)
        EXPECT_EQ(count, 1) << name << " has two readings";
}

TEST(Units, AnglesTakeFewPrefixes)
{
    EXPECT_EQ(parse_unit("mrad").exponent, -3);
    EXPECT_EQ(parse_unit("\u00b5rad").exponent, -6);
    for (const char* name : {"krad", "crad", "nrad", "mdeg", "kdeg", "min", "cd", "Pm", "hm", "E", "K"})
        EXPECT_THAT(parse_unit(name).error, HasSubstr("is not a unit")) << name;
}

TEST(Units, DegreesMultiplyByPiOver180)
{
    EXPECT_EQ(value("180 deg"), std::numbers::pi);
    EXPECT_EQ(value("90 deg"), std::numbers::pi / 2);
    EXPECT_EQ(value("-45 deg"), -std::numbers::pi / 4);
    EXPECT_DOUBLE_EQ(value("180 deg/s"), std::numbers::pi);
    EXPECT_DOUBLE_EQ(value("1 N mm/deg"), 1e-3 * 180 / std::numbers::pi);
    EXPECT_DOUBLE_EQ(value("32400 deg^2"), std::numbers::pi * std::numbers::pi);
}

TEST(Units, WhatIsNotADecimalNumberIsRefused)
{
    for (const char* text : {"nan", ".nan", "NaN mm", "inf", "-inf", "+.INF m", "Infinity", "1 nan mm"})
        EXPECT_THAT(error(text), HasSubstr("is not a finite number")) << text;
    EXPECT_THAT(error("0x1F mm"), HasSubstr("hexadecimal"));
    EXPECT_THAT(error("007"), HasSubstr("leading zeros"));
    EXPECT_THAT(error("-01.5 mm"), HasSubstr("leading zeros"));
    EXPECT_THAT(error("1 2 03 mm"), HasSubstr("\"03\" has leading zeros"));
    EXPECT_THAT(error("1_000 mm"), HasSubstr("underscore"));
    EXPECT_THAT(error("1,5 mm"), HasSubstr("comma"));
    EXPECT_THAT(error(".5 mm"), HasSubstr("write \"0.5\""));
    for (const char* text : {"5.", "1e", "1e+", "1.2.3", "12:30:45", "1e5.5"})
        EXPECT_THAT(error(text), HasSubstr("is not a number")) << text;
}

TEST(Units, NumbersBeyondADoubleAreRefused)
{
    EXPECT_THAT(error("1e309"), HasSubstr("too large"));
    EXPECT_THAT(error("-1e300 Gm"), HasSubstr("too large"));
    EXPECT_THAT(error("1e-330"), HasSubstr("too small"));
    EXPECT_THAT(error("1e-320 nm"), HasSubstr("too small"));
    EXPECT_THAT(error("1e99999999999999999999"), HasSubstr("too large"));
    EXPECT_THAT(error("1e-99999999999999999999"), HasSubstr("too small"));
    EXPECT_EQ(value("0e99999999999999999999 mm"), 0.0);
    EXPECT_EQ(value("1e305 mm"), 1e302);
    EXPECT_EQ(value("5e-324"), std::numeric_limits<double>::denorm_min());
    EXPECT_EQ(value("1e-330 Gm^2"), 1e-312);
}

TEST(Units, TextWithoutANumberIsRefused)
{
    EXPECT_EQ(error(""), "the text is empty");
    EXPECT_EQ(error(" \t "), "the text is empty");
    EXPECT_EQ(error("mm"), "\"mm\" does not start with a number");
    EXPECT_EQ(error("mm 5"), "\"mm 5\" has no number before the unit");
    EXPECT_EQ(error("5 mm 3"), "\"5 mm 3\" has a number after the unit: \"3\"");
    EXPECT_EQ(error("5mm"), "\"5mm\" has no blank between number and unit; write \"5 mm\"");
    EXPECT_EQ(error("1 2e-3mN"), "\"2e-3mN\" has no blank between number and unit; write \"2e-3 mN\"");
}

TEST(Units, AnUnknownUnitNamesItselfAndTheNearest)
{
    EXPECT_EQ(error("1 mN mmm"), "unknown unit \"mN mmm\": \"mmm\" is not a unit (did you mean \"mm\"?)");
    EXPECT_EQ(error("1 MM"), "unknown unit \"MM\": \"MM\" is not a unit (did you mean \"mm\"?)");
    EXPECT_EQ(error("1 mpa"), "unknown unit \"mpa\": \"mpa\" is not a unit (did you mean \"MPa\"?)");
    EXPECT_EQ(error("1 Nm"), "unknown unit \"Nm\": \"Nm\" is not a unit (did you mean \"N m\"?)");
    EXPECT_EQ(error("1 degs"), "unknown unit \"degs\": \"degs\" is not a unit (did you mean \"deg\"?)");
    EXPECT_EQ(error("1 furlong"), "unknown unit \"furlong\": \"furlong\" is not a unit");
    EXPECT_EQ(error("1 x"), "unknown unit \"x\": \"x\" is not a unit");
}

TEST(Units, MalformedUnitsAreRefused)
{
    EXPECT_THAT(error("1 m^12"), HasSubstr("a power beyond 9"));
    EXPECT_THAT(error("1 m^-10"), HasSubstr("a power beyond 9"));
    EXPECT_THAT(error("1 m^0.5"), HasSubstr("not an integer"));
    EXPECT_THAT(error("1 m^"), HasSubstr("not an integer"));
    EXPECT_THAT(error("1 m^+2"), HasSubstr("not an integer"));
    EXPECT_THAT(error("1 m^-"), HasSubstr("not an integer"));
    EXPECT_THAT(error("1 ^2"), HasSubstr("is not a unit"));
    EXPECT_THAT(error("1 /s"), HasSubstr("write \"1/s\""));
    EXPECT_THAT(error("1 m/"), HasSubstr("nothing after"));
    EXPECT_THAT(error("1 m//s"), HasSubstr("nothing after"));
    EXPECT_THAT(error("1 m/1"), HasSubstr("a number in it"));
    EXPECT_THAT(parse_unit("1 m").error, HasSubstr("a number in it"));
    EXPECT_THAT(parse_unit("").error, HasSubstr("empty"));
}

TEST(Units, LongTextsAreRefused)
{
    EXPECT_TRUE(parse_unit(std::string("m") + std::string(62, ' ') + "m"));
    EXPECT_THAT(error("1 " + std::string(65, 'm')), HasSubstr("longer than 64"));
    std::string many;
    for (int i = 0; i < 4096; ++i)
        many += "1 ";
    EXPECT_EQ(parse_quantity(many).values.size(), 4096U);
    EXPECT_THAT(error(many + "1"), HasSubstr("more than 4096"));
    EXPECT_THAT(error(std::string(1 << 20, '1') + "x"), HasSubstr("is not a number"));
}

TEST(Units, AMessageStaysOneLineOfText)
{
    const std::string why = error("1 \x01\xff\x1b[31m");
    EXPECT_THAT(why, HasSubstr("\\x01\\xff\\x1b[31m"));
    for (const char c : why)
        EXPECT_GE(c, ' ');
}

RC_GTEST_PROP(Units, AnyBytesGetAnAnswer, (std::string text))
{
    const Quantity q = parse_quantity(text);
    RC_ASSERT(q.error.empty() == !q.values.empty());
    for (const double x : q.values)
        RC_ASSERT(std::isfinite(x));
}

TEST(Units, QuantitiesPrintInAUnitThatSuitsTheirSize)
{
    EXPECT_EQ(format_quantity(0.05, dimension::length), "50 mm");
    EXPECT_EQ(format_quantity(1.5, dimension::length), "1.5 m");
    EXPECT_EQ(format_quantity(0.00318, dimension::length), "3.18 mm");
    EXPECT_EQ(format_quantity(2.5e-6, dimension::force), "2.5 uN");
    EXPECT_EQ(format_quantity(-0.004, dimension::force), "-4 mN");
    EXPECT_EQ(format_quantity(12.0, dimension::force), "12 N");
    EXPECT_EQ(format_quantity(250e-6, dimension::moment), "250 mN mm");
    EXPECT_EQ(format_quantity(0.25, dimension::moment), "250 N mm");
    EXPECT_EQ(format_quantity(3.0, dimension::moment), "3 N m");
    EXPECT_EQ(format_quantity(17.185e-6, dimension::bending_stiffness), "17.185 N mm^2");
    EXPECT_EQ(format_quantity(210e9, dimension::pressure), "210 GPa");
    EXPECT_EQ(format_quantity(5.05e6, dimension::pressure), "5.05 MPa");
    EXPECT_EQ(format_quantity(0.00152, dimension::mass), "1.52 g");
    EXPECT_EQ(format_quantity(0.02, dimension::magnetic_field), "20 mT");
    EXPECT_EQ(format_quantity(0.176, dimension::dipole), "0.176 A m^2");
    EXPECT_EQ(format_quantity(0.002, dimension::time), "2 ms");
    EXPECT_EQ(format_quantity(0.5, dimension::none), "0.5");
    EXPECT_EQ(format_quantity({0.004, -0.0025, 0.0}, dimension::force), "4 -2.5 0 mN");
}

TEST(Units, ZeroAndRoundingPickTheUnitThatIsShown)
{
    EXPECT_EQ(format_quantity(0.0, dimension::length), "0 mm");
    EXPECT_EQ(format_quantity(-0.0, dimension::length), "0 mm");
    EXPECT_EQ(format_quantity(0.99999999, dimension::length), "1 m");
    EXPECT_EQ(format_quantity(1.0 / 3.0, dimension::length), "333.333 mm");
    EXPECT_EQ(format_quantity(1.0 / 3.0, dimension::length, 3), "333 mm");
    EXPECT_EQ(format_quantity(1e-12, dimension::length), "1e-9 mm");
    EXPECT_EQ(format_quantity(std::nan(""), dimension::length), "nan mm");
    EXPECT_EQ(format_quantity(std::vector<double>{}, dimension::length), "");
}

const std::vector<Dimension> named_dimensions = {dimension::none,
                                                 dimension::mass,
                                                 dimension::length,
                                                 dimension::time,
                                                 dimension::current,
                                                 dimension::area,
                                                 dimension::area_moment,
                                                 dimension::rate,
                                                 dimension::per_length,
                                                 dimension::velocity,
                                                 dimension::acceleration,
                                                 dimension::force,
                                                 dimension::moment,
                                                 dimension::pressure,
                                                 dimension::density,
                                                 dimension::mass_per_length,
                                                 dimension::inertia,
                                                 dimension::bending_stiffness,
                                                 dimension::translational_stiffness,
                                                 dimension::dipole,
                                                 dimension::magnetic_field,
                                                 dimension::field_gradient};

TEST(Units, EveryNamedDimensionHasANameAndAnExampleOfItself)
{
    std::map<std::string, int> names;
    for (const Dimension d : named_dimensions) {
        EXPECT_EQ(++names[describe(d)], 1) << describe(d) << " names two dimensions";
        EXPECT_EQ(describe(d).substr(0, 1), "a") << describe(d);
        EXPECT_EQ(parse_quantity(example(d)).dimension, d) << example(d);
        EXPECT_EQ(parse_quantity(example(d, 3)).values.size(), 3U) << example(d, 3);
    }
    EXPECT_EQ(describe(dimension::length), "a length");
    EXPECT_EQ(example(dimension::length), "50 mm");
    EXPECT_EQ(example(dimension::force, 3), "0 4 0 mN");
}

TEST(Units, ADimensionWithoutANameIsItsBaseUnits)
{
    EXPECT_EQ(describe({1, 2, -1, 0}), "kg m^2/s");
    EXPECT_EQ(describe({0, 0, -2, -1}), "1/s^2 A");
    EXPECT_EQ(format_quantity(2.0, {1, 2, -1, 0}), "2 kg m^2/s");
    EXPECT_EQ(parse_quantity(example({1, 0, -3, 2}, 2)).dimension, (Dimension{1, 0, -3, 2}));
}

TEST(Units, NumbersAreWrittenAsBrieflyAsTheyCanBe)
{
    EXPECT_EQ(format_number(0.00318, parse_unit("mm")), "3.18");
    EXPECT_EQ(format_number(0.1), "0.1");
    EXPECT_EQ(format_number(1e22), "1e22");
    EXPECT_EQ(format_number(1e-7, parse_unit("nm")), "100");
    EXPECT_EQ(format_number(123456789.0), "123456789");
    EXPECT_EQ(format_number(-0.0), "-0");
    EXPECT_EQ(format_number(std::numbers::pi / 2, parse_unit("deg")), "90");
}

RC_GTEST_PROP(UnitLaws, NumbersSurviveWritingAndReadingInAnyUnitOfTenPowers, ())
{
    const double x = *any_double();
    const Unit unit =
        parse_unit(*rc::gen::element<std::string>("mm", "GPa", "mN mm", "1/mm", "1", "kg m^2", "nm^9"));
    const Number back = parse_number(format_number(x, unit), unit);
    RC_ASSERT(back);
    RC_ASSERT(same_bits(back.value, x));
}

RC_GTEST_PROP(UnitLaws, DegreesComeBackWithinOneLastPlace, ())
{
    const double x =
        *rc::gen::map(rc::gen::inRange(-1'000'000'000, 1'000'000'000), [](int n) { return n * 1e-8 / 3; });
    const Unit unit = parse_unit("deg");
    const double back = parse_number(format_number(x, unit), unit).value;
    RC_ASSERT(back >= std::nextafter(x, -1e300) && back <= std::nextafter(x, 1e300));
}

RC_GTEST_PROP(UnitLaws, QuantitiesWith17DigitsSurviveWritingAndReading, ())
{
    const Dimension d = *rc::gen::elementOf(named_dimensions);
    const double x = *any_double();
    const double y = *any_double();
    const Quantity q = parse_quantity(format_quantity({x, y}, d, 17));
    RC_ASSERT(q);
    RC_ASSERT(q.dimension == d);
    RC_ASSERT(q.values == (std::vector<double>{x, y}));
}

RC_GTEST_PROP(UnitLaws, ProductsCommute, ())
{
    const std::string a = *unit_factor();
    const std::string b = *unit_factor();
    const std::string c = *unit_factor();
    expect_same(parse_unit(a + " " + b), parse_unit(b + " " + a));
    expect_same(parse_unit(c + "/" + a + " " + b), parse_unit(c + "/" + b + " " + a));
    expect_same(parse_unit(c + "/" + a + " " + b), parse_unit(c + "/" + a + "/" + b));
}

RC_GTEST_PROP(UnitLaws, PowersAdd, ())
{
    const std::string name = *unit_factor();
    const int a = *rc::gen::inRange(-4, 5);
    const int b = *rc::gen::inRange(-5, 6);
    expect_same(parse_unit(fmt::format("{0}^{1} {0}^{2}", name, a, b)),
                parse_unit(fmt::format("{}^{}", name, a + b)));
    expect_same(parse_unit(fmt::format("1/{}^{}", name, a)), parse_unit(fmt::format("{}^{}", name, -a)));
}

RC_GTEST_PROP(UnitLaws, DecimalsSurviveWritingAndReading, ())
{
    const Decimal d = shortest(*any_double());
    RC_ASSERT(parse_decimal(to_text(d)) == d);
}

RC_GTEST_PROP(UnitLaws, AUnitMovesTheDecimalPointOfTheText, (int mantissa))
{
    const int shift = *rc::gen::inRange(-9, 10);
    const Unit unit = parse_unit(fmt::format("mm^{}", shift));
    const Number moved = parse_number(fmt::format("{}", mantissa), unit);
    RC_ASSERT(moved.value == std::strtod(fmt::format("{}e{}", mantissa, -3 * shift).c_str(), nullptr));
}

TEST(Decimals, AppendingIsTheTextOfTheShortestDecimal)
{
    std::mt19937_64 engine(5);
    std::vector<double> numbers = {0.0,
                                   -0.0,
                                   1.0,
                                   -1.0,
                                   10.0,
                                   100.0,
                                   1e6,
                                   1e7,
                                   123456789.0,
                                   0.1,
                                   1e-4,
                                   1e-5,
                                   3.18e-3,
                                   std::numeric_limits<double>::max(),
                                   std::numeric_limits<double>::denorm_min()};
    while (numbers.size() < 2000) {
        const double x = std::bit_cast<double>(engine());
        if (std::isfinite(x)) numbers.push_back(x);
        numbers.push_back(std::round(1e6 * std::sin(double(numbers.size()))) * 1e-5);
    }
    for (const double x : numbers) {
        for (const int power : {0, -3, 3, 12}) {
            Decimal decimal = shortest(x);
            if (!decimal.digits.empty()) decimal.exponent += power;
            std::string text = "before,";
            append_shortest(text, x, power);
            EXPECT_EQ(text, "before," + to_text(decimal));
            EXPECT_EQ(*parse_decimal(text.substr(7)), decimal);
        }
    }
}

}  // namespace test_units
}  // namespace supple
