#include <supple/actuation/attached_load.hpp>
#include <supple/actuation/point_force.hpp>
#include <supple/actuation/weight.hpp>
#include <supple/assembly/bodies.hpp>
#include <supple/assembly/discretize.hpp>
#include <supple/assembly/drives.hpp>
#include <supple/assembly/guides.hpp>
#include <supple/assembly/layout.hpp>
#include <supple/assembly/nodal_layout.hpp>
#include <supple/constraint/frame_functions.hpp>
#include <supple/contact/obstacle.hpp>
#include <supple/contact/wall.hpp>
#include <supple/model/base_spring.hpp>
#include <supple/rod/attached.hpp>
#include <supple/rod/completed.hpp>
#include <supple/rod/disk_inertia.hpp>

#include <algorithm>
#include <cmath>
#include <functional>

namespace supple {
namespace {

/// A place that carries a share of something.
struct Side {
    Place place;
    double arclength = 0.0;
    double share = 1.0;
};

/// Finds the places at which something acts; the model wants them by element.
class Places {
 public:
    Places(const std::vector<Chain::Link>& links, double length) : links_(links), tolerance_(1e-9 * length)
    {
        double end = 0.0;
        for (const auto& link : links)
            ends_.push_back(end += supple::length(link.element));
    }

    /// For the nodal rod, which has no links: by the arc lengths of its nodes.
    Places(const std::vector<Chain::Link>& none, const std::vector<double>& nodes)
        : links_(none), nodes_(nodes), tolerance_(1e-9 * nodes.back()), ends_(nodes.begin() + 1, nodes.end())
    {
    }

    /// The place at an arc length: the end of the last element that ends there, or inside one. Where what
    /// lies before and behind stretches, it is between the slide that ends the one and that which begins the
    /// other; at a pinned base it is the joint there.
    Place at(double s) const
    {
        const auto ends_there = [&](std::size_t e) { return std::abs(ends_[e] - s) <= tolerance_; };
        if (!links_.empty() && ends_there(0) && ends_[0] == 0.0 && traits(links_[0].element).is_joint)
            return {0, 1.0};
        for (std::size_t e = ends_.size(); e-- > 0;) {
            if (!ends_there(e)) continue;
            const bool between =
                e > 0 && ends_there(e - 1) && slides(e) && length(links_[e].element) == 0.0 && slides(e - 1);
            return {static_cast<int>(between ? e - 1 : e), 1.0};
        }
        for (std::size_t e = 0; e < ends_.size(); ++e) {
            const double start = e == 0 ? 0.0 : ends_[e - 1];
            if (s < ends_[e]) return {static_cast<int>(e), std::max(0.0, (s - start) / (ends_[e] - start))};
        }
        return {static_cast<int>(ends_.size()) - 1, 1.0};
    }

    /// One place; or, where it is to be shared, the two sides of the joint that is exactly there. Of nodes
    /// those that carry it.
    std::vector<Side> sides(double s, bool shared) const
    {
        std::vector<Side> all;
        if (!nodes_.empty()) {
            for (const auto& [node, share] : nodes_at(nodes_, s))
                all.push_back({place_of_node(node), nodes_[static_cast<std::size_t>(node)], share});
            return all;
        }
        const Place place = at(s);
        const auto e = static_cast<std::size_t>(place.element);
        const double L = supple::length(links_[e].element);
        const double joint = joint_fraction(links_[e].element);
        const bool at_joint = dof(links_[e].element) > 0 && joint > 0.0 && joint < 1.0 &&
                              std::abs(place.fraction - joint) * L <= tolerance_;
        if (!shared || !at_joint) return {{place, s, 1.0}};
        return {{{place.element, std::nextafter(joint, 0.0)}, s, 0.5}, {{place.element, joint}, s, 0.5}};
    }

    /// Arc lengths at which a rod may touch what is around it: joints and middles of arcs, ends of elements.
    std::vector<double> samples() const
    {
        std::vector<double> all;
        double start = 0.0;
        for (std::size_t e = 0; e < ends_.size(); ++e) {
            const double L = ends_[e] - start;
            if (L > tolerance_ && !links_.empty()) {
                const double inside =
                    traits(links_[e].element).bends_inside ? 0.5 : joint_fraction(links_[e].element);
                if (inside > 0.0 && inside < 1.0) all.push_back(start + inside * L);
            }
            if (L > tolerance_) all.push_back(ends_[e]);
            start = ends_[e];
        }
        return all;
    }

    std::size_t elements() const { return ends_.size(); }
    double end(std::size_t element) const { return ends_[element]; }

 private:
    /// Whether it stretches.
    bool slides(std::size_t e) const { return !links_.empty() && traits(links_[e].element).stretches; }

    const std::vector<Chain::Link>& links_;
    std::vector<double> nodes_;
    double tolerance_;
    std::vector<double> ends_;
};

/// Everything that needs a point, first by place, then by its index in the chain.
struct Acting {
    Side side;
    std::string path;  ///< where it stands in the description
    std::function<void(System&, int point, double share)> attach;
};

/// An item of a list: by its name, or by its place where it has none.
std::string item(const char* list, std::size_t index, const std::string& name)
{
    return std::string(list) + "." + (name.empty() ? std::to_string(index) : name);
}

double friction_of(const Constraint& constraint)
{
    return std::visit(
        [](const auto& kind) {
            if constexpr (requires { kind.friction; })
                return kind.friction;
            else
                return 0.0;
        },
        constraint);
}

/// What is not solved together with a rod that may touch something anywhere; empty where it is.
std::string why_not_among_obstacles(const Manipulator& m, const System& system)
{
    const char* together =
        " and a conduit or an obstacle for the whole rod are not solved together by this version";
    if (m.base.pinned) return std::string("a pinned base") + together;
    if (!m.own.constraints.empty()) return "constraints of one's own" + std::string(together);
    for (const Constraint& constraint : m.constraints) {
        const bool touches = surface_of(constraint, m.rod) && !std::holds_alternative<Plane>(constraint);
        if (place_of(constraint) && !touches) return std::string("a ") + kind(constraint) + together;
        if (const auto* conduit = std::get_if<Conduit>(&constraint); conduit && conduit->open_end)
            return "the open end of a conduit is not solved by this version; leave out open_end";
    }
    for (const Attachment& attachment : m.attachments) {
        if (std::holds_alternative<DrivenRods>(attachment)) return std::string("driven rods") + together;
    }
    return system.unsupported;
}

/// Mass at arc lengths; that of an element without links is half at either end.
void add_masses(std::vector<std::pair<double, double>>& masses, const Manipulator& m,
                const std::vector<Chain::Link>& links, const RodNodes& nodes)
{
    const RodProperties p = rod_properties(m.rod);
    const double line =
        (disks_carry_rods(m) ? 0.0 : p.mass_per_length) - m.environment.surrounding_density * p.area;
    if (line != 0.0) {
        double start = 0.0;
        for (const auto& link : links) {
            const double L = length(link.element);
            if (traits(link.element).bends_inside) {
                for (const double x : {0.5 - 0.5 / std::sqrt(3.0), 0.5 + 0.5 / std::sqrt(3.0)})
                    masses.push_back({start + x * L, line * L / 2.0});
            } else if (L > 0.0) {
                // Rigid links: each side of the joint at its own centre.
                const double joint = joint_fraction(link.element);
                if (joint > 0.0) masses.push_back({start + joint * L / 2.0, line * joint * L});
                if (joint < 1.0)
                    masses.push_back({start + (1.0 + joint) * L / 2.0, line * (1.0 - joint) * L});
            }
            start += L;
        }
        for (std::size_t k = 0; k < nodes.lengths.size(); ++k) {
            for (const double s : {nodes.arclength[k], nodes.arclength[k + 1]})
                masses.push_back({s, line * nodes.lengths[k] / 2.0});
        }
    }
    for (const Attachment& attachment : m.attachments) {
        if (const BodyInertia* inertia = inertia_of(attachment))
            masses.push_back({*place_of(attachment), inertia->mass});
        if (const auto* disks = std::get_if<Disks>(&attachment)) {
            const std::vector<BodyInertia> inertia = disk_inertia(m);
            for (std::size_t i = 0; i < inertia.size(); ++i)
                masses.push_back({disks->positions[i], inertia[i].mass});
        }
    }
}

PointLoad load_at(const PointLoad& load, double time)
{
    PointLoad now = load;
    const char* axes[] = {"x", "y", "z"};
    for (int i = 0; i < 3; ++i) {
        now.force[i] = value_at(load.timing, std::string("force.") + axes[i], time, load.force[i]);
        now.moment[i] = value_at(load.timing, std::string("moment.") + axes[i], time, load.moment[i]);
    }
    return now;
}

std::vector<double> marks_of(const Manipulator& m)
{
    std::vector<double> marks;
    for (const PointLoad& load : m.loads)
        marks.push_back(load.at);
    for (const Attachment& attachment : m.attachments) {
        if (const double* at = place_of(attachment)) marks.push_back(*at);
    }
    for (const Constraint& constraint : m.constraints) {
        const double* at = place_of(constraint);
        if (at && !std::holds_alternative<Guide>(constraint)) marks.push_back(*at);
    }
    for (const OwnLoad& load : m.own.loads)
        marks.push_back(std::min(load.at, m.rod.length));
    for (const OwnConstraint& constraint : m.own.constraints)
        marks.push_back(std::min(constraint.at, m.rod.length));
    return marks;
}

}  // namespace

std::unique_ptr<System> discretize(const Manipulator& manipulator, double time, std::span<const double> also)
{
    const Complete complete(manipulator);
    const Manipulator& m = *complete;
    auto system = std::make_unique<System>();
    system->type = type_name(m.model);
    system->length = m.rod.length;
    system->time = time;
    const RodProperties section = rod_properties(m.rod);
    system->section_stiffness << section.bending_stiffness, section.torsional_stiffness;
    system->rest_shape = m.rod.rest_shape;
    system->course = BaseCourse(m.base);
    system->X_WB = system->course.at(time).X_WB;
    const std::vector<double> marks = marks_of(m), guides = guides_of(m, time);
    const bool is_nodal = std::holds_alternative<VariationalModel>(m.model);
    const NodalLayout nodal = is_nodal ? lay_out_nodes(m) : NodalLayout{};
    ChainLayout layout = is_nodal ? ChainLayout{} : lay_out_chain(m, marks, guides);
    if (is_nodal) {
        system->unsupported = nodal.error;
    } else {
        system->unsupported = layout.error.empty() ? why_not_slip(m, guides, marks) : layout.error;
    }
    if (!system->unsupported.empty()) return system;
    system->twists = is_nodal || layout.twists;
    system->field = std::make_unique<MagneticField>(m.environment.magnetic_field);

    // What acts, with its place.
    const Places places =
        is_nodal ? Places(layout.links, nodal.nodes.arclength) : Places(layout.links, m.rod.length);
    std::vector<Acting> acting;
    std::vector<DriveRoute> routes;
    std::vector<std::pair<std::string, std::unique_ptr<Obstacle>>> obstacle_loads;
    const auto attach = [&](const std::string& path, double s, bool shared,
                            std::function<void(System&, int, double)> make) {
        for (const Side& side : places.sides(s, shared))
            acting.push_back({side, path, make});
    };
    for (std::size_t i = 0; i < m.loads.size(); ++i) {
        const PointLoad& load = m.loads[i];
        if (!acts_at(load.timing, time)) continue;
        attach(item("loads", i, load.name), load.at, true,
               [now = load_at(load, time)](System& s, int point, double share) {
                   s.loads.push_back(std::make_unique<PointForce>(point, now, share));
               });
    }
    for (std::size_t i = 0; i < m.attachments.size(); ++i) {
        const Attachment& attachment = m.attachments[i];
        const Timing* timing = timing_of(attachment);
        if (attached_load(attachment, {0, 1.0, *system->field, time})) {
            if (timing && !acts_at(*timing, time)) continue;
            attach(item("attachments", i, name_of(attachment)), *place_of(attachment), true,
                   [&attachment, time](System& s, int point, double share) {
                       s.loads.push_back(attached_load(attachment, {point, share, *s.field, time}));
                   });
        } else if (const auto* rods = std::get_if<DrivenRods>(&attachment); rods && rods->count() > 0) {
            routes.push_back(route_of(m, *rods, item("attachments", i, rods->name), layout.links));
            for (std::size_t k = 0; k < routes.back().stations.size(); ++k)
                attach("", routes.back().stations[k], false,
                       [k, route = routes.size() - 1, &routes](System&, int point, double) {
                           routes[route].points[k] = point;
                       });
        }
    }
    for (std::size_t i = 0; i < m.constraints.size(); ++i) {
        const Constraint& constraint = m.constraints[i];
        const std::string path = item("constraints", i, name_of(constraint));
        const bool holds = time < until_of(constraint);
        if (const auto* plane = std::get_if<Plane>(&constraint); plane && plane->at != at_rod) {
            if (holds)
                attach(path, plane->at, false, [plane](System& s, int point, double) {
                    auto wall = std::make_unique<Wall>(point, *plane);
                    s.walls.push_back(wall.get());
                    s.loads.push_back(std::move(wall));
                });
            if (!guides.empty())
                system->unsupported = "a guide and a plane are not solved together by this version";
        } else if (surface_of(constraint, m.rod)) {
            if (!holds) continue;
            auto obstacle = std::make_unique<Obstacle>(name_of(constraint), *surface_of(constraint, m.rod),
                                                       friction_of(constraint));
            obstacle->rounding = 1e-5 * m.rod.length;
            Obstacle* touching = obstacle.get();
            system->obstacles.push_back(touching);
            obstacle_loads.emplace_back(path, std::move(obstacle));
            const double* at = place_of(constraint);
            for (const double s : at ? std::vector<double>{*at} : places.samples()) {
                attach("", s, false, [touching, s](System&, int point, double) {
                    touching->samples.push_back({.point = point, .arclength = s});
                });
            }
        } else if (frame_function(constraint, 0)) {
            const auto* guide = std::get_if<Guide>(&constraint);
            if (holds)
                attach(path, *place_of(constraint), false,
                       [guide, &constraint, time](System& s, int point, double) {
                           if (guide) s.slips.add_guide(static_cast<int>(s.constraints.size()), guide->near);
                           s.constraints.push_back(frame_function(constraint, point, time));
                       });
        } else {
            system->unsupported = std::string("the constraint \"") + kind(constraint) +
                                  "\" is not solved by this version with " + system->type;
        }
    }
    for (const OwnLoad& own : m.own.loads) {
        attach("own loads." + own.name, std::min(own.at, m.rod.length), true,
               [&own](System& s, int point, double share) { s.loads.push_back(own.make(point, share)); });
    }
    for (const OwnConstraint& own : m.own.constraints) {
        attach("own constraints." + own.name, std::min(own.at, m.rod.length), false,
               [&own](System& s, int point, double) { s.constraints.push_back(own.make(point)); });
    }
    if (!system->obstacles.empty()) system->unsupported = why_not_among_obstacles(m, *system);
    if (m.base.free) system->unsupported = "a free base has no equilibrium; remove base.free";

    if (m.base.pinned && !is_nodal) {
        attach("base", 0.0, false, [&section](System& s, int point, double) {
            auto spring = std::make_unique<BaseSpring>(point, s.X_WB.rotation(),
                                                       section.bending_stiffness.mean() / s.length);
            s.base_spring = spring.get();
            s.loads.push_back(std::move(spring));
        });
        if (!routes.empty()) system->unsupported = "driven rods and tendons need a base that is clamped";
    }

    for (const double at : also)
        attach("", at, false, [](System&, int, double) {});

    // Masses are many and share one load.
    const auto lumps = std::make_shared<std::vector<LumpedMass>>();
    if (!m.environment.gravity.isZero(0.0)) {
        std::vector<std::pair<double, double>> masses;
        add_masses(masses, m, layout.links, nodal.nodes);
        for (const auto& [s, mass] : masses) {
            if (mass != 0.0)
                attach("environment", s, false, [lumps, lump = mass](System&, int point, double share) {
                    lumps->push_back({point, share * lump});
                });
        }
    }

    // The chain has its points by element; loads then know theirs.
    std::stable_sort(acting.begin(), acting.end(), [](const Acting& a, const Acting& b) {
        return a.side.place.element < b.side.place.element;
    });
    std::vector<Place> points;
    for (const Acting& a : acting) {
        points.push_back(a.side.place);
        system->point_arclength.push_back(a.side.arclength);
    }
    double s = 0.0;
    for (std::size_t e = 0; e < places.elements(); ++e) {
        if (places.end(e) > s) system->samples.push_back({places.end(e), places.at(places.end(e)), ""});
        s = places.end(e);
    }
    for (const Station& station : m.stations)
        system->stations.push_back({station.at, places.at(station.at), station.name});
    for (const Attachment& attachment : m.attachments) {
        if (!is_magnetic(attachment)) continue;
        const double at = *place_of(attachment);
        system->magnets.push_back({at, places.at(at), name_of(attachment)});
    }
    if (!is_nodal)
        system->bodies = bodies_of(m, layout.links, [&places](double at) { return places.at(at); });
    system->damping = m.rod.damping;
    const std::size_t elements = layout.links.size();
    if (is_nodal)
        system->model = std::make_unique<StrainRod>(system->X_WB, nodal.rod, points);
    else
        system->model = std::make_unique<Chain>(system->X_WB, std::move(layout.links), points);
    for (std::size_t k = 0; k < acting.size(); ++k) {
        acting[k].attach(*system, static_cast<int>(k), acting[k].side.share);
        system->load_paths.resize(system->loads.size(), acting[k].path);
        system->constraint_paths.resize(system->constraints.size(), acting[k].path);
        system->wall_paths.resize(system->walls.size(), acting[k].path);
    }
    for (auto& [path, obstacle] : obstacle_loads) {
        std::sort(obstacle->samples.begin(), obstacle->samples.end(),
                  [](const auto& a, const auto& b) { return a.arclength < b.arclength; });
        system->loads.push_back(std::move(obstacle));
        system->load_paths.push_back(path);
    }
    for (const DriveRoute& route : routes)
        add_drive(*system, route, m, time);
    if (!routes.empty() && !system->walls.empty())
        system->unsupported = "driven rods and a plane are not solved together by this version";
    if (system->slips.size() > 0) add_stretches(*system, layout, elements, marks);
    if (!lumps->empty()) {
        system->loads.push_back(std::make_unique<Weight>(m.environment.gravity, *lumps));
        system->load_paths.emplace_back("environment");
    }
    return system;
}

}  // namespace supple
