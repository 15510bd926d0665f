#include <supple/fields/field_forms.hpp>
#include <supple/text/sentence.hpp>
#include <supple/text/words.hpp>

#include <cmath>

namespace supple {

const std::string number_pattern = R"([-+]?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?)";
const std::string blanks_pattern = R"([ \t\r\n]+)";
const std::string unit_pattern =
    R"((1/[ \t\r\n]*)?[A-Za-zµμ]+(\^-?[0-9])?(([ \t\r\n]+|[ \t\r\n]*/[ \t\r\n]*)[A-Za-zµμ]+(\^-?[0-9])?)*)";
namespace {

// "3 ", "2 or 3 ", "one or more ".
std::string words_of(const Count& count)
{
    if (count.least == count.most) return filled("{} ", count.most);
    if (count.most == count.least + 1) return filled("{} or {} ", count.least, count.most);
    return "one or more ";
}

std::string words_of(const Numbers& n)
{
    if (n.whole && n.count.most == 1) return allowed(n);
    const int shown = n.count.least == n.count.most ? n.count.most : 1;
    std::string text = n.example.empty() ? example(n.dimension, shown) : n.example;
    if (n.example.empty() && n.angle) text = "120 deg";
    if (n.example.empty() && n.whole) text = "4 4 8";
    return filled("{} such as {}", allowed(n), in_quotes(text));
}

std::string words_of(const Word& w)
{
    return in_quotes(w.word);
}
std::string words_of(const Text& t)
{
    return t.what;
}
std::string words_of(const Flag&)
{
    return "true or false";
}
std::string words_of(const Object&)
{
    return "a map of keys";
}
std::string words_of(const Tagged&)
{
    return "a map of keys with a \"type\"";
}
std::string words_of(const List&)
{
    return "a list";
}
std::string words_of(const NamedMap&)
{
    return "a map of names";
}

}  // namespace

std::string allowed(const Numbers& n)
{
    const bool one = n.count.most == 1;
    const std::string name = n.angle ? "an angle" : describe(n.dimension);
    std::string what;
    if (n.dimension == dimension::none && !n.angle) {
        what = n.whole ? "whole number" : "plain number";
        what = one ? "a " + what : words_of(n.count) + what + "s";
    } else {
        // "3 values of force": the dimension without its article.
        what = one ? name : filled("{}values of {}", words_of(n.count), name.substr(name.find(' ') + 1));
    }
    return n.range.words.empty() ? what : what + " " + n.range.words;
}

std::string expectation(const std::vector<Form>& forms)
{
    std::string all;
    for (std::size_t i = 0; i < forms.size(); ++i) {
        if (i > 0) all += i + 1 == forms.size() ? " or " : ", ";
        all += std::visit([](const auto& form) { return words_of(form); }, forms[i]);
    }
    return all;
}

double Slot::get() const
{
    if (const auto* number = std::get_if<double*>(&place)) return **number;
    if (const auto* whole = std::get_if<int*>(&place)) return **whole;
    return std::get<std::optional<double>*>(place)->value_or(not_written);
}

void Slot::set(double value) const
{
    if (const auto* number = std::get_if<double*>(&place))
        **number = value;
    else if (const auto* whole = std::get_if<int*>(&place))
        **whole = static_cast<int>(value);
    else
        *std::get<std::optional<double>*>(place) = value;
}

namespace {

/// Numbers that are stored as they are, where their slots say.
Numbers stored(Dimension dimension, Count count, Range range, std::function<std::vector<Slot>()> slots)
{
    Numbers form{dimension, count, std::move(range), false, {}, {}};
    form.slots = slots;
    form.set = [slots](const std::vector<double>& values) {
        const std::vector<Slot> places = slots();
        for (std::size_t i = 0; i < values.size(); ++i)
            places[i].set(values[i]);
        return Verdict();
    };
    return form;
}

std::vector<Slot> slots_of(double* first, std::size_t count)
{
    std::vector<Slot> slots;
    for (std::size_t i = 0; i < count; ++i)
        slots.push_back({first + i});
    return slots;
}

}  // namespace

Numbers number(double& target, Dimension dimension, Range range)
{
    return stored(dimension, {1, 1}, std::move(range), [&target] { return slots_of(&target, 1); });
}

Numbers number(std::optional<double>& target, Dimension dimension, Range range)
{
    return stored(dimension, {1, 1}, std::move(range), [&target] { return std::vector<Slot>{{&target}}; });
}

Numbers whole_number(int& target, int least, int most)
{
    const Range range{static_cast<double>(least), static_cast<double>(most), false,
                      filled("from {} to {}", least, most)};
    Numbers form = stored(dimension::none, {1, 1}, range, [&target] { return std::vector<Slot>{{&target}}; });
    form.whole = true;
    return form;
}

Numbers whole_numbers(std::vector<int>& target, int least, int most)
{
    Numbers form{dimension::none,
                 several,
                 {static_cast<double>(least), static_cast<double>(most), false, filled("from {}", least)},
                 true,
                 [&target](const auto& v) {
                     target.clear();
                     for (const double value : v)
                         target.push_back(static_cast<int>(value));
                     return Verdict();
                 },
                 {}};
    form.slots = [&target] {
        std::vector<Slot> slots;
        for (int& value : target)
            slots.push_back({&value});
        return slots;
    };
    return form;
}

Numbers vector3(Vector3d& target, Dimension dimension, Range range)
{
    return stored(dimension, {3, 3}, std::move(range), [&target] { return slots_of(target.data(), 3); });
}

Numbers free_vector3(Vector3d& target, Dimension dimension)
{
    Numbers form = vector3(target, dimension);
    form.free = true;
    return form;
}

Numbers numbers(std::vector<double>& target, Dimension dimension, Range range, Count count)
{
    Numbers form{
        dimension, count, std::move(range), false, [&target](const auto& v) { return target = v, Verdict(); },
        {}};
    form.slots = [&target] { return slots_of(target.data(), target.size()); };
    return form;
}

Numbers pair(std::optional<Eigen::Vector2d>& target, Dimension dimension, Range range)
{
    Numbers form{dimension,
                 {1, 2},
                 std::move(range),
                 false,
                 [&target](const auto& v) {
                     return target = Eigen::Vector2d(v[0], v.size() > 1 ? v[1] : not_written), Verdict();
                 },
                 {}};
    form.slots = [&target] {
        return slots_of(target ? target->data() : nullptr, !target ? 0 : std::isnan((*target)[1]) ? 1 : 2);
    };
    return form;
}

Numbers bounds(double& lower, double& upper, Dimension dimension)
{
    Numbers form{dimension,
                 {2, 2},
                 {},
                 false,
                 [&lower, &upper](const auto& v) {
                     if (!(v[0] < v[1]))
                         return Verdict("is empty; expected the lower bound, then a greater upper bound");
                     lower = v[0];
                     upper = v[1];
                     return Verdict();
                 },
                 {}};
    form.slots = [&lower, &upper] { return std::vector<Slot>{{&lower}, {&upper}}; };
    return form;
}

Flag flag(bool& target)
{
    return {[&target](bool value) { target = value; }, [&target] { return target; }};
}

Text text(std::string what, std::string& target, std::string pattern,
          std::function<Verdict(const std::string&)> mistake)
{
    return {std::move(what),
            [&target, mistake = std::move(mistake)](const std::string& text) {
                target = text;
                return mistake ? mistake(text) : Verdict();
            },
            std::move(pattern), [&target] { return target; }};
}

namespace {

/// Words for the axes, and three numbers.
template <class Target>
std::vector<Form> direction_of(Target& target, std::function<std::vector<Slot>()> slots)
{
    std::vector<Form> forms;
    for (const double sign : {1.0, -1.0}) {
        for (int axis = 0; axis < 3; ++axis) {
            const char* names[] = {"x", "y", "z"};
            const Vector3d along = sign * Vector3d::Unit(axis);
            forms.push_back(Word{std::string(sign < 0 ? "-" : "") + names[axis],
                                 [&target, along] { target = along; },
                                 [&target, along] { return target == along; }});
        }
    }
    Numbers& numbers = std::get<Numbers>(forms.emplace_back(std::in_place_type<Numbers>));
    numbers.count = {3, 3};
    numbers.set = [&target](const auto& v) {
        const Vector3d direction(v[0], v[1], v[2]);
        if (!(direction.stableNorm() > 0.0))
            return Verdict("has no direction; expected a vector that is not zero");
        target = direction;
        return Verdict();
    };
    numbers.example = "0 0 1";
    numbers.slots = std::move(slots);
    return forms;
}

}  // namespace

std::vector<Form> direction(Vector3d& target)
{
    return direction_of(target, [&target] { return slots_of(target.data(), 3); });
}

std::vector<Form> direction(std::optional<Vector3d>& target)
{
    return direction_of(target,
                        [&target] { return target ? slots_of(target->data(), 3) : std::vector<Slot>{}; });
}

Field required(std::string key, std::vector<Form> forms, std::string help)
{
    return {std::move(key), Need::required, std::move(forms), std::move(help), {}};
}

Field optional(std::string key, std::vector<Form> forms, std::string help, std::string fallback)
{
    return {std::move(key), Need::optional, std::move(forms), std::move(help), std::move(fallback)};
}

Field one_of(std::string key, std::vector<Form> forms, std::string help)
{
    return {std::move(key), Need::one_of, std::move(forms), std::move(help), {}};
}

Field at_least_one(std::string key, std::vector<Form> forms, std::string help)
{
    return {std::move(key), Need::at_least_one, std::move(forms), std::move(help), {}};
}

}  // namespace supple
