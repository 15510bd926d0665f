#include <supple/fields/field_forms.hpp>
#include <supple/fields/model_table.hpp>
#include <supple/fields/uncertain_table.hpp>
#include <supple/text/sentence.hpp>

namespace supple {
namespace {

/// Two numbers with the unit of the value at the path.
Form two_numbers(Uncertain& uncertain, Uncertain::Law law, const char* what)
{
    const auto set = [&uncertain, law, what](const std::string& text) {
        const Quantity quantity = parse_quantity(text);
        if (!quantity) return filled("is not {}: {}", what, quantity.error);
        if (quantity.values.size() != 2)
            return filled("has {} values; expected {}", quantity.values.size(), what);
        uncertain.law = law;
        uncertain.first = quantity.values[0];
        uncertain.second = quantity.values[1];
        uncertain.dimension = quantity.dimension;
        return Verdict();
    };
    const auto get = [&uncertain, law] {
        if (uncertain.law != law || uncertain.path.empty()) return std::string();
        return exact_quantity({uncertain.first, uncertain.second}, uncertain.dimension);
    };
    const std::string pattern = filled("^{}{}{}({}{})?$", number_pattern, blanks_pattern, number_pattern,
                                       blanks_pattern, unit_pattern);
    return Text{what, set, pattern, get};
}

}  // namespace

Table uncertain_table(Uncertain& uncertain)
{
    return {{required("path", {text("a dotted path", uncertain.path, any_characters)},
                      "a number of this file: rod.bending_stiffness"),
             one_of("normal",
                    {two_numbers(uncertain, Uncertain::Law::normal,
                                 "a mean and a standard deviation with their unit, as in \"17 1 N mm^2\"")},
                    "mean and standard deviation"),
             one_of("uniform",
                    {two_numbers(uncertain, Uncertain::Law::uniform,
                                 "a least and a greatest value with their unit, as in \"-4 4 mN\"")},
                    "least and greatest value")},
            [&uncertain]() -> std::optional<Mistake> {
                if (uncertain.law == Uncertain::Law::normal && !(uncertain.second > 0.0))
                    return Mistake{"normal", "has a standard deviation that is not above 0"};
                if (uncertain.law == Uncertain::Law::uniform && !(uncertain.first < uncertain.second))
                    return Mistake{"uniform", "is empty; expected the least value, then a greater one"};
                return std::nullopt;
            }};
}

}  // namespace supple
