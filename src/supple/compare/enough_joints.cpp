#include <supple/compare/enough_joints.hpp>

namespace supple {

std::optional<int> enough_joints(const std::vector<Attempt>& attempts, double tolerance)
{
    std::optional<int> least;
    for (auto attempt = attempts.rbegin(); attempt != attempts.rend() && attempt->error <= tolerance;
         ++attempt)
        least = attempt->joints;
    return least;
}

}  // namespace supple
