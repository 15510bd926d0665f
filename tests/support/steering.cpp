#include "support/steering.hpp"

#include <cmath>

namespace supple::test {

std::vector<Actuation> all_actuations(const System& system, const Limits& limits)
{
    std::vector<Actuation> list;
    for (const Parameter& parameter : actuations(system))
        list.push_back({parameter, limits});
    return list;
}

Target target_mm(double x, double y, double z)
{
    Target target;
    const double components[] = {x, y, z};
    for (std::size_t i = 0; i < 3; ++i) {
        if (!std::isnan(components[i])) target.position[i] = components[i] * mm;
    }
    return target;
}

}  // namespace supple::test
