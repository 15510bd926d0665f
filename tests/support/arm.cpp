#include "support/arm.hpp"

#include <supple/actuation/weight.hpp>
#include <supple/model/chain.hpp>

namespace supple::test {

std::unique_ptr<System> unactuated_arm(bool table_inertia, const Vector3d& gravity)
{
    constexpr double EI = 210e9 * 5.743e-14, L = 0.03, r = 0.0125;
    auto system = std::make_unique<System>();
    system->type = "curvature";
    system->length = 8 * L;
    std::vector<Chain::Link> links;
    std::vector<LumpedMass> masses;
    for (int i = 0; i < 8; ++i) {
        const double rods = i < 4 ? 6.0 : 3.0;
        ElasticLaw law;
        law.stiffness = Vector3d(1.0, 1.0, 0.0) * (1.0 + rods) * EI * L;
        law.cubic = rods / (1.0 + rods) * r * r / 2.0;
        links.push_back({ConstantCurvature{L, false}, law});
        const double m = i < 4 ? 2.869e-3 : 2.269e-3;
        const double radial =
            table_inertia ? (i < 4 ? 7.690e-6 : 3.894e-6) : (i < 4 ? 2.820071e-7 : 1.900667e-7);
        const Place disk{i, 1.0};
        system->bodies.push_back({disk, m, {radial, radial, i < 4 ? 3.531e-7 : 2.593e-7}});
        system->samples.push_back({(i + 1) * L, disk, ""});
        system->point_arclength.push_back((i + 1) * L);
        masses.push_back({i, m});
    }
    std::vector<Place> points;
    for (const Body& body : system->bodies)
        points.push_back(body.place);
    system->model = std::make_unique<Chain>(SE3(), links, points);
    system->loads.push_back(std::make_unique<Weight>(gravity, masses));
    system->load_paths.emplace_back("environment");
    return system;
}

VectorXd bent_up(const VectorXd& beta)
{
    VectorXd q = VectorXd::Zero(2 * beta.size());
    for (Eigen::Index i = 0; i < beta.size(); ++i)
        q[2 * i + 1] = beta[i];
    return q;
}

VectorXd beta_of(const VectorXd& coordinates)
{
    VectorXd beta(coordinates.size() / 2);
    for (Eigen::Index i = 0; i < beta.size(); ++i)
        beta[i] = coordinates[2 * i + 1];
    return beta;
}

}  // namespace supple::test
