#include <supple/supple.hpp>

#include <cstdio>

int main()
{
    const supple::Manipulator catheter = supple::load("examples/catheter.yaml");
    supple::Solver solver(catheter);
    const auto fy = solver.input("loads.0.force.y");
    for (const double force : {-2.5e-3, 2.5e-3}) {  // SI: newtons
        solver.set(fy, force);
        const supple::Equilibrium& eq = solver.solve();
        const Eigen::Vector3d p = 1e3 * eq.tip().position();
        std::printf("%s: tip at %.4f %.4f %.4f mm\n", name(eq.status), p.x(), p.y(), p.z());
    }
}
