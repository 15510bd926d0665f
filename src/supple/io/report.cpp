#include <supple/io/report.hpp>

#include <fmt/color.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace supple {
namespace {

std::string styled(bool colour, std::string_view text, const fmt::text_style& style)
{
    return colour ? fmt::format(style, "{}", text) : std::string(text);
}

}  // namespace

void Report::title(std::string_view text)
{
    if (!text.empty()) text_ += styled(colour_, text, fmt::emphasis::bold) + "\n";
}

void Report::line(std::string_view label, std::string_view text)
{
    text_ += text.empty() ? fmt::format("{}\n", label) : fmt::format("{:<{}} {}\n", label, width_, text);
}

void Report::status(std::string_view words, bool good, std::string_view rest, std::string_view message)
{
    const auto colour = fmt::fg(good ? fmt::terminal_color::green : fmt::terminal_color::red);
    line("status", styled(colour_, words, colour) + std::string(rest));
    if (!message.empty()) line("", message);
}

void Report::warnings(const std::vector<std::string>& warnings)
{
    for (const std::string& warning : warnings)
        text_ +=
            styled(colour_, fmt::format("{:<{}}", "warning", width_), fmt::fg(fmt::terminal_color::yellow)) +
            " " + warning + "\n";
}

std::string TextTable::text() const
{
    std::vector<std::size_t> widths(rows_[0].size(), 0);
    for (const auto& row : rows_)
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], row[i].size());
    std::string all;
    for (const auto& row : rows_) {
        std::string line = fmt::format("{:<{}}", row[0], widths[0]);
        for (std::size_t i = 1; i < row.size(); ++i)
            line += i + 1 == row.size() ? "  " + row[i] : fmt::format("  {:>{}}", row[i], widths[i]);
        all += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return all;
}

std::string vector_in_words(const Vector3d& v, Dimension dimension)
{
    return values_in_words({v.x(), v.y(), v.z()}, dimension);
}

std::string values_in_words(std::vector<double> values, Dimension dimension, int digits)
{
    double most = 0.0;
    for (const double value : values)
        most = std::max(most, std::abs(value));
    for (double& value : values)
        value = std::abs(value) <= 1e-9 * most ? 0.0 : value;
    return values.size() == 1 ? format_quantity(values[0], dimension, digits)
                              : format_quantity(values, dimension, digits);
}

std::string measure_in_words(double value, double scale, Dimension dimension)
{
    return std::abs(value) <= 1e-9 * scale ? "0" : format_quantity(value, dimension, 4);
}

std::string direction_in_words(const Eigen::Ref<const VectorXd>& values)
{
    std::string text;
    for (const double value : values)
        text += fmt::format("{}{:.4f}", text.empty() ? "" : " ", std::abs(value) < 5e-5 ? 0.0 : value);
    return text;
}

std::string angle_in_words(double radians, int decimals)
{
    return fmt::format("{:.{}f} deg", radians * 180.0 / std::numbers::pi, decimals);
}

std::vector<std::size_t> spread_rows(std::size_t count, std::size_t most)
{
    const std::size_t rows = std::min(count, most);
    std::vector<std::size_t> chosen(rows);
    for (std::size_t row = 0; row < rows; ++row)
        chosen[row] = rows == 1 ? 0 : row * (count - 1) / (rows - 1);
    return chosen;
}

}  // namespace supple
