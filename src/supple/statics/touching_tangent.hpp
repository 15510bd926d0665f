/// @file
/// The tangent of a long chain with its touches as rows of the border.
///
///     [ G     −(∂ψ/∂q)ᵀ ] [ Δq ]     [ r ]
///     [ ∂ψ/∂q    1/C    ] [ ΔN ] = − [ ψ ]
///
/// C is stiff, and not more than that, so that touches which say the same share a force. G is eliminated at a
/// cost linear in the joints, and each touch costs one solve more (tangent.hpp). It is made positive definite
/// on the motions that the touches leave, by their inertia, where it is not. There are tangents for a few
/// numbers of touches, so that a warm solve asks for no memory.
///
/// Law (tests/contact/test_obstacles.cpp): the steps are those of the dense tangent with stiff springs.
#pragma once

#include <supple/statics/problem.hpp>

#include <vector>

namespace supple {

class TouchingTangent {
 public:
    explicit TouchingTangent(System& system);

    /// Whether the system's elimination is that of a chain, and nothing borders it yet.
    static bool pays(const System& system);

    /// The equations without touches, eliminated as a chain.
    StaticProblem& problem() noexcept { return problem_; }

    /// For this many touches, which press with `pressed` EI/L² in all; false where the dense tangent is the
    /// faster one. The more they press, the stiffer they are held.
    bool begin(std::size_t touches, double pressed) noexcept;

    /// G, of the problem's last evaluation. @pre begin
    void take_tangent() noexcept;

    /// One more touch: a point of the model, the gradient of its gap, and the gap.
    void hold(int point, const Vector3d& gradient, double gap) noexcept;

    /// From the problem's residual; false where there is none that goes downhill.
    bool find_step() noexcept;
    Eigen::Ref<const VectorXd> step() const noexcept { return at_->x.head(problem_.coordinates()); }
    double force(std::size_t touch) const noexcept;  ///< ΔN of the touch [N]

    /// With a shift, on the motions that the touches leave; −1 where they are not counted.
    int negative_eigenvalues(double shift) noexcept;

 private:
    System& system_;
    StaticProblem problem_;
    struct Sized {
        Tangent tangent;
        VectorXd x;  // right side and solution
    };
    std::vector<Sized> sized_;  // of 4, 8, 16, 32 and 64 touches
    Sized* at_ = nullptr;
    int held_ = 0;
    double unit_;            // of ΔN: with it the border is symmetric
    double corner_;          // 1/C in it, without forces
    double softness_ = 0.0;  // 1/C in it
    Matrix6Xd J_;
    VectorXd ones_;
};

}  // namespace supple
