#include "run.hpp"

#include <fmt/color.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace supple::app {
namespace {

constexpr std::size_t widest_name = 52;

/// The cells of a row; a cell of several numbers, or of a long name, has several lines.
struct Cells {
    std::vector<std::string> name, paper, expected, ours;
    std::string allowed;
    const Row* row;
};

/// The words of a text in lines of at most `most` characters.
std::vector<std::string> in_lines(const std::string& text, std::size_t most)
{
    std::istringstream words(text);
    std::vector<std::string> lines(1);
    for (std::string word; words >> word;) {
        if (!lines.back().empty() && lines.back().size() + 1 + word.size() > most) lines.emplace_back();
        lines.back() += (lines.back().empty() ? "" : " ") + word;
    }
    return lines;
}

std::string indented(const std::string& text)
{
    std::string out;
    for (const std::string& line : in_lines(text, 104))
        out += "      " + line + "\n";
    return out;
}

std::vector<std::string> as_printed(const std::vector<double>& values)
{
    std::vector<std::string> texts;
    for (const double value : values)
        texts.push_back(fmt::format("{}", value));
    return texts;
}

/// Zero: nothing says how many.
std::string decimal(double value, double tolerance)
{
    if (!std::isfinite(value)) return "none";
    if (tolerance <= 0.0) return fmt::format("{:.4g}", value);
    const int decimals = static_cast<int>(std::ceil(-std::log10(tolerance) - 1e-9));
    const std::string text = fmt::format("{:.{}f}", value, std::clamp(decimals, 0, 15));
    // Numbers far from one would be rows of zeros.
    return text.size() > 14 ? fmt::format("{:.6g}", value) : text;
}

Cells cells(const Row& row)
{
    const Figure& f = row.figure;
    return {in_lines(f.unit.empty() ? f.name : fmt::format("{} [{}]", f.name, f.unit), widest_name),
            as_printed(f.paper),
            with_decimals(f.reference, f),
            with_decimals(f.ours, f),
            tolerance(f),
            &row};
}

std::size_t width(const std::vector<std::string>& lines)
{
    std::size_t most = 0;
    for (const std::string& line : lines)
        most = std::max(most, line.size());
    return most;
}

std::string at(const std::vector<std::string>& lines, std::size_t i)
{
    return i < lines.size() ? lines[i] : "";
}

fmt::text_style style_of(Verdict verdict)
{
    switch (verdict) {
        case Verdict::reproduced:
            return fmt::fg(fmt::terminal_color::green);
        case Verdict::failed:
            return fmt::fg(fmt::terminal_color::red) | fmt::emphasis::bold;
        default:
            return fmt::fg(fmt::terminal_color::yellow);
    }
}

std::string in_style(Verdict verdict, bool colour)
{
    return colour ? fmt::format(style_of(verdict), "{}", name(verdict)) : name(verdict);
}

std::string sum(const std::array<std::size_t, verdicts>& counts)
{
    return fmt::format("{} reproduced, {} differ, {} not reproducible, {} FAILED", counts[0], counts[1],
                       counts[2], counts[3]);
}

std::string table(const StudyResult& study, bool colour)
{
    std::vector<Cells> all;
    std::array<std::size_t, 5> w = {6, 5, 8, 4, 9};
    for (const Row& row : study.rows) {
        all.push_back(cells(row));
        const Cells& c = all.back();
        const std::size_t now[] = {width(c.name), width(c.paper), width(c.expected), width(c.ours),
                                   c.allowed.size()};
        for (std::size_t i = 0; i < w.size(); ++i)
            w[i] = std::max(w[i], now[i]);
    }
    const auto line = [&w](const std::string& name, const std::string& paper, const std::string& expected,
                           const std::string& ours, const std::string& allowed, const std::string& verdict) {
        std::string text = fmt::format("  {:<{}}  {:>{}}  {:>{}}  {:>{}}  {:<{}}  {}", name, w[0], paper,
                                       w[1], expected, w[2], ours, w[3], allowed, w[4], verdict);
        text.erase(text.find_last_not_of(' ') + 1);
        return text + "\n";
    };
    std::string out = line("figure", "paper", "expected", "ours", "tolerance", "verdict");
    for (const Cells& c : all) {
        const std::size_t lines = std::max({c.name.size(), c.paper.size(), c.expected.size(), c.ours.size()});
        for (std::size_t i = 0; i < lines; ++i) {
            out += line(at(c.name, i), at(c.paper, i), at(c.expected, i), at(c.ours, i),
                        i == 0 ? c.allowed : "", i == 0 ? in_style(c.row->verdict, colour) : "");
        }
        if (!c.row->figure.remark.empty()) out += indented(c.row->figure.remark);
    }
    return out;
}

std::string listed(const std::vector<std::string>& texts, const std::string& unit)
{
    return fmt::format("{}{}{}", fmt::join(texts, ", "), unit.empty() ? "" : " ", unit);
}

}  // namespace

std::vector<std::string> with_decimals(const std::vector<double>& values, const Figure& figure)
{
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < values.size(); ++i)
        texts.push_back(decimal(values[i], figure.reference.empty() ? 0.0 : allowed(figure, i)));
    return texts;
}

std::string tolerance(const Figure& figure)
{
    if (figure.reference.empty())
        return figure.tolerance > 0.0 ? fmt::format("<= {:g}", figure.tolerance) : "";
    if (!figure.tolerances.empty()) return "last digit";
    if (figure.tolerance == 0.0) return "equal";
    return figure.relative ? fmt::format("+-{:g} %", 100.0 * figure.tolerance)
                           : fmt::format("+-{:g}", figure.tolerance);
}

std::string to_text(const Reproduction& result, bool colour)
{
    std::string out;
    for (const StudyResult& study : result.studies) {
        out += fmt::format("{}: {}\n\n{}\n", study.system, study.title, table(study, colour));
        for (const std::string& name : study.left_out)
            out += fmt::format("  interrupted before: {}\n", name);
        out += fmt::format("{}: {} ({:.1f} s)\n\n", study.system, sum(count(study)), study.seconds);
    }
    for (const auto& [standing, title] : lists) {
        const auto rows = rows_of(result, standing);
        if (rows.empty()) continue;
        out += fmt::format("{}\n\n", title);
        for (const Row* row : rows) {
            const Figure& f = row->figure;
            const std::string paper = f.paper.empty() ? "" : ": paper " + listed(as_printed(f.paper), f.unit);
            const std::string ours =
                f.ours.empty()
                    ? ""
                    : (f.paper.empty() ? ": " : ", ") + ("ours " + listed(with_decimals(f.ours, f), f.unit));
            out += fmt::format("  {} {}{}{}\n{}", f.system, f.name, paper, ours, indented(f.remark));
        }
        out += "\n";
    }
    return out + fmt::format("{}: {} in {:.1f} s\n", result.complete ? "all" : "interrupted",
                             sum(count(result)), result.seconds);
}

}  // namespace supple::app
