#include <supple/cosserat/cosserat.hpp>
#include <supple/cosserat/problem.hpp>
#include <supple/lie/so3.hpp>
#include <supple/rod/attached.hpp>
#include <supple/rod/completed.hpp>
#include <supple/rod/pose_history.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

namespace supple::cosserat {
namespace {

constexpr double same_place = 1e-10;  ///< over L

bool acts(const Timing& timing)
{
    return timing.from <= statics_time && statics_time < timing.until;
}

struct Reader {
    const Manipulator& source;
    Problem& p;
    int hold_count = 0;
    int guide_count = 0;

    void fail(const char* why)
    {
        if (p.status == Status::invalid) return;
        p.status = Status::invalid;
        p.message = why;
    }

    /// Index of the stop at an arc length [m].
    int stop_at(double at)
    {
        const double s = std::clamp(at / p.length, 0.0, 1.0);
        const auto after = std::lower_bound(p.stops.begin(), p.stops.end(), s - same_place,
                                            [](const Stop& stop, double x) { return stop.s < x; });
        return static_cast<int>(after - p.stops.begin());
    }

    void place(double at)
    {
        // A place that is not on the rod, or not a number.
        if (!(at >= -same_place * p.length && at <= (1.0 + same_place) * p.length)) {
            fail("something sits at an arc length outside the rod");
            return;
        }
        Stop stop;
        stop.s = std::clamp(at / p.length, 0.0, 1.0);
        p.stops.push_back(stop);
    }

    void places()
    {
        p.stops.clear();
        p.guide_places.clear();
        place(0.0);
        place(p.length);
        double end = 0.0;
        for (const RestPiece& piece : source.rod.rest_shape)
            place(std::min(end += piece.length, p.length));
        for (const PointLoad& load : source.loads)
            place(load.at);
        for (const Station& station : source.stations)
            place(station.at);
        for (const Attachment& attachment : source.attachments) {
            std::visit([this](const auto& a) { place_attachment(a); }, attachment);
        }
        for (const Constraint& constraint : source.constraints) {
            std::visit([this](const auto& c) { place_constraint(c); }, constraint);
        }
        std::sort(p.stops.begin(), p.stops.end(), [](const Stop& a, const Stop& b) { return a.s < b.s; });
        const auto same = [](const Stop& a, const Stop& b) { return b.s - a.s < same_place; };
        p.stops.erase(std::unique(p.stops.begin(), p.stops.end(), same), p.stops.end());
        p.stops.back().s = 1.0;
    }

    template <class T>
    void place_attachment(const T& a)
    {
        place(a.at);
    }
    void place_attachment(const Disks& disks)
    {
        for (const double at : disks.positions)
            place(at);
    }
    void place_attachment(const DrivenRods&)
    {
        fail("the cosserat model does not take driven rods or tendons");
    }
    template <class T>
    void place_constraint(const T& c)
    {
        if constexpr (requires { c.at; }) {
            if (c.at != at_rod) place(c.at);
        }
    }
    /// A guide slides, so it has a stop of its own, inside the rod.
    void place_constraint(const Guide& guide)
    {
        double s = guide.near / p.length;
        const auto taken = [&s](const Stop& stop) { return std::abs(stop.s - s) < 1e-4; };
        if (s >= 0.0 && s <= 1.0) {
            s = std::clamp(s, 0.01, 0.99);
            while (std::any_of(p.stops.begin(), p.stops.end(), taken))
                s += s < 0.5 ? 1.7e-3 : -1.7e-3;
        }
        place(s * p.length);
        p.guide_places.push_back(s * p.length);
    }

    void add(Action action)
    {
        const Action::Value& v = action.value;
        if (!(v.force.allFinite() && v.moment.allFinite() && v.dipole.allFinite())) {
            fail("a load, over the rod's stiffness, is not a finite number");
        }
        p.actions.push_back(action);
    }

    void add_weight(double at, const BodyInertia& inertia)
    {
        if (inertia.mass == 0.0 || source.environment.gravity.isZero(0.0)) return;
        Action action;
        action.stop = stop_at(at);
        action.value.force = inertia.mass / p.force * source.environment.gravity;
        add(action);
    }

    void add_dipole(double at, const Vector3d& dipole, int coil_set)
    {
        Action action;
        action.kind = Action::Kind::dipole;
        action.stop = stop_at(at);
        action.value.dipole = dipole;
        action.coil_set = coil_set;
        add(action);
    }

    void attach(const Magnet& magnet, int)
    {
        add_dipole(magnet.at, magnet.dipole, -1);
        add_weight(magnet.at, magnet.inertia);
    }
    void attach(const CoilSet& coils, int index)
    {
        const Vector3d currents = acts(coils.timing) ? coils.currents : Vector3d(Vector3d::Zero());
        add_dipole(coils.at, coils.orientation * coils.turns.cwiseProduct(coils.areas).cwiseProduct(currents),
                   index);
        add_weight(coils.at, coils.inertia);
    }
    void attach(const PointMass& mass, int) { add_weight(mass.at, mass.inertia); }
    void attach(const Disks& disks, int)
    {
        for (std::size_t i = 0; i < disks.positions.size(); ++i) {
            const double lumped =
                std::numbers::pi * disks.radius * disks.radius * disks.thickness * disks.density;
            add_weight(disks.positions[i],
                       i < disks.inertia.size() ? disks.inertia[i] : BodyInertia{lumped, 0.0, 0.0});
        }
    }
    void attach(const DrivenRods&, int) {}
    template <class Other>
    void attach(const Other&, int)
    {
        fail("the cosserat model does not take one of the attachments");
    }

    void load(const PointLoad& load, int index)
    {
        if (!acts(load.timing)) return;
        Action action;
        action.kind = load.frame == LoadFrame::body ? Action::Kind::follower : Action::Kind::dead;
        action.stop = stop_at(load.at);
        action.load = index;
        action.value.force = load.force / p.force;
        action.value.moment = load.moment / p.moment;
        add(action);
    }

    /// A hold at a place; nothing if it is released before t = 0.
    Hold* hold_at(double at, Hold::Kind kind, const std::string& name, double until)
    {
        if (!(statics_time < until)) return nullptr;
        const int stop = stop_at(at);
        if (p.stops[stop].hold >= 0) {
            fail("two constraints sit at the same arc length");
            return nullptr;
        }
        if (stop == 0) {
            fail(p.pinned ? "a constraint sits at the base, which is pinned already"
                          : "a constraint sits at the base, which is clamped");
            return nullptr;
        }
        p.stops[stop].hold = hold_count;
        if (static_cast<int>(p.holds.size()) <= hold_count) p.holds.emplace_back();
        Hold& hold = p.holds[hold_count++];
        hold.kind = kind;
        hold.name = name;
        hold.stop = stop;
        hold.friction = 0.0;
        hold.directed = false;
        hold.q.setIdentity();
        return &hold;
    }
    void check(const Vector3d& v)
    {
        if (!v.allFinite()) fail("a constraint is not a finite number");
    }
    void constrain(const Fixture& fixture)
    {
        Hold* hold = hold_at(fixture.at, Hold::Kind::fixture, fixture.name, fixture.until);
        if (!hold) return;
        hold->directed = fixture.tangent.has_value();
        if (hold->directed) check(hold->tangent = fixture.tangent->normalized());
        for (int i = 0; i < 3; ++i) {
            hold->held[i] = fixture.hold[i].has_value();
            hold->target[i] = fixture.hold[i].value_or(0.0) / p.length;
        }
        check(hold->target);
    }
    void constrain(const Guide& guide)
    {
        const double at = p.guide_places[guide_count++];
        if (Hold* hold = hold_at(at, Hold::Kind::guide, guide.name, guide.until)) {
            check(hold->target = guide.point / p.length);
        }
    }
    void constrain(const Clamp& clamp)
    {
        if (Hold* hold = hold_at(clamp.at, Hold::Kind::clamp, clamp.name, clamp.until)) {
            const SE3 X_WC = pose_at(clamp.X_WC, clamp.history, statics_time);
            check(hold->target = X_WC.position() / p.length);
            hold->q = so3::quaternion(X_WC.rotation());
            if (!hold->q.coeffs().allFinite()) fail("a clamp's orientation is not a rotation");
        }
    }
    void constrain(const Plane& plane)
    {
        if (plane.at == at_rod) return bound(plane);
        if (Hold* hold = hold_at(plane.at, Hold::Kind::wall, plane.name, plane.until)) {
            check(hold->target = plane.point / p.length);
            check(hold->normal = plane.normal.normalized());
            hold->friction = plane.friction;
        }
    }
    /// What the whole rod may touch.
    template <class Other>
    void bound(const Other& surface)
    {
        if (statics_time < surface.until)
            p.boundaries.push_back({surface.name, *surface_of(surface, source.rod), surface.friction});
    }
    void constrain(const Conduit& conduit)
    {
        if (conduit.open_end) fail("the cosserat model does not take the open end of a conduit");
        const bool led = !conduit.pieces.empty() || conduit.centerline.size() > 1;
        led && (!conduit.clearance.empty() || !conduit.radius.empty())
            ? bound(conduit)
            : fail("a conduit has no course, or no width");
    }
    void constrain(const Sphere& sphere)
    {
        sphere.at == at_rod ? bound(sphere) : fail("the cosserat model does not take a sphere at a point");
    }
    void constrain(const Cylinder& cylinder)
    {
        cylinder.at == at_rod ? bound(cylinder)
                              : fail("the cosserat model does not take a cylinder at a point");
    }
    template <class Other>
    void constrain(const Other&)
    {
        fail("the cosserat model does not take one of the constraints");
    }

    /// What is not solved together with something that the whole rod may touch.
    void beside_boundaries(const Options& options)
    {
        if (p.boundaries.empty()) return;
        if (!p.holds.empty())
            fail("the cosserat model does not take other constraints beside a conduit or an obstacle");
        if (p.pinned) fail("the cosserat model does not take a pinned base in a conduit or at an obstacle");
        if (options.shear || options.extension)
            fail("the cosserat model takes neither shear nor extension in a conduit or at an obstacle");
    }

    void section(const Options& options)
    {
        const Rod& rod = source.rod;
        const RodProperties properties = rod_properties(rod);
        const double EI = properties.bending_stiffness.mean();
        if (!(properties.bending_stiffness.minCoeff() > 0.0 && properties.torsional_stiffness > 0.0 &&
              std::isfinite(EI))) {
            fail("the rod's stiffness is not a positive number");
            return;
        }
        p.force = EI / (p.length * p.length);
        p.moment = EI / p.length;
        p.torsion_assumed = properties.torsion_assumed;

        Section section;
        section.bending_compliance =
            EI * Vector3d(1.0 / properties.bending_stiffness.x(), 1.0 / properties.bending_stiffness.y(),
                          1.0 / properties.torsional_stiffness);
        if (options.shear) {
            section.stretch_compliance.head<2>() = p.force * properties.shear_stiffness.cwiseInverse();
        }
        if (options.extension) section.stretch_compliance.z() = p.force / properties.axial_stiffness;
        const double mass =
            properties.mass_per_length - source.environment.surrounding_density * properties.area;
        p.weight = mass * p.length / p.force * source.environment.gravity;
        if (!(section.bending_compliance.allFinite() && section.stretch_compliance.allFinite() &&
              section.stretch_compliance.minCoeff() >= 0.0 && p.weight.allFinite())) {
            fail("the rod's properties are not finite numbers");
        }
        for (Stop& stop : p.stops)
            stop.section = section;

        double end = 0.0;
        for (const RestPiece& piece : rod.rest_shape) {
            const double start = end;
            end += piece.length / p.length;
            const Vector3d kappa = p.length * Vector3d(piece.curvature.x(), piece.curvature.y(), piece.twist);
            if (!kappa.allFinite()) fail("the rest shape is not a finite number");
            for (Stop& stop : p.stops) {
                if (stop.s > start - same_place && stop.s < end - same_place)
                    stop.section.rest_curvature = kappa;
            }
        }
    }

    void read(const Options& options)
    {
        p.status = Status::converged;
        p.message.clear();
        p.actions.clear();
        p.boundaries.clear();
        p.length = source.rod.length;
        const Rod& rod = source.rod;
        if (!(p.length > 0.0 && std::isfinite(p.length)))
            return fail("the rod's length is not a positive number");
        if (!rod.bending_stiffness && !(rod.section && rod.material.youngs_modulus)) {
            return fail("the rod's bending stiffness is not known");
        }
        if (source.base.free) return fail("a free base has no static equilibrium");
        if (!source.base.X_WB.rotation().allFinite() || !source.base.X_WB.position().allFinite()) {
            return fail("the base pose is not a finite number");
        }
        if (!source.own.loads.empty() || !source.own.constraints.empty())
            return fail("the cosserat model does not take own loads and constraints: use a chain");
        places();
        if (p.status == Status::invalid) return;
        section(options);
        if (p.status == Status::invalid) return;
        const SE3 X_WB = pose_at(source.base.X_WB, source.base.timing.history, statics_time);
        p.base.r = X_WB.position() / p.length;
        p.base.q = so3::quaternion(X_WB.rotation());
        p.pinned = source.base.pinned;
        p.field = source.environment.magnetic_field;

        int index = 0;
        for (const PointLoad& l : source.loads)
            load(l, index++);
        index = 0;
        for (const Attachment& a : source.attachments) {
            std::visit([&](const auto& x) { attach(x, index); }, a);
            ++index;
        }
        // By stop; the rest of the key keeps the order the same from one description to the next.
        const auto key = [](const Action& a) { return std::tuple(a.stop, a.load, a.coil_set, a.kind); };
        std::sort(p.actions.begin(), p.actions.end(),
                  [&](const Action& a, const Action& b) { return key(a) < key(b); });
        p.previous.reserve(p.actions.size());
        std::size_t next = 0;
        for (std::size_t i = 0; i < p.stops.size(); ++i) {
            p.stops[i].first_action = static_cast<int>(next);
            while (next < p.actions.size() && p.actions[next].stop == static_cast<int>(i))
                ++next;
            p.stops[i].end_action = static_cast<int>(next);
        }
        for (const Constraint& c : source.constraints) {
            std::visit([this](const auto& x) { constrain(x); }, c);
        }
        p.holds.resize(static_cast<std::size_t>(hold_count));
        beside_boundaries(options);
        p.has_guides = guide_count > 0;

        p.station_stops.clear();
        p.station_names.resize(source.stations.size());
        for (std::size_t i = 0; i < source.stations.size(); ++i) {
            p.station_stops.push_back(stop_at(source.stations[i].at));
            p.station_names[i] = source.stations[i].name;
        }
        p.magnet_stops.clear();
        p.magnet_names.resize(static_cast<std::size_t>(
            std::count_if(source.attachments.begin(), source.attachments.end(), is_magnetic)));
        for (const Attachment& a : source.attachments) {
            if (!is_magnetic(a)) continue;
            p.magnet_names[p.magnet_stops.size()] = name_of(a);
            p.magnet_stops.push_back(stop_at(*place_of(a)));
        }
    }
};

}  // namespace

void describe(const Manipulator& manipulator, const Options& options, Problem& problem)
{
    problem.previous.swap(problem.actions);
    const Complete complete(manipulator);
    Reader{*complete, problem}.read(options);
    if (problem.status == Status::invalid) return;
    if (problem.previous.size() == problem.actions.size()) {
        for (std::size_t i = 0; i < problem.actions.size(); ++i)
            problem.actions[i].start = problem.previous[i].start;
    }
    measure_loads(problem);
}

}  // namespace supple::cosserat
