/// @file
/// Pieces of SVG: numbers, texts, paths and arrows on paper, in millimetres, y upwards.
#pragma once

#include <supple/io/drawing.hpp>
#include <supple/rod/rod.hpp>

#include <span>
#include <string>
#include <string_view>

namespace supple {

/// @throws InputError
[[noreturn]] void refuse_drawing();

/// A number of millimetres. @throws InputError where it is not finite
std::string svg_number(double value);

/// A text inside an element or an attribute: XML whatever bytes it has.
std::string svg_escaped(std::string_view text);

/// Colour, width and dashes of a pen.
struct Pen {
    const char* colour;
    double width;             ///< [mm]
    const char* dashes = "";  ///< of SVG
    const char* fill = "none";
    double opacity = 1.0;  ///< of the filling
};

Pen pen_of(Ink ink);

/// Elements one after the other. Paper has y upwards here, and downwards in the file.
class SvgText {
 public:
    explicit SvgText(double height) : height_(height) {}

    void raw(std::string_view text) { text_ += text; }
    void path(std::span<const Vector2d> points, const Pen& pen, bool closed = false, double strength = 1.0);
    void circle(const Vector2d& centre, double radius, const Pen& pen);
    void rectangle(const Vector2d& low, const Vector2d& high, const Pen& pen);
    /// From start to end; the head lies in it and is never longer than 60 % of it.
    void arrow(const Vector2d& start, const Vector2d& end, const Pen& pen, int heads = 1);
    /// `anchor`: start, middle or end.
    void words(const Vector2d& at, std::string_view text, const char* anchor = "start",
               const char* colour = "#1a1a1a");

    std::string take() { return std::move(text_); }

 private:
    std::string point(const Vector2d& p) const;

    double height_;
    std::string text_;
};

inline constexpr double letter_height = 2.6;  ///< of all words [mm]; 7.4 points

/// How wide words are, to find room for them [mm].
double width_of(std::string_view text);

/// The corners of the convex hull, counterclockwise.
std::vector<Vector2d> convex_hull(std::vector<Vector2d> points);

}  // namespace supple
