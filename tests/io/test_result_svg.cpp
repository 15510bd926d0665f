#include <supple/io/drawing.hpp>
#include <supple/io/error.hpp>
#include <supple/io/model_file.hpp>
#include <supple/io/result_svg.hpp>
#include <supple/io/svg_text.hpp>

#include "support/results.hpp"

#include <gmock/gmock.h>

#include <limits>
#include <numbers>

namespace supple {
namespace test_result_svg {

using testing::HasSubstr;

std::size_t count(const std::string& text, const std::string& part)
{
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++found;
    return found;
}

/// A straight rod along x with a force there.
Drawing simple(const Vector3d& force)
{
    return {.lines = {{.points = {Vector3d::Zero(), Vector3d(0.1, 0.0, 0.0)}}},
            .arrows = {{.at = Vector3d(0.1, 0.0, 0.0), .vector = force, .label = "f"}},
            .length = 0.1};
}

TEST(ResultSvg, WhatPointsAtTheReaderIsADotAndWhatPointsAwayACross)
{
    // The views are x right, y up (seen from +z) and, below, x right, z up (seen from -y).
    const std::string at = to_svg(simple(Vector3d(0.0, 0.0, 1.0))),
                      away = to_svg(simple(Vector3d(0.0, 0.0, -1.0)));
    EXPECT_EQ(count(at, "r=\"0.35\""), 1U);
    EXPECT_EQ(count(away, "r=\"0.35\""), 0U);
    EXPECT_EQ(count(at, "r=\"1.1\""), 1U);
    EXPECT_EQ(count(away, "r=\"1.1\""), 1U);
    EXPECT_EQ(count(at, ">f</text>"), 1U);
}

TEST(ResultSvg, WhatHangsIsDrawnHanging)
{
    Drawing drawing = simple(Vector3d(0.0, 1.0, 0.0));
    EXPECT_THAT(to_svg(drawing), HasSubstr("data-right=\"x\" data-up=\"y\""));
    drawing.gravity = Vector3d(9.81, 0.0, 0.0);
    EXPECT_THAT(to_svg(drawing), HasSubstr("data-right=\"y\" data-up=\"-x\""));
    drawing.gravity = Vector3d(-9.81, 0.0, 0.0);
    EXPECT_THAT(to_svg(drawing), HasSubstr("data-up=\"x\""));
    drawing.gravity = Vector3d(5.0, 5.0, 0.0);
    EXPECT_THAT(to_svg(drawing), HasSubstr("data-right=\"x\" data-up=\"y\""));
}

TEST(ResultSvg, AShapeThatUsesThreeAxesHasThreeViews)
{
    Drawing drawing = simple(Vector3d::Zero());
    EXPECT_EQ(count(to_svg(drawing), "class=\"view\""), 2U);
    drawing.lines[0].points.emplace_back(0.1, 0.05, 0.0);
    EXPECT_EQ(count(to_svg(drawing), "class=\"view\""), 2U);
    drawing.lines[0].points.emplace_back(0.1, 0.05, 0.05);
    EXPECT_EQ(count(to_svg(drawing), "class=\"view\""), 3U);
}

TEST(ResultSvg, NoNumberIsWrittenThatIsNotFinite)
{
    for (const double bad :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        Drawing drawing = simple(Vector3d(0.0, 1.0, 0.0));
        drawing.lines[0].points.emplace_back(bad, 0.0, 0.0);
        EXPECT_THROW(to_svg(drawing), InputError);
        drawing = simple(Vector3d(0.0, bad, 0.0));
        EXPECT_THROW(to_svg(drawing), InputError);
        EXPECT_THROW(svg_number(bad), InputError);
    }
    EXPECT_EQ(svg_number(-0.0001), "0");
    EXPECT_EQ(svg_number(12.5), "12.5");
    EXPECT_EQ(svg_number(-100.0), "-100");
}

TEST(ResultSvg, NothingIsDrawnOfNothing)
{
    // A point without extent has a sheet too.
    Drawing point{.lines = {{.points = {Vector3d::Zero(), Vector3d::Zero()}}}};
    EXPECT_THAT(to_svg(point), HasSubstr("</svg>"));
}

TEST(ResultSvg, TextIsXmlWhateverItIs)
{
    EXPECT_EQ(svg_escaped("a<b>&\"c\""), "a&lt;b&gt;&amp;&quot;c&quot;");
    EXPECT_EQ(svg_escaped(std::string("\x01\x1f\xff\xc3\xa9", 5)), "  \xef\xbf\xbd\xc3\xa9");
}

TEST(ResultSvg, AHullHasTheOuterPointsOnly)
{
    std::vector<Vector2d> points{{0.0, 0.0}, {0.5, 0.5}, {1.0, 0.0}, {1.0, 1.0},
                                 {0.5, 0.0}, {0.0, 1.0}, {0.2, 0.9}};
    const std::vector<Vector2d> hull = convex_hull(points);
    EXPECT_THAT(
        hull, testing::UnorderedElementsAre(Vector2d(0, 0), Vector2d(1, 0), Vector2d(1, 1), Vector2d(0, 1)));
    double area = 0.0;
    for (std::size_t i = 0; i < hull.size(); ++i) {
        const Vector2d &a = hull[i], &b = hull[(i + 1) % hull.size()];
        area += 0.5 * (a.x() * b.y() - a.y() * b.x());
    }
    EXPECT_DOUBLE_EQ(area, 1.0);  // counterclockwise
}

TEST(ResultSvg, EverythingThatAFileCanHoldIsDrawn)
{
    const Manipulator m = parse_model(R"(supple: 1
rod: {length: 100 mm, bending_stiffness: 1000 N mm^2, radius: 1 mm}
attachments:
  - magnet: {name: cylinder, at: 20 mm, cylinder: {diameter: 4 mm, length: 6 mm}, remanence: 1 T}
  - magnet: {name: block, at: 40 mm, block: {size: 3 3 5 mm}, remanence: 1 T}
  - magnet: {name: ball, at: 60 mm, sphere: {diameter: 4 mm}, remanence: 1 T}
  - magnet: {name: dipole, at: 80 mm, dipole: 0 0 0.1 A m^2}
  - mass: {name: lump, at: 90 mm, mass: 1 g}
loads:
  - {name: body, at: tip, force: 0 1 0 mN, frame: body}
  - {name: later, at: tip, force: 0 1 0 mN, from: 1 s}
constraints:
  - fixture: {name: f, at: 30 mm, hold: {y: 0 mm}}
  - guide: {name: g, point: 0 0 50 mm}
  - plane: {name: w, at: tip, point: 0 20 0 mm, normal: 0 -1 0}
  - sphere: {name: s, at: tip, centre: 0 0 200 mm, radius: 10 mm}
  - cylinder: {name: c, at: tip, point: 0 60 0 mm, axis: 0 0 1, radius: 10 mm}
)");
    Equilibrium eq;
    eq.status = Status::converged;
    for (int i = 0; i <= 10; ++i) {
        eq.shape.arclength.push_back(0.01 * i);
        eq.shape.frames.push_back(SE3(Matrix3d::Identity(), Vector3d(0.0, 0.0, 0.01 * i)));
    }
    eq.base_reaction.force = Vector3d(0.0, -1e-3, 0.0);
    const std::string svg = to_svg(m, eq);
    for (const char* name : {"cylinder", "block", "ball", "dipole", "lump", "body 1 mN", "base 1 mN"})
        EXPECT_THAT(svg, HasSubstr(std::string(">") + name + "</text>"));
    EXPECT_THAT(svg, testing::Not(HasSubstr("later")));
}

}  // namespace test_result_svg
}  // namespace supple
