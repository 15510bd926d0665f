#include <supple/io/model_table.hpp>

#include <supple/io/text.hpp>

#include <fmt/format.h>

#include <cmath>
#include <numeric>

namespace supple {
namespace {

std::optional<Mistake> length_mistake(const char* key, const std::vector<double>& lengths, const Rod& rod)
{
    const double sum = std::accumulate(lengths.begin(), lengths.end(), 0.0);
    if (lengths.empty() || rod.length == 0.0 || std::abs(sum - rod.length) <= 1e-9 * rod.length)
        return std::nullopt;
    return Mistake{key, fmt::format("the lengths add up to {}; expected the rod's length, {}",
                                    format_quantity(sum, dimension::length, 10),
                                    format_quantity(rod.length, dimension::length, 10))};
}

// One value for a segment that reads the same from both ends, or all four.
std::vector<Form> gamma_forms(std::array<double, 4>& gamma)
{
    const Range below_half{0.0, 0.5, true, "above 0 and below 0.5"};
    Numbers one = {dimension::none,
                   {1, 1},
                   below_half,
                   false,
                   [&gamma](const auto& v) {
                       if (v[0] == 0.5) return Verdict("leaves no inner links; expected less than 0.5");
                       gamma = {v[0], 0.5 - v[0], 0.5 - v[0], v[0]};
                       return Verdict();
                   },
                   "0.17"};
    Numbers all = {dimension::none,
                   {4, 4},
                   positive,
                   false,
                   [&gamma](const auto& v) {
                       const double sum = v[0] + v[1] + v[2] + v[3];
                       if (std::abs(sum - 1.0) > 1e-6)
                           return Verdict(fmt::format("adds up to {:.9g}; expected a sum of 1", sum));
                       std::copy(v.begin(), v.end(), gamma.begin());
                       return Verdict();
                   },
                   "0.17 0.33 0.33 0.17"};
    return {std::move(one), std::move(all)};
}

// Two values for a segment that reads the same from both ends, or all three.
Numbers stiffness_form(std::vector<std::array<double, 3>*> targets)
{
    return {dimension::none,
            {2, 3},
            positive,
            false,
            [targets](const auto& v) {
                for (auto* k : targets)
                    *k = {v[0], v[1], v.size() == 3 ? v[2] : v[0]};
                return Verdict();
            },
            "3.6 2.25"};
}

Table parameter_table(SegmentModel& model)
{
    SegmentParameters& p = model.parameters;
    Table table;
    table.fields.push_back(optional("gamma", gamma_forms(p.gamma),
                                    "link lengths over the segment's: the first, or all four",
                                    "0.112702 (Gauss)"));
    if (model.isotropic) {
        table.fields.push_back(optional("k", {stiffness_form({&p.k_eta, &p.k_theta})},
                                        "joint stiffnesses over EI/length: outer and middle, or all three",
                                        "3.6 2.25 (Gauss)"));
    } else {
        table.fields.push_back(
            optional("k_eta", {stiffness_form({&p.k_eta})},
                     "stiffnesses of the joints' first axis over EI/length: outer and middle, or all three",
                     "3.6 2.25 (Gauss)"));
        table.fields.push_back(optional("k_theta", {stiffness_form({&p.k_theta})},
                                        "the same of the second axis", "3.6 2.25 (Gauss)"));
    }
    table.fields.push_back(optional("k_twist", {stiffness_form({&p.k_twist})},
                                    "the same in twist over GJ/length, where the model has twist",
                                    "3.6 2.25 (Gauss)"));
    table.fields.push_back(optional("cubic", {number(p.cubic, dimension::none)},
                                    "c of the spring law K (q + c q^3), q in rad", "0"));
    return table;
}

Table segment_table(ModelChoice& choice, bool isotropic, const Rod& rod)
{
    auto& model = choice.emplace<SegmentModel>();
    model.isotropic = isotropic;
    Numbers lengths = numbers(model.lengths, dimension::length, positive);
    lengths.example = "27 27 28 mm";
    return {
        {optional(
             "segments", {whole_number(model.segments, 1, 1000), lengths},
             "how many of equal length, or their lengths; a boundary is also set at every load and fixture",
             "1"),
         optional("parameters", {Object{[&model] { return parameter_table(model); }}},
                  "dimensionless parameters of a segment", "Gauss"),
         optional("twist", {flag(model.freedoms.twist)}, "joints that also twist", "false"),
         optional("shear", {flag(model.freedoms.shear)}, "joints that also shear", "false"),
         optional("extension", {flag(model.freedoms.extension)}, "links that also stretch", "false")},
        [&model, &rod]() { return length_mistake("segments", model.lengths, rod); }};
}

Table spherical_table(ModelChoice& choice, const Rod& rod)
{
    auto& model = choice.emplace<SphericalModel>();
    struct Raw {
        int joints = 0;                           // 0: not given
        JointLayout layout = JointLayout::given;  // that: not given
    };
    const auto raw = std::make_shared<Raw>();
    const Dimension per_angle = dimension::moment;
    return {{optional("joints", {whole_number(raw->joints, 1, 10000)}, "how many ball joints in all", "8"),
             optional("layout",
                      words(raw->layout, {{"gauss", JointLayout::gauss},
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
                      "torsional stiffness of each joint, with links")},
            [&model, &rod, raw]() -> std::optional<Mistake> {
                const auto joints = static_cast<std::size_t>(raw->joints);
                if (model.links.empty()) {
                    if (!model.bending.empty() || !model.twisting.empty()) {
                        return Mistake{model.bending.empty() ? "twisting" : "bending",
                                       "found no links; expected links, bending and twisting together"};
                    }
                    if (joints > 0) model.joints = raw->joints;
                    if (raw->layout != JointLayout::given) model.layout = raw->layout;
                    if (model.layout == JointLayout::gauss && model.joints % 2 != 0) {
                        return Mistake{"joints",
                                       "an odd number does not pair; expected an even number with layout "
                                       "gauss (two joints a panel), or another layout"};
                    }
                    return std::nullopt;
                }
                const std::size_t n = model.links.size() - 1;
                if (joints > 0 && joints != n) {
                    return Mistake{
                        "joints",
                        fmt::format("does not go with {} links; expected {} (or leave it out)", n + 1, n)};
                }
                if (raw->layout != JointLayout::given) {
                    return Mistake{"layout", "found links too; expected one of them: remove one"};
                }
                if (n == 0 || model.bending.size() != n || model.twisting.size() != n) {
                    return Mistake{"links",
                                   fmt::format("{} have {} between them, but bending has {} and twisting "
                                               "{}; expected one value for each joint",
                                               counted(n + 1, "link"), counted(n, "joint"),
                                               counted(model.bending.size(), "value"),
                                               counted(model.twisting.size(), "value"))};
                }
                model.joints = static_cast<int>(n);
                model.layout = JointLayout::given;
                return length_mistake("links", model.links, rod);
            }};
}

Table curvature_table(ModelChoice& choice)
{
    auto& model = choice.emplace<CurvatureModel>();
    return {{optional("arcs", {whole_number(model.arcs, 1, 10000)}, "how many arcs of equal length",
                      "one between neighbouring disks"),
             optional("twist", {flag(model.twist)}, "arcs that also twist", "false")},
            {}};
}

Table variational_table(ModelChoice& choice)
{
    auto& model = choice.emplace<VariationalModel>();
    return {
        {optional("elements", {whole_number(model.elements, 1, 100000)}, "how many elements of equal length",
                  "15"),
         optional("strain",
                  words(model.strain, {{"midpoint", StrainPlace::midpoint}, {"nodal", StrainPlace::nodal}}),
                  "where shear strain is measured; nodal is the paper's and locks", "midpoint"),
         optional("frequency_correction", {flag(model.frequency_correction)},
                  "with nodal strain: scale the stiffness so that the first frequency is right", "false")},
        [&model]() -> std::optional<Mistake> {
            if (!model.frequency_correction || model.strain == StrainPlace::nodal) return std::nullopt;
            return Mistake{
                "frequency_correction",
                "true without \"strain: nodal\"; expected it only there: the midpoint strain needs none"};
        }};
}

Table cosserat_table(ModelChoice& choice)
{
    auto& model = choice.emplace<CosseratModel>();
    return {{optional("shear", {flag(model.shear)}, "with shear strain", "false"),
             optional("extension", {flag(model.extension)}, "with axial strain", "false"),
             optional("tolerance",
                      {number(model.tolerance, dimension::none, {1e-14, 1e-2, false, "from 1e-14 to 0.01"})},
                      "error of the tip over the length", "1e-9")},
            {}};
}

}  // namespace

Tagged model_forms(ModelChoice& model, const Rod& rod)
{
    return {
        {{"universal-prb", "segments of four links and three y-then-z universal joints",
          [&model, &rod] { return segment_table(model, false, rod); }},
         {"isotropic-prb", "the same with joints that have no preferred axis",
          [&model, &rod] { return segment_table(model, true, rod); }},
         {"spherical-prb", "a chain of ball joints", [&model, &rod] { return spherical_table(model, rod); }},
         {"curvature", "arcs of constant curvature", [&model] { return curvature_table(model); }},
         {"variational", "a nodal rod for motion in time", [&model] { return variational_table(model); }},
         {"cosserat", "the geometrically exact rod", [&model] { return cosserat_table(model); }}}};
}

}  // namespace supple
