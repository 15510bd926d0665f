#include <supple/io/svg_view.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace supple {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double shortest_arrow = 1.2;   // on paper; what is seen shorter points at the reader [mm]
constexpr double shortest_vector = 0.4;  // what is shorter in space is not drawn [mm]

Vector2d turned(const Vector2d& v)
{
    return {-v.y(), v.x()};
}

/// Finds room for words beside what they name.
class Labels {
 public:
    explicit Labels(const SvgView& view) : view_(view) {}

    /// Paper that words had better leave free.
    void take(const Vector2d& point) { points_.push_back(point); }

    void put(SvgText& to, const Vector2d& anchor, const std::string& text, const char* colour = "#1a1a1a")
    {
        const Vector2d size(width_of(text), letter_height);
        Box best;
        double least = std::numeric_limits<double>::infinity();
        for (const double distance : {1.2, 2.6, 4.2, 6.5, 9.0}) {
            for (int side = 0; side < 8; ++side) {
                const Vector2d out(std::cos(side * pi / 4.0), std::sin(side * pi / 4.0));
                const Vector2d centre = anchor + distance * out + 0.5 * out.cwiseProduct(size);
                const Box box{centre - 0.5 * size, centre + 0.5 * size};
                const double cost = cost_of(box) + 0.3 * distance;
                if (cost < least) {
                    least = cost;
                    best = box;
                }
            }
        }
        boxes_.push_back(best);
        to.words({best.low.x(), best.low.y() + 0.22 * letter_height}, text, "start", colour);
    }

 private:
    struct Box {
        Vector2d low = Vector2d::Zero(), high = Vector2d::Zero();
    };

    double cost_of(const Box& box) const
    {
        double cost = 0.0;
        for (const Box& other : boxes_) {
            const Vector2d shared = box.high.cwiseMin(other.high) - box.low.cwiseMax(other.low);
            if (shared.minCoeff() > 0.0) cost += 20.0 + shared.x() * shared.y();
        }
        for (const Vector2d& p : points_)
            if ((p - box.low).minCoeff() > -0.4 && (box.high - p).minCoeff() > -0.4) cost += 4.0;
        cost += 10.0 * (view_.low - box.low).cwiseMax(0.0).sum();
        cost += 10.0 * (box.high - view_.high).cwiseMax(0.0).sum();
        return cost;
    }

    const SvgView& view_;
    std::vector<Box> boxes_;
    std::vector<Vector2d> points_;
};

class ViewDrawer {
 public:
    ViewDrawer(SvgText& to, const Drawing& drawing, const DrawingScale& scale, const SvgView& view)
        : to_(to), drawing_(drawing), scale_(scale), view_(view), labels_(view)
    {
    }

    /// What may be larger than the view.
    void geometry()
    {
        for (const DrawnTube& tube : drawing_.tubes)
            draw(tube);
        for (const DrawnWall& wall : drawing_.walls)
            draw(wall);
        for (const DrawnSphere& sphere : drawing_.spheres)
            to_.circle(view_.place(sphere.centre), view_.scale * sphere.radius, pen_of(Ink::tube));
        for (const DrawnLine& line : drawing_.lines)
            draw(line);
        for (const DrawnBody& body : drawing_.bodies) {
            const std::vector<Vector2d> outline = convex_hull(placed(body.points));
            to_.path(outline, pen_of(body.ink), true);
            for (const Vector2d& p : outline)
                labels_.take(p);
        }
    }

    void symbols(int index, const std::vector<int>& named_in)
    {
        for (const DrawnMark& mark : drawing_.marks)
            draw(mark);
        for (const DrawnArrow& arrow : drawing_.arrows)
            draw(arrow);
        axes();
        gravity();
        for (std::size_t i = 0; i < drawing_.arrows.size(); ++i) {
            const DrawnArrow& arrow = drawing_.arrows[i];
            if (named_in[i] == index && !arrow.label.empty())
                labels_.put(to_, end_of(arrow), arrow.label, pen_of(arrow.ink).colour);
        }
        if (index > 0) return;
        for (const DrawnName& name : drawing_.names)
            labels_.put(to_, view_.place(name.at), name.text, pen_of(name.ink).colour);
    }

 private:
    std::vector<Vector2d> placed(const std::vector<Vector3d>& points) const
    {
        std::vector<Vector2d> on_paper;
        for (const Vector3d& p : points)
            on_paper.push_back(view_.place(p));
        return on_paper;
    }

    Vector2d end_of(const DrawnArrow& arrow) const
    {
        return view_.place(arrow.at) + view_.direction(scale_.arrow(arrow));
    }

    void draw(const DrawnLine& line)
    {
        const std::vector<Vector2d> points = placed(line.points);
        Pen pen = pen_of(line.ink);
        pen.width = std::max(pen.width, view_.scale * line.thickness);
        if (!line.closed) pen.fill = "none";
        to_.path(points, pen, line.closed, line.strength);
        if (line.ink != Ink::rod) return;
        // A thick rod is light inside.
        if (pen.width > 1.2) to_.path(points, {"#a9c1da", pen.width - 0.5});
        for (const Vector2d& p : points)
            labels_.take(p);
    }

    /// Its outline: the points of the wall at which the reader looks along it.
    void draw(const DrawnTube& tube)
    {
        std::vector<Vector2d> left, right;
        const auto finish = [&] {
            std::vector<Vector2d> area = left;
            area.insert(area.end(), right.rbegin(), right.rend());
            Pen pen = pen_of(Ink::tube);
            const Pen side{pen.colour, pen.width};
            pen.colour = "none";
            to_.path(area, pen, true);
            to_.path(left, side);
            to_.path(right, side);
            left.clear();
            right.clear();
        };
        bool was_end_on = false;
        for (std::size_t i = 0; i < tube.points.size(); ++i) {
            const Vector2d along = view_.direction(tube.tangents[i]), c = view_.place(tube.points[i]);
            const double r = view_.scale * tube.radius[i];
            const bool end_on = along.norm() < 0.05;
            if (end_on) {
                if (!was_end_on) to_.circle(c, r, pen_of(Ink::tube));
                finish();
            }
            was_end_on = end_on;
            if (end_on) continue;
            left.push_back(c + r * turned(along.normalized()));
            right.push_back(c - r * turned(along.normalized()));
        }
        finish();
    }

    void draw(const DrawnWall& wall)
    {
        const Vector2d normal = view_.direction(wall.normal);
        if (normal.norm() < 0.999) return square_of(wall);
        // As much of it as the view can hold.
        const Vector2d along = turned(normal.normalized()), middle = 0.5 * (view_.low + view_.high);
        const Vector2d from_wall = middle - view_.place(wall.point);
        const double reach = 0.5 * (view_.high - view_.low).norm();
        if (std::abs(normal.dot(from_wall)) > reach) return;
        const Vector2d p = middle - normal.dot(from_wall) / normal.squaredNorm() * normal;
        const Pen pen = pen_of(Ink::wall);
        const Vector2d ends[] = {p - reach * along, p + reach * along};
        to_.path(ends, pen);
        for (double at = -reach; at < reach; at += 1.6) {
            const Vector2d from = p + at * along;
            const Vector2d stroke[] = {from, from - 1.2 * normal - 1.2 * along};
            to_.path(stroke, {pen.colour, 0.15});
        }
    }

    void square_of(const DrawnWall& wall)
    {
        const Vector3d a = 0.15 * drawing_.length * wall.normal.unitOrthogonal(), b = wall.normal.cross(a);
        to_.path(placed({wall.point + a + b, wall.point + a - b, wall.point - a - b, wall.point - a + b}),
                 pen_of(Ink::tube), true);
    }

    void draw(const DrawnMark& mark)
    {
        using Shape = DrawnMark::Shape;
        const Vector2d p = view_.place(mark.at), seen = view_.direction(mark.along);
        const Pen line{"#1a1a1a", 0.35}, thin{"#1a1a1a", 0.15}, solid{"#1a1a1a", 0.25, "", "#ffffff"};
        const bool end_on = seen.norm() < 0.3;
        const Vector2d along = end_on ? Vector2d(0.0, 1.0) : seen.normalized(), across = turned(along);
        switch (mark.shape) {
            case Shape::clamped_base: {
                if (end_on) return to_.rectangle(p - Vector2d(2, 2), p + Vector2d(2, 2), {"#1a1a1a", 0.3});
                const Vector2d ends[] = {p - 3.5 * across, p + 3.5 * across};
                to_.path(ends, line);
                for (int i = 0; i < 6; ++i) {
                    const Vector2d from = p + (-3.5 + 1.4 * i) * across;
                    const Vector2d stroke[] = {from, from - 1.4 * along - 1.0 * across};
                    to_.path(stroke, thin);
                }
                return;
            }
            case Shape::pinned_base:
            case Shape::fixture: {
                const Vector2d corners[] = {p, p + Vector2d(-1.5, -2.6), p + Vector2d(1.5, -2.6)};
                return to_.path(corners, solid, true);
            }
            case Shape::clamp:
                return to_.rectangle(p - Vector2d(1.5, 1.5), p + Vector2d(1.5, 1.5), line);
            case Shape::guide:
                return to_.circle(p, 1.5, line);
            case Shape::mass:
                return to_.circle(p, 0.9, {"#1a1a1a", 0.2, "", "#1a1a1a"});
            case Shape::target: {
                const Pen pen = pen_of(Ink::target);
                const Vector2d first[] = {p - Vector2d(1.8, 1.8), p + Vector2d(1.8, 1.8)};
                const Vector2d second[] = {p - Vector2d(1.8, -1.8), p + Vector2d(1.8, -1.8)};
                to_.path(first, pen);
                return to_.path(second, pen);
            }
        }
    }

    void draw(const DrawnArrow& arrow)
    {
        const Pen pen = pen_of(arrow.ink);
        const bool is_moment = arrow.kind == ArrowKind::moment;
        const Vector3d vector = scale_.arrow(arrow);
        if (vector.norm() < shortest_vector) return;
        const Vector2d p = view_.place(arrow.at), seen = view_.direction(vector);
        for (const double part : {0.25, 0.5, 0.75, 1.0})
            labels_.take(p + part * seen);
        if (seen.norm() >= shortest_arrow) return to_.arrow(p, p + seen, pen, is_moment ? 2 : 1);
        const double depth = view_.near().dot(vector);
        if (std::abs(depth) < shortest_arrow) return;
        to_.circle(p, is_moment ? 1.5 : 1.1, {pen.colour, 0.25, "", "#ffffff"});
        if (is_moment) to_.circle(p, 1.1, {pen.colour, 0.2});
        if (depth > 0.0) return to_.circle(p, 0.35, {pen.colour, 0.1, "", pen.colour});
        for (const double sign : {1.0, -1.0}) {
            const Vector2d stroke[] = {p - 0.75 * Vector2d(1.0, sign), p + 0.75 * Vector2d(1.0, sign)};
            to_.path(stroke, {pen.colour, 0.25});
        }
    }

    /// Where gravity points, in the upper right corner.
    void gravity()
    {
        const Vector2d seen = view_.direction(drawing_.gravity.normalized());
        if (drawing_.gravity.isZero(0.0) || seen.norm() < 0.3) return;
        const Vector2d centre = view_.high - Vector2d(7.0, 6.0);
        to_.arrow(centre - 3.0 * seen, centre + 3.0 * seen, {"#1a1a1a", 0.25});
        to_.words(centre + Vector2d(1.2, -0.3 * letter_height), "g");
        for (const double part : {-3.0, -1.0, 1.0, 3.0})
            labels_.take(centre + part * seen);
    }

    /// Which axes of the world lie in the paper, in its lower left corner.
    void axes()
    {
        const Pen pen{"#1a1a1a", 0.25};
        for (const SignedAxis& axis : {view_.right, view_.up}) {
            const Vector2d out = view_.direction(Vector3d::Unit(axis.axis));
            const Vector2d corner =
                view_.low + Vector2d(view_.right.sign > 0.0 ? 2.0 : 7.0, view_.up.sign > 0.0 ? 2.0 : 7.0);
            to_.arrow(corner, corner + 5.0 * out, pen);
            const Vector2d at = corner + 6.6 * out;
            to_.words(at - Vector2d(0.0, 0.3 * letter_height), std::string(1, "xyz"[axis.axis]), "middle");
            for (const double part : {0.0, 0.5, 1.0, 1.3})
                labels_.take(corner + 5.0 * part * out);
        }
    }

    SvgText& to_;
    const Drawing& drawing_;
    const DrawingScale& scale_;
    const SvgView& view_;
    Labels labels_;
};

}  // namespace

void draw_view(SvgText& to, const Drawing& drawing, const DrawingScale& scale, const SvgView& view, int index,
               const std::vector<int>& named_in)
{
    ViewDrawer drawer(to, drawing, scale, view);
    to.raw(fmt::format(
        "<g class=\"view\" data-right=\"{}{}\" data-up=\"{}{}\">\n<g clip-path=\"url(#view{})\">\n",
        view.right.sign > 0.0 ? "" : "-", "xyz"[view.right.axis], view.up.sign > 0.0 ? "" : "-",
        "xyz"[view.up.axis], index));
    drawer.geometry();
    to.raw("</g>\n");
    drawer.symbols(index, named_in);
    to.raw("</g>\n");
}

}  // namespace supple
