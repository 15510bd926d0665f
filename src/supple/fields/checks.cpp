#include <supple/fields/checks.hpp>
#include <supple/rod/completed.hpp>
#include <supple/rod/disk_inertia.hpp>
#include <supple/text/sentence.hpp>
#include <supple/text/words.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace supple {
namespace {

using Values = std::vector<double>;

MaybeMistake length_mistake(const char* key, const Values& lengths, const Rod& rod)
{
    const double sum = std::accumulate(lengths.begin(), lengths.end(), 0.0);
    if (lengths.empty() || rod.length == 0.0 || std::abs(sum - rod.length) <= 1e-9 * rod.length)
        return std::nullopt;
    return Mistake{key, filled("the lengths add up to {}; expected the rod's length, {}",
                               format_quantity(sum, dimension::length, 10),
                               format_quantity(rod.length, dimension::length, 10))};
}

MaybeMistake rest_shape_mistake(const Rod& rod)
{
    if (rod.rest_shape.empty()) return std::nullopt;
    double sum = 0.0;
    for (std::size_t i = 0; i < rod.rest_shape.size(); ++i) {
        double length = rod.rest_shape[i].length;
        if (std::isnan(length)) {
            if (i + 1 != rod.rest_shape.size()) {
                return Mistake{filled("rest_shape.{}", i),
                               "missing key \"length\"; expected it in every piece but the last"};
            }
            length = rod.length - sum;
            if (length <= 1e-9 * rod.length) {
                return Mistake{filled("rest_shape.{}", i),
                               filled("the pieces before it are {} long; expected less than {}, the rod's "
                                      "length",
                                      format_quantity(sum, dimension::length, 10),
                                      format_quantity(rod.length, dimension::length, 10))};
            }
        }
        sum += length;
    }
    if (std::abs(sum - rod.length) <= 1e-9 * rod.length) return std::nullopt;
    return Mistake{"rest_shape", filled("the lengths add up to {}; expected the rod's length, {}",
                                        format_quantity(sum, dimension::length, 10),
                                        format_quantity(rod.length, dimension::length, 10))};
}

/// Which axes a pose has that is written with those of the base, or with the next axis as its normal.
struct Axes {
    Vector3d tangent, normal;
};

MaybeMistake axes_mistake(const Axes& axes)
{
    if (!(axes.tangent.stableNorm() > 0.0))
        return Mistake{"tangent", "has no direction; expected a vector that is not zero"};
    if (axes.normal.isZero(0.0)) return std::nullopt;
    if (std::abs(unit_vector(axes.normal).dot(unit_vector(axes.tangent))) <= 1e-6) return std::nullopt;
    return Mistake{"normal", "is not perpendicular to the tangent; expected a direction across the rod"};
}

Axes axes_of(const Base& base)
{
    if (!base.written) return {base.X_WB.rotation().col(2), base.X_WB.rotation().col(0)};
    return {base.written->tangent.value_or(Vector3d::UnitZ()),
            base.written->normal.value_or(Vector3d(Vector3d::Zero()))};
}

/// A strain that is asked for needs a stiffness; without one it would be held at zero in silence.
MaybeMistake freedom_mistake(const Manipulator& m)
{
    Freedoms asked;
    if (const auto* segments = std::get_if<SegmentModel>(&m.model)) asked = segments->freedoms;
    if (const auto* cosserat = std::get_if<CosseratModel>(&m.model)) {
        asked.shear = cosserat->shear;
        asked.extension = cosserat->extension;
    }
    if (!asked.shear && !asked.extension) return std::nullopt;
    const RodProperties rod = rod_properties(m.rod);
    if (asked.shear && !rod.shear_stiffness.allFinite()) {
        return Mistake{
            "model.shear",
            "the rod has no shear stiffness; expected rod.shear_stiffness, or section and material"};
    }
    if (asked.extension && !std::isfinite(rod.axial_stiffness)) {
        return Mistake{
            "model.extension",
            "the rod has no axial stiffness; expected rod.axial_stiffness, or section and material"};
    }
    return std::nullopt;
}

/// Rods that end at disks: the disks may stand anywhere in the list.
MaybeMistake end_disks_mistake(const Manipulator& m)
{
    const Disks* disks = nullptr;
    for (const Attachment& attachment : m.attachments) {
        if (const auto* found = std::get_if<Disks>(&attachment)) disks = found;
    }
    for (std::size_t i = 0; i < m.attachments.size(); ++i) {
        const auto* rods = std::get_if<DrivenRods>(&m.attachments[i]);
        if (!rods || rods->end_disks.empty()) continue;
        const auto at = [&](std::string message) {
            return Mistake{filled("attachments.{}.{}.end_disks", i, kind(m.attachments[i])),
                           std::move(message)};
        };
        if (!disks)
            return at(
                "there are no disks to end at; expected an attachment \"disks\", or \"ends\" by arc length");
        const std::size_t count =
            disks->count > 0 ? static_cast<std::size_t>(disks->count) : disks->positions.size();
        for (const int disk : rods->end_disks) {
            if (disk > static_cast<int>(count))
                return at(filled("there is no disk {}; expected numbers from 1 to {}", disk, count));
        }
    }
    return std::nullopt;
}

}  // namespace

MaybeMistake mistake_in(const Tube& tube)
{
    if (tube.inner_diameter < tube.outer_diameter) return std::nullopt;
    return Mistake{"inner_diameter", filled("{} is not inside the outer diameter; expected less than {}",
                                            format_quantity(tube.inner_diameter, dimension::length),
                                            format_quantity(tube.outer_diameter, dimension::length))};
}

MaybeMistake mistake_in(const Material& material)
{
    if (material.shear_modulus && material.poisson_ratio)
        return Mistake{"poisson_ratio", "found shear_modulus too; expected one of them: remove one"};
    // Rubber has a third of E, of which people write some digits: 0.333 MPa of 1 MPa.
    constexpr double rounding = 2e-3;
    if (material.shear_modulus && material.youngs_modulus &&
        *material.youngs_modulus > (3.0 + 3.0 * rounding) * *material.shear_modulus) {
        return Mistake{
            "shear_modulus",
            filled("gives a Poisson's ratio of {}; expected at most 0.5, that is at least "
                   "a third of youngs_modulus (or give torsional_stiffness outright)",
                   significant(*material.youngs_modulus / (2.0 * *material.shear_modulus) - 1.0, 4))};
    }
    return std::nullopt;
}

MaybeMistake mistake_in(const Rod& rod)
{
    const bool derived = rod.section && rod.material.youngs_modulus;
    if (rod.bending_stiffness && rod.material.youngs_modulus) {
        return Mistake{
            "bending_stiffness",
            "found material.youngs_modulus too; expected one source of bending stiffness: remove one"};
    }
    if (!rod.bending_stiffness && !derived) {
        return Mistake{"",
                       "no bending stiffness; expected \"bending_stiffness: 17 N mm^2\", or section and "
                       "material.youngs_modulus"};
    }
    if (rod.material.shear_modulus && !rod.section) {
        return Mistake{"material",
                       "shear_modulus without a section gives no stiffness; expected a section, or "
                       "torsional_stiffness"};
    }
    if (rod.mass_per_length && rod.material.density) {
        return Mistake{"mass_per_length",
                       "found material.density too; expected one source of mass: remove one"};
    }
    if (rod.material.density && !rod.section) {
        return Mistake{"material",
                       "density without a section gives no mass; expected a section, or mass_per_length"};
    }
    return rest_shape_mistake(rod);
}

MaybeMistake mistake_in(const Timing& timing)
{
    if (timing.from < timing.until) return std::nullopt;
    return Mistake{"until", "is not after from; expected a later time"};
}

MaybeMistake mistake_in(const Base& base)
{
    if (MaybeMistake mistake = axes_mistake(axes_of(base))) return mistake;
    if (base.free && base.pinned)
        return Mistake{"pinned", "is said of a base that is free; expected one of the two"};
    const bool moved = base.depth != 0.0 || base.roll != 0.0;
    const char* key = base.depth != 0.0 ? "depth" : "roll";
    if (moved && base.free) return Mistake{key, "found a free base; expected a clamped one"};
    if (moved && !base.timing.history.columns.empty())
        return Mistake{key, "found a history that moves the base too; expected one of them"};
    return mistake_in(base.timing);
}

Verdict gamma_mistake(const std::array<double, 4>& gamma)
{
    if (std::isnan(gamma[1]))
        return gamma[0] < 0.5 ? Verdict() : Verdict("leaves no inner links; expected less than 0.5");
    const double sum = gamma[0] + gamma[1] + gamma[2] + gamma[3];
    if (std::abs(sum - 1.0) <= 1e-6) return {};
    return filled("adds up to {}; expected a sum of 1", significant(sum, 9));
}

MaybeMistake mistake_in(const SegmentModel& model, const Rod& rod)
{
    return length_mistake("segments", model.lengths, rod);
}

MaybeMistake mistake_in(const SphericalModel& model, const Rod& rod)
{
    if (model.links.empty()) {
        if (!model.bending.empty() || !model.twisting.empty()) {
            return Mistake{model.bending.empty() ? "twisting" : "bending",
                           "found no links; expected links, bending and twisting together"};
        }
        const bool pairs = model.layout == JointLayout::gauss || model.layout == JointLayout::given;
        if (pairs && model.joints % 2 != 0) {
            return Mistake{"joints",
                           "an odd number does not pair; expected an even number with layout "
                           "gauss (two joints a panel), or another layout"};
        }
        return std::nullopt;
    }
    const std::size_t n = model.links.size() - 1;
    if (model.joints > 0 && static_cast<std::size_t>(model.joints) != n)
        return Mistake{"joints",
                       filled("does not go with {} links; expected {} (or leave it out)", n + 1, n)};
    if (model.layout != JointLayout::given)
        return Mistake{"layout", "found links too; expected one of them: remove one"};
    if (n == 0 || model.bending.size() != n || model.twisting.size() != n) {
        return Mistake{
            "links", filled("{} have {} between them, but bending has {} and twisting "
                            "{}; expected one value for each joint",
                            counted(n + 1, "link"), counted(n, "joint"),
                            counted(model.bending.size(), "value"), counted(model.twisting.size(), "value"))};
    }
    return length_mistake("links", model.links, rod);
}

MaybeMistake mistake_in(const VariationalModel& model)
{
    if (!model.frequency_correction || model.strain == StrainPlace::nodal) return std::nullopt;
    return Mistake{"frequency_correction",
                   "true without \"strain: nodal\"; expected it only there: the midpoint strain needs none"};
}

Verdict gradient_mistake(const Matrix3d& gradient)
{
    if (std::isnan(gradient(2, 2))) return {};
    const double size = gradient.cwiseAbs().maxCoeff();
    const double skew = (gradient - gradient.transpose()).cwiseAbs().maxCoeff();
    if (skew > 1e-6 * size)
        return "is not symmetric, as a magnetic field's is; expected equal entries across the diagonal";
    if (std::abs(gradient.trace()) > 1e-6 * size)
        return "is not without trace, as a magnetic field's is; expected xx + yy + zz = 0";
    return {};
}

MaybeMistake mistake_in(const Fixture& fixture)
{
    if (fixture.tangent || fixture.hold[0] || fixture.hold[1] || fixture.hold[2]) return std::nullopt;
    return Mistake{"", "holds nothing; expected at least one of x, y, z, tangent"};
}

MaybeMistake mistake_in(const Clamp& clamp, const Base& base)
{
    if (!clamp.written) return std::nullopt;
    const Axes of_base = axes_of(base);
    const Matrix3d R = rotation_of(of_base.tangent, of_base.normal);
    const Axes axes{clamp.written->tangent.value_or(R.col(2)), clamp.written->normal.value_or(R.col(0))};
    MaybeMistake mistake = axes_mistake(axes);
    if (mistake && (!clamp.written->normal || *clamp.written->normal == R.col(0))) {
        return Mistake{"tangent",
                       "is not perpendicular to the base's normal; expected a \"normal\" beside it"};
    }
    return mistake;
}

MaybeMistake mistake_in(const Simulation& simulation)
{
    constexpr double most_outputs = 1e7;
    if (simulation.output_every > simulation.duration)
        return Mistake{"output_every", "is longer than the duration; expected less"};
    if (simulation.duration / simulation.output_every > most_outputs)
        return Mistake{"output_every",
                       "gives more than 10 million outputs; expected a longer time between them"};
    return std::nullopt;
}

MaybeMistake mistake_in(const FitParameter& parameter)
{
    if (!parameter.lower || !parameter.upper || *parameter.lower < *parameter.upper) return std::nullopt;
    return Mistake{"upper", "is not above lower; expected a greater value"};
}

MaybeMistake mistake_among_parts(const Manipulator& m)
{
    if (MaybeMistake mistake = freedom_mistake(m)) return mistake;
    if (MaybeMistake mistake = end_disks_mistake(m)) return mistake;
    const auto* curvature = std::get_if<CurvatureModel>(&m.model);
    const auto is_disks = [](const Attachment& a) { return std::holds_alternative<Disks>(a); };
    const auto groups = std::count_if(m.attachments.begin(), m.attachments.end(), is_disks);
    if (groups > 1) return Mistake{"attachments", "found disks twice; expected all disks in one item"};
    if (curvature && curvature->arcs == 0 && groups == 0) {
        return Mistake{"model",
                       "has neither arcs nor disks; expected \"arcs: 12\", or an attachment \"disks\""};
    }
    for (const Attachment& attachment : m.attachments) {
        const auto* rods = std::get_if<DrivenRods>(&attachment);
        const bool weighs = rods && !(rods->density.empty() && rods->mass_per_length.empty());
        if (weighs && !disks_carry_rods(m))
            return Mistake{"attachments",
                           "the driving rods have a density but no disks to carry their mass; expected disks "
                           "with radius, thickness and density, or no density"};
    }
    return std::nullopt;
}

}  // namespace supple
