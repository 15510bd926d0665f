#include <supple/estimate/panel_ends.hpp>
#include <supple/model/chain.hpp>

#include <cmath>

namespace supple::estimation {
namespace {

constexpr double good = 0.02;  ///< of measure and first moment

}  // namespace

std::vector<double> panel_ends(const System& system)
{
    std::vector<double> all;
    for (const Sample& sample : system.samples)
        all.push_back(sample.arclength);
    const auto* chain = dynamic_cast<const Chain*>(system.model.get());
    if (!chain) return all;  // nodes

    // The joints behind the last end: their place and the length of rod that they stand for.
    std::vector<double> ends;
    struct Joint {
        double at, stands_for;
    };
    std::vector<Joint> joints;
    const double EI = system.section_stiffness.head<2>().mean();
    double start = 0.0, last = 0.0;
    for (const Chain::Link& link : chain->links()) {
        const double L = length(link.element);
        const ElementTraits kind = traits(link.element);
        const double end = start + L;
        if (kind.bends_inside) {
            ends.push_back(end);
            last = end;
            joints.clear();
            start = end;
            continue;
        }
        const double bending = 0.5 * (link.law.stiffness[0] + link.law.stiffness[1]);
        if (kind.is_joint && bending > 0.0)
            joints.push_back({start + joint_fraction(link.element) * L, EI / bending});
        start = end;
        if (L <= 0.0) continue;
        double measure = 0.0, moment = 0.0;
        for (const Joint& joint : joints) {
            measure += joint.stands_for;
            moment += joint.stands_for * (end - joint.at);
        }
        const double h = end - last;
        if (h > 0.0 && std::abs(measure - h) < good * h && std::abs(moment - 0.5 * h * h) < good * h * h) {
            ends.push_back(end);
            last = end;
            joints.clear();
        }
    }
    // A chain whose joints stand for no stretch of rod: its own frames are all there is.
    const bool tip_is_end = !ends.empty() && std::abs(ends.back() - system.length) < 1e-9 * system.length;
    return tip_is_end ? ends : all;
}

}  // namespace supple::estimation
