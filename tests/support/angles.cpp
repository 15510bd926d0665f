#include "support/angles.hpp"

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
    // Below 1 the series are shorter; c2 leaves its series at 3, c3 at 4.5 (series.cpp).
    return {{"zero", 0.0},
            {"1em300", 1e-300},
            {"1em9", 1e-9},
            {"1em4", 1e-4},
            {"0p1", 0.1},
            {"just_below_1", 0.999},
            {"1", 1.0},
            {"just_below_3", 2.999},
            {"3", 3.0},
            {"pi", std::numbers::pi},
            {"just_below_4p5", 4.499},
            {"4p5", 4.5},
            {"6", 6.0}};
}

std::vector<Angle> angles_below_half_turn()
{
    std::vector<Angle> below = angles();
    std::erase_if(below, [](const Angle& angle) { return angle.theta > 3.1; });
    return below;
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
