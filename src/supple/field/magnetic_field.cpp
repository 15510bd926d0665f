#include <supple/field/current_loop.hpp>
#include <supple/field/field_map.hpp>
#include <supple/field/magnetic_field.hpp>
#include <supple/field/point_dipole.hpp>

namespace supple {

Vector3d uniform_at(const MagneticField& field, double time) noexcept
{
    if (!acts_at(field.timing, time)) return Vector3d::Zero();
    return {value_at(field.timing, "uniform.x", time, field.uniform.x()),
            value_at(field.timing, "uniform.y", time, field.uniform.y()),
            value_at(field.timing, "uniform.z", time, field.uniform.z())};
}

Matrix3d gradient_at(const MagneticField& field, double time) noexcept
{
    if (!acts_at(field.timing, time)) return Matrix3d::Zero();
    if (field.timing.history.columns.empty()) return field.gradient;

    const auto entry = [&](const char* path, int i, int j) {
        return value_at(field.timing, path, time, field.gradient(i, j));
    };
    const double xx = entry("gradient.xx", 0, 0);
    const double xy = entry("gradient.xy", 0, 1);
    const double xz = entry("gradient.xz", 0, 2);
    const double yy = entry("gradient.yy", 1, 1);
    const double yz = entry("gradient.yz", 1, 2);
    Matrix3d G;
    G << xx, xy, xz, xy, yy, yz, xz, yz, -xx - yy;
    return G;
}

double current_at(const Coil& coil, double time) noexcept
{
    if (!acts_at(coil.timing, time)) return 0.0;
    return value_at(coil.timing, "current", time, coil.current);
}

Vector3d moment_at(const FieldDipole& dipole, double time) noexcept
{
    if (!acts_at(dipole.timing, time)) return Vector3d::Zero();
    return {value_at(dipole.timing, "moment.x", time, dipole.moment.x()),
            value_at(dipole.timing, "moment.y", time, dipole.moment.y()),
            value_at(dipole.timing, "moment.z", time, dipole.moment.z())};
}

FieldSample uniform_field_at(const MagneticField& field, const Vector3d& x_W, double time) noexcept
{
    FieldSample sample;
    sample.gradient = gradient_at(field, time);
    sample.B = uniform_at(field, time) + sample.gradient * x_W;
    return sample;
}

FieldSample field_per_current(const Coil& coil, const Vector3d& x_W) noexcept
{
    FieldSample sample = loop_field_per_current(coil.position, coil.axis, coil.radius, x_W);
    sample *= coil.turns;
    return sample;
}

FieldSample field_per_current(const HelmholtzPair& pair, const Vector3d& x_W) noexcept
{
    const Coil& coil = pair.coil;
    const Vector3d offset = 0.5 * pair.separation * coil.axis;
    FieldSample sample = loop_field_per_current(coil.position + offset, coil.axis, coil.radius, x_W);
    sample += loop_field_per_current(coil.position - offset, coil.axis, coil.radius, x_W);
    sample *= coil.turns;
    return sample;
}

FieldSample field_at(const Coil& coil, const Vector3d& x_W, double time) noexcept
{
    if (!acts_at(coil.timing, time)) return {};
    FieldSample sample = field_per_current(coil, x_W);
    sample *= current_at(coil, time);
    return sample;
}

FieldSample field_at(const HelmholtzPair& pair, const Vector3d& x_W, double time) noexcept
{
    if (!acts_at(pair.coil.timing, time)) return {};
    FieldSample sample = field_per_current(pair, x_W);
    sample *= current_at(pair.coil, time);
    return sample;
}

FieldSample field_at(const FieldDipole& dipole, const Vector3d& x_W, double time) noexcept
{
    if (!acts_at(dipole.timing, time)) return {};
    return dipole_field(dipole.position, moment_at(dipole, time), x_W);
}

FieldSample field_at(const MagneticField& field, const Vector3d& x_W, double time) noexcept
{
    FieldSample sum = uniform_field_at(field, x_W, time);
    for (const Coil& coil : field.coils)
        sum += field_at(coil, x_W, time);
    for (const HelmholtzPair& pair : field.helmholtz_pairs)
        sum += field_at(pair, x_W, time);
    for (const FieldDipole& dipole : field.dipoles)
        sum += field_at(dipole, x_W, time);
    if (field.map) sum += field_at(*field.map, x_W);
    return sum;
}

}  // namespace supple
