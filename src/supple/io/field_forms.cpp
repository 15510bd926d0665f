#include <supple/io/field_forms.hpp>
#include <supple/io/text.hpp>

#include <fmt/format.h>

namespace supple {

const std::string number_pattern = R"([-+]?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?)";
const std::string blanks_pattern = R"([ \t\r\n]+)";
const std::string unit_pattern =
    R"((1/[ \t\r\n]*)?[A-Za-zµμ]+(\^-?[0-9])?(([ \t\r\n]+|[ \t\r\n]*/[ \t\r\n]*)[A-Za-zµμ]+(\^-?[0-9])?)*)";
namespace {

// "3 ", "2 or 3 ", "one or more ".
std::string words_of(const Count& count)
{
    if (count.least == count.most) return fmt::format("{} ", count.most);
    if (count.most == count.least + 1) return fmt::format("{} or {} ", count.least, count.most);
    return "one or more ";
}

std::string words_of(const Numbers& n)
{
    if (n.whole && n.count.most == 1) return allowed(n);
    const int shown = n.count.least == n.count.most ? n.count.most : 1;
    std::string text = n.example.empty() ? example(n.dimension, shown) : n.example;
    if (n.example.empty() && n.angle) text = "120 deg";
    if (n.example.empty() && n.whole) text = "4 4 8";
    return fmt::format("{} such as {}", allowed(n), in_quotes(text));
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
        what = one ? name : fmt::format("{}values of {}", words_of(n.count), name.substr(name.find(' ') + 1));
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

Numbers number(double& target, Dimension dimension, Range range)
{
    return {dimension,
            {1, 1},
            std::move(range),
            false,
            [&target](const auto& v) { return target = v[0], Verdict(); },
            {}};
}

Numbers number(std::optional<double>& target, Dimension dimension, Range range)
{
    return {dimension,
            {1, 1},
            std::move(range),
            false,
            [&target](const auto& v) { return target = v[0], Verdict(); },
            {}};
}

Numbers whole_number(int& target, int least, int most)
{
    const Range range{static_cast<double>(least), static_cast<double>(most), false,
                      fmt::format("from {} to {}", least, most)};
    return {dimension::none,
            {1, 1},
            range,
            true,
            [&target](const auto& v) { return target = static_cast<int>(v[0]), Verdict(); },
            {}};
}

Numbers vector3(Vector3d& target, Dimension dimension, Range range)
{
    return {dimension,
            {3, 3},
            std::move(range),
            false,
            [&target](const auto& v) { return target = Vector3d(v[0], v[1], v[2]), Verdict(); },
            {}};
}

Numbers numbers(std::vector<double>& target, Dimension dimension, Range range, Count count)
{
    return {
        dimension, count, std::move(range), false, [&target](const auto& v) { return target = v, Verdict(); },
        {}};
}

Numbers pair(std::optional<Eigen::Vector2d>& target, Dimension dimension, Range range)
{
    return {dimension,
            {1, 2},
            std::move(range),
            false,
            [&target](const auto& v) { return target = Eigen::Vector2d(v.front(), v.back()), Verdict(); },
            {}};
}

Numbers bounds(double& lower, double& upper, Dimension dimension)
{
    return {dimension,
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
}

Flag flag(bool& target)
{
    return {[&target](bool value) { target = value; }};
}

std::vector<Form> direction(Vector3d& target)
{
    std::vector<Form> forms;
    for (const double sign : {1.0, -1.0}) {
        for (int axis = 0; axis < 3; ++axis) {
            const char* names[] = {"x", "y", "z"};
            forms.push_back(Word{std::string(sign < 0 ? "-" : "") + names[axis],
                                 [&target, sign, axis] { target = sign * Vector3d::Unit(axis); }});
        }
    }
    forms.push_back(Numbers{dimension::none,
                            {3, 3},
                            {},
                            false,
                            [&target](const auto& v) {
                                const Vector3d direction(v[0], v[1], v[2]);
                                const double length = direction.stableNorm();
                                if (!(length > 0.0))
                                    return Verdict("has no direction; expected a vector that is not zero");
                                target = direction / length;
                                return Verdict();
                            },
                            "0 0 1"});
    return forms;
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

}  // namespace supple
