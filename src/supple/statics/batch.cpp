#include <supple/model/chain.hpp>
#include <supple/statics/batch.hpp>
#include <supple/statics/continuation.hpp>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <limits>

namespace supple {
namespace {

/// Beyond so many coordinates a solver of one chain is as fast.
constexpr int most_coordinates = 30;

const Chain& chain_of(const System& system) noexcept
{
    return static_cast<const Chain&>(*system.model);
}

lanes::JointKind kind_of(const Element& element) noexcept
{
    if (const auto* joint = std::get_if<UniversalJoint>(&element))
        return joint->twists ? lanes::JointKind::universal_with_twist : lanes::JointKind::universal;
    return std::holds_alternative<IsotropicJoint>(element) ? lanes::JointKind::isotropic
                                                           : lanes::JointKind::ball;
}

/// The links before and behind a joint [m]. @pre the element is a joint
Vector2d links_of(const Element& element) noexcept
{
    const auto links = [](const auto& joint) {
        Vector2d both = Vector2d::Zero();
        if constexpr (requires { joint.inboard; }) both << joint.inboard, joint.outboard;
        return both;
    };
    return std::visit(links, element);
}

bool is_beyond(const Element& element, const Place& point) noexcept
{
    return point.fraction == 1.0 || !(point.fraction < joint_fraction(element));
}

}  // namespace

bool StaticBatch::suits(const System& system) noexcept
{
    if (!system.unsupported.empty() || !system.constraints.empty() || !system.coupled.empty() ||
        !system.walls.empty() || !system.obstacles.empty() || system.slips.size() > 0 || system.base_spring)
        return false;
    const auto* chain = dynamic_cast<const Chain*>(system.model.get());
    if (!chain || chain->size() == 0 || chain->size() > most_coordinates) return false;
    return std::all_of(chain->links().begin(), chain->links().end(), [](const Chain::Link& link) {
        return traits(link.element).is_joint && dof(link.element) >= 2;
    });
}

StaticBatch::StaticBatch(std::vector<StaticSolver*> solvers, const lanes::Kernel& kernel)
    : kernel_(kernel), width_(kernel.width), lanes_(static_cast<std::size_t>(kernel.width))
{
    for (std::size_t l = 0; l < lanes_.size(); ++l)
        lanes_[l].solver = solvers[std::min(l, solvers.size() - 1)];
    const Chain& chain = chain_of(lanes_[0].solver->system());
    const int joints = static_cast<int>(chain.links().size());
    const int points = static_cast<int>(chain.points().size()), n = chain.size();
    beyond_ = std::make_unique<bool[]>(static_cast<std::size_t>(points));
    int point = 0;
    for (int e = 0; e < joints; ++e) {
        const Element& element = chain.links()[static_cast<std::size_t>(e)].element;
        kinds_.push_back(kind_of(element));
        first_coordinate_.push_back(chain.first_coordinate(static_cast<std::size_t>(e)));
        first_point_.push_back(point);
        for (; point < points && chain.points()[static_cast<std::size_t>(point)].element == e; ++point)
            beyond_[static_cast<std::size_t>(point)] =
                is_beyond(element, chain.points()[static_cast<std::size_t>(point)]);
    }
    first_point_.push_back(point);
    first_coordinate_.push_back(n);
    for (Lane& lane : lanes_) {
        lane.frames.resize(static_cast<std::size_t>(points));
        lane.forces.resize(static_cast<std::size_t>(points));
        lane.answer.coordinates.resize(n);
    }

    view_.joints = joints;
    view_.points = points;
    view_.coordinates = n;
    view_.kind = kinds_.data();
    view_.first_coordinate = first_coordinate_.data();
    view_.first_point = first_point_.data();
    view_.beyond = beyond_.get();
    // One block of memory, each array after the one before; what place() writes lies together.
    const std::pair<double**, int> arrays[] = {
        {&view_.base, 12},
        {&view_.inboard, joints},
        {&view_.outboard, joints},
        {&view_.along, points},
        {&view_.stiffness, n},
        {&view_.rest, n},
        {&view_.cubic, n},
        {&view_.q, n},
        {&view_.rotation, 9 * joints},
        {&view_.origin, 3 * joints},
        {&view_.twist_v, 3 * n},
        {&view_.twist_w, 3 * n},
        {&view_.arm, 3 * points},
        {&view_.frame, 12 * points},
        {&view_.tip, 12},
        {&view_.force, 6 * points},
        {&view_.slope, 36 * points},
        {&view_.g, n},
        {&view_.G, n * n},
        {&view_.factors, n * n},
        {&view_.step, n},
    };
    int numbers = 0;
    for (const auto& [start, count] : arrays)
        numbers += count;
    memory_.resize(static_cast<std::size_t>((numbers * width_ + 7) / 8));
    double* next = memory_[0].numbers;
    for (const auto& [start, count] : arrays) {
        *start = next;
        next += count * width_;
    }
    read_chains();
}

void StaticBatch::read_chains() noexcept
{
    for (int l = 0; l < width_; ++l) {
        Lane& lane = lanes_[static_cast<std::size_t>(l)];
        const Chain& chain = chain_of(lane.solver->system());
        const auto set = [&](double* numbers, int k, double value) { numbers[k * width_ + l] = value; };
        const SE3& X_WB = chain.base();
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j)
                set(view_.base, 3 * j + i, X_WB.rotation()(i, j));
            set(view_.base, 9 + i, X_WB.position()[i]);
        }
        for (int e = 0; e < view_.joints; ++e) {
            const auto& [element, law] = chain.links()[static_cast<std::size_t>(e)];
            const Vector2d links = links_of(element);
            set(view_.inboard, e, links[0]);
            set(view_.outboard, e, links[1]);
            for (int a = 0; a < dof(element); ++a) {
                const int j = first_coordinate_[static_cast<std::size_t>(e)] + a;
                set(view_.stiffness, j, law.stiffness[a]);
                set(view_.rest, j, law.rest[a]);
                set(view_.cubic, j, law.cubic);
            }
            const auto first = first_point_[static_cast<std::size_t>(e)],
                       last = first_point_[static_cast<std::size_t>(e) + 1];
            for (int k = first; k < last; ++k) {
                const double fraction = chain.points()[static_cast<std::size_t>(k)].fraction;
                const double from_A = fraction * (links[0] + links[1]);
                const double from_joint = fraction == 1.0 ? links[1] : std::max(0.0, from_A - links[0]);
                set(view_.along, k, view_.beyond[k] ? from_joint : std::min(from_A, links[0]));
            }
        }
        lane.stiffness = chain.rest_stiffness().maxCoeff();
    }
    std::copy_n(view_.rest, view_.coordinates * width_, view_.q);
    kernel_.place(view_);
    shape_at_rest_.assign(view_.rotation, view_.force);
}

bool StaticBatch::any_going() const noexcept
{
    return std::any_of(lanes_.begin(), lanes_.end(),
                       [](const Lane& lane) { return lane.state == State::going; });
}

// What acts on the points of a lane where they are placed.
void StaticBatch::ask_loads(Lane& lane, int l) noexcept
{
    for (std::size_t k = 0; k < lane.frames.size(); ++k) {
        const double* X = view_.frame + 12 * static_cast<int>(k) * width_ + l;
        Matrix3d R;
        Vector3d p;
        for (int i = 0; i < 9; ++i)
            R.data()[i] = X[i * width_];
        for (int i = 0; i < 3; ++i)
            p[i] = X[(9 + i) * width_];
        lane.frames[k] = SE3(R, p);
        lane.forces[k].clear();
    }
    for (const auto& load : lane.solver->system().loads)
        load->add_to(lane.frames, 1.0, lane.forces);
    lane.varies = std::any_of(lane.forces.begin(), lane.forces.end(),
                              [](const FrameForce& force) { return force.varies; });
}

// Whether forces that were taken as constant are so.
bool StaticBatch::forces_stayed(Lane& lane, int l) noexcept
{
    if (lane.varies) return true;
    ask_loads(lane, l);
    bool same = !lane.varies;
    for (std::size_t k = 0; k < lane.forces.size(); ++k) {
        const double* F = view_.force + 6 * static_cast<int>(k) * width_ + l;
        for (int i = 0; i < 6; ++i)
            same = same && lane.forces[k].F[i] == F[i * width_];
    }
    return same;
}

// Residual and tangent of all lanes where they are placed. Forces that do not vary with their frames are
// asked for in the first evaluation alone, and those of balanced lanes no more.
void StaticBatch::evaluate(bool first) noexcept
{
    for (int l = 0; l < width_; ++l) {
        Lane& lane = lanes_[static_cast<std::size_t>(l)];
        if (lane.state != State::going || !(first || lane.varies)) continue;
        ask_loads(lane, l);
        for (std::size_t k = 0; k < lane.forces.size(); ++k) {
            double* F = view_.force + 6 * static_cast<int>(k) * width_ + l;
            for (int i = 0; i < 6; ++i)
                F[i * width_] = lane.forces[k].F[i];
        }
    }
    view_.varies = std::any_of(lanes_.begin(), lanes_.end(),
                               [](const Lane& lane) { return lane.state != State::left && lane.varies; });
    for (int l = 0; view_.varies && l < width_; ++l) {
        const Lane& lane = lanes_[static_cast<std::size_t>(l)];
        if (lane.state == State::left) continue;
        for (std::size_t k = 0; k < lane.forces.size(); ++k) {
            double* K = view_.slope + 36 * static_cast<int>(k) * width_ + l;
            for (int i = 0; i < 36; ++i)
                K[i * width_] = lane.forces[k].varies ? lane.forces[k].dF_dx.data()[i] : 0.0;
        }
    }
    kernel_.assemble(view_);
    kernel_.largest(view_.g, view_.coordinates, of_lanes_.data());
    for (int l = 0; l < width_; ++l) {
        Lane& lane = lanes_[static_cast<std::size_t>(l)];
        lane.answer.residual = of_lanes_[static_cast<std::size_t>(l)] / lane.stiffness;
    }
}

// A part of its step for each lane that is going on. Those whose angles are not resolved then leave.
void StaticBatch::take_steps() noexcept
{
    kernel_.advance(view_, parts_.data(), of_lanes_.data());
    for (std::size_t l = 0; l < lanes_.size(); ++l) {
        Lane& lane = lanes_[l];
        if (lane.state != State::going) continue;
        ++lane.answer.iterations;
        if (!(of_lanes_[l] < lanes::largest_angle * lanes::largest_angle)) lane.state = State::left;
    }
}

// Full load at once only where it is light and far from buckling.
void StaticBatch::judge_first_step() noexcept
{
    kernel_.largest(view_.step, view_.coordinates, of_lanes_.data());
    for (int l = 0; l < width_; ++l) {
        const auto i = static_cast<std::size_t>(l);
        double turn = 0.0;
        for (int j = 0; j < view_.coordinates; ++j)
            turn += std::abs(view_.step[j * width_ + l]);
        const bool light = std::isfinite(turn) && positive_[i] == 1.0 && turn < light_load_turn &&
                           !(of_lanes_[i] > largest_newton_turn);
        if (!light) lanes_[i].state = State::left;
        parts_[i] = lanes_[i].state == State::going ? 1.0 : 0.0;
    }
    take_steps();
}

// Newton from the first step on, by the rules of newton() in continuation.hpp.
void StaticBatch::iterate(const StaticsOptions& options) noexcept
{
    constexpr int most = 8;
    for (int i = 0; any_going(); ++i) {
        kernel_.place(view_);
        evaluate(false);
        for (Lane& lane : lanes_) {
            if (lane.state != State::going) continue;
            const double now = lane.answer.residual;
            if (now <= options.tolerance || (now >= 0.5 * lane.before && now <= 50.0 * options.tolerance))
                lane.state = State::balanced;
            else if (!std::isfinite(now) || i == most || (now > lane.before && ++lane.grew > 3))
                lane.state = State::left;
            lane.before = now;
        }
        if (!any_going()) return;
        kernel_.solve(view_);
        kernel_.largest(view_.step, view_.coordinates, of_lanes_.data());
        for (std::size_t l = 0; l < lanes_.size(); ++l) {
            const double size = of_lanes_[l];
            parts_[l] = lanes_[l].state != State::going ? 0.0
                        : size > largest_newton_turn    ? largest_newton_turn / size
                                                        : 1.0;
        }
        take_steps();
    }
}

// The forces left over at the joints beside those that act, as StaticSolver tells it.
void StaticBatch::conclude(Lane& lane, int l) noexcept
{
    const System& system = lane.solver->system();
    const auto number = [&](const double* numbers, int k) { return numbers[k * width_ + l]; };
    Vector3d base = Vector3d::Zero();
    double largest = 0.0;
    for (std::size_t k = 0; k < lane.forces.size(); ++k) {
        const Vector3d f = lane.forces[k].F.head<3>(), m = lane.forces[k].F.tail<3>();
        const int arm = 3 * static_cast<int>(k);
        const Vector3d P(number(view_.arm, arm), number(view_.arm, arm + 1), number(view_.arm, arm + 2));
        base += m + P.cross(f);
        largest = std::max(largest, f.norm() * system.length + m.norm());
    }
    largest = std::max(largest, base.norm());
    const double left = lane.answer.residual * lane.stiffness;
    lane.answer.balance = largest > 0.0 ? left / largest : left;
    for (int j = 0; j < view_.coordinates; ++j)
        lane.answer.coordinates[j] = number(view_.q, j);
    Matrix3d R;
    for (int i = 0; i < 9; ++i)
        R.data()[i] = number(view_.tip, i);
    lane.answer.tip = SE3(R, {number(view_.tip, 9), number(view_.tip, 10), number(view_.tip, 11)});
    lane.answer.status = Status::converged;
}

void StaticBatch::solve(const StaticsOptions& options, unsigned wanted) noexcept
{
    const auto start = std::chrono::steady_clock::now();
    options_ = options;
    for (int l = 0; l < width_; ++l) {
        Lane& lane = lanes_[static_cast<std::size_t>(l)];
        lane.state = (wanted >> l & 1U) != 0 ? State::going : State::left;
        lane.answer.iterations = lane.grew = 0;
        lane.before = std::numeric_limits<double>::infinity();
    }
    std::copy_n(view_.rest, view_.coordinates * width_, view_.q);
    std::copy(shape_at_rest_.begin(), shape_at_rest_.end(), view_.rotation);
    evaluate(true);
    kernel_.positive(view_, positive_.data());
    kernel_.solve(view_);
    judge_first_step();
    iterate(options);
    // The tangent of a lane that is balanced was assembled at the same q ever since.
    kernel_.positive(view_, positive_.data());
    for (int l = 0; l < width_; ++l) {
        if ((wanted >> l & 1U) == 0) continue;
        Lane& lane = lanes_[static_cast<std::size_t>(l)];
        if (lane.state == State::balanced && !forces_stayed(lane, l)) lane.state = State::left;
        if (lane.state == State::balanced) conclude(lane, l);
        // A light load whose balance is no better than this gets one step more, alone; and a limit of
        // iterations is told there.
        if (positive_[static_cast<std::size_t>(l)] != 1.0 || !(lane.answer.balance <= 1e-9) ||
            lane.answer.iterations > options.max_iterations)
            lane.state = State::left;
        if (lane.state == State::left) solve_alone(lane);
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    seconds_ = took.count() / std::max(1, std::popcount(wanted));
}

void StaticBatch::solve_alone(Lane& lane) noexcept
{
    lane.solver->solve(options_, lane.alone);
    lane.answer.status = lane.alone.status;
    lane.answer.iterations = lane.alone.solver.iterations;
    lane.answer.residual = lane.alone.solver.residual;
    lane.answer.balance = lane.alone.balance;
    if (!lane.alone.shape.frames.empty()) lane.answer.tip = lane.alone.tip();
    lane.answer.coordinates = lane.alone.coordinates;
}

void StaticBatch::fill(int l, Equilibrium& equilibrium) noexcept
{
    Lane& lane = lanes_[static_cast<std::size_t>(l)];
    const LaneAnswer& answer = lane.answer;
    if (lane.state == State::balanced &&
        lane.solver->accept(answer.coordinates, answer.iterations, options_, equilibrium)) {
        equilibrium.solver.seconds = seconds_;
        return;
    }
    if (lane.state == State::balanced) solve_alone(lane);
    equilibrium = lane.alone;
}

}  // namespace supple
