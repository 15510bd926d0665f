#include <supple/estimate/track.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace supple {
namespace {

/// The row of I + λ D₃ᵀD₃: entries at distance 0..3 from the diagonal.
std::array<double, 4> row(std::size_t i, std::size_t n, double lambda)
{
    constexpr std::array<double, 4> third = {-1.0, 3.0, -3.0, 1.0};
    std::array<double, 4> entries = {1.0, 0.0, 0.0, 0.0};
    // Differences Δ³ that start at k reach the samples k..k + 3.
    for (std::size_t k = i >= 3 ? i - 3 : 0; k <= i && k + 3 < n; ++k) {
        for (std::size_t j = i; j <= k + 3; ++j)
            entries[j - i] += lambda * third[i - k] * third[j - k];
    }
    return entries;
}

/// Cholesky of the band, then both substitutions.
std::vector<Vector3d> solve_band(const std::vector<Vector3d>& y, double lambda)
{
    const std::size_t n = y.size();
    std::vector<std::array<double, 4>> L(n);  // L[i][d]: entry in row i + d of column i
    std::vector<Vector3d> z = y;
    for (std::size_t i = 0; i < n; ++i) {
        L[i] = row(i, n, lambda);
        for (std::size_t back = 1; back <= std::min<std::size_t>(3, i); ++back) {
            const auto& column = L[i - back];
            for (std::size_t d = 0; d + back <= 3; ++d)
                L[i][d] -= column[back] * column[d + back];
        }
        const double root = std::sqrt(L[i][0]);
        for (double& entry : L[i])
            entry /= root;
        for (std::size_t back = 1; back <= std::min<std::size_t>(3, i); ++back)
            z[i] -= L[i - back][back] * z[i - back];
        z[i] /= L[i][0];
    }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t d = 1; d <= 3 && i + d < n; ++d)
            z[i] -= L[i][d] * z[i + d];
        z[i] /= L[i][0];
    }
    return z;
}

double misfit(const std::vector<Vector3d>& a, const std::vector<Vector3d>& b)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += (a[i] - b[i]).squaredNorm();
    return std::sqrt(sum / (3.0 * static_cast<double>(a.size())));
}

}  // namespace

Vector3d position_at(const Track& track, double time) noexcept
{
    const auto& p = track.positions;
    const double last = static_cast<double>(p.size() - 1);
    const double u = std::clamp((time - track.start) / track.interval, 0.0, last);
    const auto i = std::min(static_cast<std::size_t>(u), p.size() - 2);
    const double t = u - static_cast<double>(i);
    // Slopes by central differences, one-sided at the ends.
    const Vector3d m0 = i > 0 ? Vector3d(0.5 * (p[i + 1] - p[i - 1])) : Vector3d(p[1] - p[0]);
    const Vector3d m1 = i + 2 < p.size() ? Vector3d(0.5 * (p[i + 2] - p[i])) : Vector3d(p[i + 1] - p[i]);
    const double t2 = t * t, t3 = t2 * t;
    return (2.0 * t3 - 3.0 * t2 + 1.0) * p[i] + (t3 - 2.0 * t2 + t) * m0 + (3.0 * t2 - 2.0 * t3) * p[i + 1] +
           (t3 - t2) * m1;
}

double spread(const Track& track) noexcept
{
    const auto n = static_cast<double>(track.positions.size());
    Vector3d mean = Vector3d::Zero();
    for (const Vector3d& x : track.positions)
        mean += x / n;
    double sum = 0.0;
    for (const Vector3d& x : track.positions)
        sum += (x - mean).squaredNorm() / n;
    return std::sqrt(sum);
}

double noise_of(const Track& track) noexcept
{
    const auto& p = track.positions;
    double third = 0.0;
    for (std::size_t i = 0; i + 3 < p.size(); ++i)
        third += (p[i + 3] - 3.0 * p[i + 2] + 3.0 * p[i + 1] - p[i]).squaredNorm();
    return std::sqrt(third / (60.0 * static_cast<double>(p.size() - 3)));
}

bool moves_beyond_noise(const Track& track, double sigma) noexcept
{
    // Of white noise alone the two agree; a motion of more than four samples a period exceeds it by a half.
    const double noise = std::max(sigma, noise_of(track)), s = spread(track);
    return s * s > 1.5 * 3.0 * noise * noise;
}

Track smoothed(const Track& track, double lambda)
{
    Track result = track;
    if (track.positions.size() >= 4) result.positions = solve_band(track.positions, lambda);
    return result;
}

Track smoothed_to_noise(const Track& track, double sigma)
{
    if (!(sigma > 0.0) || track.positions.size() < 4) return track;
    double low = -6.0, high = 12.0;  // decades of λ
    for (int i = 0; i < 50; ++i) {
        const double middle = 0.5 * (low + high);
        const bool rough =
            misfit(solve_band(track.positions, std::pow(10.0, middle)), track.positions) > sigma;
        (rough ? high : low) = middle;
    }
    return smoothed(track, std::pow(10.0, low));
}

}  // namespace supple
