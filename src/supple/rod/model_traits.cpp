#include <supple/rod/model_traits.hpp>

#include <cmath>

namespace supple {

bool is_exact(const ModelChoice& choice) noexcept
{
    return std::holds_alternative<CosseratModel>(choice);
}

CosseratModel exact_model(const Manipulator& manipulator)
{
    const auto* own = std::get_if<CosseratModel>(&manipulator.model);
    CosseratModel exact = own ? *own : CosseratModel{};
    const Freedoms freedoms = freedoms_of(manipulator);
    exact.shear = freedoms.shear;
    exact.extension = freedoms.extension;
    return exact;
}

Freedoms freedoms_of(const Manipulator& m)
{
    if (const auto* own = std::get_if<SegmentModel>(&m.model)) return own->freedoms;
    if (const auto* own = std::get_if<CurvatureModel>(&m.model)) return {own->twist, false, false};
    if (const auto* own = std::get_if<CosseratModel>(&m.model)) return {true, own->shear, own->extension};
    if (std::holds_alternative<VariationalModel>(m.model)) {
        const RodProperties p = rod_properties(m.rod);
        return {true, p.shear_stiffness.allFinite(), std::isfinite(p.axial_stiffness)};
    }
    return {true, false, std::get<SphericalModel>(m.model).extension};
}

std::optional<JointLayout> layout_of(const ModelChoice& choice) noexcept
{
    const auto* spherical = std::get_if<SphericalModel>(&choice);
    return spherical ? std::optional(spherical->layout) : std::nullopt;
}

const char* name(JointLayout layout)
{
    switch (layout) {
        case JointLayout::gauss:
            return "gauss";
        case JointLayout::split:
            return "split";
        case JointLayout::equal_links:
            return "equal-links";
        case JointLayout::equal_links_exact:
            return "equal-links-exact";
        case JointLayout::half_links:
            return "half-links";
        case JointLayout::base_joint:
            return "base-joint";
        case JointLayout::given:
            break;
    }
    return "given";
}

std::string setting(const ModelChoice& choice)
{
    if (const auto* model = std::get_if<SegmentModel>(&choice)) {
        const auto count =
            model->lengths.empty() ? static_cast<std::size_t>(model->segments) : model->lengths.size();
        return "segments: " + std::to_string(count) + (model->freedoms.twist ? ", twist: true" : "");
    }
    if (const auto* model = std::get_if<SphericalModel>(&choice))
        return "joints: " + std::to_string(model->joints) + ", layout: " + name(model->layout);
    if (const auto* model = std::get_if<CurvatureModel>(&choice))
        return (model->arcs > 0 ? "arcs: " + std::to_string(model->arcs) : "an arc between disks") +
               (model->twist ? ", twist: true" : "");
    if (const auto* model = std::get_if<VariationalModel>(&choice))
        return "elements: " + std::to_string(model->elements);
    return "";
}

}  // namespace supple
