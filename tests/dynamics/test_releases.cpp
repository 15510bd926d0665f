// Releases of a soft rod computed by another group (SoRoSim): see tests/data/README.md for where they lie.
#include "support/external.hpp"
#include "support/golden.hpp"

#include <supple/analysis/simulate.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace supple::test {
namespace test_releases {

std::optional<std::filesystem::path> release_file(int number)
{
    return external_file(std::filesystem::path("sorosim_dynamics") /
                         fmt::format("TPURodMuJoCo_{}.txt", number));
}

using Row = Eigen::Matrix<double, 13, 1>;

std::vector<Row> read_rows(const std::filesystem::path& path)
{
    std::ifstream file(path);
    std::vector<Row> rows;
    for (Row row; file >> row[0];) {
        for (int i = 1; i < 13; ++i)
            file >> row[i];
        rows.push_back(row);
    }
    return rows;
}

/// The TPU rod held by a wrench at its middle and one at its tip until t = 0.
Manipulator held_rod(const std::vector<Row>& rows, int joints)
{
    constexpr double L = 0.4;
    Manipulator m = rod_along_x(L, 1.0);
    m.rod.bending_stiffness.reset();
    m.rod.section = CrossSection{Circle{10e-3}, std::nullopt, 1.0};
    m.rod.material.youngs_modulus = 70e6;
    m.rod.material.poisson_ratio = 0.4;
    m.rod.material.density = 1200;
    m.rod.damping.retardation_time = rows[0][0];
    m.environment.gravity = rows[0].tail<3>();
    m.loads = {dead_load(L / 2, rows[1].segment<3>(4), rows[1].segment<3>(1)),
               dead_load(L, rows[1].segment<3>(10), rows[1].segment<3>(7))};
    for (PointLoad& load : m.loads)
        load.timing.until = 0.0;
    SphericalModel model;
    model.joints = joints;
    m.model = model;
    return m;
}

struct Error {
    double mean = 0.0, rms = 0.0, largest = 0.0;  ///< of the tip, per cent of the length
};

Error compare(const Trajectory& run, const std::vector<Row>& rows)
{
    Error error;
    for (std::size_t i = 0; i < run.time.size(); ++i) {
        EXPECT_NEAR(run.time[i], rows[2 + i][0], 1e-9);
        const double e =
            100.0 * (run.frames[i].back().position() - Vector3d(rows[2 + i].tail<3>())).norm() / 0.4;
        error.mean += e;
        error.rms += e * e;
        error.largest = std::max(error.largest, e);
    }
    const auto n = static_cast<double>(run.time.size());
    error.mean /= n;
    error.rms = std::sqrt(error.rms / n);
    return error;
}

class EachRelease : public testing::TestWithParam<int> {};

TEST_P(EachRelease, OfAnotherGroupsRodIsReproduced)
{
    const auto path = release_file(GetParam());
    if (!path) GTEST_SKIP() << "the data of others are not here: set SUPPLE_EXTERNAL_DATA";
    const std::vector<Row> rows = read_rows(*path);
    ASSERT_EQ(rows.size(), 2003u);
    Manipulator m = held_rod(rows, 16);
    Simulation simulation;
    simulation.duration = 10.0;
    simulation.output_every = 5e-3;
    simulation.tolerance = 1e-6;
    m.simulation = simulation;
    const Trajectory run = simulate(m);
    ASSERT_EQ(run.status, Status::converged) << run.message;
    const Error error = compare(run, rows);
    RecordProperty("mean_tip_error_percent", fmt::format("{:.4f}", error.mean));
    RecordProperty("rms_tip_error_percent", fmt::format("{:.4f}", error.rms));
    RecordProperty("steps", static_cast<int>(run.integration.steps));
    RecordProperty("seconds", fmt::format("{:.3f}", run.integration.seconds));
    EXPECT_NE(run.integration.integrator.find("implicit"), std::string::npos);
    EXPECT_LT(run.integration.steps, 1000);  // explicit steps would be millions
    EXPECT_LT(error.mean, GetParam() == 1 ? 0.15 : 0.05);
}

INSTANTIATE_TEST_SUITE_P(Tests, EachRelease, testing::Range(1, 5));

}  // namespace test_releases
}  // namespace supple::test
