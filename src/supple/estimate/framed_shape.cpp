#include <supple/assembly/discretize.hpp>
#include <supple/estimate/framed_shape.hpp>
#include <supple/estimate/panel_ends.hpp>
#include <supple/lie/so3.hpp>

#include <algorithm>
#include <cmath>

namespace supple::estimation {
namespace {

using so3::hat;

constexpr int most_newton_steps = 25;
constexpr double settled = 1e-7;      ///< of a Newton step, scaled: the next error is its square
constexpr double longest_step = 1.5;  ///< scaled

std::string refusal_of_system(const System& system)
{
    if (!system.unsupported.empty()) return system.unsupported;
    const char* use = "; take the exact rod with --model cosserat, or leave it out";
    if (system.held() > 0) return std::string("a chain whose forces are estimated holds no fixture") + use;
    if (!system.walls.empty() || !system.obstacles.empty())
        return "forces are not estimated beside known walls and conduits; leave them out: what they do is "
               "found as "
               "contacts";
    if (!system.coupled.empty()) return "forces are not estimated on a rod that is driven by rods or tendons";
    if (system.slips.size() > 0) return "forces are not estimated on a rod that slips through guides";
    if (system.base_spring) return "forces are not estimated on a rod with a pinned base: clamp it";
    return "";
}

}  // namespace

FramedShape::~FramedShape() = default;

FramedShape::FramedShape(const Manipulator& manipulator)
{
    system_ = discretize(manipulator);
    refusal_ = refusal_of_system(*system_);
    if (!refusal_.empty()) return;
    const std::vector<double> at = panel_ends(*system_);
    system_ = discretize(manipulator, -1e-9, at);
    type_ = system_->type;
    length_ = system_->length;
    const double EI = system_->section_stiffness.head<2>().mean();
    scales_ = {length_, EI / (length_ * length_), EI / length_};
    base_ = system_->X_WB;
    ends_ = {0.0};
    points_ = {-1};
    for (const double s : at) {
        std::size_t k = 0;
        while (std::abs(system_->point_arclength[k] - s) > 1e-12 * length_)
            ++k;
        ends_.push_back(s / length_);
        points_.push_back(static_cast<int>(k));
    }
    const std::size_t count = system_->model->points().size();
    forces_.resize(count);
    known_.resize(count);
    J_.resize(ends_.size());
    motion_.resize(ends_.size());
    const auto n = system_->model->size();
    for (Matrix6Xd& J : J_)
        J.setZero(6, n);
    q_ = system_->model->rest_coordinates();
    x_ = q_.cwiseQuotient(system_->model->coordinate_scale());
    g_.resize(n);
    G_.resize(n, n);
    lu_ = DenseLu(static_cast<int>(n));
}

FramedShape::Spot FramedShape::spot_of(double s) const
{
    s = std::clamp(s, 0.0, 1.0);
    const auto after = std::upper_bound(ends_.begin() + 1, ends_.end() - 1, s);
    const auto panel = static_cast<std::size_t>(after - ends_.begin()) - 1;
    return {static_cast<int>(panel), (s - ends_[panel]) / (ends_[panel + 1] - ends_[panel])};
}

SE3 FramedShape::frame(int end) const
{
    const int point = points_[static_cast<std::size_t>(end)];
    return point < 0 ? base_ : system_->model->frames()[static_cast<std::size_t>(point)];
}

PanelPoint FramedShape::point(const Spot& spot) const
{
    const auto i = static_cast<std::size_t>(spot.panel);
    return panel_point(frame(spot.panel), frame(spot.panel + 1), length_ * (ends_[i + 1] - ends_[i]), spot.x);
}

/// by_frames (k x 12) times the Jacobians of the panel's ends.
Matrix3Xd FramedShape::of_panel(int panel, const Matrix3x12& by_frames) const
{
    const auto i = static_cast<std::size_t>(panel);
    return by_frames.leftCols<6>().lazyProduct(J_[i]) + by_frames.rightCols<6>().lazyProduct(J_[i + 1]);
}

/// The same times dq: by θ.
Matrix3Xd FramedShape::of_motion(int panel, const Matrix3x12& by_frames) const
{
    const auto i = static_cast<std::size_t>(panel);
    return by_frames.leftCols<6>().lazyProduct(motion_[i]) +
           by_frames.rightCols<6>().lazyProduct(motion_[i + 1]);
}

void FramedShape::read_jacobians()
{
    for (std::size_t i = 1; i < ends_.size(); ++i)
        system_->model->jacobian(points_[i], J_[i]);
}

void FramedShape::load(const Pushes& pushes, double lambda)
{
    Model& model = *system_->model;
    q_ = x_.cwiseProduct(model.coordinate_scale());
    model.place(q_);
    for (FrameForce& force : known_)
        force.clear();
    for (const auto& load : system_->loads)
        load->add_to(model.frames(), lambda, known_);
    forces_ = known_;
    const auto at = [&](int end) -> FrameForce* {
        const int k = points_[static_cast<std::size_t>(end)];
        return k < 0 ? nullptr : &forces_[static_cast<std::size_t>(k)];
    };
    // The wrench F = c f, M = m t × f of a force on a frame.
    const auto add = [&](int end, double c, double m, const Vector3d& f) {
        FrameForce* force = at(end);
        if (!force) return;
        const Vector3d t = frame(end).rotation().col(2);
        force->F.head<3>() += c * f;
        force->F.tail<3>() += m * t.cross(f);
        force->dF_dx.bottomRightCorner<3, 3>() += m * hat(f) * hat(t);
        force->varies = true;
    };
    const int last = static_cast<int>(ends_.size()) - 1;
    at(last)->F.head<3>() += scales_.force * pushes.tip_force;
    at(last)->F.tail<3>() += scales_.moment * pushes.tip_moment;
    if (!pushes.per_length.isZero(0.0)) {
        const Vector3d w = scales_.force / length_ * pushes.per_length;
        for (int i = 0; i < last; ++i) {
            const auto k = static_cast<std::size_t>(i);
            const double h = length_ * (ends_[k + 1] - ends_[k]);
            add(i, h / 2.0, h * h / 12.0, w);
            add(i + 1, h / 2.0, -h * h / 12.0, w);
        }
    }
    for (const PointPush& push : pushes.points) {
        const Spot spot = spot_of(push.s);
        const PanelPoint p = point(spot);
        const Vector3d f = scales_.force * (p.R * push.b);
        add(spot.panel, p.a, p.am, f);
        add(spot.panel + 1, p.b, p.bm, f);
    }
}

void FramedShape::linearise(const Pushes& pushes)
{
    system_->model->assemble(forces_, g_, &G_);
    read_jacobians();
    for (const PointPush& push : pushes.points) {
        if (push.b.isZero(0.0)) continue;
        const Spot spot = spot_of(push.s);
        const PanelPoint p = point(spot);
        const Vector3d f = scales_.force * (p.R * push.b);
        const Matrix3Xd turned = hat(f) * of_panel(spot.panel, p.by_R);
        G_ += of_panel(spot.panel, p.by_p).transpose().lazyProduct(turned);
    }
}

bool FramedShape::find_balance(const Pushes& pushes, double lambda)
{
    const VectorXd& scale = system_->model->coordinate_scale();
    VectorXd step;
    for (int i = 0; i < most_newton_steps; ++i) {
        load(pushes, lambda);
        linearise(pushes);
        if (!g_.allFinite()) return false;
        lu_.factor(G_);
        if (lu_.singular) return false;
        step = g_;
        lu_.solve(G_, step);
        step.array() /= scale.array();
        const double size = step.cwiseAbs().maxCoeff();
        if (!(size < longest_step)) return false;
        x_ -= step;
        if (size < settled) return true;
    }
    return false;
}

/// dq/dθ in SI coordinates, for scaled pushes.
MatrixXd FramedShape::derivative(const Pushes& pushes, bool& regular)
{
    const auto n = system_->model->size();
    MatrixXd b = MatrixXd::Zero(n, pushes.columns());
    const Matrix6Xd& tip = J_.back();
    b.leftCols<3>() = scales_.force * tip.topRows<3>().transpose();
    b.middleCols<3>(3) = scales_.moment * tip.bottomRows<3>().transpose();
    if (pushes.vary_per_length) {
        for (std::size_t i = 0; i + 1 < ends_.size(); ++i) {
            const double h = length_ * (ends_[i + 1] - ends_[i]);
            for (const int side : {0, 1}) {
                const std::size_t k = i + static_cast<std::size_t>(side);
                const Vector3d t = frame(static_cast<int>(k)).rotation().col(2);
                const double m = (side == 0 ? 1.0 : -1.0) * h * h / 12.0;
                b.middleCols<3>(6) += scales_.force / length_ *
                                      (h / 2.0 * J_[k].topRows<3>().transpose() +
                                       m * J_[k].bottomRows<3>().transpose() * hat(t));
            }
        }
    }
    for (std::size_t k = 0; k < pushes.points.size(); ++k) {
        const PointPush& push = pushes.points[k];
        const Spot spot = spot_of(push.s);
        const PanelPoint p = point(spot);
        const Vector3d f = scales_.force * (p.R * push.b);
        const auto column = Pushes::common + 4 * static_cast<Eigen::Index>(k);
        const Matrix3Xd Jp = of_panel(spot.panel, p.by_p);
        b.col(column) =
            length_ * (of_panel(spot.panel, p.by_p_s).transpose() * f + Jp.transpose() * p.omega.cross(f));
        b.middleCols<3>(column + 1) = scales_.force * Jp.transpose() * p.R;
    }
    VectorXd column;
    for (Eigen::Index k = 0; k < b.cols(); ++k) {
        column = b.col(k);
        if (!column.isZero(0.0)) lu_.solve(G_, column);
        b.col(k) = column;
    }
    regular = b.allFinite();
    return b;
}

/// Whether a known load acts there on the rod beyond s; the section at the tip is just before its loads.
bool FramedShape::lies_beyond(std::size_t point, double s) const
{
    const double at = system_->point_arclength[point] / length_;
    return !known_[point].F.isZero(0.0) && (at > s || at >= 1.0 - 1e-12);
}

/// Adds the moment about r of the known loads beyond s, its derivative at a fixed r, and their force.
void FramedShape::add_known_moments(double s, const Vector3d& r, Vector3d& m, Vector3d& beyond, Matrix3Xd* dm,
                                    const MatrixXd& dq)
{
    for (std::size_t k = 0; k < known_.size(); ++k) {
        if (!lies_beyond(k, s)) continue;
        const Vector3d arm = system_->model->frames()[k].position() - r, f = known_[k].F.head<3>();
        m += arm.cross(f) + known_[k].F.tail<3>();
        beyond += f;
        if (!dm) continue;
        Matrix6Xd J(6, q_.size());
        system_->model->jacobian(static_cast<int>(k), J);
        const MatrixXd dx = J * dq;
        *dm -= hat(f) * dx.topRows<3>();
        if (!known_[k].varies) continue;
        const MatrixXd dF = known_[k].dF_dx * dx;
        *dm += hat(arm) * dF.topRows<3>() + dF.bottomRows<3>();
    }
}

bool FramedShape::read_sections(const Pushes& pushes, std::span<const double> places, bool derivatives,
                                Sections& sections, MatrixXd& dx)
{
    const double L = length_;
    const int columns = pushes.columns();
    Model& model = *system_->model;
    MatrixXd dq;
    if (derivatives) {
        bool regular = false;
        dq = derivative(pushes, regular);  // at the last Newton point, a square away
        if (!regular) return false;
    }
    load(pushes, 1.0);
    if (derivatives) {
        for (std::size_t i = 0; i < ends_.size(); ++i)
            motion_[i] = J_[i] * dq;
    }
    if (derivatives) dx = model.coordinate_scale().cwiseInverse().asDiagonal() * dq;

    std::vector<Source> sources;
    const int last = static_cast<int>(ends_.size()) - 1;
    {
        Source tip{1.0, frame(last).position(), scales_.force * pushes.tip_force, {}, {}};
        if (derivatives) {
            tip.dr = motion_.back().topRows<3>();
            tip.df = MatrixXd::Zero(3, columns);
            tip.df.leftCols<3>().diagonal().setConstant(scales_.force);
        }
        sources.push_back(std::move(tip));
    }
    const auto carry = [&](double s, const Vector3d& f) {
        const Spot spot = spot_of(s);
        const PanelPoint p = point(spot);
        Source source{s, p.p, f, {}, {}};
        if (derivatives) source.dr = of_motion(spot.panel, p.by_p);
        return source;
    };
    for (std::size_t k = 0; k < pushes.points.size(); ++k) {
        const PointPush& push = pushes.points[k];
        const Spot spot = spot_of(push.s);
        const PanelPoint p = point(spot);
        const Vector3d f = scales_.force * (p.R * push.b);
        Source source = carry(push.s, f);
        if (derivatives) {
            const auto column = Pushes::common + 4 * static_cast<Eigen::Index>(k);
            source.df = -hat(f) * of_motion(spot.panel, p.by_R);
            source.df.col(column) += L * p.omega.cross(f);
            source.df.middleCols<3>(column + 1) += scales_.force * p.R;
            source.dr.col(column) += L * p.dp;
        }
        sources.push_back(std::move(source));
    }
    if (!pushes.per_length.isZero(0.0) || pushes.vary_per_length) {
        // Simpson's rule of each panel; a section inside one sees the part of it beyond itself.
        const Vector3d w = scales_.force / L * pushes.per_length;
        for (std::size_t i = 0; i + 1 < ends_.size(); ++i) {
            const double h = ends_[i + 1] - ends_[i];
            for (int j = 0; j < 8; ++j) {
                Source source = carry(ends_[i] + h * (j + 0.5) / 8.0, L * h / 8.0 * w);
                if (derivatives) {
                    source.df = MatrixXd::Zero(3, columns);
                    source.df.middleCols<3>(6).diagonal().setConstant(scales_.force * h / 8.0);
                }
                sources.push_back(std::move(source));
            }
        }
    }

    for (std::size_t i = 0; i < places.size(); ++i) {
        const Spot spot = spot_of(places[i]);
        const PanelPoint p = point(spot);
        sections.r[i] = p.p / L;
        sections.q[i] = so3::quaternion(p.R);
        sections.kappa[i].setZero();
        if (derivatives) {
            MatrixXd& d = sections.d[i];
            d.setZero(9, columns);
            d.topRows<3>() = of_motion(spot.panel, p.by_p) / L;
            d.middleRows<3>(3) = of_motion(spot.panel, p.by_R);
        }
        if (sections.curvature) add_curvature(pushes, places[i], sources, p, dq, i, sections);
    }
    return true;
}

void FramedShape::add_curvature(const Pushes& pushes, double s, const std::vector<Source>& sources,
                                const PanelPoint& p, const MatrixXd& dq, std::size_t i, Sections& sections)
{
    const double L = length_;
    const bool derivatives = !sections.d.empty();
    const int columns = pushes.columns();
    Vector3d m = scales_.moment * pushes.tip_moment, beyond = Vector3d::Zero();
    Matrix3Xd dm = Matrix3Xd::Zero(3, derivatives ? columns : 0);
    if (derivatives) dm.middleCols<3>(3).diagonal().setConstant(scales_.moment);
    for (const Source& source : sources) {
        if (source.s < s || (source.s == s && source.s < 1.0)) continue;
        const Vector3d arm = source.r - p.p;
        m += arm.cross(source.f);
        beyond += source.f;
        if (derivatives) dm += hat(arm).lazyProduct(source.df) - hat(source.f).lazyProduct(source.dr);
    }
    add_known_moments(s, p.p, m, beyond, derivatives ? &dm : nullptr, dq);
    const Vector3d compliance = L * system_->section_stiffness.cwiseInverse();
    sections.kappa[i] = L * rest_curvature(s) + compliance.cwiseProduct(p.R.transpose() * m);
    if (!derivatives) return;
    MatrixXd& d = sections.d[i];
    dm += hat(beyond).lazyProduct(L * d.topRows<3>()) + hat(m).lazyProduct(d.middleRows<3>(3));
    const Matrix3d turn = compliance.asDiagonal() * p.R.transpose();
    d.bottomRows<3>() = turn.lazyProduct(dm);
}

Vector3d FramedShape::rest_curvature(double s) const
{
    Vector3d rest = Vector3d::Zero();
    const double at = s * length_, near = 1e-12 * length_;
    double end = 0.0;
    for (const RestPiece& piece : system_->rest_shape) {
        const double start = end;
        end += piece.length;
        if (at > start - near && at <= end + near)
            rest = Vector3d(piece.curvature.x(), piece.curvature.y(), piece.twist);
    }
    return rest;
}

MadeShape make_framed_shape(const Manipulator& manipulator)
{
    auto model = std::make_unique<FramedShape>(manipulator);
    if (!model->refusal().empty()) return {nullptr, model->refusal()};
    return {std::move(model), ""};
}

}  // namespace supple::estimation
