#include <supple/assembly/drives.hpp>
#include <supple/assembly/layout.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace supple {
namespace {

/// Curvature and twist of the unloaded rod, integrated from a to b: angles about d1, d2, d3 [rad].
Vector3d rest_angle(const Rod& rod, double a, double b)
{
    Vector3d angle = Vector3d::Zero();
    double start = 0.0;
    for (const RestPiece& piece : rod.rest_shape) {
        const double overlap = std::min(b, start + piece.length) - std::max(a, start);
        if (overlap > 0.0) angle += overlap * Vector3d(piece.curvature[0], piece.curvature[1], piece.twist);
        start += piece.length;
    }
    return angle;
}

/// Cuts at the marks that lie inside the rod and are apart from the cuts already there.
std::vector<double> with_marks(std::vector<double> cuts, const std::vector<double>& marks, double length)
{
    for (const double mark : marks) {
        const bool known = std::any_of(cuts.begin(), cuts.end(),
                                       [&](double c) { return std::abs(c - mark) <= 1e-9 * length; });
        if (!known && mark > 1e-9 * length && mark < (1.0 - 1e-9) * length) cuts.push_back(mark);
    }
    std::sort(cuts.begin(), cuts.end());
    return cuts;
}

/// Where the curvature or twist of the unloaded rod changes.
std::vector<double> rest_marks(const Rod& rod)
{
    std::vector<double> marks;
    double end = 0.0;
    for (std::size_t i = 0; i + 1 < rod.rest_shape.size(); ++i) {
        const RestPiece &piece = rod.rest_shape[i], &next = rod.rest_shape[i + 1];
        end += piece.length;
        if (piece.curvature != next.curvature || piece.twist != next.twist) marks.push_back(end);
    }
    return marks;
}

/// A guide's cut replaces the nearest cut within reach at which nothing acts and nothing is held.
std::vector<double> with_guides(std::vector<double> cuts, const std::vector<double>& marks,
                                const std::vector<double>& guides, double length, double near)
{
    for (const double guide : guides) {
        const auto is_free = [&](double cut) {
            const auto same = [&](double other) { return std::abs(other - cut) <= 1e-9 * length; };
            return cut > 0.0 && cut < length && std::abs(cut - guide) < near &&
                   std::none_of(marks.begin(), marks.end(), same) &&
                   std::none_of(guides.begin(), guides.end(), same);
        };
        auto nearest = cuts.end();
        for (auto cut = cuts.begin(); cut != cuts.end(); ++cut) {
            const bool nearer = nearest == cuts.end() || std::abs(*cut - guide) < std::abs(*nearest - guide);
            if (is_free(*cut) && nearer) nearest = cut;
        }
        if (nearest != cuts.end()) cuts.erase(nearest);
    }
    return with_marks(std::move(cuts), guides, length);
}

/// A ball joint: where it is, and its springs.
struct BallJoint {
    double at = 0.0;  ///< arc length [m]
    Vector3d stiffness = Vector3d::Zero(), rest = Vector3d::Zero();
};

/// Joints at given places, each with the springs and the rest angle of a length of rod.
std::vector<BallJoint> ball_joints(const Rod& rod, const RodProperties& p, const std::vector<double>& at,
                                   const std::vector<double>& lengths)
{
    const double part = rod.length / std::accumulate(lengths.begin(), lengths.end(), 0.0);
    const Vector3d EI(p.bending_stiffness[0], p.bending_stiffness[1], p.torsional_stiffness);
    std::vector<BallJoint> joints;
    double bent = 0.0;
    for (std::size_t j = 0; j < at.size(); ++j) {
        joints.push_back({at[j], EI / lengths[j], rest_angle(rod, bent, bent + part * lengths[j])});
        bent += part * lengths[j];
    }
    return joints;
}

struct Builder {
    const Rod& rod;
    RodProperties p;
    ChainLayout layout;

    explicit Builder(const Rod& r) : rod(r), p(rod_properties(r)) {}

    void add(const Element& element, const Vector3d& stiffness, const Vector3d& rest = Vector3d::Zero(),
             double cubic = 0.0)
    {
        ElasticLaw law;
        law.stiffness = stiffness;
        law.rest = rest;
        law.cubic = cubic;
        layout.links.push_back({element, law});
    }

    void check_stiffness(bool shear, bool extension)
    {
        if ((shear && !p.shear_stiffness.allFinite()) || (extension && !std::isfinite(p.axial_stiffness)))
            layout.error =
                "the model has shear or extension but the rod's stiffness in it is not known; give section "
                "and "
                "material, or shear_stiffness and axial_stiffness";
    }

    /// The ball joint of a pinned base.
    void add_pin()
    {
        ElasticLaw law;
        law.measure = p.bending_stiffness.mean() / rod.length;
        layout.links.push_back({SphericalJoint{}, law});
        layout.first = 1;
    }

    /// One segment: four links, three joints; slides where it shears or stretches.
    /// [docs/theory/s1, Eq. (1.1)]
    void add_segment(const SegmentModel& model, double start, double L)
    {
        const SegmentParameters& c = model.parameters;
        const Freedoms& free = model.freedoms;
        const Vector3d angle = rest_angle(rod, start, start + L);
        const auto sum = [](const std::array<double, 3>& k) { return 1.0 / k[0] + 1.0 / k[1] + 1.0 / k[2]; };
        for (std::size_t j = 0; j < 3; ++j) {
            const double before = c.gamma[j] * L, after = c.gamma[j + 1] * L;
            // With shear the displacement sits at the joint, so the whole next link follows it.
            double inboard = j == 0 || free.shear ? before : before / 2.0;
            double outboard = free.shear ? 0.0 : j == 2 ? after : after / 2.0;
            if (free.extension) add(Slide{false, true, 0.0}, {p.axial_stiffness / before, 0.0, 0.0});
            const Vector3d k(c.k_eta[j] * p.bending_stiffness[0] / L,
                             c.k_theta[j] * p.bending_stiffness[1] / L,
                             c.k_twist[j] * p.torsional_stiffness / L);
            const Vector3d share(1.0 / c.k_eta[j] / sum(c.k_eta), 1.0 / c.k_theta[j] / sum(c.k_theta),
                                 1.0 / c.k_twist[j] / sum(c.k_twist));
            const Vector3d rest = angle.cwiseProduct(share);
            if (!model.isotropic) {
                add(UniversalJoint{inboard, outboard, free.twist}, k, rest, c.cubic);
            } else if (free.twist) {
                add(SphericalJoint{inboard, outboard}, k, rest, c.cubic);
            } else {
                add(IsotropicJoint{inboard, outboard}, k, rest, c.cubic);
            }
            if (free.shear) {
                const double k_shear = c.k_eta[j] / L;
                add(Slide{true, false, j == 2 ? after : 0.0},
                    {k_shear * p.shear_stiffness[0], k_shear * p.shear_stiffness[1], 0.0});
            }
        }
        if (free.extension) add(Slide{false, true, 0.0}, {p.axial_stiffness / (c.gamma[3] * L), 0.0, 0.0});
    }

    /// Ball joints with their springs, the links between them cut half way. Where the links stretch, each
    /// does where it is cut, and apart on either side of a mark: what acts there stretches what lies before
    /// it.
    void add_ball_joints(const std::vector<BallJoint>& joints, const std::vector<double>* marks)
    {
        const double L = rod.length;
        double start = 0.0;
        if (marks) start = stretch(0.0, joints.front().at, *marks, true);
        for (std::size_t j = 0; j < joints.size(); ++j) {
            const BallJoint& joint = joints[j];
            const bool last = j + 1 == joints.size();
            const double next = last ? L : joints[j + 1].at;
            double end = last ? L : (joint.at + next) / 2.0;
            if (marks) end = first_cut(joint.at, next, *marks, last);
            add(SphericalJoint{joint.at - start, end - joint.at}, joint.stiffness, joint.rest);
            start = end;
            if (marks) start = stretch(joint.at, next, *marks, false);
        }
    }

 private:
    /// The marks inside a link.
    std::vector<double> marks_within(double from, double to, const std::vector<double>& marks) const
    {
        const double apart = 1e-9 * rod.length;
        std::vector<double> within;
        for (const double mark : marks) {
            if (mark > from + apart && mark < to - apart) within.push_back(mark);
        }
        return within;
    }

    /// Where a link is cut first: at a mark, else half way; the last one at the tip.
    double first_cut(double from, double to, const std::vector<double>& marks, bool last) const
    {
        const std::vector<double> within = marks_within(from, to, marks);
        return !within.empty() ? within.front() : last ? to : (from + to) / 2.0;
    }

    /// The slides of a link; returns where the last of them is. The link at the base has them at its start.
    double stretch(double from, double to, const std::vector<double>& marks, bool at_base)
    {
        const auto slide = [&](double length, double outboard) {
            if (length > 0.0) add(Slide{false, true, outboard}, {p.axial_stiffness / length, 0.0, 0.0});
        };
        std::vector<double> ends = marks_within(from, to, marks);
        if (ends.empty()) {
            slide(to - from, 0.0);
            return at_base ? from : to == rod.length ? to : (from + to) / 2.0;
        }
        // The piece before the first mark stretches there, every other one where it begins.
        slide(ends.front() - from, at_base ? ends.front() - from : 0.0);
        ends.push_back(to);
        for (std::size_t k = 0; k + 1 < ends.size(); ++k) {
            const bool reaches_tip = k + 2 == ends.size() && to == rod.length;
            slide(ends[k + 1] - ends[k], k + 2 < ends.size() || reaches_tip ? ends[k + 1] - ends[k] : 0.0);
        }
        return to == rod.length ? to : ends[ends.size() - 2];
    }
};

/// How many of n parts each panel gets: at least one, the others by length (largest remainder).
std::vector<int> share_by_length(int n, const std::vector<double>& cuts)
{
    const std::size_t panels = cuts.size() - 1;
    std::vector<int> parts(panels, 1);
    for (int left = n - static_cast<int>(panels); left > 0; --left) {
        // The next part goes where the pieces are longest.
        std::size_t longest = 0;
        double most = 0.0;
        for (std::size_t i = 0; i < panels; ++i) {
            const double piece = (cuts[i + 1] - cuts[i]) / parts[i];
            if (piece > most * (1.0 + 1e-12)) {
                most = piece;
                longest = i;
            }
        }
        ++parts[longest];
    }
    return parts;
}

void lay_out(Builder& b, const SegmentModel& model, const std::vector<double>& marks,
             const std::vector<double>& guides)
{
    std::vector<double> cuts{0.0};
    if (model.lengths.empty()) {
        for (int i = 1; i <= model.segments; ++i)
            cuts.push_back(b.rod.length * i / model.segments);
    } else {
        for (const double L : model.lengths)
            cuts.push_back(cuts.back() + L);
        cuts.back() = b.rod.length;
    }
    const double mean = b.rod.length / static_cast<double>(cuts.size() - 1);
    cuts = with_marks(cuts, rest_marks(b.rod), b.rod.length);
    cuts = with_guides(with_marks(cuts, marks, b.rod.length), marks, guides, b.rod.length, 0.75 * mean);
    b.layout.cuts = cuts;
    b.layout.twists = model.freedoms.twist;
    if (!model.freedoms.twist && std::any_of(b.rod.rest_shape.begin(), b.rod.rest_shape.end(),
                                             [](const RestPiece& r) { return r.twist != 0.0; })) {
        b.layout.error =
            "the rod is twisted at rest but the model has no twist; set model.twist: true, or use another "
            "model";
    }
    b.check_stiffness(model.freedoms.shear, model.freedoms.extension);
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i)
        b.add_segment(model, cuts[i], cuts[i + 1] - cuts[i]);
}

void lay_out(Builder& b, const SphericalModel& model, const std::vector<double>& marks)
{
    const double L = b.rod.length;
    const int n = model.joints;
    std::vector<double> at, lengths;
    std::vector<BallJoint> joints;
    b.layout.twists = true;
    b.check_stiffness(false, model.extension);
    // Panels also end where the rest shape changes, if there are joints enough.
    auto panels = with_marks({0.0, L}, marks, L);
    const auto finer = with_marks(panels, rest_marks(b.rod), L);
    const int most = model.layout == JointLayout::gauss ? n / 2 : n;
    if (static_cast<int>(finer.size()) - 1 <= most) panels = finer;
    switch (model.layout) {
        case JointLayout::gauss: {
            if (n % 2 != 0) {
                b.layout.error = "the layout gauss places joints in pairs: their number must be even";
                return;
            }
            if (n / 2 < static_cast<int>(panels.size()) - 1) {
                b.layout.error =
                    "too few joints: every stretch between loads, attachments and fixtures needs two";
                return;
            }
            const auto pairs = share_by_length(n / 2, panels);
            for (std::size_t i = 0; i < pairs.size(); ++i) {
                const double h = (panels[i + 1] - panels[i]) / pairs[i];
                for (int k = 0; k < pairs[i]; ++k) {
                    for (const double x : {0.5 - 0.5 / std::sqrt(3.0), 0.5 + 0.5 / std::sqrt(3.0)}) {
                        at.push_back(panels[i] + (k + x) * h);
                        lengths.push_back(h / 2.0);
                    }
                }
            }
            break;
        }
        case JointLayout::split: {
            if (n < static_cast<int>(panels.size()) - 1) {
                b.layout.error =
                    "too few joints: every stretch between loads, attachments and fixtures needs one";
                return;
            }
            std::vector<int> parts = share_by_length(n, panels);
            if (parts.size() == 2) {  // one cut: rounded, not shared
                parts[0] = std::clamp(static_cast<int>(std::lround(n * panels[1] / L)), 1, n - 1);
                parts[1] = n - parts[0];
            }
            for (std::size_t i = 0; i < parts.size(); ++i) {
                const double h = (panels[i + 1] - panels[i]) / parts[i];
                for (int k = 0; k < parts[i]; ++k) {
                    at.push_back(panels[i] + (k + 0.5) * h);
                    lengths.push_back(h);
                }
            }
            break;
        }
        case JointLayout::equal_links:
        case JointLayout::equal_links_exact:
            for (int i = 1; i <= n; ++i)
                at.push_back(L * i / (n + 1));
            lengths.assign(static_cast<std::size_t>(n),
                           model.layout == JointLayout::equal_links ? L / (n + 1) : L / n);
            break;
        case JointLayout::half_links:
            for (int i = 0; i < n; ++i)
                at.push_back(L * (i + 0.5) / n);
            lengths.assign(static_cast<std::size_t>(n), L / n);
            break;
        case JointLayout::base_joint:
            for (int i = 0; i < n; ++i)
                at.push_back(L * i / n);
            lengths.assign(static_cast<std::size_t>(n), L / n);
            break;
        case JointLayout::given: {
            double start = 0.0, joint = 0.0;
            for (std::size_t j = 0; j < model.bending.size(); ++j) {
                joint += model.links[j];
                const double end = j + 1 == model.bending.size() ? L : joint + model.links[j + 1] / 2.0;
                joints.push_back({joint,
                                  {model.bending[j], model.bending[j], model.twisting[j]},
                                  rest_angle(b.rod, start, end)});
                start = end;
            }
            break;
        }
    }
    if (joints.empty()) joints = ball_joints(b.rod, b.p, at, lengths);
    const std::vector<double> cuts = with_marks({}, marks, L);
    b.add_ball_joints(joints, model.extension ? &cuts : nullptr);
}

void lay_out(Builder& b, const CurvatureModel& model, const Manipulator& manipulator)
{
    std::vector<double> ends;
    for (int i = 1; i <= model.arcs; ++i)
        ends.push_back(b.rod.length * i / model.arcs);
    if (ends.empty()) {
        for (const Attachment& attachment : manipulator.attachments) {
            if (const auto* disks = std::get_if<Disks>(&attachment)) ends = disks->positions;
        }
        for (const Attachment& attachment : manipulator.attachments) {
            if (const auto* rods = std::get_if<DrivenRods>(&attachment))
                ends = with_marks(std::move(ends), ends_of(manipulator, *rods), b.rod.length);
        }
        if (ends.empty() || ends.back() < b.rod.length * (1.0 - 1e-9)) ends.push_back(b.rod.length);
    }
    b.layout.twists = model.twist;
    const std::vector<double> rods = bending_in_arcs(manipulator, ends);
    double start = 0.0;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        const double L = ends[i] - start;
        const Vector3d EI(b.p.bending_stiffness[0] + rods[i], b.p.bending_stiffness[1] + rods[i],
                          b.p.torsional_stiffness);
        b.add(ConstantCurvature{L, model.twist}, EI * L, rest_angle(b.rod, start, ends[i]) / L);
        start = ends[i];
    }
}

}  // namespace

ChainLayout lay_out_chain(const Manipulator& manipulator, const std::vector<double>& marks,
                          const std::vector<double>& guides)
{
    Builder builder(manipulator.rod);
    if (manipulator.base.pinned) builder.add_pin();
    if (const auto* segments = std::get_if<SegmentModel>(&manipulator.model)) {
        lay_out(builder, *segments, marks, guides);
    } else if (const auto* spherical = std::get_if<SphericalModel>(&manipulator.model)) {
        lay_out(builder, *spherical, marks);
    } else if (const auto* curvature = std::get_if<CurvatureModel>(&manipulator.model)) {
        lay_out(builder, *curvature, manipulator);
    } else {
        builder.layout.error = std::string("the model ") + type_name(manipulator.model) + " is not a chain";
    }
    return builder.layout;
}

}  // namespace supple
