// What an answer says of tubes and obstacles.

#include <supple/cosserat/impl.hpp>
#include <supple/text/sentence.hpp>

#include <algorithm>
#include <cmath>

namespace supple::cosserat {
namespace {

constexpr double same_line = 0.02;  // between neighbours, over L

const Node& node_at(const Workspace& work, int stop)
{
    return *std::find_if(work.nodes.begin(), work.nodes.end(),
                         [stop](const Node& node) { return node.stop == stop; });
}

/// One touch, in its own summary, its boundary's reaction and its group.
void add(const Solver::Impl& impl, std::size_t hold, std::size_t first_reaction, Equilibrium& out)
{
    const Problem& p = impl.touched.problem;
    const Touching& touch = impl.work.holds[hold].touch;
    const auto b = static_cast<std::size_t>(p.holds[hold].boundary);
    const Boundary& boundary = p.boundaries[b];
    const Node& node = node_at(impl.work, p.holds[hold].stop);
    Contact contact;
    contact.name = boundary.name;
    contact.friction = boundary.friction;
    contact.at = p.length * node.s;
    contact.position = p.length * node.x.r;
    contact.normal = touch.gap.gradient.normalized();
    contact.force = p.force * touch.N * touch.gap.gradient;
    contact.normal_force = contact.normal.dot(contact.force);
    double u = touch.u;
    contact.gap = distance_at(boundary.surface, contact.position, u);
    contact.state = ContactState::slip;

    Reaction& reaction = out.reactions[first_reaction + b];
    reaction.force += contact.force;
    reaction.moment += (contact.position - p.length * impl.work.nodes[0].x.r).cross(contact.force);
    ContactSummary& summary = out.contact_summaries[b];
    ++summary.count;
    summary.largest_normal_force = std::max(summary.largest_normal_force, contact.normal_force);
    if (!out.contact_groups.empty() && !out.contacts.empty()) {
        ContactGroup& group = out.contact_groups.back();
        if (group.name == contact.name && out.contacts.back().name == contact.name &&
            contact.normal.dot(out.contacts.back().normal) > 0.0 && contact.at - group.to < 0.2 * p.length) {
            group.to = contact.at;
            group.force += contact.force;
            out.contacts.push_back(contact);
            return;
        }
    }
    out.contact_groups.push_back({contact.name, contact.at, contact.at, contact.force});
    out.contacts.push_back(contact);
}

/// That forces along a line are given at single places.
void warn_of_lines(const Solver::Impl& impl, Equilibrium& out)
{
    const auto& touches = impl.touched.touches;
    for (std::size_t i = 0; i < touches.size(); ++i) {
        if (!touches[i].in_line) continue;
        std::size_t last = i;
        while (last + 1 < touches.size() && touches[last + 1].in_line &&
               touches[last + 1].boundary == touches[i].boundary &&
               touches[last + 1].s - touches[last].s < same_line)
            ++last;
        const auto length = [&](double share) {
            return significant(1e3 * impl.problem.length * share, 4) + " mm";
        };
        const auto count = static_cast<double>(std::max<std::size_t>(1, last - i));
        const auto boundary = static_cast<std::size_t>(touches[i].boundary);
        out.warnings.push_back(
            filled("the rod lies along '{}' from {} to {}: its force is given at places {} apart there",
                   impl.problem.boundaries[boundary].name, length(touches[i].s), length(touches[last].s),
                   length((touches[last].s - touches[i].s) / count)));
        i = last;
    }
}

}  // namespace

void report_touches(const Solver::Impl& impl, Equilibrium& out)
{
    out.contact_groups.clear();
    out.contact_summaries.clear();
    const Problem& p = impl.touched.problem;
    const std::size_t boundaries = impl.problem.boundaries.size(), held = impl.problem.holds.size();
    if (boundaries == 0 || p.boundaries.size() != boundaries) return;
    const std::size_t first = out.reactions.size();
    out.reactions.resize(first + boundaries);
    out.contact_summaries.resize(boundaries);
    bool tube = false, rough = false;
    for (std::size_t b = 0; b < boundaries; ++b) {
        const Boundary& boundary = p.boundaries[b];
        out.reactions[first + b] = {boundary.name};
        out.contact_summaries[b] = {boundary.name};
        tube = tube || std::holds_alternative<TubeGap>(boundary.surface);
        rough = rough || boundary.friction > 0.0;
    }
    ContactCheck check;
    check.penetration = p.length * impl.touched.beyond;
    for (std::size_t b = 0; b < boundaries; ++b) {
        for (std::size_t hold = held; hold < p.holds.size(); ++hold) {
            if (p.holds[hold].boundary != static_cast<int>(b)) continue;
            const Touching& touch = impl.work.holds[hold].touch;
            check.complementarity = std::max({check.complementarity, std::abs(touch.gap.value),
                                              std::abs(touch.N * touch.gap.value), -touch.N});
            add(impl, hold, first, out);
        }
    }
    out.contact_check = check;
    if (tube) out.push = out.base_reaction.force.dot(impl.work.nodes[0].x.q * Vector3d::UnitZ());
    warn_of_lines(impl, out);
    if (rough)
        out.warnings.emplace_back(
            "friction needs a way on which the rod came: the exact rod has none, and its "
            "friction is zero");
}

}  // namespace supple::cosserat
