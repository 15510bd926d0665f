#include <supple/model/coupled_load.hpp>

namespace supple {

void CoupledLoad::subtract_tangent(const Model& model, ChainMatrix&, Eigen::Ref<MatrixXd> U,
                                   Eigen::Ref<MatrixXd> V) noexcept
{
    MatrixXd share = MatrixXd::Zero(model.size(), model.size());
    subtract_tangent(model, share);
    U.setIdentity();
    V = -share;
}

// δw = ∂w/∂q δq + ∂w/∂u δu = 0 gives δu, and the force Σ Jᵀ ∂F/∂u δu.
void CoupledLoad::add_held_stiffness(MatrixXd& G) const
{
    VectorXd dw_dq(G.cols()), dQ_du(G.rows());
    for (int u = 0; u < unknowns(); ++u) {
        if (never_negative(u) && unknown(u) <= 0.0) continue;
        gap_gradient(u, dw_dq);
        unknown_force(u, dQ_du);
        G += dQ_du * dw_dq.transpose() / gap(u, 1.0).by_force;
    }
}

}  // namespace supple
