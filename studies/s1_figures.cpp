// The shapes of Figs. 3 and 4.
#include "s1.hpp"

#include <supple/fit/spline.hpp>

#include <fmt/format.h>

namespace supple::app::s1 {
namespace {

/// Positions at arc lengths, one a row.
MatrixXd positions(Manipulator m, const VectorXd& s, bool exact)
{
    m.stations.clear();
    for (Eigen::Index i = 0; i < s.size(); ++i)
        m.stations.push_back({fmt::format("s{}", i), s[i]});
    const Equilibrium eq = exact ? solve_rod(m) : solved(m);
    MatrixXd points(s.size(), 3);
    for (Eigen::Index i = 0; i < s.size(); ++i)
        points.row(i) = eq.stations[static_cast<std::size_t>(i)].X_WS.position();
    return points;
}

/// Mean distance at 25 equally spaced arc lengths between the exact rod and the spline through base, joints
/// and ends of the segments [mm].
double shape_error(const Manipulator& m)
{
    constexpr int places = 25;
    const auto& model = std::get<SegmentModel>(m.model);
    const double L = m.rod.length;
    std::vector<double> at{0.0};
    for (int k = 0; k < model.segments; ++k)
        for (const double gamma : model.parameters.gamma)
            at.push_back(at.back() + gamma * L / model.segments);
    at.back() = L;
    const VectorXd knots = Eigen::Map<const VectorXd>(at.data(), static_cast<Eigen::Index>(at.size()));
    const VectorXd s = VectorXd::LinSpaced(places, 0.0, L);
    const MatrixXd curve = not_a_knot_spline(knots, s) * positions(m, knots, false);
    return (curve - positions(m, s, true)).rowwise().norm().mean() / mm;
}

Figure tip(const std::string& name, const Vector3d& reference, const Equilibrium& eq)
{
    return {.name = name,
            .unit = "mm",
            .reference = numbers(reference),
            .ours = numbers(tip_mm(eq)),
            .tolerance = 1e-6};
}

}  // namespace

std::vector<Figure> tips_of_figure_3()
{
    struct Case {
        Vector3d force, moment, rod, chain;  // [mN], [mN mm], [mm]
    };
    const Case cases[] = {
        {{4, -2.5, 2.5},
         {0, -250, -150},
         {43.385154, -12.320676, 17.597832},
         {43.319754, -12.117489, 17.455881}},
        {{-4, -4, -4}, {0, 0, 0}, {46.856049, -11.204059, -11.204059}, {46.724628, -11.252236, -11.277052}},
        {{0, 1, 2}, {0, 0, 150}, {47.530325, 12.774186, 4.645027}, {47.497534, 12.738191, 4.511699}},
        {{-3, 1, 0}, {0, 200, -100}, {45.533350, -5.663496, -16.882189}, {45.451091, -5.298002, -16.961617}},
    };
    std::vector<Figure> figures;
    std::vector<double> errors, shapes;
    for (std::size_t i = 0; i < 4; ++i) {
        Manipulator m = example("catheter.yaml");
        m.loads[0].force = mN * cases[i].force;
        m.loads[0].moment = mN_mm * cases[i].moment;
        const Equilibrium rod = solve_rod(m), chain = solved(m);
        figures.push_back(tip(fmt::format("Fig. 3{}, tip of the rod", "abcd"[i]), cases[i].rod, rod));
        figures.push_back(tip(fmt::format("Fig. 3{}, tip of the segment", "abcd"[i]), cases[i].chain, chain));
        errors.push_back((tip_mm(rod) - tip_mm(chain)).norm());
        shapes.push_back(shape_error(m));
    }
    figures.push_back({.name = "Fig. 3a-d, tip errors",
                       .unit = "mm",
                       .reference = {0.256343, 0.157862, 0.141941, 0.382964},
                       .ours = errors,
                       .tolerance = 2e-6});
    figures.push_back({.name = "Fig. 3a-d, mean error of the spline through the joints",
                       .unit = "mm",
                       .reference = {0.406, 0.299, 0.227, 0.349},
                       .ours = shapes,
                       .tolerance = 2e-3});
    return figures;
}

std::vector<Figure> shapes_of_figure_4()
{
    const Manipulator a = example("multi_load_rod.yaml");
    Manipulator b = a, c = a;
    b.loads[0].force = mN * Vector3d(0, 2.69, -2.66);
    b.loads[1].force = mN * Vector3d(0, 0, -15.0);
    c.model = table_1(2);
    c.loads.erase(c.loads.begin() + 1);
    c.loads[0].at = c.rod.length / 2;
    const std::vector<double> errors{shape_error(a), shape_error(b), shape_error(c)};
    return {
        tip("Fig. 4a, tip of the rod", {106.811351, -14.967757, 4.758597}, solve_rod(a)),
        tip("Fig. 4b, tip of the rod", {39.530217, -4.399951, -91.997160}, solve_rod(b)),
        tip("Fig. 4c, tip of the rod", {93.124234, 7.535837, -50.132296}, solve_rod(c)),
        tip("Fig. 4a, tip of three segments", {106.729566, -14.887989, 4.728406}, solved(a)),
        tip("Fig. 4b, tip of three segments", {39.592843, -2.512835, -92.013807}, solved(b)),
        tip("Fig. 4c, tip of two segments", {92.778355, 9.394162, -50.372812}, solved(c)),
        {.name = "Fig. 4a-c, mean error of the spline through the joints",
         .unit = "mm",
         .reference = {0.158, 0.956, 0.880},
         .ours = errors,
         .tolerance = 2e-3},
        {.name = "Fig. 4, mean of the three",
         .unit = "mm",
         .paper = {0.36},
         .reference = {0.665},
         .ours = {mean(errors)},
         .tolerance = 2e-3,
         .standing = Standing::not_reproducible,
         .remark =
             "The places of the loads are not printed; thirds are taken. In a scan of other places "
             "case b had never less than 0.74 mm, so 0.36 mm is out of reach with the force printed for it."},
    };
}

}  // namespace supple::app::s1
