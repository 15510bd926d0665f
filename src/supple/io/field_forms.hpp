/// @file
/// Short ways to say the common forms of the field table.
#pragma once

#include <supple/io/field.hpp>
#include <supple/lie/linear_algebra.hpp>

namespace supple {

/// One number into a double (or int, where whole numbers are asked for).
Numbers number(double& target, Dimension dimension, Range range = anything);
Numbers number(std::optional<double>& target, Dimension dimension, Range range = anything);
Numbers whole_number(int& target, int least, int most);

/// Three numbers.
Numbers vector3(Vector3d& target, Dimension dimension, Range range = anything);

/// Any number of numbers.
Numbers numbers(std::vector<double>& target, Dimension dimension, Range range = anything,
                Count count = several);

/// Two numbers, or one that stands for both.
Numbers pair(std::optional<Eigen::Vector2d>& target, Dimension dimension, Range range = anything);

/// "lower upper".
Numbers bounds(double& lower, double& upper, Dimension dimension);

Flag flag(bool& target);

/// One word for each value of an enumeration, in its order.
template <class Enum>
std::vector<Form> words(Enum& target, std::initializer_list<std::pair<const char*, Enum>> choices)
{
    std::vector<Form> forms;
    for (const auto& [word, value] : choices) {
        forms.push_back(Word{word, [&target, chosen = value] { target = chosen; }});
    }
    return forms;
}

/// A direction: x, -x, y, ... or three numbers. Stored as a unit vector.
std::vector<Form> direction(Vector3d& target);

Field required(std::string key, std::vector<Form> forms, std::string help);
Field optional(std::string key, std::vector<Form> forms, std::string help, std::string fallback = {});
Field one_of(std::string key, std::vector<Form> forms, std::string help);

}  // namespace supple
