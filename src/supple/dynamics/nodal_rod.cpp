#include <supple/actuation/attached_load.hpp>
#include <supple/actuation/point_force.hpp>
#include <supple/dynamics/nodal_rod.hpp>
#include <supple/rod/attached.hpp>
#include <supple/rod/completed.hpp>
#include <supple/rod/nodes.hpp>

#include <numbers>

namespace supple::variational {
namespace {

/// Reads a description into nodes; the first mistake stays.
class Reader {
 public:
    Reader(const Manipulator& source, NodalRodOrMistake& out) : source_(source), out_(out), rod_(out.rod) {}

    void read(int elements, StrainPlace strain)
    {
        properties_ = rod_properties(source_.rod);
        rod_.strain = strain;
        rod_.C1 << properties_.shear_stiffness, properties_.axial_stiffness;
        rod_.C2 << properties_.bending_stiffness, properties_.torsional_stiffness;
        rod_.damping = source_.rod.damping;
        rod_.field = std::make_shared<const MagneticField>(source_.environment.magnetic_field);
        rod_.base = source_.base;
        rod_.stations = source_.stations;
        for (const Attachment& attachment : source_.attachments) {
            if (is_magnetic(attachment)) rod_.magnets.push_back({name_of(attachment), *place_of(attachment)});
        }
        rod_.events = events_of(source_);
        if (!rod_.C1.allFinite())
            fail(
                "the variational rod stretches and shears: give a section and a material, or axial_stiffness "
                "and shear_stiffness");
        if (strain == StrainPlace::nodal && !source_.rod.rest_shape.empty())
            fail("the nodal strain is for straight rods: use strain: midpoint with a rest_shape");
        if (!out_.mistake.empty()) return;
        if (properties_.torsion_assumed)
            out_.warnings.emplace_back("the torsional stiffness is not given: GJ = EI/1.3 is assumed");
        place_nodes(elements);
        read_rod_mass();
        for (const Attachment& attachment : source_.attachments)
            attach(attachment);
        for (const PointLoad& load : source_.loads)
            add_load(load);
        for (const OwnLoad& own : source_.own.loads) {
            share(std::min(own.at, source_.rod.length), [&](int node, double part) {
                rod_.loads.push_back({node, own.make(0, part)});
            });
        }
        if (!source_.own.constraints.empty())
            fail("the variational model does not take own constraints: use a chain");
        hold_base();
        for (const Constraint& constraint : source_.constraints)
            std::visit([this](const auto& c) { constrain(c); }, constraint);
    }

 private:
    void fail(const char* why)
    {
        if (out_.mistake.empty()) out_.mistake = why;
    }

    void place_nodes(int elements)
    {
        RodNodes nodes = nodes_of(source_, elements);
        if (!nodes.mistake.empty()) fail(nodes.mistake.c_str());
        rod_.arclength = std::move(nodes.arclength);
        rod_.lengths = std::move(nodes.lengths);
        rod_.rest = std::move(nodes.rest);
    }

    void read_rod_mass()
    {
        const std::size_t count = rod_.arclength.size();
        const double line = properties_.mass_per_length -
                            source_.environment.surrounding_density * properties_.area;  // less buoyancy
        rod_.mass.assign(count, 0.0);
        rod_.inertia.assign(count, Vector3d::Zero());
        rod_.weight.assign(count, Vector3d::Zero());
        for (std::size_t k = 0; k < rod_.lengths.size(); ++k) {
            for (const std::size_t a : {k, k + 1}) {
                const double w = 0.5 * rod_.lengths[k];
                rod_.mass[a] += properties_.mass_per_length * w;
                rod_.inertia[a] += properties_.rotary_inertia * w;
                rod_.weight[a] += line * w * source_.environment.gravity;
            }
        }
    }

    /// Calls act(node, share) for the node or the two nodes that carry something at an arc length.
    template <class Act>
    void share(double at, Act act)
    {
        const std::vector<NodeShare> nodes = nodes_at(rod_.arclength, at);
        if (nodes.empty()) fail("something sits at an arc length outside the rod");
        for (const auto& [node, part] : nodes)
            act(node, part);
    }

    void lump(double at, const BodyInertia& body)
    {
        share(at, [&](int node, double part) {
            const auto a = static_cast<std::size_t>(node);
            rod_.mass[a] += part * body.mass;
            rod_.inertia[a] += part * Vector3d(body.radial_inertia, body.radial_inertia, body.axial_inertia);
            rod_.weight[a] += part * body.mass * source_.environment.gravity;
        });
    }

    void attach(const Attachment& attachment)
    {
        if (const auto* disks = std::get_if<Disks>(&attachment)) return attach(*disks);
        if (std::holds_alternative<DrivenRods>(attachment))
            return fail("the variational model does not take driven rods or tendons");
        if (const BodyInertia* inertia = inertia_of(attachment)) lump(*place_of(attachment), *inertia);
        if (!attached_load(attachment, {0, 1.0, *rod_.field, 0.0})) return;
        const Timing* timing = timing_of(attachment);
        share(*place_of(attachment), [&](int node, double part) {
            NodeLoad load{node, attached_load(attachment, {0, part, *rod_.field, 0.0})};
            if (timing) load.from = timing->from;
            if (timing) load.until = timing->until;
            rod_.loads.push_back(std::move(load));
        });
    }
    void attach(const Disks& disks)
    {
        const double r = disks.radius, h = disks.thickness;
        const double mass = std::numbers::pi * r * r * h * disks.density;
        const BodyInertia cylinder = {mass, mass * (3.0 * r * r + h * h) / 12.0, mass * r * r / 2.0};
        for (std::size_t i = 0; i < disks.positions.size(); ++i)
            lump(disks.positions[i], i < disks.inertia.size() ? disks.inertia[i] : cylinder);
    }

    void add_load(const PointLoad& given)
    {
        share(given.at, [&](int node, double part) {
            rod_.loads.push_back(
                {node, std::make_shared<PointForce>(0, given, part), given.timing.from, given.timing.until});
        });
    }

    void hold_base()
    {
        if (source_.base.free) return;
        NodalHold hold;
        hold.name = "base";
        hold.position = {true, true, true};
        hold.rotation = !source_.base.pinned;
        hold.target = source_.base.X_WB;
        hold.until = source_.base.timing.until;
        rod_.holds.push_back(hold);
    }

    void constrain(const Fixture& fixture)
    {
        NodalHold hold;
        hold.name = fixture.name;
        hold.node = nearest_node(rod_.arclength, fixture.at);
        hold.until = fixture.until;
        Vector3d target = Vector3d::Zero();
        for (std::size_t i = 0; i < 3; ++i) {
            hold.position[i] = fixture.hold[i].has_value();
            target[static_cast<Eigen::Index>(i)] = fixture.hold[i].value_or(0.0);
        }
        Matrix3d R = Matrix3d::Identity();
        if (fixture.tangent) {
            hold.tangent = true;
            R.col(2) = *fixture.tangent;
            R.col(0) = fixture.tangent->unitOrthogonal();
            R.col(1) = R.col(2).cross(R.col(0));
        }
        hold.target = SE3(R, target);
        rod_.holds.push_back(hold);
    }
    void constrain(const Clamp& clamp)
    {
        NodalHold hold;
        hold.name = clamp.name;
        hold.node = nearest_node(rod_.arclength, clamp.at);
        hold.position = {true, true, true};
        hold.rotation = true;
        hold.target = clamp.X_WC;
        hold.until = clamp.until;
        hold.history = clamp.history;
        rod_.holds.push_back(hold);
    }
    void constrain(const Guide&) { fail("the variational model does not take guides"); }
    void constrain(const Plane&) { fail("the variational model does not take walls"); }
    void constrain(const Conduit&) { fail("the variational model does not take a conduit"); }
    template <class Other>
    void constrain(const Other&)
    {
        fail("the variational model does not take one of the constraints");
    }

    const Manipulator& source_;
    NodalRodOrMistake& out_;
    NodalRod& rod_;
    RodProperties properties_{};
};

}  // namespace

NodalRodOrMistake nodal_rod(const Manipulator& manipulator, int elements, StrainPlace strain)
{
    NodalRodOrMistake out;
    const Complete complete(manipulator);
    Reader(*complete, out).read(elements, strain);
    return out;
}

NodalRodOrMistake nodal_rod(const Manipulator& manipulator)
{
    const auto* choice = std::get_if<VariationalModel>(&manipulator.model);
    const VariationalModel model = choice ? *choice : VariationalModel{};
    return nodal_rod(manipulator, model.elements, model.strain);
}

}  // namespace supple::variational
