#include "support/angles.hpp"

#include <algorithm>
#include <numbers>
#include <ostream>

namespace supple::test {

void PrintTo(const Angle& angle, std::ostream* out)
{
    *out << angle.theta << " rad";
}

std::string name_of_angle(const testing::TestParamInfo<Angle>& info)
{
    return info.param.name;
}

std::vector<Angle> angles()
{
    constexpr double pi = std::numbers::pi;
    return {{"zero", 0.0},    {"1em300", 1e-300},
            {"1em12", 1e-12}, {"1em9", 1e-9},
            {"1em6", 1e-6},   {"1em4", 1e-4},
            {"1em3", 1e-3},   {"1em2", 1e-2},
            {"0p1", 0.1},     {"0p3", 0.3},
            {"0p5", 0.5},     {"below_short_series", 1.0 - 1e-9},
            {"1", 1.0},       {"2", 2.0},
            {"3", 3.0},       {"pi_less_1em9", pi - 1e-9},
            {"pi", pi},       {"below_long_series", 4.0 - 1e-9},
            {"4", 4.0},       {"5", 5.0},
            {"6", 6.0},       {"6p28", 6.28}};
}

std::vector<Angle> moderate_angles()
{
    std::vector<Angle> all = angles();
    std::erase_if(all, [](const Angle& angle) { return angle.theta > 6.0; });
    return all;
}

std::vector<Vector3d> axes()
{
    return {Vector3d::UnitX(),
            Vector3d::UnitY(),
            -Vector3d::UnitZ(),
            Vector3d(1, 1, 1).normalized(),
            Vector3d(-0.36, 0.48, 0.8),
            Vector3d(0.9, -0.3, 0.1).normalized(),
            Vector3d(1e-7, 1.0, -1e-9).normalized()};
}

}  // namespace supple::test
