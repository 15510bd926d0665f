// CPU time of very many warm solves of a control loop, one by one: what a loop must be ready to wait for.
//
//     warm_solves examples/mri_catheter.yaml 16 10000000 > benchmarks/warm_solves.csv
//
// The tip of the catheter, a chain of so many ball joints, goes around a circle in 500 ticks by two of its
// currents, and every current has noise of 1 mA, so that no two solves are alike. Start it while the machine
// is busy with other work.
#include <supple/supple.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <numbers>
#include <random>
#include <variant>
#include <vector>

namespace {

/// Of this thread, with what the kernel does for it [s].
double cpu_time()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

constexpr int bins_per_decade = 20;

/// One line a bin that holds solves: its limits and their number.
void print_bins(const std::vector<float>& sorted)
{
    const auto edge = [](int bin) { return std::pow(10.0, static_cast<double>(bin) / bins_per_decade); };
    std::printf("from [us],to [us],solves\n");
    int bin =
        static_cast<int>(std::floor(bins_per_decade * std::log10(1e6 * static_cast<double>(sorted.front()))));
    for (auto first = sorted.begin(); first != sorted.end(); ++bin) {
        const auto last = std::lower_bound(first, sorted.end(), static_cast<float>(1e-6 * edge(bin + 1)));
        if (last != first) std::printf("%.4g,%.4g,%td\n", edge(bin), edge(bin + 1), last - first);
        first = last;
    }
}

}  // namespace

int main(int argc, char** argv)
{
    if (argc != 4) return std::fprintf(stderr, "usage: warm_solves MODEL.yaml JOINTS COUNT\n"), 2;
    const int joints = std::atoi(argv[2]);
    const auto count = static_cast<std::size_t>(std::strtoull(argv[3], nullptr, 10));
    if (joints < 1 || count == 0)
        return std::fprintf(stderr, "JOINTS is '%s' and COUNT is '%s'; expected whole numbers above 0\n",
                            argv[2], argv[3]),
               2;
    supple::Manipulator catheter = supple::load(argv[1]);
    auto* model = std::get_if<supple::SphericalModel>(&catheter.model);
    if (!model)
        return std::fprintf(stderr, "%s: expected a model of ball joints, spherical-prb\n", argv[1]), 2;
    model->joints = joints;
    supple::Solver solver(catheter);
    const supple::Solver::Input currents[] = {solver.input("attachments.coils.currents.x"),
                                              solver.input("attachments.coils.currents.y"),
                                              solver.input("attachments.coils.currents.z")};
    if (!solver.mistake().empty()) return std::fprintf(stderr, "%s\n", solver.mistake().c_str()), 1;
    solver.solve();

    std::mt19937 engine(1);
    std::normal_distribution<double> noise(0.0, 1e-3);
    std::vector<float> times(count, 0.0F);
    int most = 0;
    long long iterations = 0;
    const std::time_t begin = std::time(nullptr);
    for (std::size_t i = 0; i < count; ++i) {
        const double angle = 2.0 * std::numbers::pi * static_cast<double>(i % 500) / 500.0;
        const double wanted[] = {0.03 * std::cos(angle), 0.0, 0.03 * std::sin(angle)};
        for (int k = 0; k < 3; ++k)
            solver.set(currents[k], wanted[k] + noise(engine));
        const double before = cpu_time();
        const supple::Equilibrium& eq = solver.solve();
        times[i] = static_cast<float>(cpu_time() - before);
        if (eq.status != supple::Status::converged)
            return std::fprintf(stderr, "solve %zu: %s\n", i, eq.message.c_str()), 1;
        most = std::max(most, eq.solver.iterations);
        iterations += eq.solver.iterations;
    }
    const double minutes = std::difftime(std::time(nullptr), begin) / 60.0;
    double load[3] = {};
    if (getloadavg(load, 3) != 3) load[2] = std::nan("");

    std::sort(times.begin(), times.end());
    const auto at = [&](double part) {
        return 1e6 *
               static_cast<double>(times[static_cast<std::size_t>(part * static_cast<double>(count - 1))]);
    };
    std::printf("# joints: %d\n", joints);
    std::printf("# solves: %zu\n# iterations: %.3f on average, %d at most\n", count,
                static_cast<double>(iterations) / static_cast<double>(count), most);
    std::printf("# minutes: %.0f\n# load average: %.1f\n", minutes, load[2]);
    std::printf("# median: %.2f us\n# p99: %.2f us\n# p99.99: %.2f us\n# maximum: %.2f us\n", at(0.5),
                at(0.99), at(0.9999), at(1.0));
    print_bins(times);
}
