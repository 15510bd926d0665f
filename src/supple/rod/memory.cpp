#include <supple/rod/memory.hpp>

#include <algorithm>
#include <cmath>

namespace supple {

void remember(const Memory& memory, std::span<const double> times, std::span<double> commands)
{
    if (commands.empty()) return;
    double arrived = commands[0], settled = commands[0];
    for (std::size_t k = 0; k < commands.size(); ++k) {
        arrived = std::clamp(arrived, commands[k] - memory.play, commands[k] + memory.play);
        const double since = k > 0 ? times[k] - times[k - 1] : 0.0;
        settled = arrived + (settled - arrived) * std::exp(-since / memory.relaxation_time);
        commands[k] = arrived + memory.relaxation * (arrived - settled);
    }
}

}  // namespace supple
