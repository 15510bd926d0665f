/// @file
/// Several systems of one structure solved together, a SIMD lane each (lanes/kernel.hpp).
///
/// Only what is common and quick is done in lanes: chains of few joints with nothing held, from the unloaded
/// shape to the full load at once, as continuation.hpp does where a load is light. A lane that needs more, by
/// the same rules, leaves the batch and its solver solves it alone. Loads are asked lane by lane, so that
/// every load works.
///
/// Laws (tests/statics/test_batch.cpp), for each instruction set:
///   1. Every equilibrium is that of the solver alone: status, verdict, and numbers to 1e-12.
///   2. It does not depend on the other lanes, bit for bit.
///   3. After the first solve nothing allocates.
#pragma once

#include <supple/lanes/kernel.hpp>
#include <supple/statics/equilibrium.hpp>

#include <array>

namespace supple {

/// What a lane has found.
struct LaneAnswer {
    Status status = Status::not_converged;
    SE3 tip;
    VectorXd coordinates;
    int iterations = 0;
    double residual = 0.0;  ///< scaled
    double balance = 0.0;
};

class StaticBatch {
 public:
    /// Whether such a system can be solved in lanes.
    static bool suits(const System& system) noexcept;

    /// One solver a lane. @pre the systems suit, have one structure, and outlive the batch
    explicit StaticBatch(std::vector<StaticSolver*> lanes,
                         const lanes::Kernel& kernel = lanes::best_kernel());

    int width() const noexcept { return width_; }

    /// Reads the numbers of all chains anew: lengths, springs, base poses.
    void read_chains() noexcept;

    /// Solves the lanes whose bits are set, from the unloaded shape. The others are not touched.
    void solve(const StaticsOptions& options, unsigned wanted) noexcept;

    static constexpr unsigned first_lanes(int count) noexcept { return (1U << count) - 1U; }

    const LaneAnswer& answer(int lane) const noexcept
    {
        return lanes_[static_cast<std::size_t>(lane)].answer;
    }

    /// The whole equilibrium of a lane. Its storage is used again.
    void fill(int lane, Equilibrium& equilibrium) noexcept;

 private:
    struct alignas(lanes::ChainView::alignment) Line {
        double numbers[8];
    };
    static constexpr int most_lanes = 8;

    enum class State : unsigned char { going, balanced, left };

    struct Lane {
        StaticSolver* solver = nullptr;
        std::vector<SE3> frames;
        std::vector<FrameForce> forces;
        State state = State::left;
        bool varies = false;  ///< a force does, with its frame
        int grew = 0;
        double before = 0.0;     ///< the last residual
        double stiffness = 0.0;  ///< the largest
        LaneAnswer answer;
        Equilibrium alone;  ///< of a lane that has left the batch
    };

    void ask_loads(Lane& lane, int l) noexcept;
    bool forces_stayed(Lane& lane, int l) noexcept;
    void evaluate(bool first) noexcept;
    void judge_first_step() noexcept;
    void take_steps() noexcept;
    void iterate(const StaticsOptions& options) noexcept;
    bool any_going() const noexcept;
    void conclude(Lane& lane, int l) noexcept;
    void solve_alone(Lane& lane) noexcept;

    const lanes::Kernel& kernel_;
    int width_;
    std::vector<Lane> lanes_;
    std::vector<Line> memory_;
    std::vector<lanes::JointKind> kinds_;
    std::vector<int> first_coordinate_, first_point_;
    std::unique_ptr<bool[]> beyond_;
    lanes::ChainView view_;
    std::vector<double> shape_at_rest_;
    std::array<double, most_lanes> positive_, parts_, of_lanes_;  ///< a number of each lane
    StaticsOptions options_;
    double seconds_ = 0.0;  ///< a lane, of the last solve
};

}  // namespace supple
