/// @file
/// The field table: what may stand in a model file, said once.
///
/// A Table lists the keys of one map. Each Field has the forms its value may take. A form works both ways: it
/// stores a value in the description, and it gives the value that stands there, or says that another form
/// does. The reader and the writer of model files, the paths of inputs, the schema and the reference are
/// walks over the same table. Nothing else knows the keys.
///
/// A table refers to the description it was made for, which must outlive it and stay where it is.
#pragma once

#include <supple/text/units.hpp>

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

/// Where one number of a description is kept.
struct Slot {
    std::variant<double*, int*, std::optional<double>*> place;

    double get() const;            ///< not finite where nothing is written
    void set(double value) const;  ///< @pre it is whole where it is kept as an int
};

/// "0 4 0 mN": values in SI after the unit is taken off.
struct Numbers {
    Dimension dimension;
    Count count;
    Range range;
    bool whole = false;  ///< integers only
    std::function<Verdict(const std::vector<double>&)> set;
    std::string example;                         ///< shown in messages; made from the dimension where empty
    bool angle = false;                          ///< dimensionless, but written with its unit: deg or rad
    std::function<std::vector<Slot>()> slots{};  ///< where they are kept, in order; none: there is no place
                                                 ///< yet, or the value stands there in another form
    bool free = false;                           ///< any finite value is right, whatever else the file says
};

/// One fixed word, such as `tip`.
struct Word {
    std::string word;
    std::function<void()> set;
    std::function<bool()> is{};  ///< whether it stands there
};

/// Free text.
struct Text {
    std::string what;  ///< "a name"
    std::function<Verdict(const std::string&)> set;
    std::string pattern{};               ///< of a text that is allowed, for the schema; "": any
    std::function<std::string()> get{};  ///< "": nothing stands there
};

/// `true` or `false`.
struct Flag {
    std::function<void(bool)> set;
    std::function<bool()> get{};
};

/// A map of keys.
struct Object {
    std::function<Table()> open;                    ///< makes it new
    std::function<std::optional<Table>()> there{};  ///< what stands there
};

/// A map whose key `type` says which other keys it has.
struct Tagged {
    struct Alternative {
        std::string type;
        std::string help;
        std::function<Table()> open;                    ///< makes it new
        std::function<std::optional<Table>()> there{};  ///< what stands there, if it is of this type
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
    std::function<std::size_t()> size{};
    std::function<std::vector<Form>(std::size_t)> item{};
};

/// A map from names that the user chooses to values.
struct NamedMap {
    std::function<Verdict(const std::string& name)> check_name;
    std::function<std::vector<Form>(const std::string& name)> add;
    std::function<std::vector<std::string>()> names{};
    std::function<std::vector<Form>(std::size_t)> item{};  ///< of the name at that place
};

enum class Need {
    required,
    optional,
    one_of,        ///< exactly one of the fields of its table that are marked so, with the same group
    at_least_one,  ///< one or more of the fields of its table that are marked so
};

struct Field {
    std::string key;
    Need need = Need::optional;
    std::vector<Form> forms;
    std::string help;
    std::string fallback;  ///< what holds where an optional key is absent, for the reference
    int group = 0;         ///< of one_of
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
