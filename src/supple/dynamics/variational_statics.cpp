#include <supple/algebra/divergence.hpp>
#include <supple/algebra/left_eigenvalues.hpp>
#include <supple/dynamics/variational_fill.hpp>
#include <supple/dynamics/variational_modes.hpp>
#include <supple/dynamics/variational_statics.hpp>
#include <supple/lie/so3.hpp>
#include <supple/result/stop.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace supple::variational {
namespace {

constexpr double largest_turn = 0.5;         ///< of a node on one part of the path [rad]
constexpr double shortest_part = 2e-5;       ///< of the path
constexpr double neutral_eigenvalue = 1e-7;  ///< over that of the rod
constexpr double shortest_to_a_loss = 1e-4;  ///< part of the path that may end in a shape that falls
constexpr double largest_correction = 0.25;  ///< of the tangent predictor, over its length
constexpr double slight_correction = 1e-6;   ///< always taken [rad, of the length]

/// The shortest turn of one unit vector to another, as a rotation vector.
Vector3d turn_between(const Vector3d& from, const Vector3d& to)
{
    const Vector3d across = from.cross(to);
    const double sine = across.norm(), angle = std::atan2(sine, from.dot(to));
    if (sine > 0.0) return across * (angle / sine);
    return angle * from.unitOrthogonal();  // none, or a half turn about any axis across
}

class Path {
 public:
    Path(const NodalRod& rod, bool conservative, const StaticsOptions& options)
        : rod_(rod),
          conservative_(conservative),
          options_(options),
          rest_(rest_state(rod).frames),
          frames(rest_),
          K_(rod.nodes()),
          factors_(rod.nodes()),
          values_(frames.size(), Vector6d::Zero())
    {
        held_at(rod, statics_time, held_);
        moment_scale_ = rod.C2.head<2>().mean() / rod.length();
        force_scale_ = moment_scale_ / rod.length();
        // Positions of the size of the rod carry rounding errors that stiff strains turn into forces.
        const double shortest = *std::min_element(rod.lengths.begin(), rod.lengths.end());
        if (rod.base.pinned) spring_ = spring_beside_loads();
        rounding_ = 64.0 * 2.2e-16 * rod.C1.maxCoeff() / force_scale_ * rod.length() / shortest;
    }

    /// From the rest shape to the full load; false where the path ends before.
    bool follow()
    {
        double part = 1.0;
        while (reached < 1.0) {
            const std::vector<SE3> before = frames;
            const double target = std::min(1.0, reached + part);
            if (newton(target) && keeps_branch() && turned_since(before) <= largest_turn) {
                const double start = reached;
                reached = target;
                const bool falls = !lost && judge().stable == false;
                // A long part may have left the branch; a short one shows where the shape is lost.
                if (!falls || target - start <= shortest_to_a_loss) {
                    part *= 1.5;
                    if (falls) lost = reached;
                    continue;
                }
                reached = start;
            }
            frames = before;
            part = 0.5 * std::min(part, target - reached);
            if (part < shortest_part || iterations >= options_.max_iterations || stop_wanted()) return false;
        }
        return true;
    }

    /// What rounding leaves of the forces [N].
    double rounding_force() const { return rounding_ * force_scale_; }

    /// Gradient at the load factor, held directions included: minus the reactions there.
    const std::vector<Vector6d>& gradient_at(double factor)
    {
        gradient(rod_, frames, {}, {statics_time, factor}, g_);
        return g_;
    }

    double residual(const std::vector<Vector6d>& g) const
    {
        double largest = 0.0;
        for (std::size_t a = 0; a < g.size(); ++a) {
            for (int i = 0; i < 6; ++i) {
                if (held_[a][static_cast<std::size_t>(i)]) continue;
                const double r = std::abs(g[a][i]) / (i < 3 ? force_scale_ : moment_scale_);
                if (!(r <= largest)) largest = r;
                if (std::isnan(r)) return r;
            }
        }
        return largest;
    }

    /// At the load reached. Of a symmetric tangent: whether it is positive definite, open where a motion
    /// costs nothing. Of any other: false where an eigenvalue proves divergence, else open.
    Stability judge()
    {
        gradient_and_tangent(rod_, frames, {}, 0.0, {statics_time, reached}, g_, K_);
        if (rod_.base.pinned && reached < 1.0) add_spring(1.0 - reached);
        for (std::size_t a = 0; a < frames.size(); ++a)
            hold_directions(held_[a], a, K_, g_);
        std::vector<Vector6d> weight(frames.size());
        for (std::size_t a = 0; a < weight.size(); ++a)
            weight[a] = neutral_stiffness(a);
        Stability verdict;
        verdict.kind = conservative_ ? StabilityKind::energy : StabilityKind::divergence_only;
        const bool positive = negative_after(weight, -1.0) == 0;
        if (conservative_) {
            if (positive)
                verdict.stable = true;
            else if (negative_after(weight, 1.0) > 0)
                verdict.stable = false;
        } else if (!positive) {
            const auto left = left_eigenvalues(with(K_, weight), unstressed(weight));
            if (!left) verdict.kind = StabilityKind::not_assessed;
            if (left && std::any_of(left->begin(), left->end(),
                                    [](const auto& lambda) { return without_flutter(lambda) < 0.0; }))
                verdict.stable = false;
        }
        return verdict;
    }

 private:
    const NodalRod& rod_;
    bool conservative_;
    StaticsOptions options_;
    std::vector<SE3> rest_;

 public:
    std::vector<SE3> frames;
    double reached = 0.0;
    std::optional<double> lost;  ///< load at which the shape was first seen not to hold
    int iterations = 0;

 private:
    static BlockTridiagonal with(BlockTridiagonal K, const std::vector<Vector6d>& weight, double factor = 1.0)
    {
        for (std::size_t a = 0; a < weight.size(); ++a)
            K.D[a].diagonal() += factor * weight[a];
        return K;
    }

    /// Negative eigenvalues of the symmetric part of the tangent with a multiple of the weights added.
    int negative_after(const std::vector<Vector6d>& weight, double factor) const
    {
        BlockTridiagonal K = with(K_, weight, factor);
        return negative_eigenvalues(K);
    }

    /// The stiffness of the rod of this shape without stress on the free directions, weights added: rigid
    /// motions of a rod with a free base have no other. Turns of a pinned base are measured by EI/L.
    BlockTridiagonal unstressed(const std::vector<Vector6d>& weight)
    {
        BlockTridiagonal K = unstressed_tangent(rod_, frames);
        if (rod_.base.pinned) K.D[0].bottomRightCorner<3, 3>().diagonal().array() += moment_scale_;
        for (std::size_t a = 0; a < frames.size(); ++a) {
            hold_directions(held_[a], a, K, g_);
            for (int i = 0; i < 6; ++i) {
                if (held_[a][static_cast<std::size_t>(i)]) K.D[a](i, i) = 0.0;
            }
        }
        return with(std::move(K), weight);
    }

    /// The stiffness below which a motion of the node is neutral: a small part of the rod's, and what
    /// rounding leaves of large entries of the tangent. Held directions have none.
    Vector6d neutral_stiffness(std::size_t a) const
    {
        const double n = static_cast<double>(frames.size());
        Vector6d weight;
        weight << Vector3d::Constant(force_scale_ / rod_.length()), Vector3d::Constant(moment_scale_);
        weight *= neutral_eigenvalue / n;
        for (int i = 0; i < 6; ++i) {
            if (held_[a][static_cast<std::size_t>(i)])
                weight[i] = 0.0;
            else
                weight[i] = std::max(weight[i], 64.0 * 2.2e-16 * std::abs(K_.D[a](i, i)));
        }
        return weight;
    }

    /// How far each held node is from where the load factor puts it.
    double find_gaps(double factor)
    {
        std::fill(values_.begin(), values_.end(), Vector6d::Zero());
        double largest = 0.0;
        for (const NodalHold& hold : rod_.holds) {
            if (!(statics_time < hold.until)) continue;
            const auto a = static_cast<std::size_t>(hold.node);
            const SE3 target = target_at(rod_, hold, statics_time);
            for (int i = 0; i < 3; ++i) {
                if (!hold.position[static_cast<std::size_t>(i)]) continue;
                const double start = rest_[a].position()[i];
                values_[a][i] = start + factor * (target.position()[i] - start) - frames[a].position()[i];
            }
            if (hold.rotation) {
                const Matrix3d& start = rest_[a].rotation();
                const Vector3d turn = factor * so3::log(start.transpose() * target.rotation());
                values_[a].tail<3>() = so3::log(frames[a].rotation().transpose() * start * so3::exp(turn));
            }
            if (hold.tangent) {
                const Vector3d start = rest_[a].rotation().col(2);
                const Vector3d turn = factor * turn_between(start, target.rotation().col(2));
                values_[a].tail<3>() = turn_between(
                    Vector3d::UnitZ(), frames[a].rotation().transpose() * (so3::exp(turn) * start));
            }
            largest =
                std::max({largest, values_[a].head<3>().norm() / rod_.length(), values_[a].tail<3>().norm()});
        }
        return largest;
    }

    /// A pinned base has a spring that is let go as the load comes on, k/2 (3 − tr B) with B = Λ⁰ᵀΛ: without
    /// load it keeps the rod where it is drawn, and a rod that hangs swings to its place. What is left of it
    /// in the tangent alone keeps Newton's steps from turns that cost nothing.
    void add_spring(double part)
    {
        constexpr double slight = 2e-7;  // more than rounding leaves of such a turn
        const double k = part * spring_;
        const Matrix3d B = rest_[0].rotation().transpose() * frames[0].rotation();
        g_[0].tail<3>() += 0.5 * k * Vector3d(B(2, 1) - B(1, 2), B(0, 2) - B(2, 0), B(1, 0) - B(0, 1));
        auto turns = K_.D[0].bottomRightCorner<3, 3>();
        turns += 0.5 * k * (B.trace() * Matrix3d::Identity() - B.transpose());
        turns.diagonal().array() += slight * moment_scale_;
    }

    /// Large enough beside the loads.
    double spring_beside_loads()
    {
        double moment = 0.0;
        for (const Vector6d& w : gradient_at(1.0))
            moment += w.head<3>().norm() * rod_.length() + w.tail<3>().norm();
        return moment > 0.0 ? moment : moment_scale_;
    }

    bool newton(double factor)
    {
        double moved = 1.0;
        predicted_ = corrected_ = 0.0;
        for (int i = 0; i < 25 && iterations < options_.max_iterations; ++i, ++iterations) {
            if (stop_wanted()) return false;
            const double gap = find_gaps(factor);
            gradient_and_tangent(rod_, frames, {}, 0.0, {statics_time, factor}, g_, K_);
            if (rod_.base.pinned) add_spring(1.0 - factor);
            const double r = residual(g_);
            if (!std::isfinite(r)) return false;
            if (r < options_.tolerance + rounding_ && gap < 1e-13 && moved < 1e-7) return true;

            for (Vector6d& entry : g_)
                entry = -entry;
            for (std::size_t a = 0; a < frames.size(); ++a)
                hold_directions(held_[a], a, K_, g_, values_[a]);
            if (!factors_.factor(K_)) return false;
            factors_.solve(g_);
            moved = apply();
            if (!std::isfinite(moved)) return false;
            (i == 0 ? predicted_ : corrected_) += moved;
        }
        return false;
    }

    /// Newton's first step is the tangent predictor: what follows is small against it where the branch goes
    /// on.
    bool keeps_branch() const
    {
        return corrected_ <= std::max(slight_correction, largest_correction * predicted_);
    }

    /// Moves the frames by the solution, no node by more than half a radian.
    double apply()
    {
        double turn = 0.0, shift = 0.0, sum = 0.0;  // a maximum would overlook a NaN
        for (const Vector6d& step : g_) {
            sum += step.squaredNorm();
            turn = std::max(turn, step.tail<3>().norm());
            shift = std::max(shift, step.head<3>().norm());
        }
        const double scale = turn > largest_turn ? largest_turn / turn : 1.0;
        for (std::size_t a = 0; a < frames.size(); ++a) {
            frames[a] = SE3(frames[a].rotation() * so3::exp(scale * g_[a].tail<3>()),
                            frames[a].position() + scale * g_[a].head<3>());
        }
        return std::isfinite(sum) ? std::max(turn, shift / rod_.length())
                                  : std::numeric_limits<double>::infinity();
    }

    double turned_since(const std::vector<SE3>& before) const
    {
        double largest = 0.0;
        for (std::size_t a = 0; a < frames.size(); ++a) {
            largest =
                std::max(largest, so3::log(before[a].rotation().transpose() * frames[a].rotation()).norm());
        }
        return largest;
    }

    HeldDirections held_;
    BlockTridiagonal K_;
    BlockFactors factors_;
    std::vector<Vector6d> g_, values_;
    double predicted_ = 0.0, corrected_ = 0.0;  ///< how far the last Newton iteration went by its first step,
                                                ///< and by all that followed [rad, of the length]
    double moment_scale_ = 1.0, force_scale_ = 1.0, rounding_ = 0.0;
    double spring_ = 0.0;  ///< about a pinned base, at the start
};

std::string percent(double part)
{
    return std::to_string(static_cast<int>(100.0 * part)) + " %";
}

bool conservative_now(const NodalRod& rod)
{
    return std::all_of(rod.loads.begin(), rod.loads.end(), [](const NodeLoad& load) {
        if (!load.acts_at(statics_time)) return true;
        load.load->set_time(statics_time);
        return load.load->conservative();
    });
}

}  // namespace

Equilibrium solve_statics(const NodalRod& rod, const StaticsOptions& options)
{
    const auto start = std::chrono::steady_clock::now();
    Equilibrium eq;
    eq.model = "variational";
    if (rod.base.free && rod.holds.empty()) {
        eq.message = "a rod with a free base that nothing holds has no equilibrium";
        return eq;
    }
    const bool conservative = conservative_now(rod);
    Path path(rod, conservative, options);
    const bool converged = path.follow();
    const std::vector<Vector6d>& gradient = path.gradient_at(1.0);
    fill(rod, path.frames, gradient, path.rounding_force(), eq);
    eq.solver.residual = path.residual(gradient);
    eq.solver.iterations = path.iterations;
    eq.stability.kind = conservative ? StabilityKind::energy : StabilityKind::divergence_only;
    if (!std::isfinite(eq.solver.residual)) {
        eq.status = Status::invalid;
        eq.message = "a load, a field or the rod holds a value that is not finite";
    } else if (!converged) {
        eq.status = Status::not_converged;
        eq.message =
            stop_wanted() ? stopped_sentence
            : path.iterations >= options.max_iterations
                ? "the limit of iterations was reached before a balance"
                : "the load path could not be followed beyond " + percent(path.reached) + " of the load";
    } else {
        eq.stability = path.judge();
        eq.status = eq.stability.stable == false ? Status::unstable : Status::converged;
        if (eq.status == Status::unstable)
            eq.message = "the shape is balanced but not stable: a small disturbance makes the rod leave it";
        else if (path.lost)
            eq.warnings.push_back("on the way to it the shape does not hold, as at " + percent(*path.lost) +
                                  " of the load: a rod that is loaded slowly may leave it there");
    }
    eq.solver.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return eq;
}

Equilibrium solve_statics(const Manipulator& manipulator, const StaticsOptions& options)
{
    const NodalRodOrMistake made = model_rod(manipulator);
    Equilibrium eq;
    eq.model = "variational";
    eq.message = made.mistake;
    if (!made.mistake.empty()) return eq;
    eq = solve_statics(made.rod, options);
    eq.warnings.insert(eq.warnings.begin(), made.warnings.begin(), made.warnings.end());
    return eq;
}

}  // namespace supple::variational
