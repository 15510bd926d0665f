#include <supple/compare/candidate.hpp>
#include <supple/compare/compare.hpp>
#include <supple/rod/completed.hpp>
#include <supple/rod/model_traits.hpp>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

constexpr int joints_a_segment = 3;

std::vector<int> ascending(std::vector<int> numbers)
{
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

std::vector<JointLayout> layouts_of(const Manipulator& m, const CandidateOptions& options)
{
    if (!options.layouts.empty()) return options.layouts;
    std::vector<JointLayout> layouts{JointLayout::gauss};
    const std::optional<JointLayout> own = layout_of(m.model);
    if (own && own != JointLayout::gauss && own != JointLayout::given) layouts.push_back(*own);
    return layouts;
}

std::vector<Candidate> segments_of(bool isotropic, const Freedoms& freedoms, const std::vector<int>& joints)
{
    std::vector<Candidate> all;
    std::vector<int> counts;
    for (const int n : joints)
        counts.push_back(std::max(1, static_cast<int>(std::lround(double(n) / joints_a_segment))));
    for (const int count : ascending(counts)) {
        SegmentModel model;
        model.isotropic = isotropic;
        model.segments = count;
        model.freedoms = freedoms;
        all.push_back({model});
    }
    return all;
}

/// Segments also end at loads: several counts may make the same chain, and fewer a longer one.
void order_by_joints(std::vector<Candidate>& segments, const Manipulator& m)
{
    std::vector<std::pair<int, Candidate>> known;
    for (const Candidate& candidate : segments)
        known.emplace_back(try_out(m, candidate).joints, candidate);
    std::stable_sort(known.begin(), known.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    const auto same = [](const auto& a, const auto& b) { return a.first > 0 && a.first == b.first; };
    known.erase(std::unique(known.begin(), known.end(), same), known.end());
    segments.clear();
    for (auto& [joints, candidate] : known)
        segments.push_back(std::move(candidate));
}

}  // namespace

std::vector<Candidate> candidates(const Manipulator& manipulator, const CandidateOptions& options)
{
    const Complete complete(manipulator);
    const Manipulator& m = *complete;
    const std::vector<int> joints =
        ascending(options.joints.empty() ? std::vector<int>{2, 4, 8, 16, 32} : options.joints);
    const Freedoms freedoms = freedoms_of(m);
    const auto wanted = [&](const char* type) {
        return options.types.empty() ||
               std::find(options.types.begin(), options.types.end(), type) != options.types.end();
    };

    std::vector<Candidate> all;
    if (options.as_written && !is_exact(m.model)) all.push_back({m.model, true});
    for (const bool isotropic : {false, true}) {
        if (!wanted(isotropic ? "isotropic-prb" : "universal-prb")) continue;
        auto segments = segments_of(isotropic, freedoms, joints);
        order_by_joints(segments, m);
        all.insert(all.end(), segments.begin(), segments.end());
    }
    if (wanted("spherical-prb")) {
        for (const JointLayout layout : layouts_of(m, options)) {
            for (const int n : joints) {
                SphericalModel model;
                model.joints = n;
                model.layout = layout;
                model.extension = freedoms.extension;
                all.push_back({model});
            }
        }
    }
    for (const int n : joints) {
        if (wanted("curvature")) all.push_back({CurvatureModel{n, freedoms.twist}});
    }
    for (const int n : joints) {
        if (wanted("variational")) all.push_back({VariationalModel{n, StrainPlace::midpoint, false}});
    }
    return all;
}

std::vector<JointLayout> joint_layouts()
{
    return {JointLayout::gauss,       JointLayout::split,
            JointLayout::equal_links, JointLayout::equal_links_exact,
            JointLayout::half_links,  JointLayout::base_joint};
}

std::string family(const Candidate& candidate)
{
    const std::optional<JointLayout> layout = layout_of(candidate.model);
    const std::string type = type_name(candidate.model);
    return layout ? type + " " + name(*layout) : type;
}

}  // namespace supple
