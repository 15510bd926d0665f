#include <supple/fields/checks.hpp>
#include <supple/text/sentence.hpp>

#include <cmath>

namespace supple {
namespace {

/// Walks a description and keeps the first mistake, with its path.
class Check {
 public:
    explicit Check(const Manipulator& m) : m_(m) {}

    MaybeMistake run()
    {
        if (m_.rod.section) {
            if (const auto* tube = std::get_if<Tube>(&m_.rod.section->profile))
                keep(mistake_in(*tube), [] { return std::string("rod.section.tube"); });
        }
        keep(mistake_in(m_.rod.material), [] { return std::string("rod.material"); });
        keep(mistake_in(m_.rod), [] { return std::string("rod"); });
        keep(mistake_in(m_.base), [] { return std::string("base"); });
        std::visit([this](const auto& model) { look(model); }, m_.model);
        look(m_.environment.magnetic_field);
        for (std::size_t i = 0; i < m_.attachments.size(); ++i) {
            const auto at = [&, i] { return filled("attachments.{}.{}", i, kind(m_.attachments[i])); };
            std::visit([&](const auto& one) { look(one, at); }, m_.attachments[i]);
        }
        for (std::size_t i = 0; i < m_.loads.size(); ++i) {
            const auto at = [i] { return filled("loads.{}", i); };
            along(m_.loads[i].at, "at", at);
            keep(mistake_in(m_.loads[i].timing), at);
        }
        for (std::size_t i = 0; i < m_.constraints.size(); ++i) {
            const auto at = [&, i] { return filled("constraints.{}.{}", i, kind(m_.constraints[i])); };
            std::visit([&](const auto& one) { look(one, at); }, m_.constraints[i]);
        }
        for (const Station& station : m_.stations)
            along(station.at, station.name.c_str(), [] { return std::string("stations"); });
        if (m_.simulation) keep(mistake_in(*m_.simulation), [] { return std::string("simulation"); });
        if (!found_) found_ = mistake_among_parts(m_);
        return found_;
    }

 private:
    template <class At>
    void keep(MaybeMistake mistake, At at)
    {
        if (found_ || !mistake) return;
        const std::string where = at();
        found_ = Mistake{mistake->key.empty() ? where : where + "." + mistake->key, mistake->message};
    }

    template <class At>
    void keep(const Verdict& wrong, const char* key, At at)
    {
        if (!wrong.empty()) keep(Mistake{key, wrong}, at);
    }

    /// Within the rod, or at its tip, or left out.
    template <class At>
    void along(double s, const char* key, At at)
    {
        if (s == at_tip || std::isnan(s) || (s >= 0.0 && s <= m_.rod.length)) return;
        keep(Mistake{key, filled("{} is out of range; expected a length from 0 to {} (the rod's length)",
                                 format_quantity(s, dimension::length),
                                 format_quantity(m_.rod.length, dimension::length))},
             at);
    }

    /// The same, or the whole rod.
    template <class At>
    void touching(double s, At at)
    {
        if (s != at_rod) along(s, "at", at);
    }

    template <class At>
    void directed(const Vector3d& direction, const char* key, At at)
    {
        if (direction.isZero(0.0))
            keep(Mistake{key, "has no direction; expected a vector that is not zero"}, at);
    }

    template <class At>
    void bounded(const Limits& limits, const char* key, At at)
    {
        if (!(limits.lower < limits.upper))
            keep(Mistake{key, "is empty; expected the lower bound, then a greater upper bound"}, at);
    }

    void look(const SegmentModel& model)
    {
        const auto at = [] { return std::string("model"); };
        keep(gamma_mistake(model.parameters.gamma), "parameters.gamma", at);
        keep(mistake_in(model, m_.rod), at);
    }
    void look(const SphericalModel& model)
    {
        keep(mistake_in(model, m_.rod), [] { return std::string("model"); });
    }
    void look(const VariationalModel& model)
    {
        keep(mistake_in(model), [] { return std::string("model"); });
    }
    void look(const CurvatureModel&) {}
    void look(const CosseratModel&) {}

    void look(const MagneticField& field)
    {
        const auto at = [] { return std::string("environment.magnetic_field"); };
        keep(gradient_mistake(field.gradient), "gradient", at);
        keep(mistake_in(field.timing), at);
        bounded(field.uniform_limits, "uniform_limits", at);
        const auto look_at = [&](const Coil& coil, const char* list, std::size_t i) {
            const auto here = [list, i] { return filled("environment.magnetic_field.{}.{}", list, i); };
            directed(coil.axis, "axis", here);
            bounded(coil.current_limits, "current_limits", here);
            keep(mistake_in(coil.timing), here);
        };
        for (std::size_t i = 0; i < field.coils.size(); ++i)
            look_at(field.coils[i], "coils", i);
        for (std::size_t i = 0; i < field.helmholtz_pairs.size(); ++i)
            look_at(field.helmholtz_pairs[i].coil, "helmholtz_pairs", i);
        for (std::size_t i = 0; i < field.dipoles.size(); ++i)
            keep(mistake_in(field.dipoles[i].timing),
                 [i] { return filled("environment.magnetic_field.dipoles.{}", i); });
    }

    /// What most attachments and constraints have; those below have more.
    template <class Any, class At>
    void look(const Any& any, At at)
    {
        if constexpr (requires { any.at; }) along(any.at, "at", at);
        if constexpr (requires { any.timing; }) keep(mistake_in(any.timing), at);
    }
    template <class At>
    void look(const Magnet& magnet, At at)
    {
        along(magnet.at, "at", at);
        directed(magnet.axis, "axis", at);
        if (const auto* cylinder = magnet.shape ? std::get_if<MagnetCylinder>(&*magnet.shape) : nullptr)
            keep(mistake_in(*cylinder), [&] { return at() + ".cylinder"; });
        keep(mistake_in(magnet), at);
    }
    template <class At>
    void look(const CoilSet& coils, At at)
    {
        along(coils.at, "at", at);
        keep(orientation_mistake(coils.orientation), "orientation", at);
        bounded(coils.current_limits, "current_limits", at);
        keep(mistake_in(coils.timing), at);
    }
    template <class At>
    void look(const Disks& disks, At at)
    {
        keep(mistake_in(disks, m_.rod), at);
    }
    template <class At>
    void look(const DrivenRods& rods, At at)
    {
        for (const double end : rods.ends)
            along(end, "ends", at);
        bounded(rods.tension_limits, "tension_limits", at);
        bounded(rods.retraction_limits, "retraction_limits", at);
        keep(mistake_in(rods), at);
    }
    template <class At>
    void look(const Fixture& fixture, At at)
    {
        along(fixture.at, "at", at);
        if (fixture.tangent) directed(*fixture.tangent, "hold.tangent", at);
        keep(mistake_in(fixture), at);
    }
    template <class At>
    void look(const Guide& guide, At at)
    {
        along(guide.near, "near", at);
    }
    template <class At>
    void look(const Clamp& clamp, At at)
    {
        along(clamp.at, "at", at);
        keep(mistake_in(clamp, m_.base), at);
    }
    template <class At>
    void look(const Plane& plane, At at)
    {
        touching(plane.at, at);
        directed(plane.normal, "normal", at);
    }
    template <class At>
    void look(const Sphere& sphere, At at)
    {
        touching(sphere.at, at);
    }
    template <class At>
    void look(const Cylinder& cylinder, At at)
    {
        touching(cylinder.at, at);
        directed(cylinder.axis, "axis", at);
    }
    template <class At>
    void look(const Conduit& conduit, At at)
    {
        if (conduit.start) directed(conduit.start->tangent, "start.tangent", at);
        keep(mistake_in(conduit, m_.base, m_.rod), at);
    }

    const Manipulator& m_;
    MaybeMistake found_;
};

}  // namespace

MaybeMistake mistake_in(const Manipulator& manipulator)
{
    return Check(manipulator).run();
}

}  // namespace supple
