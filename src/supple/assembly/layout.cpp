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

    /// Ball joints at given places, each with the springs and the rest angle of a length of rod.
    void add_ball_joints(const std::vector<double>& at, const std::vector<double>& lengths)
    {
        const double part = rod.length / std::accumulate(lengths.begin(), lengths.end(), 0.0);
        double start = 0.0, bent = 0.0;
        for (std::size_t j = 0; j < at.size(); ++j) {
            const double end = j + 1 == at.size() ? rod.length : (at[j] + at[j + 1]) / 2.0;
            const Vector3d k =
                Vector3d(p.bending_stiffness[0], p.bending_stiffness[1], p.torsional_stiffness) / lengths[j];
            add(SphericalJoint{at[j] - start, end - at[j]}, k,
                rest_angle(rod, bent, bent + part * lengths[j]));
            start = end;
            bent += part * lengths[j];
        }
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
    if ((model.freedoms.shear && !b.p.shear_stiffness.allFinite()) ||
        (model.freedoms.extension && !std::isfinite(b.p.axial_stiffness))) {
        b.layout.error =
            "the model has shear or extension but the rod's stiffness in it is not known; give section and "
            "material, or shear_stiffness and axial_stiffness";
    }
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i)
        b.add_segment(model, cuts[i], cuts[i + 1] - cuts[i]);
}

void lay_out(Builder& b, const SphericalModel& model, const std::vector<double>& marks)
{
    const double L = b.rod.length;
    const int n = model.joints;
    std::vector<double> at, lengths;
    b.layout.twists = true;
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
                b.add(SphericalJoint{joint - start, end - joint},
                      {model.bending[j], model.bending[j], model.twisting[j]}, rest_angle(b.rod, start, end));
                start = end;
            }
            return;
        }
    }
    b.add_ball_joints(at, lengths);
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
