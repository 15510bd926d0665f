#include <supple/io/error.hpp>
#include <supple/io/target_text.hpp>
#include <supple/text/words.hpp>

#include <fmt/format.h>

#include <cmath>

namespace supple {
namespace {

[[noreturn]] void refuse(const std::string& origin, std::string_view text, const std::string& why)
{
    throw InputError(fmt::format("{}: found {}; {}", origin, in_quotes(text), why));
}

/// Makes the numbers a direction or a rotation. False where they have no length.
bool orient(Target& target, const std::vector<double>& numbers)
{
    const VectorXd v = Eigen::Map<const VectorXd>(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
    const double size = v.norm();
    if (!(size > 1e-12)) return false;
    if (numbers.size() == 3) {
        target.tangent = v / size;
    } else {
        target.rotation =
            Eigen::Quaterniond(v[0] / size, v[1] / size, v[2] / size, v[3] / size).toRotationMatrix();
    }
    return true;
}

/// The position alone, perhaps free altogether.
Target components(std::string_view text, const std::string& origin)
{
    const char* expected = "expected three lengths, * where free, as in '10 30 * mm'";
    const auto words = split_at_blanks(text);
    if (words.size() < 4) refuse(origin, text, expected);
    // The unit is read with the numbers; what is free is no number.
    Target target;
    std::string unit;
    for (std::size_t i = 3; i < words.size(); ++i)
        unit += (unit.empty() ? "" : " ") + std::string(words[i]);
    for (std::size_t i = 0; i < 3; ++i) {
        if (words[i] == "*") continue;
        const Quantity one = parse_quantity(std::string(words[i]) + " " + unit);
        if (!one) refuse(origin, text, one.error + "; " + expected);
        if (one.values.size() != 1 || one.dimension != dimension::length) refuse(origin, text, expected);
        target.position[i] = one.values[0];
    }
    return target;
}

}  // namespace

Target parse_position(std::string_view text, const std::string& origin)
{
    const Target target = components(text, origin);
    if (target.size() == 0) refuse(origin, text, "give at least one component");
    return target;
}

Target parse_pose(std::string_view text, const std::string& origin)
{
    const char* expected =
        "expected a position, a comma, and a tangent (x y z) or a quaternion (w x y z), as in '10 30 * mm, 0 "
        "0.6 0.8'";
    const std::size_t comma = text.find(',');
    if (comma == std::string_view::npos) refuse(origin, text, expected);
    Target target = components(text.substr(0, comma), origin);
    const Quantity turn = parse_quantity(text.substr(comma + 1));
    if (!turn) refuse(origin, text, turn.error + "; " + expected);
    if (turn.has_unit || (turn.values.size() != 3 && turn.values.size() != 4)) refuse(origin, text, expected);
    if (!orient(target, turn.values))
        refuse(origin, text,
               "a direction of zeros is no direction; expected at least one number that is not 0");
    return target;
}

std::vector<Target> read_path(const CaseTable& table, const std::string& point)
{
    struct Column {
        const CaseColumn* values = nullptr;
        enum class Part { position, tangent, quaternion } part = Part::position;
        std::size_t component = 0;
    };
    const auto place = [&](std::size_t line, std::size_t column) {
        return fmt::format("{}:{}:{}", table.file_name, line, column + 1);
    };
    std::vector<Column> columns;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const CaseColumn& column = table.columns[i];
        if (column.path == "case" || column.path.starts_with("given.")) continue;
        Column found;
        for (const auto& [part, name, letters, dimension] :
             {std::tuple{Column::Part::position, "position", "xyz", dimension::length},
              {Column::Part::tangent, "tangent", "xyz", dimension::none},
              {Column::Part::quaternion, "quaternion", "wxyz", dimension::none}}) {
            for (std::size_t k = 0; letters[k] != '\0'; ++k) {
                if (column.path != fmt::format("{}.{}.{}", point, name, letters[k])) continue;
                if (column.is_text || column.dimension != dimension)
                    throw InputError(fmt::format("{}: {}: expected {}", place(table.header_line, i),
                                                 column.path, describe(dimension)));
                found = {&column, part, k};
            }
        }
        if (!found.values)
            throw InputError(
                fmt::format("{}: {} is no target; expected {}.position.x [mm], .y, .z, {}.tangent.x, .. or "
                            "{}.quaternion.w, ..",
                            place(table.header_line, i), in_quotes(column.path), point, point, point));
        columns.push_back(found);
    }

    std::vector<Target> targets(table.rows);
    for (std::size_t row = 0; row < table.rows; ++row) {
        const std::size_t line = row < table.lines.size() ? table.lines[row] : row + 2;
        std::vector<double> tangent(3, std::nan("")), quaternion(4, std::nan(""));
        for (const Column& column : columns) {
            const double value = column.values->values[row];
            if (column.part == Column::Part::position && !std::isnan(value))
                targets[row].position[column.component] = value;
            if (column.part == Column::Part::tangent) tangent[column.component] = value;
            if (column.part == Column::Part::quaternion) quaternion[column.component] = value;
        }
        for (const auto& list : {tangent, quaternion}) {
            std::size_t missing = 0;
            for (const double value : list)
                missing += std::isnan(value) ? 1 : 0;
            if (missing == list.size()) continue;
            if (missing > 0 || targets[row].tangent || !orient(targets[row], list))
                throw InputError(
                    fmt::format("{}: a tangent has three components and a quaternion four, not "
                                "all zero, and a target one of the two",
                                place(line, 0)));
        }
        if (targets[row].size() == 0)
            throw InputError(fmt::format("{}: the row asks for nothing", place(line, 0)));
    }
    return targets;
}

}  // namespace supple
