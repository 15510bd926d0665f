#include <supple/cosserat/relation.hpp>
#include <supple/lie/so3.hpp>

#include <Eigen/Cholesky>
#include <Eigen/LU>

namespace supple::cosserat {

bool second_variation_positive(const Problem& problem, const Workspace& work) noexcept
{
    constexpr double rigid = 1e8;
    for (std::size_t i = 0; i < work.intervals.size(); ++i) {
        const Transition& T = work.intervals[i].T;
        const Node& node = work.nodes[i + 1];
        const Block& after = work.blocks[i + 1];

        Matrix6d stiffness = -0.5 * (after.P_before + after.P_before.transpose());
        if (held(problem, work, node)) {
            const Hold& hold = problem.holds[problem.stops[node.stop].hold];
            Matrix3d fixed = Matrix3d::Zero();
            switch (hold.kind) {
                case Hold::Kind::fixture:
                    for (int k = 0; k < 3; ++k)
                        fixed(k, k) = hold.held[k] ? rigid : 0.0;
                    break;
                case Hold::Kind::guide: {
                    const Vector3d t = node.x.q * Vector3d::UnitZ();
                    fixed = rigid * (Matrix3d::Identity() - t * t.transpose());
                    break;
                }
                case Hold::Kind::clamp:
                    fixed = rigid * Matrix3d::Identity();
                    stiffness.bottomRightCorner<3, 3>() += fixed;
                    break;
                case Hold::Kind::wall:
                    fixed = rigid * hold.normal * hold.normal.transpose();
                    break;
            }
            stiffness.topLeftCorner<3, 3>() += fixed;
        }
        // Canonical moments δπ = δm + ½ m⁻ × δθ: both matrices are symmetric then.
        Matrix6d D = T.D;
        D.bottomRows<3>() += 0.5 * so3::hat(work.intervals[i].m_end) * T.B.bottomRows<3>();
        const Matrix6d G_full = T.B * D.inverse();
        const Matrix6d G = 0.5 * (G_full + G_full.transpose());
        if (G.norm() * stiffness.norm() < 1.0) continue;  // I + GX cannot be singular on the way from X = 0

        // L from the eigenvectors of G, so that directions without compliance do no harm.
        const Eigen::LDLT<Matrix6d> ldlt(G);
        if (ldlt.info() != Eigen::Success || ldlt.vectorD().minCoeff() < -1e-9 * G.norm()) return false;
        const Vector6d root = ldlt.vectorD().cwiseMax(0.0).cwiseSqrt();
        Matrix6d L = ldlt.matrixL();
        L = (ldlt.transpositionsP().transpose() * L).eval();
        L = (L * root.asDiagonal()).eval();
        const Matrix6d support = Matrix6d::Identity() + L.transpose() * stiffness * L;
        const Eigen::LLT<Matrix6d> llt(support);
        if (llt.info() != Eigen::Success) return false;
    }
    return true;
}

}  // namespace supple::cosserat
