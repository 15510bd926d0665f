#include <supple/supple.hpp>

#include <cstdio>

int main()
{
    const supple::Manipulator catheter = supple::load("examples/catheter.yaml");
    const auto system = supple::discretize(catheter);
    const supple::Equilibrium eq = solve_statics(*system);
    const Eigen::Vector3d p = 1e3 * eq.tip().position();
    std::printf("%s: tip at %.4f %.4f %.4f mm\n", name(eq.status), p.x(), p.y(), p.z());
}
