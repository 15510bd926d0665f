#include <supple/lie/so3.hpp>
#include <supple/rod/base_course.hpp>

#include <algorithm>

namespace supple {
namespace {

/// Slopes of the cubic spline through the samples with zero slope at both ends: a tridiagonal system.
std::vector<double> spline_slopes(const std::vector<double>& t, const std::vector<double>& y)
{
    const std::size_t n = t.size();
    std::vector<double> slope(n, 0.0), upper(n, 0.0);
    for (std::size_t i = 1; i + 1 < n; ++i) {
        const double left = 1.0 / (t[i] - t[i - 1]), right = 1.0 / (t[i + 1] - t[i]);
        const double pivot = 2.0 * (left + right) - left * upper[i - 1];
        const double b = 3.0 * (left * left * (y[i] - y[i - 1]) + right * right * (y[i + 1] - y[i]));
        upper[i] = right / pivot;
        slope[i] = (b - left * slope[i - 1]) / pivot;
    }
    for (std::size_t i = n - 1; i-- > 1;)
        slope[i] -= upper[i] * slope[i + 1];
    return slope;
}

}  // namespace

BaseCourse::BaseCourse(const Base& base) : X_WB_(base.X_WB), time_(base.timing.history.time)
{
    const char* axes[] = {"x", "y", "z"};
    for (int i = 0; i < 3; ++i) {
        p_[i].constant = base.X_WB.position()[i];
        for (const auto& [name, component] :
             {std::pair{std::string("position."), &p_[i]}, std::pair{std::string("rotation."), &phi_[i]}}) {
            for (const History::Column& column : base.timing.history.columns) {
                if (column.path != name + axes[i]) continue;
                component->value = column.values;
                component->slope = spline_slopes(time_, column.values);
            }
        }
    }
}

BaseState BaseCourse::at(double time) const noexcept
{
    BaseState state;
    state.X_WB = X_WB_;
    if (!moves()) return state;
    const auto after = std::upper_bound(time_.begin(), time_.end(), time);
    const auto next = static_cast<std::size_t>(after - time_.begin());

    Vector3d p, phi, phi_rate = Vector3d::Zero(), phi_acceleration = Vector3d::Zero();
    const auto evaluate = [&](const Component& c, double& y, double& rate, double& acceleration) {
        if (c.value.empty()) {
            y = c.constant;
        } else if (next == 0 || next == time_.size()) {
            y = next == 0 ? c.value.front() : c.value.back();
        } else {
            // Hermite's cubic between two samples.
            const double h = time_[next] - time_[next - 1], s = (time - time_[next - 1]) / h;
            const double rise = c.value[next] - c.value[next - 1];
            const double a = h * c.slope[next - 1], b = h * c.slope[next];
            const double c2 = 3.0 * rise - 2.0 * a - b, c3 = a + b - 2.0 * rise;
            y = c.value[next - 1] + s * (a + s * (c2 + s * c3));
            rate = (a + s * (2.0 * c2 + s * 3.0 * c3)) / h;
            acceleration = (2.0 * c2 + 6.0 * s * c3) / (h * h);
        }
    };
    for (int i = 0; i < 3; ++i) {
        evaluate(p_[i], p[i], state.v[i], state.a[i]);
        evaluate(phi_[i], phi[i], phi_rate[i], phi_acceleration[i]);
    }
    state.X_WB = SE3(so3::exp(phi) * X_WB_.rotation(), p);
    const Matrix3d J = so3::left_jacobian(phi);
    state.omega = J * phi_rate;
    state.omega_rate = J * phi_acceleration + so3::left_jacobian_derivative(phi, phi_rate) * phi_rate;
    return state;
}

}  // namespace supple
