#include "s1.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/cosserat/cosserat.hpp>
#include <supple/statics/equilibrium.hpp>

#include <algorithm>

namespace supple::app::s1 {

const std::vector<double> uniform_forces{-4, -2.4, -0.8, 0.8, 2.4, 4},
    caption_forces{-4, -2.5, -1, 1, 2.5, 4};
const std::vector<double> moments{-250, -150, -50, 50, 150, 250};

SegmentModel table_1(int segments)
{
    auto model = std::get<SegmentModel>(example("catheter.yaml").model);
    model.segments = segments;
    return model;
}

SegmentModel table_3(int segments)
{
    return symmetric({0.1184, 1.8895, 5.6053, 2.0106, 5.0667}, segments);
}

SegmentModel symmetric(const std::vector<double>& p, int segments)
{
    SegmentModel model = gauss_3(segments);
    model.parameters.gamma = {p[0], 0.5 - p[0], 0.5 - p[0], p[0]};
    model.parameters.k_eta = {p[1], p[2], p[1]};
    model.parameters.k_theta = {p[3], p[4], p[3]};
    return model;
}

SegmentModel isotropic(double gamma, double k2, double k3)
{
    SegmentModel model = symmetric({gamma, k2, k3, k2, k3});
    model.isotropic = true;
    return model;
}

SegmentModel gauss_3(int segments)
{
    SegmentModel model;
    model.isotropic = false;
    model.segments = segments;
    return model;
}

std::vector<Wrench> grid(const std::vector<double>& fx, const std::vector<double>& fy,
                         const std::vector<double>& fz, const std::vector<double>& my,
                         const std::vector<double>& mz)
{
    std::vector<Wrench> all;
    for (const double x : fx)
        for (const double y : fy)
            for (const double z : fz)
                for (const double m : my)
                    for (const double n : mz)
                        all.push_back({mN * Vector3d(x, y, z), mN_mm * Vector3d(0, m, n)});
    return all;
}

std::vector<Wrench> quarter(const std::vector<double>& forces, const std::vector<double>& couples)
{
    std::vector<double> positive = forces;
    std::erase_if(positive, [](double value) { return value < 0.0; });
    return grid(forces, positive, positive, couples, couples);
}

std::vector<SE3> exact_tips(const std::vector<Wrench>& loads, bool moment_turns_with_the_tip)
{
    Manipulator m = example("catheter.yaml");
    m.loads = {dead_load(m.rod.length, Vector3d::Zero()), dead_load(m.rod.length, Vector3d::Zero())};
    m.loads[1].frame = LoadFrame::body;
    cosserat::Solver solver(m);
    Equilibrium eq;
    std::vector<SE3> tips;
    for (const auto& [F, M] : loads) {
        // y and z of the study are d1 and d2.
        const Vector3d turning = Vector3d(M.y(), M.z(), M.x());
        solver.set_load(0, F, moment_turns_with_the_tip ? Vector3d::Zero() : M);
        solver.set_load(1, Vector3d::Zero(), moment_turns_with_the_tip ? turning : Vector3d::Zero());
        cosserat::solve(solver, eq);
        tips.push_back(converged(eq).tip());
    }
    return tips;
}

std::vector<double> tip_errors(const SegmentModel& model, const std::vector<Wrench>& loads,
                               const std::vector<SE3>& tips)
{
    Manipulator m = example("catheter.yaml");
    m.model = model;
    m.loads = {dead_load(m.rod.length, Vector3d::Zero())};
    const auto system = discretize(m);
    StaticSolver solver(*system);
    Equilibrium eq;
    std::vector<double> errors;
    for (std::size_t i = 0; i < loads.size(); ++i) {
        for (int k = 0; k < 3; ++k) {
            system->loads[0]->parameter(k) = loads[i].force[k];
            system->loads[0]->parameter(3 + k) = loads[i].moment[k];
        }
        solver.solve({}, eq);
        errors.push_back((converged(eq).tip().position() - tips[i].position()).norm() / mm);
    }
    return errors;
}

}  // namespace supple::app::s1
