#include <supple/io/error.hpp>
#include <supple/io/svg_text.hpp>
#include <supple/text/words.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

std::string stroke_of(const Pen& pen, double strength = 1.0)
{
    std::string text = fmt::format(R"( fill="{}" stroke="{}" stroke-width="{}")", pen.fill, pen.colour,
                                   svg_number(pen.width));
    if (*pen.dashes != '\0') text += fmt::format(R"( stroke-dasharray="{}")", pen.dashes);
    if (pen.opacity < 1.0) text += fmt::format(R"( fill-opacity="{}")", svg_number(pen.opacity));
    if (strength < 1.0) text += fmt::format(R"( stroke-opacity="{}")", svg_number(strength));
    return text;
}

}  // namespace

void refuse_drawing()
{
    throw InputError("the drawing is not written: a number of the result is not finite, or far too large");
}

std::string svg_number(double value)
{
    if (!std::isfinite(value) || std::abs(value) > 1e6) refuse_drawing();
    std::string text = fmt::format("{:.3f}", value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text == "-0" ? "0" : text;
}

std::string svg_escaped(std::string_view text)
{
    std::string out;
    while (!text.empty()) {
        const std::size_t good = utf8_end(text);
        for (const char c : text.substr(0, good)) {
            switch (c) {
                case '&':
                    out += "&amp;";
                    break;
                case '<':
                    out += "&lt;";
                    break;
                case '>':
                    out += "&gt;";
                    break;
                case '"':
                    out += "&quot;";
                    break;
                // XML has no control characters.
                default:
                    out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
            }
        }
        text.remove_prefix(good);
        if (text.empty()) break;
        out += "\xef\xbf\xbd";
        text.remove_prefix(1);
    }
    return out;
}

Pen pen_of(Ink ink)
{
    switch (ink) {
        case Ink::rod:
            return {"#1f4e79", 0.6};
        case Ink::unloaded:
            return {"#808080", 0.25, "1.2 0.8"};
        case Ink::way:
            return {"#808080", 0.2};
        case Ink::tube:
            return {"#8a6d5a", 0.25, "", "#d9c7b8", 0.35};
        case Ink::wall:
            return {"#5a5a5a", 0.35};
        case Ink::disk:
            return {"#444444", 0.3, "", "#e8e8e8", 0.6};
        case Ink::tendon:
            return {"#b8860b", 0.25};
        case Ink::magnet:
            return {"#333333", 0.25, "", "#c0c4cc", 1.0};
        case Ink::coil:
            return {"#7a4a00", 0.25, "", "#e0a030", 1.0};
        case Ink::load:
            return {"#0b62c4", 0.4};
        case Ink::reaction:
            return {"#c0392b", 0.4};
        case Ink::contact:
            return {"#8e24aa", 0.4};
        case Ink::field:
            return {"#2e7d32", 0.4};
        case Ink::target:
            return {"#00796b", 0.35};
        case Ink::first_mode:
            return {"#0b62c4", 0.3};
        case Ink::second_mode:
            return {"#c0392b", 0.3};
        case Ink::third_mode:
            return {"#2e7d32", 0.3};
    }
    return {"#000000", 0.3};
}

std::string SvgText::point(const Vector2d& p) const
{
    return svg_number(p.x()) + " " + svg_number(height_ - p.y());
}

void SvgText::path(std::span<const Vector2d> points, const Pen& pen, bool closed, double strength)
{
    if (points.size() < 2) return;
    text_ += "<path d=\"M";
    for (const Vector2d& p : points)
        text_ += (&p == points.data() ? "" : " L") + point(p);
    text_ +=
        fmt::format("{}\" stroke-linejoin=\"round\"{}/>\n", closed ? " Z" : "", stroke_of(pen, strength));
}

void SvgText::circle(const Vector2d& centre, double radius, const Pen& pen)
{
    text_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>\n", svg_number(centre.x()),
                         svg_number(height_ - centre.y()), svg_number(radius), stroke_of(pen));
}

void SvgText::rectangle(const Vector2d& low, const Vector2d& high, const Pen& pen)
{
    const Vector2d corners[] = {low, {high.x(), low.y()}, high, {low.x(), high.y()}};
    path(corners, pen, true);
}

void SvgText::arrow(const Vector2d& start, const Vector2d& end, const Pen& pen, int heads)
{
    const double length = (end - start).norm();
    if (!(length > 0.0)) return;
    const Vector2d along = (end - start) / length, across(-along.y(), along.x());
    const double head = std::min(2.0, 0.6 * length / heads);
    const Vector2d shaft[] = {start, end - 0.8 * head * along};
    path(shaft, pen);
    for (int i = 0; i < heads; ++i) {
        const Vector2d tip = end - i * 0.75 * head * along;
        const Vector2d corners[] = {tip, tip - head * along + 0.32 * head * across,
                                    tip - head * along - 0.32 * head * across};
        path(corners, {pen.colour, 0.05, "", pen.colour}, true);
    }
}

void SvgText::words(const Vector2d& at, std::string_view text, const char* anchor, const char* colour)
{
    // A white seam keeps words readable on lines.
    text_ += fmt::format(
        "<text x=\"{}\" y=\"{}\" text-anchor=\"{}\" fill=\"{}\" stroke=\"#ffffff\" stroke-width=\"0.6\" "
        "stroke-linejoin=\"round\" paint-order=\"stroke\">{}</text>\n",
        svg_number(at.x()), svg_number(height_ - at.y()), anchor, colour, svg_escaped(text));
}

double width_of(std::string_view text)
{
    const auto letters = std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; });
    return 0.56 * letter_height * static_cast<double>(letters);
}

std::vector<Vector2d> convex_hull(std::vector<Vector2d> points)
{
    std::sort(points.begin(), points.end(), [](const Vector2d& a, const Vector2d& b) {
        return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y());
    });
    std::vector<Vector2d> hull;
    const auto turns_left = [&hull](const Vector2d& next) {
        const Vector2d a = hull.back() - hull[hull.size() - 2], b = next - hull.back();
        return a.x() * b.y() - a.y() * b.x() > 0.0;
    };
    // Below from left to right, then above from right to left.
    for (int side = 0; side < 2; ++side) {
        const std::size_t first = hull.size();
        for (const Vector2d& p : points) {
            while (hull.size() >= first + 2 && !turns_left(p))
                hull.pop_back();
            hull.push_back(p);
        }
        hull.pop_back();
        std::reverse(points.begin(), points.end());
    }
    return hull;
}

}  // namespace supple
