// The kernels every solve is made of. Their times are the yardstick of the machine: other benchmarks are read
// as ratios to kernel/lu6 of the same run.
#include <Eigen/LU>

#include <benchmark/benchmark.h>

#include <cmath>
#include <random>

namespace bench_kernel {

/// Factor an N x N matrix with partial pivoting and solve for one right-hand side.
template <int N>
void lu(benchmark::State& state)
{
    // Entries in [-1, 1] and N + 1 on the diagonal: strictly diagonally dominant, so well conditioned.
    std::mt19937 engine(7);
    std::uniform_real_distribution<double> uniform(-1.0, 1.0);
    Eigen::Matrix<double, N, N> A;
    Eigen::Vector<double, N> b, x;
    for (double& entry : A.reshaped())
        entry = uniform(engine);
    for (double& entry : b)
        entry = uniform(engine);
    A.diagonal().array() += N + 1;

    for (auto _ : state) {
        benchmark::DoNotOptimize(A);
        benchmark::DoNotOptimize(b);
        x = Eigen::PartialPivLU<Eigen::Matrix<double, N, N>>(A).solve(b);
        benchmark::DoNotOptimize(x);
    }
    if (!((A * x - b).norm() < 1e-12)) state.SkipWithError("the solution does not solve the system");
}

/// Sine and cosine of one angle of ordinary size.
void sincos(benchmark::State& state)
{
    double angle = 0.7;  // [rad]
    for (auto _ : state) {
        benchmark::DoNotOptimize(angle);
        double s = std::sin(angle);
        double c = std::cos(angle);
        benchmark::DoNotOptimize(s);
        benchmark::DoNotOptimize(c);
    }
}

BENCHMARK(lu<6>)->Name("kernel/lu6");
BENCHMARK(lu<24>)->Name("kernel/lu24");
BENCHMARK(sincos)->Name("kernel/sincos");

}  // namespace bench_kernel
