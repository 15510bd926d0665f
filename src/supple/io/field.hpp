/// @file
/// The field table: what may stand in a model file, said once.
///
/// A Table lists the keys of one map. Each Field has the forms its value may take, and each form carries the
/// setter that stores the value in the description. The reader walks a table against a document; the schema
/// and the reference of the model file are printed from the same table. Nothing else knows the keys.
#pragma once

#include <supple/io/units.hpp>

#include <functional>
#include <limits>
#include <optional>
#include <variant>

namespace supple {

struct Table;
struct Field;

/// A setter answers with what is wrong with the value ("" when nothing is): found, expected, remedy.
using Verdict = std::string;

/// Which numbers are allowed.
struct Range {
    double lower = -std::numeric_limits<double>::infinity();
    double upper = std::numeric_limits<double>::infinity();
    bool above = false;  ///< the lower bound itself is excluded
    std::string words;   ///< completes "expected a length ...": "greater than 0"

    bool holds(double x) const { return (above ? x > lower : x >= lower) && x <= upper; }
};

inline const Range anything{};
inline const Range positive{0.0, std::numeric_limits<double>::infinity(), true, "greater than 0"};
inline const Range not_negative{0.0, std::numeric_limits<double>::infinity(), false, "not below 0"};

/// How many values or items are allowed.
struct Count {
    int least = 1;
    int most = 1;
};
inline constexpr Count several{1, 4096};

/// "0 4 0 mN": values in SI after the unit is taken off.
struct Numbers {
    Dimension dimension;
    Count count;
    Range range;
    bool whole = false;  ///< integers only
    std::function<Verdict(const std::vector<double>&)> set;
    std::string example;  ///< shown in messages; made from the dimension where empty
    bool angle = false;   ///< dimensionless, but written with its unit: deg or rad
};

/// One fixed word, such as `tip`.
struct Word {
    std::string word;
    std::function<void()> set;
};

/// Free text.
struct Text {
    std::string what;  ///< "a name"
    std::function<Verdict(const std::string&)> set;
    std::string pattern{};  ///< of a text that is allowed, for the schema; "": any
};

/// `true` or `false`.
struct Flag {
    std::function<void(bool)> set;
};

/// A map of keys.
struct Object {
    std::function<Table()> open;
};

/// A map whose key `type` says which other keys it has.
struct Tagged {
    struct Alternative {
        std::string type;
        std::string help;
        std::function<Table()> open;
    };
    std::vector<Alternative> alternatives;
};

struct List;
struct NamedMap;
using Form = std::variant<Numbers, Word, Text, Flag, Object, Tagged, List, NamedMap>;

/// A list of items, each in one of the forms that `add` makes for it.
struct List {
    Count count;
    std::function<std::vector<Form>()> add;
};

/// A map from names that the user chooses to values.
struct NamedMap {
    std::function<Verdict(const std::string& name)> check_name;
    std::function<std::vector<Form>(const std::string& name)> add;
};

enum class Need {
    required,
    optional,
    one_of,  ///< exactly one of the fields of its table that are marked so
};

struct Field {
    std::string key;
    Need need = Need::optional;
    std::vector<Form> forms;
    std::string help;
    std::string fallback;  ///< what holds where an optional key is absent, for the reference
};

/// What a table's check finds wrong, and at which key.
struct Mistake {
    std::string key;  ///< below the table's map; may be a dotted path; "": the map as a whole
    std::string message;
};

struct Table {
    std::vector<Field> fields;
    std::function<std::optional<Mistake>()> check;  ///< runs when all fields were read without a problem
};

/// What the forms of a field ask for, in words: `a length such as "50 mm" or "tip"`.
std::string expectation(const std::vector<Form>& forms);

/// Patterns of the schema, read as parse_quantity reads: a number, blanks, a unit.
extern const std::string number_pattern;
extern const std::string blanks_pattern;
extern const std::string unit_pattern;

/// The same of numbers without an example: `a length greater than 0`.
std::string allowed(const Numbers& numbers);

}  // namespace supple
