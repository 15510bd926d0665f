// A TPU rod that is held by two wrenches and let go.
#include "external.hpp"

#include <supple/analysis/simulate.hpp>

#include <fmt/format.h>

#include <cmath>
#include <sstream>
#include <stdexcept>

namespace supple::app::external {
namespace {

using Line = Eigen::Matrix<double, 13, 1>;

/// The rod's damping and gravity; the wrenches; then time, middle and tip, 2001 times.
std::vector<Line> read_lines(const std::filesystem::path& path)
{
    std::istringstream file(text_of(path));
    std::vector<Line> lines;
    for (Line line; file >> line[0];) {
        for (int i = 1; i < 13; ++i)
            file >> line[i];
        lines.push_back(line);
    }
    if (lines.size() != 2003) throw std::runtime_error(path.string() + " does not hold 2001 samples");
    return lines;
}

Manipulator held(const std::vector<Line>& lines)
{
    Manipulator m = example("released_soft_rod.yaml");
    const double L = m.rod.length;
    m.rod.damping.retardation_time = lines[0][0];
    m.environment.gravity = lines[0].tail<3>();
    m.loads = {dead_load(L / 2, lines[1].segment<3>(4), lines[1].segment<3>(1)),
               dead_load(L, lines[1].segment<3>(10), lines[1].segment<3>(7))};
    for (PointLoad& load : m.loads)
        load.timing.until = 0.0;
    m.simulation->duration = 10.0;
    m.simulation->output_every = 5e-3;
    return m;
}

}  // namespace

std::vector<Figure> release(const std::filesystem::path& folder, int number)
{
    const auto lines = read_lines(folder / "sorosim_dynamics" / fmt::format("TPURodMuJoCo_{}.txt", number));
    const Manipulator m = held(lines);
    const double L = m.rod.length;
    const Trajectory run = simulate(m);
    if (run.status != Status::converged) throw std::runtime_error(run.message);
    if (run.time.size() != lines.size() - 2) throw std::runtime_error("the motion has not the file's times");
    double sum = 0.0, squares = 0.0, largest = 0.0;
    for (std::size_t i = 0; i < run.time.size(); ++i) {
        const Vector3d measured = lines[2 + i].tail<3>();
        const double e = 100.0 * (run.frames[i].back().position() - measured).norm() / L;
        sum += e;
        squares += e * e;
        largest = std::max(largest, e);
    }
    const auto n = static_cast<double>(run.time.size());
    const Equilibrium rod = solve_rod(m);
    const Line& start = lines[2];
    const double away = 100.0 * (rod.tip().position() - Vector3d(start.tail<3>())).norm() / L;
    const double turn =
        Eigen::AngleAxisd(rod.tip().rotation().transpose() * rotation(start.segment<3>(7))).angle();
    return {{.name = fmt::format("TPU rod, release {}: mean distance of the tip over 10 s", number),
             .unit = "% of L",
             .ours = {sum / n},
             .tolerance = number == 1 ? 0.15 : 0.05,
             .remark = fmt::format("Root mean square {:.3f} %, largest {:.3f} %.", std::sqrt(squares / n),
                                   largest)},
            {.name = fmt::format("TPU rod, release {}: tip of the held rod", number),
             .unit = "% of L",
             .ours = {away},
             .tolerance = 0.05},
            {.name = fmt::format("TPU rod, release {}: turn of the held rod's tip", number),
             .unit = "rad",
             .ours = {turn},
             .tolerance = 1.1e-3}};
}

}  // namespace supple::app::external
