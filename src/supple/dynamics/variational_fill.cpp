#include <supple/dynamics/variational_fill.hpp>
#include <supple/dynamics/variational_statics.hpp>
#include <supple/field/magnetic_field.hpp>

#include <algorithm>

namespace supple::variational {
namespace {

/// Wrench of the loads and the weight on every node, world axes.
std::vector<Vector6d> external_wrenches(const NodalRod& rod, const std::vector<SE3>& frames)
{
    std::vector<Vector6d> wrenches(frames.size(), Vector6d::Zero());
    for (std::size_t a = 0; a < frames.size(); ++a)
        wrenches[a].head<3>() = rod.weight[a];
    for (const NodeLoad& load : rod.loads) {
        const auto a = static_cast<std::size_t>(load.node);
        const NodeWrench w = wrench(load, frames[a], statics_time);
        wrenches[a].head<3>() += w.force;
        wrenches[a].tail<3>() += frames[a].rotation() * w.torque;
    }
    return wrenches;
}

}  // namespace

void fill(const NodalRod& rod, const std::vector<SE3>& frames, const std::vector<Vector6d>& g,
          double rounding_force, Equilibrium& eq)
{
    eq.shape.arclength = rod.arclength;
    eq.shape.frames = frames;
    NodalState state;
    state.frames = frames;
    eq.coordinates = coordinates(state);
    for (const Station& station : rod.stations)
        eq.stations.push_back({station.name, frame_at(rod, frames, station.at)});
    for (const Station& magnet : rod.magnets) {
        const Vector3d place = frame_at(rod, frames, magnet.at).position();
        eq.fields.push_back({magnet.name, magnet.at, field_at(*rod.field, place, statics_time).B});
    }

    // A hold pushes with what the gradient leaves in its directions.
    std::vector<Vector6d> wrenches = external_wrenches(rod, frames);
    double largest = 0.0;
    for (const Vector6d& w : wrenches)
        largest = std::max(largest, w.head<3>().norm() + w.tail<3>().norm() / rod.length());
    eq.base_reaction.name = "base";
    for (const NodalHold& hold : rod.holds) {
        if (!(statics_time < hold.until)) continue;
        const auto a = static_cast<std::size_t>(hold.node);
        Reaction reaction;
        reaction.name = hold.name;
        reaction.at = rod.arclength[a];
        for (int i = 0; i < 3; ++i) {
            if (hold.position[static_cast<std::size_t>(i)]) reaction.force[i] = g[a][i];
        }
        if (hold.rotation) reaction.moment = frames[a].rotation() * g[a].tail<3>();
        if (hold.tangent) reaction.moment = frames[a].rotation() * Vector3d(g[a][3], g[a][4], 0.0);
        wrenches[a].head<3>() += reaction.force;
        wrenches[a].tail<3>() += reaction.moment;
        largest = std::max(largest, reaction.force.norm() + reaction.moment.norm() / rod.length());
        const bool is_base = !rod.base.free && &hold == rod.holds.data();
        if (is_base)
            eq.base_reaction = reaction;
        else
            eq.reactions.push_back(reaction);
    }

    // Internal force and moment: of everything beyond the section, about it.
    Vector3d n = Vector3d::Zero(), m = Vector3d::Zero();
    eq.shape.force.resize(frames.size());
    eq.shape.moment.resize(frames.size());
    for (std::size_t a = frames.size(); a-- > 0;) {
        if (a + 1 < frames.size()) m += (frames[a + 1].position() - frames[a].position()).cross(n);
        if (a == 0) {
            eq.shape.force[0] = n;
            eq.shape.moment[0] = m;
        }
        n += wrenches[a].head<3>();
        m += wrenches[a].tail<3>();
        if (a == 0) break;
        eq.shape.force[a] = n;
        eq.shape.moment[a] = m;
    }
    // Where nothing is larger than rounding there is nothing to balance.
    eq.balance = largest > rounding_force ? (n.norm() + m.norm() / rod.length()) / largest : 0.0;
    eq.energy.elastic = elastic_energy(rod, frames);
    eq.energy.total = eq.energy.elastic + load_potential(rod, frames, statics_time);
}

}  // namespace supple::variational
