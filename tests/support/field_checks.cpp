#include "support/field_checks.hpp"

#include <algorithm>
#include <cmath>

namespace supple::test {

double largest(const std::array<Matrix3d, 3>& second)
{
    double value = 0.0;
    for (const Matrix3d& slice : second)
        value = std::max(value, slice.cwiseAbs().maxCoeff());
    return value;
}

double relative_error(const FieldSample& a, const FieldSample& b)
{
    if (!is_defined(a) || !is_defined(b)) return std::nan("");
    const auto ratio = [](double error, double size) { return error == 0.0 ? 0.0 : error / size; };
    double error = ratio((a.B - b.B).cwiseAbs().maxCoeff(), b.B.cwiseAbs().maxCoeff());
    error = std::max(
        error, ratio((a.gradient - b.gradient).cwiseAbs().maxCoeff(), b.gradient.cwiseAbs().maxCoeff()));
    std::array<Matrix3d, 3> difference;
    for (std::size_t k = 0; k < 3; ++k)
        difference[k] = a.second[k] - b.second[k];
    return std::max(error, ratio(largest(difference), largest(b.second)));
}

FieldSample differences(const FieldFunction& field, const Vector3d& x, double step)
{
    constexpr std::array<double, 3> weights = {45.0 / 60.0, -9.0 / 60.0, 1.0 / 60.0};
    FieldSample result;
    result.B = field(x).B;
    for (int k = 0; k < 3; ++k) {
        for (int n = 1; n <= 3; ++n) {
            const Vector3d offset = n * step * Vector3d::Unit(k);
            const FieldSample after = field(x + offset);
            const FieldSample before = field(x - offset);
            const double weight = weights[static_cast<std::size_t>(n - 1)] / step;
            result.gradient.col(k) += weight * (after.B - before.B);
            result.second[static_cast<std::size_t>(k)] += weight * (after.gradient - before.gradient);
        }
    }
    return result;
}

double curl_and_divergence(const FieldSample& field)
{
    const Matrix3d& G = field.gradient;
    const double first = std::max((G - G.transpose()).cwiseAbs().maxCoeff(), std::abs(G.trace()));
    double second = 0.0;
    for (int k = 0; k < 3; ++k) {
        const Matrix3d& slice = field.second[static_cast<std::size_t>(k)];
        second =
            std::max({second, (slice - slice.transpose()).cwiseAbs().maxCoeff(), std::abs(slice.trace())});
        for (int j = 0; j < 3; ++j) {
            const auto other = field.second[static_cast<std::size_t>(j)].col(k);
            second = std::max(second, (slice.col(j) - other).cwiseAbs().maxCoeff());
        }
    }
    return std::max(first / G.cwiseAbs().maxCoeff(), second / largest(field.second));
}

FieldSample turned(const FieldSample& field, const Matrix3d& R)
{
    FieldSample result;
    result.B = R * field.B;
    result.gradient = R * field.gradient * R.transpose();
    for (int k = 0; k < 3; ++k) {
        for (int l = 0; l < 3; ++l) {
            result.second[static_cast<std::size_t>(k)] +=
                R(k, l) * (R * field.second[static_cast<std::size_t>(l)] * R.transpose());
        }
    }
    return result;
}

}  // namespace supple::test
