// Currents that bring the catheter's tip to a target.
#include "s2.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/result/statistics.hpp>
#include <supple/statics/equilibrium.hpp>
#include <supple/steer/steer.hpp>

#include <fmt/format.h>
#include <Eigen/SVD>

#include <cmath>
#include <numbers>
#include <stdexcept>

namespace supple::app::s2 {
namespace {

struct Circle {
    double x, y, radius;  ///< in the projection on xy; z is free [mm]
};
constexpr Circle three_circles[] = {{0, 38, 8}, {0, -32, 10}, {6, 30, 6}};
constexpr int points = 36;
constexpr double tolerance = 1e-13;  // of the length: distances are wanted below 1e-9 mm

std::vector<Actuation> currents_of(const System& system)
{
    std::vector<Actuation> list;
    for (const Parameter& parameter : actuations(system))
        list.push_back({parameter, {}});
    return list;
}

Target target(const Vector3d& mm_position, bool z_free)
{
    Target wanted;
    for (std::size_t k = 0; k < (z_free ? 2U : 3U); ++k)
        wanted.position[k] = mm_position[static_cast<Eigen::Index>(k)] * mm;
    return wanted;
}

/// What a way around a circle shows, point by point.
struct Way {
    std::vector<Vector3d> currents, targets;                             ///< [A], [mm]
    std::vector<MatrixXd> jacobians;                                     ///< of x and y by the currents [m/A]
    double condition_least = HUGE_VAL, condition_most = 0, largest = 0;  ///< σ1/σ2 of dx/du; |u_i| [mA]
    double residual = 0;                                                 ///< largest [mm]
    double third = 0;                                                    ///< largest σ3/σ1
    double seconds = 0;                                                  ///< mean of a point
};

Way follow(const std::string& tag, const Circle& circle)
{
    const auto system = discretize(catheter(chain(tag)));
    SystemSteerer steerer(*system, currents_of(*system), tip_of(*system));
    Steering result;
    Way way;
    for (int i = 0; i < points; ++i) {
        const double angle = 2 * std::numbers::pi * i / points;
        const Vector3d wanted(circle.x + circle.radius * std::cos(angle),
                              circle.y + circle.radius * std::sin(angle), 0);
        steerer.steer(target(wanted, true), {.tolerance = tolerance, .warm_start = true}, result);
        if (result.status != Status::converged)
            throw std::runtime_error(fmt::format("{} at {} deg: {}", tag, 10 * i, result.message));
        const MatrixXd J = actuation_jacobian(*system, result.equilibrium);
        const VectorXd sigma = Eigen::JacobiSVD<MatrixXd>(J).singularValues();
        way.currents.emplace_back(result.actuation);
        way.targets.push_back(wanted);
        way.jacobians.push_back(J.topRows(2));
        way.condition_least = std::min(way.condition_least, sigma[0] / sigma[1]);
        way.condition_most = std::max(way.condition_most, sigma[0] / sigma[1]);
        way.third = std::max(way.third, sigma[2] / sigma[0]);
        way.largest = std::max(way.largest, 1e3 * result.actuation.cwiseAbs().maxCoeff());
        const Vector3d miss = tip_mm(result.equilibrium) - wanted;
        way.residual = std::max(way.residual, miss.head<2>().norm());
        way.seconds += result.seconds / points;
    }
    return way;
}

/// Currents that lead the exact rod around a circle: steps of Newton with the derivative of a chain that is
/// near it, and then without the part that turns nothing, M⁻¹ Rᵀ B.
std::vector<Vector3d> currents_of_the_rod(const Circle& circle)
{
    const Way way = follow("20R-H", circle);
    std::vector<Vector3d> list;
    for (std::size_t i = 0; i < way.currents.size(); ++i) {
        Vector3d u = way.currents[i];
        double miss = HUGE_VAL;
        for (int step = 0; step < 20 && miss > 1e-10; ++step) {
            const Manipulator m = catheter(CosseratModel{}, u);
            const auto& coils = std::get<CoilSet>(m.attachments.at(0));
            const Equilibrium eq = solve_rod(m);
            Vector3d nu = eq.stations[0].X_WS.rotation().transpose() * m.environment.magnetic_field.uniform;
            nu = nu.cwiseQuotient(coils.turns.cwiseProduct(coils.areas)).normalized();
            const Vector2d e = (way.targets[i] * mm - eq.tip().position()).head<2>();
            miss = e.norm();
            u += Eigen::JacobiSVD<MatrixXd>(way.jacobians[i], Eigen::ComputeThinU | Eigen::ComputeThinV)
                     .solve(e);
            u -= u.dot(nu) * nu;
        }
        if (!(miss <= 1e-10)) throw std::runtime_error("no currents lead the rod around the circle");
        list.push_back(u);
    }
    return list;
}

}  // namespace

std::vector<Figure> circles(const std::string& tag, const std::vector<std::string>& expected,
                            double paper_seconds)
{
    std::vector<double> ours, residuals, thirds;
    double seconds = 0;
    for (const Circle& circle : three_circles) {
        const Way way = follow(tag, circle);
        ours.insert(ours.end(), {way.condition_least, way.condition_most, way.largest});
        residuals.push_back(way.residual);
        thirds.push_back(way.third);
        seconds = std::max(seconds, way.seconds);
    }
    const Printed numbers = printed(expected);
    std::vector<Figure> figures{
        {.name =
             fmt::format("{} on three circles: least and largest sigma1/sigma2, largest current [mA]", tag),
         .reference = numbers.values,
         .ours = ours,
         .tolerances = numbers.last_digits},
        {.name = fmt::format("{} on three circles, distance from the target", tag),
         .unit = "mm",
         .ours = residuals,
         .tolerance = 1e-9},
        {.name = fmt::format("{} on three circles, sigma3/sigma1", tag), .ours = thirds, .tolerance = 1e-12}};
    if (paper_seconds > 0) {
        figures.push_back({.name = fmt::format("time of a point of {} (at most the paper's)", tag),
                           .unit = "s",
                           .paper = {paper_seconds},
                           .ours = {seconds},
                           .tolerance = paper_seconds});
    }
    return figures;
}

std::vector<Figure> least_currents()
{
    const std::pair<const char*, Vector3d> expected[] = {
        {"3R-B", {-0.023788319466067145, -0.0575390737641556, 0.04410086751820648}},
        {"6R-B", {-0.015297221393255199, -0.048155905806950505, 0.030990609400614155}},
        {"9R-B", {-0.01680917314438459, -0.04619363685132355, 0.031003265944537034}}};
    std::vector<Figure> figures;
    for (const auto& [tag, currents] : expected) {
        const auto system = discretize(catheter(chain(tag)));
        const Steering result =
            steer(*system, currents_of(*system), target({8, 38, 0}, true), {.tolerance = tolerance});
        if (result.status != Status::converged) throw std::runtime_error(result.message);
        figures.push_back({.name = fmt::format("least currents of {} at x = 8 mm, y = 38 mm", tag),
                           .unit = "A",
                           .reference = numbers(currents),
                           .ours = numbers(result.actuation),
                           .tolerance = 1e-8});
    }
    return figures;
}

std::vector<Figure> targets_of_the_rod()
{
    const auto system = discretize(catheter(chain("6R-B")));
    const auto distance = [&](const Vector3d& wanted) {
        return steer(*system, currents_of(*system), target(wanted / mm, false), {.tolerance = tolerance})
                   .distance /
               mm;
    };
    // On its own surface a target is met, on the rod's it is not: both are surfaces in space.
    const std::vector<Vector3d> forty = forty_currents().currents;
    double own = 0.0;
    for (const Vector3d& tip : tips(chain("6R-B"), {forty.begin(), forty.begin() + 25}))
        own = std::max(own, distance(tip));
    const std::vector<Vector3d> generating{
        {0.06371608555893635, 0.005421559998161463, -0.14838248228410425},
        {-0.06884589229844143, 0.010356020165065247, -0.10532195785751947},
        {-0.0009109013484402129, 0.05682356341816237, 0.028504639421024214},
        {0.03346502000706689, 0.09714669937344626, -0.08278289195096901}};
    std::vector<double> others;
    for (const Vector3d& tip : tips(CosseratModel{}, generating))
        others.push_back(distance(tip));
    return {{.name = "6R-B, 25 targets of its own surface, largest distance",
             .unit = "mm",
             .ours = {own},
             .tolerance = 1e-9},
            {.name = "6R-B, four targets of the rod's surface, least distance",
             .unit = "mm",
             .reference = {2.43984352, 1.61581712, 0.15553847, 0.61507609},
             .ours = others,
             .tolerance = 1e-5}};
}

std::vector<Figure> derivatives()
{
    const Vector3d currents(0.02, 0.03, 0.04);
    const auto system = discretize(catheter(chain("6R-B"), currents));

    // The equations' tangent at an arbitrary shape of joints turned by some 0.5 rad.
    StaticProblem problem(*system);
    VectorXd q(problem.coordinates());
    for (Eigen::Index i = 0; i < q.size(); ++i)
        q[i] = 0.5 * std::sin(3.7 * static_cast<double>(i + 1));
    problem.start_from(q);
    problem.evaluate(1.0);
    const MatrixXd A = problem.A.matrix();
    MatrixXd differences = A;
    for (Eigen::Index i = 0; i < q.size(); ++i) {
        constexpr double h = 1e-6;
        problem.start_from(q);
        problem.x[i] += h;
        problem.evaluate(1.0);
        const VectorXd up = problem.r;
        problem.x[i] -= 2 * h;
        problem.evaluate(1.0);
        differences.col(i) = (up - problem.r) / (2 * h);
    }

    // The tip by the currents, against solved neighbours.
    const MatrixXd J = actuation_jacobian(*system, converged(solve_statics(*system)));
    MatrixXd tips_by_currents(3, 3);
    for (int k = 0; k < 3; ++k) {
        const Vector3d h = 1e-5 * Vector3d::Unit(k);
        const std::vector<Vector3d> two = tips(chain("6R-B"), {currents + h, currents - h});
        tips_by_currents.col(k) = (two[0] - two[1]) / 2e-5;
    }
    return {{.name = "tangent of the equations against central differences, over its largest entry",
             .ours = {(A - differences).cwiseAbs().maxCoeff() / A.cwiseAbs().maxCoeff()},
             .tolerance = 1e-8},
            {.name = "tip by currents against differences of solved tips, over its largest entry",
             .ours = {(J - tips_by_currents).cwiseAbs().maxCoeff() / J.cwiseAbs().maxCoeff()},
             .tolerance = 1e-6}};
}

std::vector<Figure> null_direction()
{
    const auto system = discretize(catheter(chain("6R-B")));
    const Steering result =
        steer(*system, currents_of(*system), target({8, 38, 0}, true), {.tolerance = tolerance});
    if (result.status != Status::converged || result.nulls != 1)
        throw std::runtime_error("the target was not met with one direction to spare: " + result.message);
    StaticProblem problem(*system);
    problem.start_from(result.equilibrium);
    const auto parameters = actuations(*system);
    for (int k = 0; k < 3; ++k)
        nudge(*system, parameters[static_cast<std::size_t>(k)], 0.07 * result.null_directions(k, 0));
    problem.evaluate(1.0);
    return {
        {.name = "moment left over after 70 mA along the null direction",
         .unit = "N mm",
         .ours = {problem.g.cwiseAbs().maxCoeff() / N_mm},
         .tolerance = 1e-11,
         .remark = "One coil set has two actuations, not three: a current along the field turns nothing."}};
}

std::vector<Figure> driven_circles()
{
    // Mean and largest error of 3R-B, 6R-B, 9R-B, 3R*, 3R-H, 9R-H on each circle [mm].
    const std::vector<std::string> tags{"3R-B", "6R-B", "9R-B", "3R*", "3R-H", "9R-H"};
    const std::vector<std::vector<std::string>> means{{"12.77", "4.49", "3.39", "5.57", "0.680", "0.075"},
                                                      {"10.54", "3.79", "2.81", "9.90", "0.598", "0.066"},
                                                      {"9.62", "3.54", "2.59", "13.51", "0.547", "0.061"}};
    const std::vector<std::vector<std::string>> largest{{"15.78", "5.46", "4.17", "9.02", "0.859", "0.095"},
                                                        {"14.19", "4.95", "3.78", "19.74", "0.755", "0.084"},
                                                        {"11.99", "4.24", "3.20", "39.86", "0.821", "0.091"}};
    std::vector<Figure> figures;
    std::vector<double> better;
    int falling = 0;
    for (std::size_t c = 0; c < 3; ++c) {
        const std::vector<Vector3d> currents = currents_of_the_rod(three_circles[c]);
        const std::vector<Vector3d> truth = tips(CosseratModel{}, currents);
        std::vector<std::vector<double>> errors;
        std::vector<double> mean_errors, largest_errors;
        for (const std::string& tag : tags) {
            errors.push_back(distances(tips(chain(tag), currents), truth));
            mean_errors.push_back(mean(errors.back()));
            largest_errors.push_back(statistics(errors.back()).max);
        }
        int count = 0;
        for (std::size_t i = 0; i < points; ++i) {
            falling += errors[0][i] > errors[1][i] && errors[1][i] > errors[2][i];
            count += errors[3][i] < errors[0][i];
        }
        better.push_back(count);
        for (const auto& [word, texts, ours] :
             {std::tuple("mean", means[c], mean_errors), {"largest", largest[c], largest_errors}}) {
            const Printed numbers = printed(texts);
            figures.push_back(
                {.name = fmt::format("circle {} under the rod's currents, {} error of 3R-B, 6R-B, 9R-B, "
                                     "3R*, 3R-H, 9R-H",
                                     c + 1, word),
                 .unit = "mm",
                 .reference = numbers.values,
                 .ours = ours,
                 .tolerances = numbers.last_digits});
        }
    }
    figures.push_back({.name = "points of 108 at which the error falls from 3R-B to 6R-B to 9R-B",
                       .reference = {108},
                       .ours = {static_cast<double>(falling)}});
    figures.push_back({.name = "points of 36 at which 3R* is better than 3R-B, three circles",
                       .reference = {36, 20, 20},
                       .ours = better});
    return figures;
}

}  // namespace supple::app::s2
