#include <supple/statics/section_forces.hpp>

#include <utility>

namespace supple {

void fill_section_forces(StaticProblem& p, std::vector<std::size_t>& order, Shape& shape) noexcept
{
    const System& system = p.system();
    const auto frames = system.model->frames();
    const auto& s = system.point_arclength;
    for (std::size_t i = order.size(); i < s.size(); ++i)
        order.push_back(i);
    // Points that slip change their order seldom, and with their neighbours.
    for (std::size_t i = 1; i < order.size(); ++i) {
        for (std::size_t k = i; k > 0 && s[order[k]] < s[order[k - 1]]; --k)
            std::swap(order[k], order[k - 1]);
    }
    Vector3d n = Vector3d::Zero(), m = Vector3d::Zero(), last = Vector3d::Zero();
    std::size_t left = order.size();
    for (std::size_t i = shape.frames.size(); i-- > 0;) {
        const Vector3d& x = shape.frames[i].position();
        m += (last - x).cross(n);
        last = x;
        for (; left > 0 && s[order[left - 1]] > 0.0 && s[order[left - 1]] >= shape.arclength[i]; --left) {
            const std::size_t k = order[left - 1];
            const Vector6d& F = p.forces[k].F;
            n += F.head<3>();
            m += F.tail<3>() + (frames[k].position() - x).cross(F.head<3>());
        }
        shape.force[i] = n;
        shape.moment[i] = m;
        for (const CoupledLoad* load : system.coupled)
            shape.force[i] += load->section_pull(shape.arclength[i], shape.frames[i]);
    }
}

}  // namespace supple
