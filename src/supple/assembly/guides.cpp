#include <supple/assembly/guides.hpp>

#include <algorithm>
#include <cmath>

namespace supple {

std::vector<double> guides_of(const Manipulator& m, double time)
{
    std::vector<double> guides;
    for (const Constraint& constraint : m.constraints) {
        const auto* guide = std::get_if<Guide>(&constraint);
        if (guide && time < guide->until) guides.push_back(guide->near);
    }
    return guides;
}

std::string why_not_slip(const Manipulator& m, const std::vector<double>& guides,
                         const std::vector<double>& marks)
{
    if (guides.empty()) return "";
    if (!std::holds_alternative<SegmentModel>(m.model))
        return std::string("a guide is not solved by this version with ") + type_name(m.model) +
               "; use universal-prb or isotropic-prb";

    if (std::any_of(m.attachments.begin(), m.attachments.end(),
                    [](const Attachment& a) { return std::holds_alternative<DrivenRods>(a); }))
        return "a guide and driven rods or tendons are not solved together by this version; remove one";
    const RodProperties p = rod_properties(m.rod);
    const bool disks = std::any_of(m.attachments.begin(), m.attachments.end(),
                                   [](const Attachment& a) { return std::holds_alternative<Disks>(a); });
    const bool weighs = disks || p.mass_per_length != m.environment.surrounding_density * p.area;
    if (weighs && !m.environment.gravity.isZero(0.0))
        return "a guide and the weight of the rod or of disks are not solved together by this version; "
               "remove "
               "gravity, or use point masses";
    if (m.rod.rest_shape.size() > 1 ||
        (m.rod.rest_shape.size() == 1 && m.rod.rest_shape[0].length < m.rod.length * (1.0 - 1e-9)))
        return "a guide is solved by this version only on a rod that is straight or evenly curved at rest";

    // A stretch on either side must have a length to begin with.
    const double least = 1e-3 * m.rod.length;
    std::vector<double> others = marks;
    others.insert(others.end(), {0.0, m.rod.length});
    for (std::size_t i = 0; i < guides.size(); ++i) {
        const auto close = [&](double s) { return std::abs(s - guides[i]) < least; };
        const bool apart = std::none_of(others.begin(), others.end(), close) &&
                           std::count_if(guides.begin(), guides.end(), close) == 1;
        if (!apart)
            return "a guide starts at an end of the rod, at a load, an attachment or another constraint; set "
                   "its `near` apart from them";
    }
    return "";
}

void add_stretches(System& system, const ChainLayout& layout, std::size_t links,
                   const std::vector<double>& marks)
{
    const std::size_t segments = layout.cuts.size() - 1;
    const int each = static_cast<int>((links - layout.first) / segments),
              pin = static_cast<int>(layout.first);
    const auto same = [&](double a, double b) { return std::abs(a - b) <= 1e-9 * system.length; };
    const auto guide_at = [&](double s) {
        for (int i = 0; i < system.slips.size(); ++i) {
            if (same(system.slips.start(i), s)) return i;
        }
        return -1;
    };
    const auto ends_at = [&](std::size_t cut) {
        const double s = layout.cuts[cut];
        return cut == segments || guide_at(s) >= 0 ||
               std::any_of(marks.begin(), marks.end(), [&](double mark) { return same(mark, s); });
    };
    for (std::size_t first = 0, last = 0; first < segments; first = ++last) {
        while (!ends_at(last + 1))
            ++last;
        Slips::Stretch stretch;
        stretch.first = pin + static_cast<int>(first) * each;
        stretch.last = pin + static_cast<int>(last + 1) * each - 1;
        stretch.start = layout.cuts[first];
        stretch.end = layout.cuts[last + 1];
        stretch.from = guide_at(stretch.start);
        stretch.to = guide_at(stretch.end);
        if (stretch.from >= 0 || stretch.to >= 0) system.slips.add_stretch(stretch, *system.model);
    }
    system.slips.update(*system.model);
}

}  // namespace supple
