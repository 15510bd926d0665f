#include "support/external.hpp"
#include "support/golden.hpp"

#include <supple/cosserat/cosserat.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace supple::cosserat {
namespace test_external {

using namespace supple::test;

/// One computed shape of the steel rod: rows EulX EulY EulZ Px Py Pz of 17 columns.
using Table = Eigen::Matrix<double, 6, 17>;

std::optional<std::filesystem::path> steel_file()
{
    return external_file(std::filesystem::path("sorosim_statics") / "SpringSteelRodMuJoCo_dataStatics.csv");
}

std::vector<Table> read_shapes(const std::filesystem::path& path)
{
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    std::getline(file, line);
    std::vector<Table> shapes;
    for (int row = 0; std::getline(file, line); row = (row + 1) % 6) {
        if (row == 0) shapes.emplace_back();
        std::istringstream fields(line);
        std::string field;
        std::getline(fields, field, ',');
        for (int column = 0; column < 17 && std::getline(fields, field, ','); ++column) {
            shapes.back()(row, column) = std::strtod(field.c_str(), nullptr);
        }
    }
    return shapes;
}

Manipulator steel_rod(const Table& t)
{
    constexpr double L = 0.6;
    Manipulator m = rod_along_x(L, 1.0);
    m.rod.bending_stiffness.reset();
    m.rod.section = CrossSection{Circle{1.6e-3}, std::nullopt, 1.0};
    m.rod.material.youngs_modulus = 200e9;
    m.rod.material.poisson_ratio = 0.33;
    m.rod.material.density = 7870;
    m.environment.gravity = t.block<3, 1>(3, 0);
    m.loads = {dead_load(L / 2, t.block<3, 1>(3, 1), t.block<3, 1>(0, 1)),
               dead_load(L, t.block<3, 1>(3, 2), t.block<3, 1>(0, 2))};
    m.stations = {{"middle", L / 2}};
    return m;
}

/// R = Rx(a) Ry(b) Rz(c), its columns x y z turned to d3 d1 d2.
Matrix3d rotation_of(const Vector3d& angles)
{
    const Matrix3d R =
        (Eigen::AngleAxisd(angles.x(), Vector3d::UnitX()) * Eigen::AngleAxisd(angles.y(), Vector3d::UnitY()) *
         Eigen::AngleAxisd(angles.z(), Vector3d::UnitZ()))
            .toRotationMatrix();
    Matrix3d turned;
    turned << R.col(1), R.col(2), R.col(0);
    return turned;
}

TEST(CosseratExternal, FiveHundredSteelRodShapesOfAnotherGroup)
{
    const auto path = steel_file();
    if (!path) GTEST_SKIP() << "the data of others are not here: set SUPPLE_EXTERNAL_DATA";
    const std::vector<Table> shapes = read_shapes(*path);
    ASSERT_EQ(shapes.size(), 500u);

    Solver solver(steel_rod(shapes[0]));
    Equilibrium eq;
    double tip_sum = 0.0, tip_max = 0.0, middle_sum = 0.0, turn_sum = 0.0, turn_max = 0.0;
    int converged = 0;
    for (const Table& shape : shapes) {
        solver.update(steel_rod(shape));
        solve(solver, eq);
        converged += eq.status == Status::converged && !eq.snapped;
        const double tip = (eq.tip().position() - shape.block<3, 1>(3, 16)).norm() / 0.6;
        const double turn =
            Eigen::AngleAxisd(eq.tip().rotation().transpose() * rotation_of(shape.block<3, 1>(0, 16)))
                .angle();
        tip_sum += tip;
        tip_max = std::max(tip_max, tip);
        middle_sum += (eq.stations[0].X_WS.position() - shape.block<3, 1>(3, 9)).norm() / 0.6;
        turn_sum += turn;
        turn_max = std::max(turn_max, turn);
    }
    RecordProperty("mean_tip_error_percent", fmt::format("{:.4f}", tip_sum / 5.0));
    RecordProperty("max_tip_error_percent", fmt::format("{:.4f}", tip_max * 100.0));
    RecordProperty("mean_tip_rotation_error_rad", fmt::format("{:.5f}", turn_sum / 500.0));
    EXPECT_EQ(converged, 500);
    EXPECT_LT(tip_sum / 500.0, 0.0003);
    EXPECT_LT(tip_max, 0.0012);
    EXPECT_LT(middle_sum / 500.0, 0.0002);
    EXPECT_LT(turn_sum / 500.0, 0.001);
    EXPECT_LT(turn_max, 0.002);
}

}  // namespace test_external
}  // namespace supple::cosserat
