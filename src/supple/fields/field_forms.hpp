/// @file
/// Short ways to say the common forms of the field table.
#pragma once

#include <supple/fields/field.hpp>
#include <supple/rod/place.hpp>

namespace supple {

/// One number into a double (or int, where whole numbers are asked for).
Numbers number(double& target, Dimension dimension, Range range = anything);
Numbers number(std::optional<double>& target, Dimension dimension, Range range = anything);
Numbers whole_number(int& target, int least, int most);
Numbers whole_numbers(std::vector<int>& target, int least, int most);

/// Three numbers.
Numbers vector3(Vector3d& target, Dimension dimension, Range range = anything);

/// Any number of numbers.
Numbers numbers(std::vector<double>& target, Dimension dimension, Range range = anything,
                Count count = several);

/// The same where any finite value is right.
Numbers free_vector3(Vector3d& target, Dimension dimension);

/// Two numbers, or one that stands for both: the second is not_written then.
Numbers pair(std::optional<Eigen::Vector2d>& target, Dimension dimension, Range range = anything);

/// "lower upper".
Numbers bounds(double& lower, double& upper, Dimension dimension);

Flag flag(bool& target);

/// One line of text; `mistake` says what is wrong with it, if anything.
Text text(std::string what, std::string& target, std::string pattern,
          std::function<Verdict(const std::string&)> mistake = {});

/// One word for each value of an enumeration, in its order.
template <class Enum>
std::vector<Form> words(Enum& target, std::initializer_list<std::pair<const char*, Enum>> choices)
{
    std::vector<Form> forms;
    for (const auto& [word, value] : choices) {
        forms.push_back(Word{word, [&target, chosen = value] { target = chosen; },
                             [&target, chosen = value] { return target == chosen; }});
    }
    return forms;
}

/// A direction: x, -x, y, ... or three numbers, of any length but 0.
std::vector<Form> direction(Vector3d& target);
std::vector<Form> direction(std::optional<Vector3d>& target);

/// A map that is always there, or that may be.
template <class Part, class TableOf>
Object map_of(Part& part, TableOf table_of)
{
    const auto open = [&part, table_of] { return table_of(part); };
    return {open, [open] { return std::optional<Table>(open()); }};
}
template <class Part, class TableOf>
Object map_of(std::optional<Part>& part, TableOf table_of)
{
    return {[&part, table_of] { return table_of(part.emplace()); },
            [&part, table_of] { return part ? std::optional<Table>(table_of(*part)) : std::nullopt; }};
}

/// A map that makes its variant of that kind, as `fresh` is.
template <class Kind, class Variant, class TableOf>
Object kind_of(Variant& variant, TableOf table_of, Kind fresh = {})
{
    return {[&variant, table_of, fresh] { return table_of(variant.template emplace<Kind>(fresh)); },
            [&variant, table_of]() -> std::optional<Table> {
                auto* kind = std::get_if<Kind>(&variant);
                return kind ? std::optional<Table>(table_of(*kind)) : std::nullopt;
            }};
}

/// A list of maps.
template <class Item, class TableOf>
List list_of(std::vector<Item>& items, Count count, TableOf table_of)
{
    return {
        count,
        [&items, table_of] {
            return std::vector<Form>{Object{[&items, table_of] { return table_of(items.emplace_back()); }}};
        },
        [&items] { return items.size(); },
        [&items, table_of](std::size_t i) { return std::vector<Form>{map_of(items[i], table_of)}; }};
}

/// A list of single values.
template <class Item, class FormsOf>
List list_of_values(std::vector<Item>& items, Count count, FormsOf forms_of)
{
    return {count, [&items, forms_of] { return forms_of(items.emplace_back()); },
            [&items] { return items.size(); },
            [&items, forms_of](std::size_t i) { return forms_of(items[i]); }};
}

Field required(std::string key, std::vector<Form> forms, std::string help);
Field optional(std::string key, std::vector<Form> forms, std::string help, std::string fallback = {});
Field one_of(std::string key, std::vector<Form> forms, std::string help);
Field at_least_one(std::string key, std::vector<Form> forms, std::string help);

}  // namespace supple
