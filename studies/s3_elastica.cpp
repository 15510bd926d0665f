// Many arcs against the exact rod: s3 Sec. 7, last row.
#include "s3.hpp"

#include <supple/analysis/solve.hpp>

#include <fmt/format.h>

namespace supple::app::s3 {
namespace {

/// A rod with a force at its tip, and what bends it besides.
Equilibrium bent(const std::string& model, const std::string& force, const std::string& further)
{
    const std::string text = fmt::format(R"(
supple: 1
rod: {{length: 180 mm, bending_stiffness: 2500 N mm^2}}
base: {{tangent: z, normal: x}}
model: {{{}}}
{}
  - {{name: tip, at: tip, force: {}}}
)",
                                         model, further, force);
    return converged(solve(parse_model(text, "a rod of 180 mm")));
}

/// Tip of the arm with a frictionless cable at 5 mm, extrapolated from 32 and 64 arcs [mm].
Vector3d by_arcs(double tension, const std::string& force)
{
    const std::string cable = fmt::format(
        "attachments:\n  - tendons: {{name: cable, radius: 5 mm, angles: 0 deg, axial_stiffness: 1e9 N, "
        "contact: tendon, tensions: {} N}}\nloads:",
        tension);
    const auto tip_with = [&](int arcs) {
        return tip_mm(bent(fmt::format("type: curvature, arcs: {}", arcs), force, cable));
    };
    const Vector3d fine = tip_with(64);
    return fine + (fine - tip_with(32)) / 3.0;
}

/// The same by the exact rod, on which the cable is a moment at its end [mm].
Vector3d by_shooting(double tension, const std::string& force)
{
    const std::string moment =
        fmt::format("loads:\n  - {{name: cable, at: tip, moment: 0 {} 0 N mm}}", 5.0 * tension);
    return tip_mm(bent("type: cosserat", force, moment));
}

}  // namespace

std::vector<Figure> elastica_limit()
{
    std::vector<double> apart;
    for (const double tension : {5.0, 15.0}) {
        for (const char* force : {"0.1 0 -0.05 N", "-0.2 0 0.1 N"})
            apart.push_back((by_arcs(tension, force) - by_shooting(tension, force)).norm());
    }
    return {{.name = "tendon limit, 32 and 64 arcs extrapolated, from the exact rod, four load cases",
             .unit = "mm",
             .ours = apart,
             .tolerance = 1e-3}};
}

}  // namespace supple::app::s3
