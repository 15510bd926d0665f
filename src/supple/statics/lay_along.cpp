#include <supple/statics/lay_along.hpp>

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

namespace supple {

void lay_along(Model& model, const Curve& curve, const SE3& X_WB, const std::vector<double>& ends,
               VectorXd& q) noexcept
{
    const std::vector<int> blocks = model.block_sizes();
    q = model.rest_coordinates();
    model.place(q);
    Matrix6Xd J(6, q.size());
    Vector3d before = X_WB.position();
    double start = 0.0, u = curve.nearest(before);
    Eigen::Index first = 0;
    for (std::size_t e = 0; e < blocks.size(); ++e) {
        const Eigen::Index n = blocks[e];
        const double length = ends[e] - start;
        start = ends[e];
        const Place end{static_cast<int>(e), 1.0};
        if (n > 0 && length > 0.0) {
            u = curve.foot(before, u);
            const Curve::Point here = curve.at(u);
            const Vector3d ahead = curve.at(u + 2.0 * length / here.d1.norm()).c - before;
            const Vector3d aim = ahead.normalized();
            for (int i = 0; i < 6; ++i) {
                const Vector3d t = model.frame_at(end).rotation().col(2);
                const Vector3d wrong = t.cross(aim);
                if (wrong.norm() < 1e-10 && t.dot(aim) > 0.0) break;
                // The turn of least size that takes t to the aim, by those coordinates that turn alone.
                const double angle = std::atan2(wrong.norm(), t.dot(aim));
                const Vector3d turn = wrong.norm() > 1e-12
                                          ? Vector3d(wrong.normalized() * std::min(angle, 0.7))
                                          : Vector3d(t.unitOrthogonal() * 0.7);
                model.jacobian_at(end, J);
                const Eigen::Matrix<double, 3, Eigen::Dynamic, 0, 3, 6> W = J.block(3, first, 3, n);
                // Only what turns t counts.
                const Eigen::Matrix<double, 3, Eigen::Dynamic, 0, 3, 6> across = W - t * (t.transpose() * W);
                const Matrix3d M =
                    across * across.transpose() + 1e-12 * W.squaredNorm() * Matrix3d::Identity();
                if (!(W.squaredNorm() > 0.0)) break;
                q.segment(first, n) += across.transpose() * M.ldlt().solve(turn);
                model.place(q);
            }
            before = model.frame_at(end).position();
        } else {
            before = model.frame_at(end).position();
        }
        first += n;
    }
}

}  // namespace supple
