#include <supple/dynamics/spectrum.hpp>

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>

namespace supple {
namespace {

using Complex = std::complex<double>;

/// Radix 2, in place; the size is a power of two.
void transform(std::vector<Complex>& x)
{
    const std::size_t n = x.size();
    for (std::size_t i = 1, j = 0; i < n; ++i) {
        std::size_t bit = n >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j ^= bit;
        if (i < j) std::swap(x[i], x[j]);
    }
    for (std::size_t length = 2; length <= n; length <<= 1) {
        const double turn = -2.0 * std::numbers::pi / static_cast<double>(length);
        for (std::size_t k = 0; k < length / 2; ++k) {
            const Complex w = std::polar(1.0, turn * static_cast<double>(k));
            for (std::size_t i = k; i < n; i += length) {
                const Complex even = x[i], odd = w * x[i + length / 2];
                x[i] = even + odd;
                x[i + length / 2] = even - odd;
            }
        }
    }
}

/// Any other size: the sum itself.
std::vector<Complex> plain_sum(const std::vector<Complex>& x)
{
    const std::size_t n = x.size();
    std::vector<Complex> turns(n), out(n / 2 + 1);
    for (std::size_t k = 0; k < n; ++k)
        turns[k] = std::polar(1.0, -2.0 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n));
    for (std::size_t k = 0; k < out.size(); ++k) {
        for (std::size_t i = 0; i < n; ++i)
            out[k] += x[i] * turns[i * k % n];
    }
    return out;
}

SineFit fit_at(std::span<const double> samples, double every, double frequency)
{
    Matrix3d A = Matrix3d::Zero();
    Vector3d b = Vector3d::Zero();
    double squares = 0.0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const double phase = 2.0 * std::numbers::pi * frequency * every * static_cast<double>(i);
        const Vector3d row(1.0, std::cos(phase), std::sin(phase));
        A += row * row.transpose();
        b += samples[i] * row;
        squares += samples[i] * samples[i];
    }
    const Vector3d x = A.ldlt().solve(b);
    const double left = std::max(0.0, squares - x.dot(b)) / static_cast<double>(samples.size());
    return {frequency, x[0], std::hypot(x[1], x[2]), std::sqrt(left)};
}

}  // namespace

Spectrum amplitude_spectrum(std::span<const double> samples, double every)
{
    const std::size_t n = samples.size();
    const auto count = static_cast<double>(n);
    const double mean = std::accumulate(samples.begin(), samples.end(), 0.0) / count;
    std::vector<Complex> x(n);
    std::transform(samples.begin(), samples.end(), x.begin(), [mean](double y) { return y - mean; });
    if ((n & (n - 1)) == 0) {
        transform(x);
    } else {
        x = plain_sum(x);
    }

    Spectrum spectrum;
    spectrum.resolution = 1.0 / (count * every);
    for (std::size_t k = 0; k <= n / 2; ++k) {
        const bool single = k == 0 || 2 * k == n;  // no partner at a negative frequency
        spectrum.frequency.push_back(static_cast<double>(k) * spectrum.resolution);
        spectrum.amplitude.push_back(std::abs(x[k]) / count * (single ? 1.0 : 2.0));
    }
    const auto largest = std::max_element(spectrum.amplitude.begin() + 1, spectrum.amplitude.end());
    spectrum.peak = spectrum.frequency[static_cast<std::size_t>(largest - spectrum.amplitude.begin())];
    spectrum.peak_amplitude = *largest;
    return spectrum;
}

SineFit fit_sine(std::span<const double> samples, double every)
{
    // The largest power of two is enough to find the neighbourhood.
    std::size_t part = 1;
    while (2 * part <= samples.size())
        part *= 2;
    const Spectrum spectrum = amplitude_spectrum(samples.first(part), every);
    const double width = spectrum.resolution;

    // A scan finer than the whole record resolves, then sections by the golden ratio.
    double best = spectrum.peak, least = fit_at(samples, every, best).residual;
    const double fine = 0.25 / (static_cast<double>(samples.size()) * every);
    for (double f = std::max(fine, spectrum.peak - width); f <= spectrum.peak + width; f += fine) {
        const double residual = fit_at(samples, every, f).residual;
        if (residual < least) {
            least = residual;
            best = f;
        }
    }
    const double ratio = (std::sqrt(5.0) - 1.0) / 2.0;
    double low = std::max(0.1 * fine, best - fine), high = best + fine;
    double f1 = high - ratio * (high - low), f2 = low + ratio * (high - low);
    double r1 = fit_at(samples, every, f1).residual, r2 = fit_at(samples, every, f2).residual;
    while (high - low > 1e-10 * best) {
        if (r1 < r2) {
            high = f2;
            f2 = f1;
            r2 = r1;
            f1 = high - ratio * (high - low);
            r1 = fit_at(samples, every, f1).residual;
        } else {
            low = f1;
            f1 = f2;
            r1 = r2;
            f2 = low + ratio * (high - low);
            r2 = fit_at(samples, every, f2).residual;
        }
    }
    return fit_at(samples, every, 0.5 * (low + high));
}

}  // namespace supple
