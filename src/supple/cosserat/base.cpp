#include <supple/cosserat/base.hpp>

namespace supple::cosserat {

BaseTurn base_turn(const Problem& problem, const Node& base, double lambda) noexcept
{
    BaseTurn turn;
    Matrix6d K;
    const Vector6d W = wrench(problem, problem.stops.front(), base.x, lambda, K);
    turn.S = K.bottomRightCorner<3, 3>();
    turn.defect = base.x.m + W.tail<3>() + (1.0 - lambda) * problem.start_moment;
    // Of the spring: Σ d_i × d⁰_i, and Σ (δθ × d_i) × d⁰_i = (B − tr B) δθ with B = Σ d_i d⁰_iᵀ.
    const double k = 0.5 * (1.0 - lambda) * problem.start_spring;
    const Matrix3d D = base.x.q.toRotationMatrix(), drawn = problem.base.q.toRotationMatrix();
    const Matrix3d B = D * drawn.transpose();
    for (int i = 0; i < 3; ++i)
        turn.defect += k * D.col(i).cross(drawn.col(i));
    turn.S += k * (B - B.trace() * Matrix3d::Identity());
    return turn;
}

}  // namespace supple::cosserat
