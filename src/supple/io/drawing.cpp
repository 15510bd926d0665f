// From a drawing in space to a sheet of paper: views, their scale, what the sheet says below them.
#include <supple/io/drawing.hpp>
#include <supple/io/svg_view.hpp>
#include <supple/text/units.hpp>

#include <fmt/format.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

using Box3 = Eigen::AlignedBox3d;

constexpr double widest = 170.0, highest = 170.0;    // of the sheet, without its foot [mm]
constexpr double longest_arrow = 20.0, foot = 13.0;  // [mm]
constexpr double flat = 0.15;                        // of the largest extent: no view of its own

/// Of a view, around what it shows [mm].
Vector2d margin()
{
    return {11.0, 9.0};
}

/// 1, 2 or 5 times a power of ten, the largest that is not above the bound.
double round_below(double bound)
{
    const double power = std::pow(10.0, std::floor(std::log10(bound)));
    for (const double digit : {5.0, 2.0})
        if (digit * power <= bound) return digit * power;
    return power;
}

double largest(const Drawing& drawing, ArrowKind kind)
{
    double most = 0.0;
    for (const DrawnArrow& arrow : drawing.arrows)
        if (arrow.kind == kind) most = std::max(most, arrow.vector.norm());
    return most;
}

/// What the views must hold; walls and spheres may be larger.
Box3 extent_of(const Drawing& drawing)
{
    Box3 box;
    for (const DrawnLine& line : drawing.lines)
        for (const Vector3d& p : line.points)
            box.extend(p);
    for (const DrawnBody& body : drawing.bodies)
        for (const Vector3d& p : body.points)
            box.extend(p);
    for (const DrawnMark& mark : drawing.marks)
        box.extend(mark.at);
    for (const DrawnTube& tube : drawing.tubes) {
        for (std::size_t i = 0; i < tube.points.size(); ++i) {
            // Across the tube, along each axis.
            const Vector3d half = tube.radius[i] * (1.0 - tube.tangents[i].array().square()).max(0.0).sqrt();
            box.extend(Vector3d(tube.points[i] + half));
            box.extend(Vector3d(tube.points[i] - half));
        }
    }
    return box;
}

struct Sheet {
    std::vector<SvgView> views;
    DrawingScale scale;
    Vector2d size = Vector2d::Zero();  ///< [mm]
};

/// The main view, one below it that has the same axis to the right, one beside it with the same upwards.
struct Axes {
    SignedAxis right, up, other;
    bool below = true, beside = false;
};

Axes axes_of(const Drawing& drawing, const Vector3d& extent)
{
    int order[] = {0, 1, 2};
    std::stable_sort(order, order + 3, [&](int a, int b) { return extent[a] > extent[b] * (1.0 + 1e-9); });
    Axes axes{{order[0]}, {order[1]}, {order[2]}};
    // What hangs is drawn hanging.
    int down = 0;
    const double g = drawing.gravity.norm();
    const bool hangs = g > 0.0 && drawing.gravity.cwiseAbs().maxCoeff(&down) > 0.99 * g;
    if (hangs) {
        if (axes.right.axis == down) std::swap(axes.right, axes.up);
        if (axes.other.axis == down) std::swap(axes.other, axes.up);
        axes.up.sign = drawing.gravity[down] > 0.0 ? -1.0 : 1.0;
    }
    const double most = extent.maxCoeff(), right = extent[axes.right.axis], up = extent[axes.up.axis],
                 other = extent[axes.other.axis];
    axes.below = right >= up;
    axes.beside = !axes.below;
    if (std::min({right, up, other}) > flat * most) axes.below = axes.beside = true;
    return axes;
}

Sheet layout(const Drawing& drawing)
{
    Sheet sheet;
    const Box3 rod = extent_of(drawing);
    const Axes axes = axes_of(drawing, rod.sizes());
    // Forces first: what else there is stays a little shorter.
    for (const ArrowKind kind : arrow_kinds) {
        const double most = largest(drawing, kind);
        if (most > 0.0) sheet.scale[kind] = (kind == ArrowKind::force ? 1.0 : 0.7) * longest_arrow / most;
    }

    // Arrows have their length on paper: how much they add depends on the scale, which depends on them.
    const double longest = std::max({rod.sizes().maxCoeff(), 0.05 * drawing.length, 1e-9});
    Box3 box = rod;
    for (int round = 0; round < 4; ++round) {
        const auto span = [&](const SignedAxis& axis) { return box.sizes()[axis.axis] / longest; };
        const double wide = span(axes.right) + (axes.beside ? span(axes.other) : 0.0),
                     high = span(axes.up) + (axes.below ? span(axes.other) : 0.0);
        const double room_right = widest - 2.0 * margin().x() * (axes.beside ? 2.0 : 1.0),
                     room_up = highest - 2.0 * margin().y() * (axes.below ? 2.0 : 1.0);
        sheet.scale.length =
            std::min({room_right / std::max(wide, 1e-6), room_up / std::max(high, 1e-6), 120.0}) / longest;
        box = rod;
        for (const DrawnArrow& arrow : drawing.arrows)
            box.extend(Vector3d(arrow.at + sheet.scale.arrow(arrow) / sheet.scale.length));
    }

    const double scale = sheet.scale.length;
    const auto add = [&](const SignedAxis& right, const SignedAxis& up, const Vector2d& corner) {
        SvgView view{.right = right, .up = up, .low = corner, .scale = scale};
        const Vector2d size(scale * box.sizes()[right.axis], scale * box.sizes()[up.axis]);
        view.high = corner + size + 2.0 * margin();
        const Vector2d low(std::min(right.of(box.min()), right.of(box.max())),
                           std::min(up.of(box.min()), up.of(box.max())));
        view.origin = corner + margin() - scale * low;
        sheet.views.push_back(view);
    };
    const double below = axes.below ? scale * box.sizes()[axes.other.axis] + 2.0 * margin().y() : 0.0;
    add(axes.right, axes.up, {0.0, foot + below});
    const SvgView main = sheet.views[0];
    if (axes.below) add(axes.right, axes.other, {0.0, foot});
    if (axes.beside) add(axes.other, axes.up, {main.high.x(), main.low.y()});
    for (const SvgView& view : sheet.views)
        sheet.size = sheet.size.cwiseMax(view.high);
    return sheet;
}

/// Each arrow is named where it is seen longest.
std::vector<int> views_of_names(const Drawing& drawing, const Sheet& sheet)
{
    std::vector<int> named;
    for (const DrawnArrow& arrow : drawing.arrows) {
        int best = 0;
        double most = -1.0;
        for (std::size_t i = 0; i < sheet.views.size(); ++i) {
            const double seen = sheet.views[i].direction(arrow.vector).norm();
            if (seen > most * (1.0 + 1e-6) + 1e-300) {
                most = seen;
                best = static_cast<int>(i);
            }
        }
        named.push_back(best);
    }
    return named;
}

/// Bars and arrows of a round size, and what the colours mean; widens the sheet where they need it.
void draw_foot(SvgText& to, const Drawing& drawing, Sheet& sheet)
{
    const Pen pen{"#1a1a1a", 0.3};
    double x = 4.0;
    const double y = 6.5, word = y - 0.35 * letter_height;
    const auto say = [&](const std::string& text, const char* colour = "#1a1a1a") {
        to.words({x, word}, text, "start", colour);
        x += width_of(text) + 5.0;
    };
    const double bar = round_below(35.0 / sheet.scale.length), long_bar = bar * sheet.scale.length;
    to.raw(fmt::format("<g class=\"scale\" data-metres=\"{}\">\n", format_number(bar)));
    const Vector2d line[] = {{x, y}, {x + long_bar, y}};
    to.path(line, pen);
    for (const Vector2d& end : line) {
        const Vector2d stroke[] = {end - Vector2d(0.0, 1.0), end + Vector2d(0.0, 1.0)};
        to.path(stroke, pen);
    }
    to.raw("</g>\n");
    x += long_bar + 1.5;
    say(format_quantity(bar, dimension::length));
    constexpr std::pair<const char*, Dimension> kinds[] = {
        {"force", dimension::force}, {"moment", dimension::moment}, {"field", dimension::magnetic_field}};
    for (const ArrowKind kind : arrow_kinds) {
        const double scale = sheet.scale[kind];
        if (!(scale > 0.0)) continue;
        const auto& [name, dimension] = kinds[static_cast<std::size_t>(kind)];
        const double size = round_below(14.0 / scale);
        to.raw(fmt::format("<g class=\"{}-scale\" data-si=\"{}\">\n", name, format_number(size)));
        to.arrow({x, y}, {x + size * scale, y}, pen, kind == ArrowKind::moment ? 2 : 1);
        to.raw("</g>\n");
        x += size * scale + 1.5;
        say(format_quantity(size, dimension));
    }
    double end = x;
    x = 4.0;
    const double below = y - 4.4;
    for (const auto& [ink, text] : drawing.key) {
        const Vector2d stroke[] = {{x, below}, {x + 5.0, below}};
        to.path(stroke, {pen_of(ink).colour, std::max(pen_of(ink).width, 0.4), pen_of(ink).dashes});
        to.words({x + 6.0, below - 0.35 * letter_height}, text);
        x += 6.0 + width_of(text) + 4.0;
    }
    end = std::max(end, x);
    if (!drawing.warning.empty()) {
        to.words({4.0, y + 3.4}, drawing.warning, "start", "#c0392b");
        end = std::max(end, width_of(drawing.warning) + 8.0);
    }
    sheet.size.x() = std::max(sheet.size.x(), end);
}

}  // namespace

std::string to_svg(const Drawing& drawing)
{
    for (const DrawnArrow& arrow : drawing.arrows)
        if (!arrow.vector.allFinite()) refuse_drawing();
    Sheet sheet = layout(drawing);
    SvgText body(sheet.size.y());
    const std::vector<int> named = views_of_names(drawing, sheet);
    for (std::size_t i = 0; i < sheet.views.size(); ++i)
        draw_view(body, drawing, sheet.scale, sheet.views[i], static_cast<int>(i), named);
    draw_foot(body, drawing, sheet);

    const std::string width = svg_number(sheet.size.x()), height = svg_number(sheet.size.y());
    std::string out = fmt::format(
        R"(<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="{0}mm" height="{1}mm" viewBox="0 0 {0} {1}" role="img" aria-labelledby="title desc" font-family="Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif" font-size="{2}">
<title id="title">{3}</title>
<desc id="desc">{4}</desc>
<defs>
)",
        width, height, svg_number(letter_height), svg_escaped(drawing.title),
        svg_escaped(drawing.description));
    for (std::size_t i = 0; i < sheet.views.size(); ++i) {
        const SvgView& view = sheet.views[i];
        const Vector2d size = view.high - view.low;
        out += fmt::format(
            "<clipPath id=\"view{}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>\n", i,
            svg_number(view.low.x()), svg_number(sheet.size.y() - view.high.y()), svg_number(size.x()),
            svg_number(size.y()));
    }
    return out + "</defs>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n" + body.take() +
           "</svg>\n";
}

}  // namespace supple
