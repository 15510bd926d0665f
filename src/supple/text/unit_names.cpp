#include <supple/text/sentence.hpp>
#include <supple/text/unit_names.hpp>

#include <algorithm>
#include <array>
#include <vector>

namespace supple {
namespace {

struct Prefix {
    std::string_view text;
    int exponent;
};

// Both code points for micro are in use: the micro sign and the Greek letter.
constexpr std::array prefixes = {
    Prefix{"m", -3},      Prefix{"k", 3},  Prefix{"u", -6}, Prefix{"\u00b5", -6},
    Prefix{"\u03bc", -6}, Prefix{"M", 6},  Prefix{"G", 9},  Prefix{"n", -9},
    Prefix{"p", -12},     Prefix{"c", -2}, Prefix{"d", -1},
};

enum class Prefixes { none, micro_and_milli, all };

struct BaseUnit {
    std::string_view name;
    int exponent;  ///< only the gram's is not 0: kg is the SI unit
    int degrees;
    Dimension dimension;
    Prefixes prefixes;
};

constexpr std::array base_units = {
    BaseUnit{"m", 0, 0, dimension::length, Prefixes::all},
    BaseUnit{"N", 0, 0, dimension::force, Prefixes::all},
    BaseUnit{"Pa", 0, 0, dimension::pressure, Prefixes::all},
    BaseUnit{"g", -3, 0, dimension::mass, Prefixes::all},
    BaseUnit{"s", 0, 0, dimension::time, Prefixes::all},
    BaseUnit{"A", 0, 0, dimension::current, Prefixes::all},
    BaseUnit{"T", 0, 0, dimension::magnetic_field, Prefixes::all},
    BaseUnit{"Hz", 0, 0, dimension::rate, Prefixes::all},
    BaseUnit{"J", 0, 0, dimension::moment, Prefixes::all},
    BaseUnit{"rad", 0, 0, dimension::none, Prefixes::micro_and_milli},
    BaseUnit{"deg", 0, 1, dimension::none, Prefixes::none},
};

bool allowed(const BaseUnit& unit, const Prefix& prefix)
{
    if (unit.prefixes == Prefixes::micro_and_milli) return prefix.exponent == -3 || prefix.exponent == -6;
    return unit.prefixes == Prefixes::all;
}

/// Every name, in the order in which suggestions are tried: those most in use first.
const std::vector<UnitName>& unit_names()
{
    static const std::vector<UnitName> names = [] {
        std::vector<UnitName> all;
        for (const std::string_view common :
             {"mm", "MPa", "GPa", "kPa", "mN", "kg", "ms", "mT", "mA", "kHz", "mJ"})
            for (const BaseUnit& unit : base_units)
                for (const Prefix& prefix : prefixes)
                    if (std::string name = filled("{}{}", prefix.text, unit.name); name == common)
                        all.push_back({name, prefix.exponent + unit.exponent, unit.degrees, unit.dimension});
        const auto known = [&](const std::string& name) {
            return std::any_of(all.begin(), all.end(), [&](const UnitName& u) { return u.name == name; });
        };
        for (const BaseUnit& unit : base_units)
            all.push_back({std::string(unit.name), unit.exponent, unit.degrees, unit.dimension});
        for (const BaseUnit& unit : base_units)
            for (const Prefix& prefix : prefixes)
                if (std::string name = filled("{}{}", prefix.text, unit.name);
                    allowed(unit, prefix) && !known(name))
                    all.push_back({name, prefix.exponent + unit.exponent, unit.degrees, unit.dimension});
        return all;
    }();
    return names;
}

std::string lower(std::string_view text)
{
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

/// One letter too many, too few, or wrong.
bool one_letter_apart(std::string_view a, std::string_view b)
{
    if (a.size() > b.size()) std::swap(a, b);
    if (b.size() - a.size() > 1) return false;
    std::size_t same = 0;
    while (same < a.size() && a[same] == b[same])
        ++same;
    return a.substr(same + (a.size() == b.size() ? 1 : 0)) == b.substr(same + 1);
}

}  // namespace

const UnitName* find_unit_name(std::string_view name)
{
    const auto& names = unit_names();
    const auto found =
        std::find_if(names.begin(), names.end(), [&](const UnitName& unit) { return unit.name == name; });
    return found == names.end() ? nullptr : &*found;
}

std::string did_you_mean(std::string_view name)
{
    const auto suggest = [](std::string_view text) { return filled(" (did you mean \"{}\"?)", text); };
    if (name == "\u00b0") return suggest("deg");

    // "Nm": two units with the blank left out; "mmm" and "degs" are rather slips of the finger.
    for (std::size_t n = 1; n < name.size(); ++n) {
        const UnitName* left = find_unit_name(name.substr(0, n));
        const UnitName* right = find_unit_name(name.substr(n));
        if (left != nullptr && right != nullptr && !(left->dimension == right->dimension) &&
            !(left->dimension == dimension::none) && !(right->dimension == dimension::none))
            return suggest(filled("{} {}", left->name, right->name));
    }
    for (const UnitName& unit : unit_names())
        if (lower(unit.name) == lower(name)) return suggest(unit.name);

    // A single letter is one letter apart from everything.
    for (const UnitName& unit : unit_names())
        if (name.size() > 1 && unit.name.size() > 1 && one_letter_apart(name, unit.name))
            return suggest(unit.name);
    return "";
}

}  // namespace supple
