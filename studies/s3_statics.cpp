// Shapes at rest: s3 Sec. 7, the sag and the table of tips.
#include "s3.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <stdexcept>

namespace supple::app::s3 {
namespace {

struct Law {
    const char* name;
    const char* contact;
    const char* friction;
};

constexpr std::array<Law, 4> laws = {{{"least squares, friction 0.3", "least-squares", "0.3"},
                                      {"least squares, no friction", "least-squares", "0"},
                                      {"tendon limit", "tendon", "0.3"},
                                      {"capstan, friction 0.3", "capstan", "0.3"}}};

/// A case of the table: tips under the four laws [mm].
struct Case {
    const char* name;
    const char* tensions;
    std::array<std::array<double, 3>, 4> tips;
};

constexpr Case in_the_plane[] = {
    {"T11 = 10 N",
     "10 0 0 0 0 0 N",
     {{{25.8131, 0, 238.3484}, {26.4185, 0, 238.2646}, {27.2592, 0, 238.1497}, {26.8070, 0, 238.2151}}}},
    {"T11 = 20 N",
     "20 0 0 0 0 0 N",
     {{{52.4160, 0, 233.1347}, {54.7762, 0, 232.4507}, {58.5434, 0, 231.3321}, {56.6785, 0, 231.9267}}}},
    {"T11 = 30 N",
     "30 0 0 0 0 0 N",
     {{{75.2648, 0, 225.6099}, {79.9507, 0, 223.5658}, {88.3224, 0, 219.6663}, {84.3713, 0, 221.6781}}}},
    {"T22 = 5 N",
     "0 0 0 0 5 0 N",
     {{{-28.4269, 0, 237.6575}, {-29.1123, 0, 237.5225}, {-29.7690, 0, 237.4038}, {-29.2113, 0, 237.5192}}}},
    {"T22 = 10 N",
     "0 0 0 0 10 0 N",
     {{{-49.8881, 0, 232.5780}, {-52.2224, 0, 231.7263}, {-54.0165, 0, 231.1065}, {-52.1625, 0, 231.8430}}}},
    {"T22 = 15 N",
     "0 0 0 0 15 0 N",
     {{{-68.7734, 0, 225.5625}, {-73.4194, 0, 223.0727}, {-76.7661, 0, 221.3008}, {-73.1967, 0, 223.4783}}}},
    {"T11 = 25 N, T22 = 5 N",
     "25 0 0 0 5 0 N",
     {{{41.3436, 0, 235.7794}, {44.5022, 0, 235.0874}, {49.5405, 0, 233.8949}, {47.1824, 0, 234.4977}}}},
    {"T11 = 25 N, T22 = 10 N",
     "25 0 0 0 10 0 N",
     {{{20.8891, 0, 238.4022}, {21.2285, 0, 238.2741}, {24.5694, 0, 237.8960}, {25.1154, 0, 237.9649}}}},
    {"T11 = 25 N, T22 = 15 N",
     "25 0 0 0 15 0 N",
     {{{-0.7723, 0, 238.3499}, {-1.5451, 0, 238.1405}, {-0.5354, 0, 238.0306}, {0.9886, 0, 238.3545}}}}};

constexpr Case in_space[] = {{"T12 = 10 N",
                              "0 10 0 0 0 0 N",
                              {{{-19.4369, 25.9932, 237.3904},
                                {-20.0560, 27.1121, 237.1658},
                                {-20.5177, 27.5330, 237.0716},
                                {-20.2330, 27.0364, 237.1753}}}},
                             {"T21 = 8 N",
                              "0 0 0 8 0 0 N",
                              {{{17.0700, 35.8606, 235.0377},
                                {19.3818, 39.6142, 233.6703},
                                {15.4658, 34.7040, 235.4916},
                                {14.9270, 33.7846, 235.7904}}}}};

/// Rows of a case. In the plane y must vanish and is not listed.
void add_tips(const Case& given, bool planar, std::vector<Figure>& figures)
{
    constexpr double tolerance = 1e-4;  // [mm]
    for (std::size_t i = 0; i < laws.size(); ++i) {
        const Law& law = laws[i];
        // The first column is that of the sign of sliding itself, not of its rounded form.
        const Manipulator pulled = arm({given.tensions, law.contact, law.friction});
        const Vector3d found = tip_mm(i == 0 ? rest_sharply(pulled) : rest(pulled));
        if (planar && std::abs(found.y()) > tolerance)
            throw std::runtime_error(fmt::format("{}: the arm leaves its plane", given.name));
        const auto& [x, y, z] = given.tips[i];
        figures.push_back(
            {.name = fmt::format("tip {}; {}; {}", planar ? "x, z" : "x, y, z", given.name, law.name),
             .unit = "mm",
             .reference = planar ? std::vector{x, z} : std::vector{x, y, z},
             .ours = planar ? std::vector{found.x(), found.z()} : numbers(found),
             .tolerance = tolerance});
    }
}

}  // namespace

std::vector<Figure> tips_in_the_plane()
{
    std::vector<Figure> figures;
    figures.push_back({.name = "sag of the tip at rest, x",
                       .unit = "mm",
                       .reference = {-4.66834},
                       .ours = {tip_mm(rest(arm({}))).x()},
                       .tolerance = 1e-4});
    for (const Case& given : in_the_plane)
        add_tips(given, true, figures);
    return figures;
}

std::vector<Figure> tips_in_space()
{
    std::vector<Figure> figures;
    for (const Case& given : in_space)
        add_tips(given, false, figures);
    return figures;
}

}  // namespace supple::app::s3
