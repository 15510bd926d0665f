#include <supple/algebra/decompositions.hpp>
#include <supple/fit/spline.hpp>

namespace supple {

using Eigen::MatrixXd, Eigen::VectorXd, Eigen::Index;

MatrixXd not_a_knot_spline(const VectorXd& knots, const VectorXd& s)
{
    const Index n = knots.size();
    const VectorXd h = knots.tail(n - 1) - knots.head(n - 1);
    MatrixXd chord = MatrixXd::Zero(n - 1, n);  // slopes between neighbours, by the values
    for (Index i = 0; i + 1 < n; ++i) {
        chord(i, i) = -1.0 / h[i];
        chord(i, i + 1) = 1.0 / h[i];
    }

    // Slopes d at the knots: A d = b f. Inside, the second derivative is continuous.
    MatrixXd A = MatrixXd::Zero(n, n), b = MatrixXd::Zero(n, n);
    for (Index i = 1; i + 1 < n; ++i) {
        A(i, i - 1) = h[i];
        A(i, i) = 2.0 * (h[i - 1] + h[i]);
        A(i, i + 1) = h[i - 1];
        b.row(i) = 3.0 * (h[i] * chord.row(i - 1) + h[i - 1] * chord.row(i));
    }
    // At both ends two pieces are one cubic: equal third derivatives 6 (d_i + d_(i+1) − 2 chord_i) / h_i².
    const auto one_cubic = [&](Index row, Index i) {
        const double left = h[i + 1] / h[i], right = h[i] / h[i + 1];
        A(row, i) += left;
        A(row, i + 1) += left - right;
        A(row, i + 2) -= right;
        b.row(row) = 2.0 * (left * chord.row(i) - right * chord.row(i + 1));
    };
    one_cubic(0, 0);
    one_cubic(n - 1, n - 3);
    const MatrixXd slope = linear_solution(A, b);

    MatrixXd B = MatrixXd::Zero(s.size(), n);
    for (Index k = 0; k < s.size(); ++k) {
        Index i = 0;
        while (i + 2 < n && s[k] > knots[i + 1])
            ++i;
        const double t = (s[k] - knots[i]) / h[i], u = 1.0 - t;
        B.row(k) = h[i] * t * u * (u * slope.row(i) - t * slope.row(i + 1));
        B(k, i) += (1.0 + 2.0 * t) * u * u;
        B(k, i + 1) += t * t * (3.0 - 2.0 * t);
    }
    return B;
}

}  // namespace supple
