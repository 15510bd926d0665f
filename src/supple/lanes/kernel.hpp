/// @file
/// Several chains of one structure evaluated at once, a SIMD lane each.
///
/// The equations are those of model/chain.hpp for chains of joints, with nothing held:
///
///     g(q) = ∂U/∂q − Σ_P J_Pᵀ F_P,      G = ∂g/∂q,      δq = G⁻¹ g.
///
/// Number k of lane l stands at [k * width + l]. No operation mixes lanes and no branch depends on a number
/// of a lane, so that a lane's numbers do not depend on those of its neighbours, bit for bit.
///
/// Sines and cosines are Stumpff functions (lie/series.hpp) by their power series in x = θ². Angles beyond
/// `largest_angle` are not resolved: whoever calls must leave such lanes to a solver of one chain.
///
/// G is factored without exchanging rows. That is sound where its symmetric part is positive definite, which
/// `positive` tells.
///
/// The same source is compiled for several instruction sets. The program chooses among them when it runs.
/// Laws (tests/lanes/test_kernel.cpp), for each instruction set that the machine has:
///   1. place, assemble and solve give what Chain and a dense factorisation give, to rounding; advance and
///      largest what their words say.
///   2. A lane gives the same bits whatever the other lanes hold.
#pragma once

namespace supple::lanes {

enum class JointKind { universal, universal_with_twist, isotropic, ball };

/// Where everything lies. The memory belongs to whoever calls, and is aligned to `alignment` bytes.
struct ChainView {
    static constexpr int alignment = 64;

    // The structure, the same for all lanes.
    int joints = 0, points = 0, coordinates = 0;
    const JointKind* kind = nullptr;
    const int* first_coordinate = nullptr;  ///< of each joint, and the total at the end
    const int* first_point = nullptr;       ///< of each joint, and the total at the end
    const bool* beyond = nullptr;           ///< of each point: it lies on the outboard link

    // What each lane's chain is.
    double* base = nullptr;      ///< R_WB by columns, p_WB: 12 numbers
    double* inboard = nullptr;   ///< of each joint [m]
    double* outboard = nullptr;  ///< of each joint [m]
    double* along =
        nullptr;  ///< of each point: distance from the joint, or from A where it is not beyond [m]
    double* stiffness = nullptr;  ///< of each coordinate
    double* rest = nullptr;
    double* cubic = nullptr;

    // Its shape. Twists are about the base's origin, in world axes.
    double* q = nullptr;
    double* rotation = nullptr;  ///< of the frame A of each joint: 9
    double* origin = nullptr;    ///< of each joint, relative to the base: 3
    double* twist_v = nullptr;   ///< of each coordinate: 3
    double* twist_w = nullptr;   ///< of each coordinate: 3
    double* arm = nullptr;       ///< of each point, relative to the base: 3
    double* frame = nullptr;     ///< of each point: R by columns, p: 12
    double* tip = nullptr;       ///< R by columns, p: 12

    // What acts on its points, world axes [model/model.hpp, FrameForce].
    double* force = nullptr;  ///< 6
    double* slope = nullptr;  ///< dF_dx by columns: 36
    bool varies = false;      ///< false: the slopes are zero and are not looked at

    // Its equations.
    double* g = nullptr;
    double* G = nullptr;        ///< by columns
    double* factors = nullptr;  ///< as large as G
    double* step = nullptr;     ///< G⁻¹ g
};

constexpr double largest_angle = 1.2;  ///< about an axis of a universal joint, or of a rotation vector [rad]

struct Kernel {
    const char* name;
    int width;
    void (*place)(const ChainView& chain) noexcept;
    void (*assemble)(const ChainView& chain) noexcept;  ///< g and G, of what was placed
    /// 1 for each lane whose G has a positive definite symmetric part, else 0.
    void (*positive)(const ChainView& chain, double* verdict) noexcept;
    void (*solve)(const ChainView& chain) noexcept;  ///< step, of what was assembled
    /// The largest size of so many numbers of each lane; NaN where one of them is not finite.
    void (*largest)(const double* numbers, int count, double* result) noexcept;
    /// q − part · step in each lane, not touched where its part is zero; and the largest square of a joint's
    /// angle.
    void (*advance)(const ChainView& chain, const double* parts, double* largest_square) noexcept;
};

enum class InstructionSet { baseline, avx2, avx512 };

/// The kernel of an instruction set; null where the machine, or the build, does not have it.
const Kernel* kernel_of(InstructionSet set) noexcept;

/// The fastest that the machine has.
const Kernel& best_kernel() noexcept;

}  // namespace supple::lanes
