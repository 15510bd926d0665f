#include <supple/assembly/limits.hpp>

namespace supple {
namespace {

/// What follows a prefix, or nothing.
std::optional<std::string> after(const std::string& path, const std::string& prefix)
{
    return path.starts_with(prefix) ? std::optional(path.substr(prefix.size())) : std::nullopt;
}

std::string item(std::size_t index, const std::string& name)
{
    return (name.empty() ? std::to_string(index) : name) + ".";
}

/// Limits of an attachment's number, by the rest of its path.
Limits limits_in(const Attachment& attachment, const std::string& rest)
{
    if (const auto* coils = std::get_if<CoilSet>(&attachment)) {
        if (rest.starts_with("currents.")) return coils->current_limits;
    }
    if (const auto* rods = std::get_if<DrivenRods>(&attachment)) {
        if (rest.starts_with("tensions.")) return rods->tension_limits;
        if (rest.starts_with("retractions.")) return rods->retraction_limits;
    }
    return {};
}

}  // namespace

Limits limits_of(const Manipulator& m, const std::string& path)
{
    if (const auto rest = after(path, "attachments.")) {
        for (std::size_t i = 0; i < m.attachments.size(); ++i) {
            const std::string name = std::visit([](const auto& a) { return a.name; }, m.attachments[i]);
            if (const auto inside = after(*rest, item(i, name))) return limits_in(m.attachments[i], *inside);
        }
    }
    const MagneticField& field = m.environment.magnetic_field;
    if (const auto rest = after(path, "environment.magnetic_field.")) {
        if (rest->starts_with("uniform.")) return field.uniform_limits;
        for (std::size_t i = 0; i < field.coils.size(); ++i) {
            if (after(*rest, "coils." + item(i, field.coils[i].name))) return field.coils[i].current_limits;
        }
        for (std::size_t i = 0; i < field.helmholtz_pairs.size(); ++i) {
            const Coil& coil = field.helmholtz_pairs[i].coil;
            if (after(*rest, "helmholtz_pairs." + item(i, coil.name))) return coil.current_limits;
        }
    }
    return {};
}

}  // namespace supple
