#include <supple/field/field_source.hpp>
#include <supple/field/point_dipole.hpp>

namespace supple {
namespace {

/// Which part of the field a source belongs to.
struct Part {
    enum class Kind { uniform, coil, pair, dipole } kind;
    std::size_t index;  ///< in its list
    int axis;
};

Part part_of(const MagneticField& field, int source) noexcept
{
    const int coils = static_cast<int>(field.coils.size());
    const int pairs = static_cast<int>(field.helmholtz_pairs.size());
    if (source < 3) return {Part::Kind::uniform, 0, source};
    source -= 3;
    if (source < coils) return {Part::Kind::coil, static_cast<std::size_t>(source), 0};
    source -= coils;
    if (source < pairs) return {Part::Kind::pair, static_cast<std::size_t>(source), 0};
    source -= pairs;
    return {Part::Kind::dipole, static_cast<std::size_t>(source / 3), source % 3};
}

std::string item(const char* list, std::size_t index, const std::string& name)
{
    return std::string(list) + "." + (name.empty() ? std::to_string(index) : name);
}

}  // namespace

int field_sources(const MagneticField& field) noexcept
{
    return 3 + static_cast<int>(field.coils.size() + field.helmholtz_pairs.size() + 3 * field.dipoles.size());
}

double& source_value(MagneticField& field, int source) noexcept
{
    const Part part = part_of(field, source);
    if (part.kind == Part::Kind::uniform) return field.uniform[part.axis];
    if (part.kind == Part::Kind::coil) return field.coils[part.index].current;
    if (part.kind == Part::Kind::pair) return field.helmholtz_pairs[part.index].coil.current;
    return field.dipoles[part.index].moment[part.axis];
}

std::string source_path(const MagneticField& field, int source)
{
    const Part part = part_of(field, source);
    if (part.kind == Part::Kind::uniform) return std::string("uniform.") + "xyz"[part.axis];
    if (part.kind == Part::Kind::coil)
        return item("coils", part.index, field.coils[part.index].name) + ".current";
    if (part.kind == Part::Kind::pair)
        return item("helmholtz_pairs", part.index, field.helmholtz_pairs[part.index].coil.name) + ".current";
    return item("dipoles", part.index, field.dipoles[part.index].name) + ".moment." + "xyz"[part.axis];
}

FieldSample field_per_source(const MagneticField& field, int source, const Vector3d& x_W,
                             double time) noexcept
{
    const Part part = part_of(field, source);
    FieldSample sample;
    switch (part.kind) {
        case Part::Kind::uniform:
            if (acts_at(field.timing, time)) sample.B = Vector3d::Unit(part.axis);
            break;
        case Part::Kind::coil: {
            const Coil& coil = field.coils[part.index];
            if (acts_at(coil.timing, time)) sample = field_per_current(coil, x_W);
            break;
        }
        case Part::Kind::pair: {
            const HelmholtzPair& pair = field.helmholtz_pairs[part.index];
            if (acts_at(pair.coil.timing, time)) sample = field_per_current(pair, x_W);
            break;
        }
        case Part::Kind::dipole: {
            const FieldDipole& dipole = field.dipoles[part.index];
            if (acts_at(dipole.timing, time))
                sample = dipole_field(dipole.position, Vector3d::Unit(part.axis), x_W);
            break;
        }
    }
    return sample;
}

}  // namespace supple
