// The tip of an MRI catheter follows a circle: each tick of the loop is a warm solve, its Jacobian, and a
// step of the currents towards the next point.
#include <supple/supple.hpp>

#include <cmath>
#include <cstdio>
#include <numbers>

int main()
{
    // Built once: afterwards a tick resolves no path, reads no file and throws nothing.
    supple::Solver solver(supple::load("examples/mri_catheter.yaml"));
    const supple::Solver::Input currents[] = {solver.input("attachments.coils.currents.x"),
                                              solver.input("attachments.coils.currents.z")};
    const supple::Output tip[] = {solver.output("tip.position.x"), solver.output("tip.position.y")};
    if (!solver.mistake().empty()) return std::fprintf(stderr, "%s\n", solver.mistake().c_str()), 1;

    Eigen::MatrixXd J;  // m/A
    double worst = 0.0;
    constexpr int ticks = 500;
    for (int tick = 0; tick < ticks; ++tick) {
        const supple::Equilibrium& eq = solver.solve();  // from the shape of the tick before
        // A control loop asks for the status at every tick.
        if (eq.status != supple::Status::converged)
            return std::fprintf(stderr, "%s\n", eq.message.c_str()), 1;
        const double angle = 2.0 * std::numbers::pi * tick / ticks;
        const Eigen::Vector2d target(5e-3 * std::cos(angle), 25e-3 + 5e-3 * std::sin(angle));
        const Eigen::Vector2d error = target - eq.tip().position().head<2>();
        if (tick > 20) worst = std::max(worst, error.norm());  // the first ticks approach the circle
        solver.jacobian(tip, currents, J);
        const Eigen::Vector2d change = J.fullPivLu().solve(error);
        for (int i = 0; i < 2; ++i)
            solver.set(currents[i], solver.get(currents[i]) + change[i]);
    }
    std::printf("%d ticks on a circle of 5 mm, never more than %.2f mm from it\n", ticks, 1e3 * worst);
}
