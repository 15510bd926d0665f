#include "support/grid_study.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/cosserat/cosserat.hpp>

namespace supple::test {
namespace {

Manipulator grid_catheter()
{
    Manipulator m;
    m.rod.length = 0.05;
    m.rod.bending_stiffness = Vector2d::Constant(17.185e-6);
    m.rod.torsional_stiffness = 17.185e-6 / 1.3;
    Matrix3d R;  // d1 = y, d2 = z, d3 = x
    R << 0, 0, 1, 1, 0, 0, 0, 1, 0;
    m.base.X_WB = SE3(R, Vector3d::Zero());
    PointLoad load;
    load.at = m.rod.length;
    m.loads = {load};
    return m;
}

SegmentModel segment(bool isotropic, const VectorXd& p)
{
    SegmentModel model;
    model.isotropic = isotropic;
    model.parameters.gamma = {p[0], 0.5 - p[0], 0.5 - p[0], p[0]};
    model.parameters.k_eta = {p[1], p[2], p[1]};
    const Eigen::Index theta = isotropic ? 1 : 3;
    model.parameters.k_theta = {p[theta], p[theta + 1], p[theta]};
    return model;
}

}  // namespace

FitProblem grid_problem(bool isotropic, std::size_t stride, double size)
{
    FitProblem problem;
    problem.objective.kind = FitObjective::mean_of_norms;
    if (isotropic) {
        problem.paths = {"gamma", "k2", "k3"};
        problem.start = Vector3d(0.1699, 2.5, 4.9);
    } else {
        problem.paths = {"gamma", "k_eta2", "k_eta3", "k_theta2", "k_theta3"};
        problem.start.resize(5);
        problem.start << 0.1699, 2.5064, 4.8339, 2.4914, 5.0303;
    }
    problem.lower = VectorXd::Constant(problem.start.size(), 0.5);
    problem.upper = VectorXd::Constant(problem.start.size(), 20.0);
    problem.lower[0] = 0.01;
    problem.upper[0] = 0.4;
    problem.scale = problem.start;
    problem.study.build = [isotropic](const VectorXd& p, std::size_t) {
        Manipulator m = grid_catheter();
        m.model = segment(isotropic, p);
        return discretize(m);
    };
    problem.study.inputs = {"loads.0.force.x", "loads.0.force.y", "loads.0.force.z", "loads.0.moment.y",
                            "loads.0.moment.z"};

    Manipulator rod = grid_catheter();
    rod.model = CosseratModel{};
    constexpr std::array<double, 6> steps = {-1.0, -0.6, -0.2, 0.2, 0.6, 1.0};
    for (std::size_t i = 0; i < 7776; i += stride) {
        FitCase sample;
        std::size_t rest = i;
        for (const double largest : {4e-3, 4e-3, 4e-3, 250e-6, 250e-6}) {
            sample.inputs.push_back(size * largest * steps[rest % 6]);
            rest /= 6;
        }
        auto& load = rod.loads[0];
        load.force = Vector3d(sample.inputs[0], sample.inputs[1], sample.inputs[2]);
        load.moment = Vector3d(0.0, sample.inputs[3], sample.inputs[4]);
        const Equilibrium exact = cosserat::solve(rod, cosserat::options_of(rod));
        if (exact.status != Status::converged) continue;
        Observation tip;
        tip.value = exact.tip().position();
        sample.observations = {tip};
        problem.study.cases.push_back(sample);
    }
    return problem;
}

}  // namespace supple::test
