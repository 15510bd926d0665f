#include "support/arm.hpp"
#include "support/random.hpp"

#include <supple/dynamics/simulate.hpp>
#include <supple/dynamics/spectrum.hpp>

#include <gtest/gtest.h>

#include <complex>
#include <numbers>

namespace supple::test {
namespace test_spectrum {

std::vector<double> oscillation(std::size_t n, double every, double frequency, double mean = 0.3)
{
    std::vector<double> y;
    for (std::size_t i = 0; i < n; ++i)
        y.push_back(
            mean + 2.0 * std::sin(2.0 * std::numbers::pi * frequency * every * static_cast<double>(i) + 0.4));
    return y;
}

TEST(Spectrum, OfAnOscillationOnABinIsItsAmplitude)
{
    for (const std::size_t n : {64u, 100u}) {
        const double every = 1e-3, f = 5.0 / (static_cast<double>(n) * every);
        const Spectrum spectrum = amplitude_spectrum(oscillation(n, every, f), every);
        ASSERT_EQ(spectrum.amplitude.size(), n / 2 + 1);
        EXPECT_NEAR(spectrum.peak, f, 1e-9);
        for (std::size_t k = 0; k < spectrum.amplitude.size(); ++k)
            EXPECT_NEAR(spectrum.amplitude[k], k == 5 ? 2.0 : 0.0, 1e-12) << k;
    }
}

TEST(Spectrum, ByTheFastTransformIsThatOfThePlainSum)
{
    std::mt19937 engine(1);
    const VectorXd y = random_vector(32, engine);
    const Spectrum spectrum = amplitude_spectrum({y.data(), 32}, 0.1);
    for (std::size_t k = 1; k < 16; ++k) {
        std::complex<double> sum = 0.0;
        for (int i = 0; i < 32; ++i)
            sum += y[i] * std::polar(1.0, -2.0 * std::numbers::pi * i * static_cast<double>(k) / 32.0);
        EXPECT_NEAR(spectrum.amplitude[k], std::abs(sum) / 16.0, 1e-14);
    }
}

TEST(Spectrum, FitFindsAnOscillationBetweenTheBins)
{
    const SineFit fit = fit_sine(oscillation(700, 2e-3, 8.2228), 2e-3);
    EXPECT_NEAR(fit.frequency, 8.2228, 1e-7);
    EXPECT_NEAR(fit.mean, 0.3, 1e-9);
    EXPECT_NEAR(fit.amplitude, 2.0, 1e-9);
    EXPECT_LT(fit.residual, 1e-6);
}

/// s3 Sec. 7: the coarse bins of the study, and what the motion holds.
TEST(Spectrum, OfTheArmsFreeMotionHasThePeaksOfTheStudy)
{
    for (const bool table : {true, false}) {
        Simulation simulation;
        simulation.duration = 2.048;
        simulation.output_every = 1e-3;
        const Trajectory run = simulate([table](double) { return unactuated_arm(table); }, simulation,
                                        {bent_up(VectorXd::Constant(8, 0.001)), VectorXd::Zero(16), {}, {}});
        std::vector<double> x;
        for (const auto& frames : run.frames)
            x.push_back(frames.back().position().x());
        const std::span<const double> all(x);
        EXPECT_EQ(amplitude_spectrum(all.first(512), 1e-3).peak, table ? 7.8125 : 9.765625);
        const SineFit fit = fit_sine(all.first(2048), 1e-3);
        if (table) {
            EXPECT_EQ(amplitude_spectrum(all.first(1024), 1e-3).peak, 7.8125);
            EXPECT_NEAR(fit.frequency, 8.2229, 1e-3);
            EXPECT_NEAR(fit.mean, -4.667e-3, 1e-6);
        } else {
            EXPECT_NEAR(fit.frequency, 8.8359, 2e-3);
        }
    }
}

}  // namespace test_spectrum
}  // namespace supple::test
