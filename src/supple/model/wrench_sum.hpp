/// @file
/// Wrenches on the points beyond a coordinate, summed about the base's origin in world axes, with what the
/// tangent needs of them. A twist V = [v; ω] about that origin then has
///
///     power          v·f + ω·(Σ m + P × f)
///     its change when the points move by V' = [v'; ω'] and the forces stay
///                    ω·(v' × f + (N − tr N) ω'),      N = Σ P fᵀ
///     and by forces that vary with their frame   VᵀD V'.
#pragma once

#include <supple/lie/so3.hpp>
#include <supple/model/model.hpp>

namespace supple {

struct WrenchSum {
    Vector3d f = Vector3d::Zero();       ///< Σ f
    Vector3d couple = Vector3d::Zero();  ///< Σ m, without the forces' share
    Vector3d m = Vector3d::Zero();       ///< Σ m + P × f
    Matrix3d N = Matrix3d::Zero();       ///< Σ P fᵀ
    Matrix6d D = Matrix6d::Zero();       ///< Σ Tᵀ dF_dx T, T taking a twist about the origin to the point
    bool varies = false;

    /// A wrench at a point P, relative to the base's origin.
    void add(const FrameForce& force, const Vector3d& P)
    {
        const Vector3d fk = force.F.head<3>();
        const Vector3d mk = force.F.tail<3>();
        f += fk;
        couple += mk;
        m += mk + P.cross(fk);
        N += P * fk.transpose();
        if (force.varies) {
            varies = true;
            const Matrix6d& K = force.dF_dx;
            const Matrix3d hat_P = so3::hat(P);
            const Matrix3d K_vv = K.topLeftCorner<3, 3>(), K_wv = K.bottomLeftCorner<3, 3>();
            const Matrix3d K_vw = K.topRightCorner<3, 3>() - K_vv * hat_P;
            D.topLeftCorner<3, 3>() += K_vv;
            D.topRightCorner<3, 3>() += K_vw;
            D.bottomLeftCorner<3, 3>() += K_wv + hat_P * K_vv;
            D.bottomRightCorner<3, 3>() += K.bottomRightCorner<3, 3>() - K_wv * hat_P + hat_P * K_vw;
        }
    }
};

}  // namespace supple
