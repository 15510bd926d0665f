#include <supple/rod/attached.hpp>
#include <supple/rod/events.hpp>

#include <cmath>

namespace supple {
namespace {

struct Collector {
    Events events;

    void at(double time)
    {
        if (std::isfinite(time)) events.switches.push_back(time);
    }
    void operator()(const Timing& timing)
    {
        at(timing.from);
        at(timing.until);
        events.kinks.insert(events.kinks.end(), timing.history.time.begin(), timing.history.time.end());
    }
    void operator()(const Attachment& attachment)
    {
        const auto* rods = std::get_if<DrivenRods>(&attachment);
        if (rods) return drive(*rods);
        if (const Timing* timing = timing_of(attachment)) (*this)(*timing);
    }
    void drive(const DrivenRods& rods)
    {
        Timing timing = rods.timing;
        timing.history = arrived(rods.memory, rods.timing.history);
        (*this)(timing);
    }
};

}  // namespace

Events events_of(const Manipulator& m)
{
    Collector collect;
    for (const PointLoad& load : m.loads)
        collect(load.timing);
    for (const Attachment& attachment : m.attachments)
        collect(attachment);
    for (const Constraint& constraint : m.constraints) {
        const auto* clamp = std::get_if<Clamp>(&constraint);
        const double until = until_of(constraint);
        collect(Timing{.until = until, .history = clamp ? clamp->history : History{}});
    }
    const MagneticField& field = m.environment.magnetic_field;
    collect(field.timing);
    for (const Coil& coil : field.coils)
        collect(coil.timing);
    for (const HelmholtzPair& pair : field.helmholtz_pairs)
        collect(pair.coil.timing);
    for (const FieldDipole& dipole : field.dipoles)
        collect(dipole.timing);
    collect(m.base.timing);
    return collect.events;
}

}  // namespace supple
