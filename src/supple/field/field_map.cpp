#include <supple/field/field_map.hpp>

#include <algorithm>
#include <cmath>

namespace supple {

namespace {

/// Grid points along each axis with the one more on either side that the coefficients have.
std::array<std::size_t, 3> padded(const FieldMap& map)
{
    std::array<std::size_t, 3> size;
    for (std::size_t axis = 0; axis < 3; ++axis)
        size[axis] = static_cast<std::size_t>(map.count[axis]) + 2;
    return size;
}

/// Turns the n samples of one grid line into n + 2 coefficients, in place.
///
/// The spline's value at a grid point is (c₋ + 4c + c₊)/6 = c + δ²c/6. No knot at grid point 1
/// means δ⁴c = 0 there, hence δ²c = δ²f and c₁ = f₁ − δ²f₁/6; the same at n − 2. Between
/// the two the system is tridiagonal, beyond them the values themselves give c₀, then c₋₁.
void fit_line(Vector3d* line, std::size_t stride, int n, std::vector<double>& factor)
{
    const auto c = [=](int i) -> Vector3d& { return line[static_cast<std::size_t>(i + 1) * stride]; };
    const auto factor_at = [&](int i) -> double& { return factor[static_cast<std::size_t>(i)]; };
    const std::array<Vector3d, 2> first = {c(0), c(1)};
    const std::array<Vector3d, 2> last = {c(n - 1), c(n - 2)};

    const Vector3d c_first = c(1) - (c(0) - 2.0 * c(1) + c(2)) / 6.0;
    const Vector3d c_last = c(n - 2) - (c(n - 1) - 2.0 * c(n - 2) + c(n - 3)) / 6.0;
    c(1) = c_first;
    c(n - 2) = c_last;

    // c₋ + 4c + c₊ = 6f for the grid points 2 to n − 3
    factor_at(1) = 0.0;
    for (int i = 2; i <= n - 3; ++i) {
        factor_at(i) = 1.0 / (4.0 - factor_at(i - 1));
        c(i) = factor_at(i) * (6.0 * c(i) - c(i - 1));
    }
    for (int i = n - 3; i >= 2; --i)
        c(i) -= factor_at(i) * c(i + 1);

    c(0) = 6.0 * first[1] - 4.0 * c(1) - c(2);
    c(-1) = 6.0 * first[0] - 4.0 * c(0) - c(1);
    c(n - 1) = 6.0 * last[1] - 4.0 * c(n - 2) - c(n - 3);
    c(n) = 6.0 * last[0] - 4.0 * c(n - 1) - c(n - 2);
}

/// The four B-splines that reach a cell, with their derivatives by x: weight[derivative][spline].
struct Weights {
    std::size_t first = 0;  ///< index of the first of the four coefficients
    std::array<std::array<double, 4>, 3> weight;
};

/// @returns false outside the grid
bool weights_at(double u, int count, double spacing, Weights& weights)
{
    constexpr double rounding = 1e-9;
    if (!(u >= -rounding && u <= count - 1 + rounding)) return false;
    const int cell = std::clamp(static_cast<int>(std::floor(u)), 0, count - 2);
    const double t = u - cell;
    const double r = 1.0 - t;
    weights.first = static_cast<std::size_t>(cell);
    weights.weight[0] = {r * r * r / 6.0, (4.0 - 3.0 * t * t * (1.0 + r)) / 6.0,
                         (4.0 - 3.0 * r * r * (1.0 + t)) / 6.0, t * t * t / 6.0};
    weights.weight[1] = {-0.5 * r * r, 0.5 * t * (3.0 * t - 4.0), 0.5 * r * (4.0 - 3.0 * r), 0.5 * t * t};
    weights.weight[2] = {r, 3.0 * t - 2.0, 3.0 * r - 2.0, t};
    for (double& weight : weights.weight[1])
        weight /= spacing;
    for (double& weight : weights.weight[2])
        weight /= spacing * spacing;
    return true;
}

}  // namespace

bool is_complete(const FieldMap& map) noexcept
{
    std::size_t points = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (map.count[axis] < 4) return false;
        points *= static_cast<std::size_t>(map.count[axis]);
    }
    return map.values.size() == points && map.origin.allFinite() && map.spacing.allFinite() &&
           (map.spacing.array() > 0.0).all() &&
           std::all_of(map.values.begin(), map.values.end(), [](const Vector3d& B) { return B.allFinite(); });
}

void fit_spline(FieldMap& map)
{
    map.coefficients.clear();
    if (!is_complete(map)) return;
    const auto [nx, ny, nz] = padded(map);
    map.coefficients.assign(nx * ny * nz, Vector3d::Zero());
    auto& c = map.coefficients;
    std::vector<double> factor(std::max({nx, ny, nz}));

    // The samples into the inside of the padded grid, then line by line along x, y and z
    auto sample = map.values.begin();
    for (std::size_t k = 1; k + 1 < nz; ++k) {
        for (std::size_t j = 1; j + 1 < ny; ++j) {
            std::copy_n(sample, map.count[0], &c[(k * ny + j) * nx + 1]);
            sample += map.count[0];
            fit_line(&c[(k * ny + j) * nx], 1, map.count[0], factor);
        }
        for (std::size_t i = 0; i < nx; ++i)
            fit_line(&c[k * ny * nx + i], nx, map.count[1], factor);
    }
    for (std::size_t ij = 0; ij < nx * ny; ++ij)
        fit_line(&c[ij], nx * ny, map.count[2], factor);
}

FieldSample field_at(const FieldMap& map, const Vector3d& x_W) noexcept
{
    // Where the point lies in the grid
    std::array<Weights, 3> axes;
    if (map.coefficients.empty()) return undefined_field();
    const Vector3d u = (x_W - map.origin).cwiseQuotient(map.spacing);
    for (int axis = 0; axis < 3; ++axis) {
        const auto a = static_cast<std::size_t>(axis);
        if (!weights_at(u[axis], map.count[a], map.spacing[axis], axes[a])) return undefined_field();
    }
    const auto& [X, Y, Z] = axes;
    const auto [nx, ny, nz] = padded(map);

    // Sum along x, then y, then z, keeping the derivatives of up to second order: B_x = ∂B/∂x and so on.
    FieldSample field;
    Vector3d B_xx = Vector3d::Zero(), B_xy = B_xx, B_xz = B_xx, B_yy = B_xx, B_yz = B_xx, B_zz = B_xx;
    for (std::size_t k = 0; k < 4; ++k) {
        Vector3d p = Vector3d::Zero(), p_x = p, p_y = p, p_xx = p, p_xy = p, p_yy = p;
        for (std::size_t j = 0; j < 4; ++j) {
            const Vector3d* c = &map.coefficients[((Z.first + k) * ny + Y.first + j) * nx + X.first];
            Vector3d l = Vector3d::Zero(), l_x = l, l_xx = l;
            for (std::size_t i = 0; i < 4; ++i) {
                l += X.weight[0][i] * c[i];
                l_x += X.weight[1][i] * c[i];
                l_xx += X.weight[2][i] * c[i];
            }
            p += Y.weight[0][j] * l;
            p_x += Y.weight[0][j] * l_x;
            p_xx += Y.weight[0][j] * l_xx;
            p_y += Y.weight[1][j] * l;
            p_xy += Y.weight[1][j] * l_x;
            p_yy += Y.weight[2][j] * l;
        }
        field.B += Z.weight[0][k] * p;
        field.gradient.col(0) += Z.weight[0][k] * p_x;
        field.gradient.col(1) += Z.weight[0][k] * p_y;
        field.gradient.col(2) += Z.weight[1][k] * p;
        B_xx += Z.weight[0][k] * p_xx;
        B_xy += Z.weight[0][k] * p_xy;
        B_yy += Z.weight[0][k] * p_yy;
        B_xz += Z.weight[1][k] * p_x;
        B_yz += Z.weight[1][k] * p_y;
        B_zz += Z.weight[2][k] * p;
    }
    field.second[0] << B_xx, B_xy, B_xz;
    field.second[1] << B_xy, B_yy, B_yz;
    field.second[2] << B_xz, B_yz, B_zz;
    return field;
}

}  // namespace supple
