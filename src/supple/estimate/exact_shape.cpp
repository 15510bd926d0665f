#include <supple/algebra/decompositions.hpp>
#include <supple/estimate/exact_shape.hpp>
#include <supple/lie/so3.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace supple::estimation {
namespace {

using cosserat::Hold;
using cosserat::State;
using so3::hat;

constexpr double longest_interval = 0.05;  ///< over L
constexpr double largest_turn = 0.4;       ///< of an interval [rad]: errors below 1e-11
constexpr double solved = 1e-10;           ///< of the residual, scaled
constexpr int most_iterations = 12;

std::string refusal_of(const cosserat::Problem& p)
{
    if (p.status == Status::invalid) return p.message;
    if (p.pinned) return "forces are not estimated on a rod with a pinned base: clamp it";
    for (const Hold& hold : p.holds) {
        if (hold.kind != Hold::Kind::fixture || hold.directed)
            return "of constraints, an estimate of forces knows fixtures that hold coordinates; leave out '" +
                   hold.name + "'";
    }
    return "";
}

}  // namespace

ExactShape::ExactShape(const Manipulator& manipulator)
{
    type_ = "cosserat";
    const cosserat::Options options = cosserat::options_of(manipulator);
    cosserat::describe(manipulator, options, problem_);
    refusal_ = refusal_of(problem_);
    if (!refusal_.empty()) return;
    cosserat::start_from_rest(problem_);
    scales_ = {problem_.length, problem_.force, problem_.moment};
    for (const Hold& hold : problem_.holds) {
        for (int k = 0; k < 3; ++k) {
            if (hold.held[static_cast<std::size_t>(k)]) rows_.emplace_back(hold.stop, k);
        }
    }
    held_ = static_cast<int>(rows_.size());
    x_ = VectorXd::Zero(6 + held_);
    residual_.resize(6 + held_);
}

void ExactShape::list_events(const Pushes& pushes, std::span<const double> places)
{
    events_.clear();
    for (std::size_t i = 0; i < problem_.stops.size(); ++i)
        events_.push_back({problem_.stops[i].s, Event::Kind::stop, static_cast<int>(i)});
    for (std::size_t i = 0; i < places.size(); ++i)
        events_.push_back({std::clamp(places[i], 0.0, 1.0), Event::Kind::look, static_cast<int>(i)});
    for (std::size_t i = 0; i < pushes.points.size(); ++i)
        events_.push_back({std::clamp(pushes.points[i].s, 0.0, 1.0), Event::Kind::push, static_cast<int>(i)});
    // At one place a stop comes first, so that the section beyond it is known; the tip's comes last.
    const auto rank = [](const Event& e) {
        return std::pair(e.s, e.s >= 1.0 ? -static_cast<int>(e.kind) : static_cast<int>(e.kind));
    };
    std::stable_sort(events_.begin(), events_.end(),
                     [&](const Event& a, const Event& b) { return rank(a) < rank(b); });
}

void ExactShape::advance_to(double s, int stop, double lambda, bool derivatives, const Pushes& pushes)
{
    if (s <= s_) return;
    cosserat::Section section = cosserat::section_at(problem_, stop, lambda);
    section.weight += pushes.per_length;
    const double total = s - s_;
    const double turning =
        (section.bending_compliance.maxCoeff() * state_.m.norm() + section.rest_curvature.norm()) * total;
    const int steps = static_cast<int>(
        std::clamp(std::ceil(std::max(total / longest_interval, turning / largest_turn)), 1.0, 200.0));
    const double h = total / steps;
    const bool per_length = derivatives && pushes.vary_per_length;
    for (int i = 0; i < steps; ++i) {
        cosserat::Transition T;
        cosserat::ParameterColumns columns;
        const cosserat::Step step = per_length ? cosserat::advance(section, state_, h, T, columns)
                                               : cosserat::advance(section, state_, h, T);
        MatrixXd next(12, dx_.cols());
        next.topRows<6>().noalias() = T.A * dx_.topRows<6>() + T.B * dx_.bottomRows<6>();
        next.bottomRows<6>().noalias() = T.C * dx_.topRows<6>() + T.D * dx_.bottomRows<6>();
        if (per_length) {
            const int w = 6 + held_ + 6;
            next.topRows<6>().middleCols<3>(w) += columns.dc.rightCols<3>();
            next.bottomRows<6>().middleCols<3>(w) += columns.dp.rightCols<3>();
        }
        dx_.swap(next);
        state_ = step.end;
    }
    s_ = s;
}

void ExactShape::sweep(const Pushes& pushes, double lambda, bool derivatives, Sections* sections)
{
    const int nz = 6 + held_;
    const int columns = nz + (derivatives ? pushes.columns() : 0);
    state_ = problem_.base;
    state_.n = x_.head<3>();
    state_.m = x_.segment<3>(3);
    s_ = 0.0;
    dx_.setZero(12, columns);
    dx_.block<6, 6>(6, 0).setIdentity();
    dresidual_.setZero(nz, columns);
    int stop = 0;
    for (const Event& event : events_) {
        advance_to(event.s, stop, lambda, derivatives, pushes);
        const auto i = static_cast<std::size_t>(event.index);
        if (event.kind == Event::Kind::stop) {
            stop = event.index;
            Matrix6d K;
            const Vector6d W = cosserat::wrench(problem_, problem_.stops[i], state_, lambda, K);
            state_.n -= W.head<3>();
            state_.m -= W.tail<3>();
            dx_.bottomRows<6>() -= K * dx_.topRows<6>();
            for (int row = 0; row < held_; ++row) {
                const auto& [at, k] = rows_[static_cast<std::size_t>(row)];
                if (at != event.index) continue;
                const Hold& hold = problem_.holds[static_cast<std::size_t>(problem_.stops[i].hold)];
                const double target = hold.start_target[k] + lambda * (hold.target[k] - hold.start_target[k]);
                residual_[6 + row] = state_.r[k] - target;
                dresidual_.row(6 + row) = dx_.row(k);
                state_.n[k] -= x_[6 + row];
                dx_(6 + k, 6 + row) -= 1.0;
            }
        } else if (event.kind == Event::Kind::push) {
            const Vector3d& b = pushes.points[i].b;
            const Matrix3d R = state_.q.toRotationMatrix();
            const Vector3d f = R * b;
            const cosserat::Section& section = problem_.stops[static_cast<std::size_t>(stop)].section;
            const auto rate = [&](const Vector3d& n) -> Vector3d {
                return R.col(2) + R * section.stretch_compliance.cwiseProduct(R.transpose() * n);
            };
            const Vector3d before = rate(state_.n), n0 = state_.n;
            state_.n -= f;
            dx_.middleRows<3>(6) += hat(f) * dx_.middleRows<3>(3);
            if (!derivatives) continue;
            const int column = nz + Pushes::common + 4 * event.index;
            const Vector3d after = rate(state_.n);
            const Vector3d omega = R * (section.rest_curvature +
                                        section.bending_compliance.cwiseProduct(R.transpose() * state_.m));
            dx_.col(column).segment<3>(0) += before - after;
            dx_.col(column).segment<3>(6) -= omega.cross(f);
            dx_.col(column).segment<3>(9) += after.cross(state_.n) - before.cross(n0);
            dx_.block<3, 3>(6, column + 1) -= R;
        } else if (sections) {
            const Matrix3d R = state_.q.toRotationMatrix();
            const cosserat::Section& section = problem_.stops[static_cast<std::size_t>(stop)].section;
            sections->r[i] = state_.r;
            sections->q[i] = state_.q;
            sections->kappa[i] =
                section.rest_curvature + section.bending_compliance.cwiseProduct(R.transpose() * state_.m);
            if (!derivatives) continue;
            MatrixXd& d = sections->d[i];
            d.resize(9, columns);
            d.topRows<6>() = dx_.topRows<6>();
            d.bottomRows<3>() = section.bending_compliance.asDiagonal() * R.transpose() *
                                (dx_.bottomRows<3>() + hat(state_.m) * dx_.middleRows<3>(3));
        }
    }
    residual_.head<3>() = state_.n - pushes.tip_force;
    residual_.segment<3>(3) = state_.m - pushes.tip_moment;
    dresidual_.topRows<6>() = dx_.bottomRows<6>();
    if (derivatives) dresidual_.block<6, 6>(0, nz).diagonal().array() -= 1.0;
}

bool ExactShape::find_balance(const Pushes& pushes, double lambda)
{
    list_events(pushes, {});
    double before = std::numeric_limits<double>::infinity();
    for (int i = 0; i < most_iterations; ++i) {
        sweep(pushes, lambda, false, nullptr);
        const double size = residual_.norm();
        const double good = solved * (1.0 + x_.norm());
        if (!std::isfinite(size)) return false;
        if (size < good) return true;
        // The last steps may wander by rounding; the first one may not run away.
        if (i > 2 && size > 0.5 * before) return size < 100.0 * good;
        before = size;
        const VectorXd step = linear_solution(dresidual_.leftCols(6 + held_), residual_);
        if (!step.allFinite() || step.norm() > 20.0 + 0.5 * x_.norm()) return false;
        x_ -= step;
    }
    return false;
}

bool ExactShape::read_sections(const Pushes& pushes, std::span<const double> places, bool derivatives,
                               Sections& sections, MatrixXd& dx)
{
    const int nz = 6 + held_;
    list_events(pushes, places);
    sweep(pushes, 1.0, derivatives, &sections);
    if (!derivatives) return true;
    dx = -linear_solution(dresidual_.leftCols(nz), dresidual_.rightCols(pushes.columns()));
    if (!dx.allFinite()) return false;
    for (MatrixXd& d : sections.d) {
        MatrixXd full = d.rightCols(pushes.columns());
        full.noalias() += d.leftCols(nz) * dx;
        d.swap(full);
    }
    return true;
}

MadeShape make_exact_shape(const Manipulator& manipulator)
{
    auto model = std::make_unique<ExactShape>(manipulator);
    if (!model->refusal().empty()) return {nullptr, model->refusal()};
    return {std::move(model), ""};
}

}  // namespace supple::estimation
