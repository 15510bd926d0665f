// What is wrong with attachments though each of their numbers is in its range.

#include <supple/fields/checks.hpp>
#include <supple/text/sentence.hpp>
#include <supple/text/words.hpp>

#include <charconv>
#include <cmath>

namespace supple {
namespace {

Mistake wrong_size(const char* key, std::size_t found, std::size_t count)
{
    return {key, filled("has {}; expected one for all, or {}: one for each", counted(found, "value"), count)};
}

}  // namespace

MaybeMistake mistake_in(const MagnetCylinder& cylinder)
{
    if (cylinder.inner_diameter < cylinder.diameter) return std::nullopt;
    return Mistake{"inner_diameter", filled("{} is not inside the diameter; expected less than {}",
                                            format_quantity(cylinder.inner_diameter, dimension::length),
                                            format_quantity(cylinder.diameter, dimension::length))};
}

MaybeMistake mistake_in(const Magnet& magnet)
{
    if (magnet.shape) {
        if (!(magnet.remanence > 0.0))
            return Mistake{"", "the shape has no remanence; expected \"remanence: 1.3 T\" too"};
        if (magnet.density && magnet.inertia != BodyInertia{})
            return Mistake{"density", "found mass or inertia too; expected one source of mass: remove one"};
        return std::nullopt;
    }
    constexpr const char* with_shape =
        "acts only with a shape; expected cylinder, sphere or block in place of dipole";
    if (magnet.remanence > 0.0) return Mistake{"remanence", with_shape};
    if (magnet.axis != Vector3d::UnitZ()) return Mistake{"axis", with_shape};
    if (magnet.density) return Mistake{"density", with_shape};
    return std::nullopt;
}

Verdict orientation_mistake(const Matrix3d& orientation)
{
    const double error = (orientation.transpose() * orientation - Matrix3d::Identity()).cwiseAbs().maxCoeff();
    if (error < 1e-6) return {};
    return "is not made of perpendicular unit vectors; expected the coils' axes as columns, by rows";
}

MaybeMistake mistake_in(const Disks& disks, const Rod& rod)
{
    const double length = rod.length;
    const std::size_t count =
        disks.count > 0 ? static_cast<std::size_t>(disks.count) : disks.positions.size();
    for (std::size_t i = 0; disks.count == 0 && i < count && length > 0.0; ++i) {
        if (disks.positions[i] > length * (1.0 + 1e-12)) {
            return Mistake{"positions", filled("{} is beyond the tip; expected at most {}",
                                               format_quantity(disks.positions[i], dimension::length),
                                               format_quantity(length, dimension::length))};
        }
        if (i > 0 && disks.positions[i] <= disks.positions[i - 1]) {
            return Mistake{"positions",
                           filled("{} is not beyond the disk before it; expected ascending positions",
                                  format_quantity(disks.positions[i], dimension::length))};
        }
    }
    const auto fits = [count](const std::vector<double>& list) {
        return list.empty() || list.size() == 1 || list.size() == count;
    };
    if (!fits(disks.mass)) return wrong_size("mass", disks.mass.size(), count);
    if (!fits(disks.radial_inertia)) return wrong_size("radial_inertia", disks.radial_inertia.size(), count);
    if (!fits(disks.axial_inertia)) return wrong_size("axial_inertia", disks.axial_inertia.size(), count);
    const bool lumped = disks.radius > 0.0 || disks.thickness > 0.0 || disks.density > 0.0;
    if (lumped && !(disks.radius > 0.0 && disks.thickness > 0.0 && disks.density > 0.0)) {
        return Mistake{"", "the disks' shape is incomplete; expected radius, thickness and density together"};
    }
    if (lumped && !disks.mass.empty())
        return Mistake{"mass",
                       "found radius, thickness and density too; expected one source of mass: remove one"};
    if (disks.mass.empty() && !(disks.radial_inertia.empty() && disks.axial_inertia.empty()))
        return Mistake{"", "inertia without mass; expected mass too"};
    return std::nullopt;
}

MaybeMistake mistake_in(const DrivenRods& rods)
{
    const std::size_t count = rods.count();
    const char* drives = rods.retractions.empty() ? "tensions"
                         : rods.tensions.empty()  ? "retractions"
                                                  : "tensions and retractions together";

    // Everything that is given, once for all or once for each.
    const std::pair<const char*, std::size_t> sizes[] = {{"radius", rods.radii.size()},
                                                         {"angles", rods.angles.size()},
                                                         {"ends", rods.ends.size()},
                                                         {"end_disks", rods.end_disks.size()},
                                                         {"diameter", rods.diameters.size()},
                                                         {"youngs_modulus", rods.youngs_modulus.size()},
                                                         {"density", rods.density.size()},
                                                         {"bending_stiffness", rods.bending_stiffness.size()},
                                                         {"axial_stiffness", rods.axial_stiffness.size()},
                                                         {"pretension", rods.pretension.size()}};
    for (const auto& [key, size] : sizes) {
        const bool one_for_all = size == 1 && std::string_view(key) != "angles";
        if (size == 0 || one_for_all || size == count) continue;
        return Mistake{key,
                       filled("has {}; expected {}, as many as {}", counted(size, "value"), count, drives)};
    }

    if (!rods.tensions.empty() && !rods.retractions.empty() && rods.angles.empty())
        return Mistake{
            "",
            "found tensions and retractions; expected angles too, one for each: first of those with "
            "tensions, then of those with retractions"};

    // Stiffness: outright, or from diameter and modulus.
    for (const auto& [key, list] : {std::pair{"bending_stiffness", &rods.bending_stiffness},
                                    {"axial_stiffness", &rods.axial_stiffness}}) {
        if (!list->empty() && !rods.diameters.empty())
            return Mistake{key, "found diameter too; expected one source of stiffness: remove one"};
    }
    if (rods.diameters.empty() != rods.youngs_modulus.empty()) {
        return Mistake{"",
                       "diameter and youngs_modulus go together; expected both, or the stiffnesses outright"};
    }
    if (rods.diameters.empty() && !rods.density.empty())
        return Mistake{"density", "found no diameter; expected it too, because the mass follows from both"};
    if (!rods.end_disks.empty() && !rods.ends.empty())
        return Mistake{"end_disks", "found ends too; expected one of them: remove one"};
    for (const auto& column : rods.timing.history.columns) {
        const std::string_view path = column.path;
        const bool retracts = path.starts_with("retractions");
        const std::string_view key = retracts || rods.tensions.empty() ? "retractions" : "tensions";
        const std::size_t driven = key == "tensions" ? rods.tensions.size() : rods.retractions.size();
        std::size_t index = driven;
        if (path.starts_with(key))
            std::from_chars(path.data() + key.size() + 1, path.data() + path.size(), index);
        if (index < driven) continue;
        const std::string_view other = driven == 0 ? "tensions" : key;
        return Mistake{"history", filled("varies {}; expected {}.0 to {}.{}", path, other, other,
                                         (driven == 0 ? rods.tensions.size() : driven) - 1)};
    }
    if (rods.memory.play > 0.0 && !rods.tensions.empty())
        return Mistake{"play", "is a length, and tensions drive these; expected retractions, or no play"};
    if (rods.base_clearance > 0.0 && rods.base_support != BaseSupport::clearance)
        return Mistake{"base_clearance", "acts only with \"base_support: clearance\"; expected that too"};
    return mistake_in(rods.timing);
}

}  // namespace supple
