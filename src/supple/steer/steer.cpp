#include <supple/field/field_source.hpp>
#include <supple/result/stop.hpp>
#include <supple/statics/equilibrium.hpp>
#include <supple/steer/actuation_names.hpp>
#include <supple/steer/steer.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>

namespace supple {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double null_part = 1e-9;  // singular values below this part of the largest are zero

/// The sum of the coordinates' turns per unit of a parameter, as linear theory has it at rest [rad].
double turn_at_rest(System& system, const Parameter& parameter)
{
    Model& model = *system.model;
    const auto frames = model.frames();
    std::vector<FrameForce> forces(frames.size());
    for (const auto& [index, k] : parameter.loads)
        system.loads[static_cast<std::size_t>(index)]->add_derivative(k, frames, forces);
    if (parameter.field_source >= 0) {
        for (const auto& load : system.loads)
            load->add_field_derivative(parameter.field_source, frames, forces);
    }
    VectorXd pull = VectorXd::Zero(model.size());
    Matrix6Xd J(6, model.size());
    for (std::size_t point = 0; point < forces.size(); ++point) {
        if (forces[point].F.isZero(0.0)) continue;
        model.jacobian(static_cast<int>(point), J);
        pull += J.transpose() * forces[point].F;
    }
    return pull.cwiseQuotient(model.rest_stiffness().cwiseProduct(model.coordinate_scale())).lpNorm<1>();
}

void say(Steering& result, Status status, const char* message)
{
    result.status = status;
    result.message = message;
}

}  // namespace

SystemSteerer::SystemSteerer(System& system, std::vector<Actuation> actuations, const Place& place)
    : system_(system),
      actuations_(std::move(actuations)),
      place_(place),
      solver_(system),
      sensitivity_(system),
      p_(sensitivity_.problem()),
      conservative_(std::all_of(system.loads.begin(), system.loads.end(),
                                [](const auto& load) { return load->conservative(); }))
{
    const auto k = static_cast<Eigen::Index>(actuations_.size());
    system_.model->place(system_.model->rest_coordinates());
    std::map<std::string, double> turns;
    for (const Actuation& a : actuations_) {
        double& turn = turns[quantity_of(a.parameter.path)];
        turn = std::max(turn, turn_at_rest(system_, a.parameter));
    }
    scale_.setOnes(k);
    lower_ = upper_ = given_ = scale_;
    for (Eigen::Index i = 0; i < k; ++i) {
        const Actuation& a = actuations_[static_cast<std::size_t>(i)];
        const double turn = turns[quantity_of(a.parameter.path)];
        if (turn > 0.0 && std::isfinite(turn)) scale_[i] = 1.0 / turn;
        lower_[i] = a.limits.lower / scale_[i];
        upper_[i] = a.limits.upper / scale_[i];
        given_[i] = value_of(system_, a.parameter) / scale_[i];
    }
    for (VectorXd* v : {&u_, &saved_u_, &trial_u_, &centre_u_, &step_, &g_, &shed_, &shed_u_, &best_u_,
                        &curvature_, &pull_})
        v->setZero(k);
    held_.setConstant(k, false);
    for (VectorXd* v : {&saved_x_, &trial_x_, &predicted_, &centre_x_, &shed_x_, &best_x_})
        v->setZero(p_.x.size());
    const VectorXd& unit = system_.model->coordinate_scale();
    margin_ = 1e-4 * p_.row_scale() *
              system_.model->rest_stiffness().cwiseProduct(unit).cwiseProduct(unit).minCoeff();
    dx_.setZero(p_.coordinates(), k);
    dx0_ = dx_;
    H_.setZero(k, k);
    J_.setZero(6, k);
    J0_ = masked_ = J_;
    centre_e_.setZero(6);
}

/// Without a warm start: the file's own values first, then bent shapes on all sides. A straight rod moves to
/// one side only, whatever is steered (docs/theory/s2, Coils).
bool SystemSteerer::start_at(int index) noexcept
{
    constexpr unsigned masks[] = {1, 2, 4, 3, 5, 6, 7};
    for (Eigen::Index k = 0; k < u_.size(); ++k) {
        const unsigned mask = masks[k % 7];
        const unsigned shared = static_cast<unsigned>(index - 1) & mask;
        const bool odd = ((shared >> 2U) ^ (shared >> 1U) ^ shared) & 1U;
        const int shrunk = (index - 1) / 8;
        const double size = 0.5 / (1.0 + shrunk);
        u_[k] = index == 0 ? given_[k] : (odd ? -size : size);
    }
    u_ = u_.cwiseMax(lower_).cwiseMin(upper_);
    for (std::size_t k = 0; k < actuations_.size(); ++k) {
        const auto i = static_cast<Eigen::Index>(k);
        assign(system_, actuations_[k].parameter, u_[i] * scale_[i]);
    }
    solver_.solve({}, scratch_);
    if (scratch_.status != Status::converged) return false;
    p_.start_from(scratch_);
    predicted_ = p_.x;
    return settle(predicted_);
}

/// Removes from u what is not needed: the part that does not change the error or, at a closest point, the
/// shape.
SystemSteerer::End SystemSteerer::shed(End end) noexcept
{
    for (int pass = 0; pass < 30; ++pass) {
        if (!linearise()) return end;
        ColumnSvd& svd = end == End::reached ? svd_ : shape_svd_;
        svd.compute(end == End::reached ? J_ : dx_);
        shed_.setZero();
        for (Eigen::Index i = svd.rank(null_part); i < u_.size(); ++i)
            shed_ += svd.V.col(i).dot(u_) * svd.V.col(i);
        double part = 1.0;
        for (Eigen::Index k = 0; k < u_.size(); ++k) {
            if (shed_[k] > 0.0) part = std::min(part, (u_[k] - lower_[k]) / shed_[k]);
            if (shed_[k] < 0.0) part = std::min(part, (u_[k] - upper_[k]) / shed_[k]);
        }
        if (!(part * shed_.norm() > 1e-9)) break;
        shed_u_ = u_;
        shed_x_ = p_.x;
        const double size = u_.norm(), closest = error_.e.norm() * (1.0 + 1e-9);
        bool smaller = false;
        for (; !smaller && part > 1e-2; part *= 0.5) {
            u_ = (shed_u_ - part * shed_).cwiseMax(lower_).cwiseMin(upper_);
            // What changes nothing here may change something further on, as a slack tendon does.
            smaller = settle(shed_x_) &&
                      (end == End::reached ? approach() == End::reached : error_.e.norm() <= closest) &&
                      u_.norm() < size;
        }
        if (!smaller) {
            u_ = shed_u_;
            settle(shed_x_);
            break;
        }
    }
    return end;
}

/// Whether a cold solve under u_ comes to the error at hand.
bool SystemSteerer::found_from_rest() noexcept
{
    for (std::size_t k = 0; k < actuations_.size(); ++k) {
        const auto i = static_cast<Eigen::Index>(k);
        assign(system_, actuations_[k].parameter, u_[i] * scale_[i]);
    }
    solver_.solve({}, scratch_);
    if (scratch_.status != Status::converged) return false;
    TargetError again;
    evaluate(*target_, system_.length, system_.model->frame_at(place_), again);
    return (again.e - error_.e).norm() <= std::max(tolerance_, 1e-9 * system_.length);
}

/// If u_ leads to another shape from rest: adds the smallest part that changes no shape and corrects this. A
/// current along the field, for one, does not turn a coil but holds it (docs/theory/s2, Eq. (2.8)).
bool SystemSteerer::support() noexcept
{
    if (!linearise()) return false;
    shape_svd_.compute(dx_);
    shed_u_ = u_;
    const auto tried = [&](double size, Eigen::Index i) {
        u_ = shed_u_ + size * shape_svd_.V.col(i);
        return (u_ - u_.cwiseMax(lower_).cwiseMin(upper_)).isZero(0.0) && found_from_rest();
    };
    for (double size = 0.0625; size < 5.0; size *= 2.0) {
        for (Eigen::Index i = shape_svd_.rank(null_part); i < u_.size(); ++i) {
            for (const double sign : {1.0, -1.0}) {
                if (!tried(sign * size, i)) continue;
                double enough = size, little = size > 0.0625 ? 0.5 * size : 0.0;
                for (int half = 0; half < 6; ++half) {
                    const double middle = 0.5 * (enough + little);
                    (tried(sign * middle, i) ? enough : little) = middle;
                }
                u_ = shed_u_ + sign * enough * shape_svd_.V.col(i);
                return true;
            }
        }
    }
    u_ = shed_u_;
    return false;
}

/// From the shape at hand to the target or the closest point, with what is not needed left out.
SystemSteerer::End SystemSteerer::go() noexcept
{
    End end = approach();
    if (end == End::failed) return end;
    const bool numb = J_.isZero(0.0);  // nothing that is steered with acts, as where tendons are slack
    end = shed(end);
    // With less of it something may.
    if (end == End::closest && numb && may_gain()) {
        const End next = approach();
        if (next != End::failed) end = shed(next);
    }
    return end;
}

/// Keeps the shape at hand if it is the best so far: reached, else the closest. From rest it must also be
/// what a cold solve finds.
void SystemSteerer::consider(End end, bool cold) noexcept
{
    const auto better = [&](bool found) {
        const auto worth = [](End e, bool f) { return (f ? 2 : 0) + (e == End::reached ? 1 : 0); };
        const int ours = worth(end, found), best = worth(best_end_, best_found_);
        if (best_end_ == End::failed || ours != best) return best_end_ == End::failed || ours > best;
        if (end == End::reached) return u_.norm() < best_size_ * (1.0 - 1e-9);
        // Equally far: where the search only stopped, less is known.
        const double distance = error_.e.norm(), same = 1e-3 * best_distance_;
        if (std::abs(distance - best_distance_) <= same &&
            (end == End::stalled) != (best_end_ == End::stalled))
            return best_end_ == End::stalled;
        return distance < best_distance_ * (1.0 - 1e-9);
    };
    if (!better(true)) return;
    saved_x_ = p_.x;
    const bool found = !cold || found_from_rest() || (settle(saved_x_) && support());
    if (!better(found)) return;
    best_end_ = end;
    best_found_ = found;
    best_distance_ = error_.e.norm();
    best_size_ = u_.norm();
    best_u_ = u_;
    best_x_ = saved_x_;
}

void SystemSteerer::steer(const Target& target, const SteerOptions& options, Steering& result) noexcept
{
    const auto start = Clock::now();
    const auto k = static_cast<Eigen::Index>(actuations_.size());
    const bool warm = options.warm_start && result.actuation.size() == k &&
                      result.equilibrium.coordinates.size() == p_.coordinates() &&
                      (result.status == Status::converged || result.status == Status::infeasible);
    target_ = &target;
    options_ = options;
    tolerance_ = options.tolerance * system_.length;
    iterations_ = 0;
    best_end_ = End::failed;
    result.message.clear();
    result.restarted = false;
    if (!system_.unsupported.empty()) return say(result, Status::invalid, system_.unsupported.c_str());
    if (!system_.walls.empty())
        return say(result, Status::invalid, "a wall stands in the way of steering: remove the planes");
    if (!system_.obstacles.empty())
        return say(result, Status::invalid,
                   "steering inside a conduit, or among obstacles for the whole rod, is not solved by this "
                   "version: remove them");
    if (k == 0) return say(result, Status::invalid, "there is nothing to steer with");
    if (target.size() == 0) return say(result, Status::invalid, "the target leaves everything free");
    J_.resize(target.size(), k);

    if (warm) {
        u_ = result.actuation.cwiseQuotient(scale_).cwiseMax(lower_).cwiseMin(upper_);
        p_.start_from(result.equilibrium);
        predicted_ = p_.x;
        if (settle(predicted_)) {
            const End end = go();
            if (end != End::failed) consider(end, false);
        }
    }
    if (best_end_ != End::reached) {
        for (int i = 0; i < options_.starts && !stop_wanted(); ++i) {
            if (!start_at(i)) continue;
            const End end = go();
            if (end == End::failed) continue;
            const End before = best_end_;
            consider(end, true);
            if (warm && best_end_ == End::reached && before != End::reached) result.restarted = true;
        }
    }
    report(result);
    if (stop_wanted() && best_end_ != End::reached) say(result, Status::not_converged, stopped_sentence);
    result.iterations = iterations_;
    result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
}

void SystemSteerer::report(Steering& result) noexcept
{
    const auto k = static_cast<Eigen::Index>(actuations_.size());
    if (result.paths.size() != actuations_.size()) {
        result.paths.resize(actuations_.size());
        for (std::size_t i = 0; i < actuations_.size(); ++i)
            result.paths[i] = actuations_[i].parameter.path;
    }
    result.actuation.resize(k);
    result.weights = scale_ / scale_[0];
    result.singular_values.resize(std::min<Eigen::Index>(k, J_.rows()));
    result.null_directions.resize(k, k);
    if (best_end_ == End::failed) {
        result.equilibrium.status = Status::not_converged;
        return say(result, Status::not_converged, "no stable shape was found to start from");
    }
    u_ = best_u_;
    settle(best_x_);
    for (Eigen::Index i = 0; i < k; ++i) {
        const Limits& limits = actuations_[static_cast<std::size_t>(i)].limits;
        result.actuation[i] = std::clamp(u_[i] * scale_[i], limits.lower, limits.upper);
    }
    result.distance = error_.distance;
    result.turn = error_.turn;

    // The linear picture: what moves the target, and what moves nothing.
    linearise();
    result.slope = best_end_ == End::reached ? 0.0 : slope();
    svd_.compute(J_);
    result.rank = svd_.rank(null_part);
    result.singular_values = svd_.sigma.head(result.singular_values.size()) / scale_[0];
    shape_svd_.compute(dx_);
    const int felt = shape_svd_.rank(null_part);
    result.nulls = static_cast<int>(k) - felt;
    for (int i = 0; i < result.nulls; ++i) {
        auto column = result.null_directions.col(i);
        column = shape_svd_.V.col(felt + i).cwiseProduct(scale_) / scale_[0];
    }

    // The whole shape, from where it was found.
    Equilibrium& eq = result.equilibrium;
    eq.coordinates = best_x_.head(p_.coordinates()).cwiseProduct(system_.model->coordinate_scale());
    eq.status = Status::converged;
    for (int i = 0; i < p_.slips() && eq.reactions.size() == system_.constraints.size(); ++i)
        eq.reactions[static_cast<std::size_t>(system_.slips.constraint(i))].at =
            best_x_[p_.coordinates() + p_.held() + i] * system_.length;
    solver_.solve({.warm_start = true}, eq);
    conclude(result);
}

void SystemSteerer::conclude(Steering& result) const noexcept
{
    const Equilibrium& eq = result.equilibrium;
    if (eq.status != Status::converged) {
        say(result, eq.status, eq.message.c_str());
    } else if (!best_found_) {
        say(result, Status::infeasible,
            best_end_ == End::reached
                ? "the target is met only along a path: switched on from rest, the actuation leads to "
                  "another "
                  "shape"
                : "the target is out of reach, and the closest point found is reached only along a path: "
                  "switched on from rest, the actuation leads to another shape");
    } else if (best_end_ == End::reached) {
        result.status = Status::converged;
    } else if (best_end_ == End::closest) {
        say(result, Status::infeasible, "the target is out of reach: this is the closest point found");
    } else if (best_end_ == End::edge) {
        say(result, Status::infeasible,
            "the target is out of reach: the way to it ends where the rod would lose its hold");
    } else {
        say(result, Status::not_converged,
            "the search for the actuation stopped before it reached the target");
    }
}

Steering steer(System& system, const std::vector<Actuation>& actuations, const Target& target,
               const SteerOptions& options)
{
    Steering result;
    SystemSteerer steerer(system, actuations, tip_of(system));
    steerer.steer(target, options, result);
    return result;
}

}  // namespace supple
