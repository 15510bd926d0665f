/// @file
/// A result that the library does not know: what its own description is enough for.
#pragma once

#include <supple/result/describer.hpp>

namespace supple::test {

struct Gust {
    std::string name;
    double speed = 0.0;  ///< [m/s]
    Vector3d direction = Vector3d::Zero();
};

struct Weather {
    Status status = Status::converged;
    std::string message;
    double pressure = 0.0;  ///< [Pa]
    std::optional<double> humidity;
    std::vector<double> height;  ///< [m]
    std::vector<Vector3d> wind;  ///< at each height [m/s]
    std::vector<Gust> gusts;
    std::vector<std::string> warnings;
};

inline void describe(Describer& to, const Gust& gust)
{
    to.text({.name = "name", .help = "of the gust"}, gust.name);
    to.number({.name = "speed", .help = "at its height", .unit = {"m/s", "m/s"}}, gust.speed);
    to.vector({.name = "direction", .help = "unit, in the world"}, gust.direction);
}

inline void describe(Describer& to, const Weather& w)
{
    to.outcome(w.status, w.message);
    to.number({.name = "pressure", .help = "at the ground", .unit = {"Pa", "kPa"}}, w.pressure);
    to.number({.name = "humidity", .help = "relative", .absent = "it was not measured"}, w.humidity);
    to.array({.name = "height", .help = "", .unit = unit::length, .shape = "[heights]", .rows = true},
             w.height);
    to.vectors({.name = "wind", .help = "", .unit = {"m/s", "m/s"}, .rows = true}, w.wind);
    describe_list(to, {.name = "gusts", .help = "", .uniform = true}, w.gusts);
    to.texts({.name = "warnings", .help = "sentences", .in_table = InTable::count}, w.warnings);
}

inline Weather sample_weather()
{
    return {.status = Status::converged,
            .message = "",
            .pressure = 101325.0 / 3.0,
            .humidity = 1 / 3.0,
            .height = {0.0, 1 / 7.0, 2 / 7.0},
            .wind = {{0, 1 / 3.0, 0}, {1 / 11.0, 0, 0}, {0, 0, 1e-300}},
            .gusts = {{"north", 5 / 3.0, {0, 1, 0}}, {"south", 7 / 3.0, {0, -1, 0}}},
            .warnings = {"a storm", "a flood"}};
}

}  // namespace supple::test
