#include <supple/fields/model_table.hpp>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

// One value for a segment that reads the same from both ends, or all four.
std::vector<Form> gamma_forms(std::array<double, 4>& gamma)
{
    const Range below_half{0.0, 0.5, true, "above 0 and below 0.5"};
    Numbers one = {dimension::none,
                   {1, 1},
                   below_half,
                   false,
                   [&gamma](const auto& v) {
                       gamma = {v[0], not_written, not_written, not_written};
                       return gamma_mistake(gamma);
                   },
                   "0.17"};
    one.slots = [&gamma] {
        return std::isnan(gamma[1]) ? std::vector<Slot>{{&gamma[0]}} : std::vector<Slot>{};
    };
    Numbers all = {dimension::none,
                   {4, 4},
                   positive,
                   false,
                   [&gamma](const auto& v) {
                       std::copy(v.begin(), v.end(), gamma.begin());
                       return gamma_mistake(gamma);
                   },
                   "0.17 0.33 0.33 0.17"};
    all.slots = [&gamma] {
        std::vector<Slot> slots;
        for (double& value : gamma)
            if (!std::isnan(gamma[1])) slots.push_back({&value});
        return slots;
    };
    return {std::move(one), std::move(all)};
}

// Two values for a segment that reads the same from both ends, or all three.
Numbers stiffness_form(std::array<double, 3>& k)
{
    Numbers form = {dimension::none,
                    {2, 3},
                    positive,
                    false,
                    [&k](const auto& v) {
                        k = {v[0], v[1], v.size() == 3 ? v[2] : not_written};
                        return Verdict();
                    },
                    "3.6 2.25"};
    form.slots = [&k] {
        std::vector<Slot> slots{{&k[0]}, {&k[1]}};
        if (!std::isnan(k[2])) slots.push_back({&k[2]});
        return slots;
    };
    return form;
}

Table parameter_table(SegmentModel& model)
{
    SegmentParameters& p = model.parameters;
    Table table;
    table.fields.push_back(optional("gamma", gamma_forms(p.gamma),
                                    "link lengths over the segment's: the first, or all four",
                                    "0.112702 (Gauss)"));
    if (model.isotropic) {
        if (p.k_theta == p.k_eta) p.k_theta.fill(not_written);
        table.fields.push_back(optional("k", {stiffness_form(p.k_eta)},
                                        "joint stiffnesses over EI/length: outer and middle, or all three",
                                        "3.6 2.25 (Gauss)"));
    } else {
        table.fields.push_back(
            optional("k_eta", {stiffness_form(p.k_eta)},
                     "stiffnesses of the joints' first axis over EI/length: outer and middle, or all three",
                     "3.6 2.25 (Gauss)"));
        table.fields.push_back(optional("k_theta", {stiffness_form(p.k_theta)}, "the same of the second axis",
                                        "3.6 2.25 (Gauss)"));
    }
    table.fields.push_back(optional("k_twist", {stiffness_form(p.k_twist)},
                                    "the same in twist over GJ/length, where the model has twist",
                                    "3.6 2.25 (Gauss)"));
    table.fields.push_back(optional("cubic", {number(p.cubic, dimension::none)},
                                    "c of the spring law K (q + c q^3), q in rad", "0"));
    return table;
}

Table segment_table(SegmentModel& model, const Rod& rod)
{
    Numbers count = whole_number(model.segments, 1, 1000);
    count.set = [&model, set = count.set](const auto& v) { return model.lengths.clear(), set(v); };
    count.slots = [&model] {
        return model.lengths.empty() ? std::vector<Slot>{{&model.segments}} : std::vector<Slot>{};
    };
    Numbers lengths = numbers(model.lengths, dimension::length, positive);
    lengths.example = "27 27 28 mm";
    return {
        {optional(
             "segments", {count, lengths},
             "how many of equal length, or their lengths; a boundary is also set at every load and fixture",
             "1"),
         optional("parameters", {map_of(model, parameter_table)}, "dimensionless parameters of a segment",
                  "Gauss"),
         optional("twist", {flag(model.freedoms.twist)}, "joints that also twist", "false"),
         optional("shear", {flag(model.freedoms.shear)}, "joints that also shear", "false"),
         optional("extension", {flag(model.freedoms.extension)}, "links that also stretch", "false")},
        [&model, &rod] { return mistake_in(model, rod); }};
}

// A number that is left out is 0, a layout that is left out is `given`.
Table spherical_table(SphericalModel& model, const Rod& rod)
{
    const Dimension per_angle = dimension::moment;
    return {{optional("joints", {whole_number(model.joints, 1, 10000)}, "how many ball joints in all", "8"),
             optional("layout",
                      words(model.layout, {{"gauss", JointLayout::gauss},
                                           {"split", JointLayout::split},
                                           {"equal-links", JointLayout::equal_links},
                                           {"equal-links-exact", JointLayout::equal_links_exact},
                                           {"half-links", JointLayout::half_links},
                                           {"base-joint", JointLayout::base_joint}}),
                      "where the joints are", "gauss"),
             optional("links", {numbers(model.links, dimension::length, positive)},
                      "lengths of all links, one more than joints, in place of joints and layout"),
             optional("bending", {numbers(model.bending, per_angle, positive)},
                      "bending stiffness of each joint, with links"),
             optional("twisting", {numbers(model.twisting, per_angle, positive)},
                      "torsional stiffness of each joint, with links"),
             optional("extension", {flag(model.extension)}, "links that also stretch", "false")},
            [&model, &rod] { return mistake_in(model, rod); }};
}

Table curvature_table(CurvatureModel& model)
{
    return {{optional("arcs", {whole_number(model.arcs, 1, 10000)}, "how many arcs of equal length",
                      "one between neighbouring disks"),
             optional("twist", {flag(model.twist)}, "arcs that also twist", "false")},
            {}};
}

Table variational_table(VariationalModel& model)
{
    return {
        {optional("elements", {whole_number(model.elements, 1, 100000)}, "how many elements of equal length",
                  "15"),
         optional("strain",
                  words(model.strain, {{"midpoint", StrainPlace::midpoint}, {"nodal", StrainPlace::nodal}}),
                  "where shear strain is measured; nodal is the paper's and locks", "midpoint"),
         optional("frequency_correction", {flag(model.frequency_correction)},
                  "with nodal strain: scale the stiffness so that the first frequency is right", "false")},
        [&model] { return mistake_in(model); }};
}

Table cosserat_table(CosseratModel& model)
{
    return {{optional("shear", {flag(model.shear)}, "with shear strain", "false"),
             optional("extension", {flag(model.extension)}, "with axial strain", "false"),
             optional("tolerance",
                      {number(model.tolerance, dimension::none, {1e-14, 1e-2, false, "from 1e-14 to 0.01"})},
                      "error of the tip over the length", "1e-9")},
            {}};
}

}  // namespace

Tagged model_forms(ModelChoice& choice, const Rod& rod)
{
    // An alternative by its kind, made as `fresh` is; `is` tells apart those of the same kind.
    const auto alternative = [&choice](const char* type, const char* help, auto fresh, auto table_of,
                                       auto is) {
        using Kind = decltype(fresh);
        return Tagged::Alternative{
            type, help, [&choice, fresh, table_of] { return table_of(choice.emplace<Kind>(fresh)); },
            [&choice, table_of, is]() -> std::optional<Table> {
                auto* model = std::get_if<Kind>(&choice);
                if (!model || !is(*model)) return std::nullopt;
                return table_of(*model);
            }};
    };
    const auto any = [](const auto&) { return true; };
    const auto segments = [&rod](SegmentModel& model) { return segment_table(model, rod); };
    SegmentModel universal;
    universal.isotropic = false;
    SphericalModel left_out;
    left_out.joints = 0;
    left_out.layout = JointLayout::given;
    return {{alternative("universal-prb", "segments of four links and three y-then-z universal joints",
                         universal, segments, [](const SegmentModel& model) { return !model.isotropic; }),
             alternative("isotropic-prb", "the same with joints that have no preferred axis", SegmentModel{},
                         segments, [](const SegmentModel& model) { return model.isotropic; }),
             alternative(
                 "spherical-prb", "a chain of ball joints", left_out,
                 [&rod](SphericalModel& model) { return spherical_table(model, rod); }, any),
             alternative("curvature", "arcs of constant curvature", CurvatureModel{}, curvature_table, any),
             alternative("variational", "a nodal rod for motion in time", VariationalModel{},
                         variational_table, any),
             alternative("cosserat", "the geometrically exact rod", CosseratModel{}, cosserat_table, any)}};
}

}  // namespace supple
