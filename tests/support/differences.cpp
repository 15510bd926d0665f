#include "support/differences.hpp"

#include <supple/lie/so3.hpp>

namespace supple::test {
namespace {

VectorXd central(const std::function<VectorXd(const VectorXd&)>& f, const VectorXd& x, Eigen::Index i,
                 double h)
{
    VectorXd x_plus = x, x_minus = x;
    x_plus[i] += h;
    x_minus[i] -= h;
    return (f(x_plus) - f(x_minus)) / (x_plus[i] - x_minus[i]);
}

}  // namespace

MatrixXd difference(const std::function<VectorXd(const VectorXd&)>& f, const VectorXd& x, double step)
{
    MatrixXd D(f(x).size(), x.size());
    for (Eigen::Index i = 0; i < x.size(); ++i) {
        D.col(i) = (4.0 * central(f, x, i, 0.5 * step) - central(f, x, i, step)) / 3.0;
    }
    return D;
}

MatrixXd right_difference(const std::function<SE3(const VectorXd&)>& X, const VectorXd& x, double step)
{
    const SE3 inverse = X(x).inverse();
    const auto local = [&](const VectorXd& y) -> VectorXd {
        const SE3 change = inverse * X(y);
        Vector6d twist;  // to first order, which is all a derivative at the identity sees
        twist << change.position(), so3::vee(change.rotation());
        return twist;
    };
    return difference(local, x, step);
}

MatrixXd right_difference(const std::function<Matrix3d(const VectorXd&)>& R, const VectorXd& x, double step)
{
    const Matrix3d inverse = R(x).transpose();
    const auto local = [&](const VectorXd& y) -> VectorXd { return so3::vee(inverse * R(y)); };
    return difference(local, x, step);
}

double relative_error(const MatrixXd& a, const MatrixXd& b)
{
    const double size = b.norm();
    return (a - b).norm() / (size == 0.0 ? 1.0 : size);
}

}  // namespace supple::test
