// A module without imports: the catheter of examples/catheter.yaml, solved in a page or by node.

#include <supple/analysis/solve.hpp>

namespace {

double answer[8];

}  // namespace

/// Solves for a force at the tip [N]. Answers with: status (0 converged), iterations, tip position [m],
/// base reaction force [N].
extern "C" __attribute__((export_name("solve"))) const double* solve(double fx, double fy, double fz)
{
    supple::Manipulator m;
    m.rod.length = 0.05;
    m.rod.bending_stiffness = supple::Vector2d::Constant(17.185e-6);
    supple::Matrix3d R_WB;
    R_WB << 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0;  // tangent along x, d1 along y
    m.base.X_WB = supple::SE3(R_WB, supple::Vector3d::Zero());
    supple::SegmentModel model;
    model.isotropic = false;
    model.parameters.gamma = {0.1699, 0.3301, 0.3301, 0.1699};
    model.parameters.k_eta = {2.5064, 4.8339, 2.5064};
    model.parameters.k_theta = {2.4914, 5.0303, 2.4914};
    m.model = model;
    supple::PointLoad load;
    load.at = m.rod.length;
    load.force = {fx, fy, fz};
    load.moment = {0.0, -250e-6, -150e-6};
    m.loads = {load};

    const supple::Equilibrium equilibrium = supple::solve(m);
    const supple::Vector3d tip = equilibrium.tip().position();
    answer[0] = static_cast<double>(equilibrium.status);
    answer[1] = equilibrium.solver.iterations;
    for (int i = 0; i < 3; ++i)
        answer[2 + i] = tip[i];
    for (int i = 0; i < 3; ++i)
        answer[5 + i] = equilibrium.base_reaction.force[i];
    return answer;
}
