// The steel rod under weight and two wrenches.
#include "external.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/cosserat/cosserat.hpp>
#include <supple/result/statistics.hpp>
#include <supple/statics/equilibrium.hpp>

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

namespace supple::app::external {
namespace {

/// Rows EulX EulY EulZ Px Py Pz; columns gravity, wrench at the middle, wrench at the tip, fourteen stations.
using Shape = Eigen::Matrix<double, 6, 17>;
constexpr int at_middle = 1, at_tip = 2, middle = 9, tip = 16;

std::vector<Shape> read_shapes(const std::filesystem::path& folder)
{
    const auto path = folder / "sorosim_statics" / "SpringSteelRodMuJoCo_dataStatics.csv";
    std::istringstream file(text_of(path));
    std::string line, field;
    std::getline(file, line);
    std::getline(file, line);
    std::vector<Shape> shapes;
    for (int row = 0; std::getline(file, line); row = (row + 1) % 6) {
        if (row == 0) shapes.emplace_back(Shape::Constant(std::nan("")));
        std::istringstream fields(line);
        std::getline(fields, field, ',');
        for (int column = 0; column < 17 && std::getline(fields, field, ','); ++column)
            shapes.back()(row, column) = std::strtod(field.c_str(), nullptr);
    }
    if (shapes.size() != 500 || !shapes.back().allFinite())
        throw std::runtime_error(fmt::format("{} does not hold 500 shapes", path.string()));
    return shapes;
}

void set(Manipulator& m, const Shape& shape)
{
    m.environment.gravity = shape.block<3, 1>(3, 0);
    m.loads[0].force = shape.block<3, 1>(3, at_middle);
    m.loads[0].moment = shape.block<3, 1>(0, at_middle);
    m.loads[1].force = shape.block<3, 1>(3, at_tip);
    m.loads[1].moment = shape.block<3, 1>(0, at_tip);
}

/// Mean and largest distance of a chain's tips from the shapes' [% of the length].
Statistics errors_of(const ModelChoice& model, const std::vector<Shape>& shapes)
{
    Manipulator m = example("steel_rod.yaml");
    m.model = model;
    std::vector<double> errors;
    for (const Shape& shape : shapes) {
        set(m, shape);
        errors.push_back(100.0 * (solved(m).tip().position() - shape.block<3, 1>(3, tip)).norm() /
                         m.rod.length);
    }
    return statistics(errors);
}

SphericalModel balls(int joints, JointLayout layout)
{
    SphericalModel model;
    model.joints = joints;
    model.layout = layout;
    return model;
}

}  // namespace

std::vector<Figure> steel_rod(const std::filesystem::path& folder)
{
    Manipulator m = example("steel_rod.yaml");
    cosserat::Solver solver(m);
    Equilibrium eq;
    std::vector<double> tips, turns, middles;
    for (const Shape& shape : read_shapes(folder)) {
        set(m, shape);
        solver.update(m);
        cosserat::solve(solver, eq);
        if (eq.status != Status::converged || eq.snapped) continue;
        const auto percent = [&](const SE3& X, int column) {
            return 100.0 * (X.position() - shape.block<3, 1>(3, column)).norm() / m.rod.length;
        };
        tips.push_back(percent(eq.tip(), tip));
        middles.push_back(percent(eq.stations[0].X_WS, middle));
        turns.push_back(
            Eigen::AngleAxisd(eq.tip().rotation().transpose() * rotation(shape.block<3, 1>(0, tip))).angle());
    }
    const Statistics t = statistics(tips), c = statistics(middles), r = statistics(turns);
    return {{.name = "steel rod, shapes solved of 500",
             .reference = {500},
             .ours = {static_cast<double>(tips.size())}},
            {.name = "steel rod, distance of the tip: mean, 95th percentile, largest",
             .unit = "% of L",
             .reference = {0.026, 0.055, 0.101},
             .ours = {t.mean, t.p95, t.max},
             .tolerance = 1e-3,
             .remark = "The loads are rounded to four decimals; that alone makes 0.023 %."},
            {.name = "steel rod, distance of the middle: mean, largest",
             .unit = "% of L",
             .reference = {0.015, 0.052},
             .ours = {c.mean, c.max},
             .tolerance = 1e-3},
            {.name = "steel rod, turn of the tip: mean, largest",
             .unit = "rad",
             .reference = {0.0006, 0.0015},
             .ours = {r.mean, r.max},
             .tolerance = 1e-4}};
}

std::vector<Figure> steel_chains(const std::filesystem::path& folder)
{
    const std::vector<Shape> shapes = read_shapes(folder);
    const auto means = [&](const std::vector<ModelChoice>& models) {
        std::vector<double> list;
        for (const ModelChoice& model : models)
            list.push_back(errors_of(model, shapes).mean);
        return list;
    };
    constexpr auto uniform = JointLayout::half_links, gauss = JointLayout::gauss;
    return {
        {.name = "steel rod by 5, 10, 12, 15, 25, 50 equally spaced ball joints, mean distance of the tip",
         .unit = "% of L",
         .reference = {0.544, 0.119, 0.084, 0.062, 0.031, 0.026},
         .ours = means({balls(5, uniform), balls(10, uniform), balls(12, uniform), balls(15, uniform),
                        balls(25, uniform), balls(50, uniform)}),
         .tolerance = 1e-3,
         .remark = "The authors' own chains in MuJoCo have 0.67 % with 25 joints, 0.19 % with 50, 0.10 % "
                   "with 100."},
        {.name = "steel rod by 8, 12, 20 ball joints at Gauss points, mean distance of the tip",
         .unit = "% of L",
         .reference = {0.080, 0.044, 0.030},
         .ours = means({balls(8, gauss), balls(12, gauss), balls(20, gauss)}),
         .tolerance = 1e-3},
        {.name = "steel rod by 8 Gauss joints, 10 arcs, 12 equally spaced joints: enough for 0.1 %",
         .unit = "% of L",
         .ours = means({balls(8, gauss), CurvatureModel{10, true}, balls(12, uniform)}),
         .tolerance = 0.1}};
}

}  // namespace supple::app::external
