#include <supple/actuation/drive.hpp>
#include <supple/assembly/drives.hpp>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

const Disks* disks_of(const Manipulator& m)
{
    for (const Attachment& attachment : m.attachments) {
        if (const auto* disks = std::get_if<Disks>(&attachment)) return disks;
    }
    return nullptr;
}

bool same_place(const Manipulator& m, double a, double b)
{
    return std::abs(a - b) <= 1e-9 * m.rod.length;
}

// Arcs and passages are the same, up to the rods' last end.
bool arcs_are_passages(const Manipulator& m, const std::vector<double>& stations,
                       const std::vector<double>& arc_ends)
{
    if (!std::holds_alternative<CurvatureModel>(m.model) || stations.size() > arc_ends.size()) return false;
    for (std::size_t i = 0; i < stations.size(); ++i) {
        if (!same_place(m, stations[i], arc_ends[i])) return false;
    }
    return true;
}

}  // namespace

std::vector<double> element_ends(const std::vector<Chain::Link>& links)
{
    std::vector<double> ends;
    double end = 0.0;
    for (const auto& link : links) {
        const double L = length(link.element);
        if (L > 0.0) ends.push_back(end += L);
    }
    return ends;
}

std::vector<double> ends_of(const Manipulator& m, const DrivenRods& rods)
{
    const Disks* disks = disks_of(m);
    if (rods.end_disks.empty() || !disks) return rods.ends;
    std::vector<double> ends;
    for (const int disk : rods.end_disks)
        ends.push_back(disks->positions[static_cast<std::size_t>(disk - 1)]);
    return ends;
}

std::vector<double> stations_of(const Manipulator& m, const DrivenRods& rods,
                                const std::vector<double>& element_ends)
{
    const std::vector<double> ends = ends_of(m, rods);
    const double last = *std::max_element(ends.begin(), ends.end());
    const Disks* disks = disks_of(m);
    std::vector<double> stations = disks ? disks->positions : element_ends;
    stations.insert(stations.end(), ends.begin(), ends.end());
    std::sort(stations.begin(), stations.end());
    const auto same = [&](double a, double b) { return same_place(m, a, b); };
    stations.erase(std::unique(stations.begin(), stations.end(), same), stations.end());
    while (stations.back() > last && !same_place(m, stations.back(), last))
        stations.pop_back();
    return stations;
}

std::vector<double> bending_in_arcs(const Manipulator& m, const std::vector<double>& arc_ends)
{
    std::vector<double> EI(arc_ends.size(), 0.0);
    for (const Attachment& attachment : m.attachments) {
        const auto* rods = std::get_if<DrivenRods>(&attachment);
        if (!rods || rods->count() == 0 || rods->bending != RodBending::arcs ||
            !arcs_are_passages(m, stations_of(m, *rods, arc_ends), arc_ends))
            continue;
        const std::vector<double> ends = ends_of(m, *rods);
        for (std::size_t i = 0; i < arc_ends.size(); ++i) {
            for (std::size_t j = 0; j < ends.size(); ++j) {
                if (arc_ends[i] < ends[j] || same_place(m, arc_ends[i], ends[j]))
                    EI[i] += rods->bending_stiffness[j];
            }
        }
    }
    return EI;
}

DriveRoute route_of(const Manipulator& m, const DrivenRods& rods, const std::string& path,
                    const std::vector<Chain::Link>& links)
{
    DriveRoute route{rods, path, {}, {}, false};
    const std::vector<double> ends = element_ends(links);
    route.stations = stations_of(m, rods, ends);
    route.points.assign(route.stations.size(), 0);
    route.bends_in_chain = rods.bending == RodBending::arcs && arcs_are_passages(m, route.stations, ends);
    return route;
}

void add_drive(System& system, const DriveRoute& route, const Manipulator& m, double time)
{
    std::vector<double> lengths;
    double start = 0.0;
    for (const double s : route.stations) {
        lengths.push_back(s - start);
        start = s;
    }
    Drive::Layout layout;
    for (const double end : ends_of(m, route.rods)) {
        const auto station = std::find_if(route.stations.begin(), route.stations.end(),
                                          [&](double s) { return same_place(m, s, end); });
        layout.ends.push_back(static_cast<int>(station - route.stations.begin()) + 1);
    }
    const double L = m.rod.length;
    layout.least_compliance = 1e-11 * L * L * L / rod_properties(m.rod).bending_stiffness[0];
    layout.bends_in_chain = route.bends_in_chain;
    // In motion a drive remembers its history; in a sequence of solves the caller has its MemoryState.
    DrivenRods rods = route.rods;
    rods.timing.history = arrived(rods.memory, rods.timing.history);
    auto drive = std::make_unique<Drive>(rods, Routing(system.X_WB, route.points, lengths), layout, time);
    system.coupled.push_back(drive.get());
    system.loads.push_back(std::move(drive));
    system.load_paths.push_back(route.path);
}

}  // namespace supple
