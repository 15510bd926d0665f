// Derivatives of M q̈ + c against differences, for chains of mixed elements with bodies everywhere.
#include "model/loaded_chain.hpp"
#include "support/differences.hpp"

#include <supple/dynamics/chain_inertia.hpp>

namespace supple::test {
namespace test_inertia_tangent {

class EachMovingChain : public testing::TestWithParam<unsigned> {};

TEST_P(EachMovingChain, HasTheTangentsOfItsInertialForces)
{
    std::mt19937 engine(GetParam());
    std::vector<Chain::Link> links;
    for (int e = 0; e < 5; ++e)
        links.push_back({random_element(engine), random_law(engine)});
    std::vector<Body> bodies;
    for (const Place& place : random_points(links, engine))
        bodies.push_back(
            {place, 1.0 + random_vector(1, engine)[0] * 0.9, Vector3d::Constant(0.3) + random3(engine, 0.2)});
    Chain chain(random_base(engine), links, {});
    ChainInertia inertia(chain, bodies);
    const int n = chain.size();
    BaseMotion base;
    base.U = {random3(engine), random3(engine)};
    base.A = {random3(engine), random3(engine)};
    const VectorXd q = 0.6 * random_vector(n, engine), qd = random_vector(n, engine);
    const VectorXd qdd = random_vector(n, engine);

    const auto forces = [&](const VectorXd& at, const VectorXd& rate) {
        chain.place(at);
        inertia.place();
        VectorXd tau(n);
        inertia.forces(rate, &qdd, 0.0, tau, base);
        return tau;
    };
    const MatrixXd in_q = difference([&](const VectorXd& x) -> VectorXd { return forces(x, qd); }, q);
    const MatrixXd in_v = difference([&](const VectorXd& x) -> VectorXd { return forces(q, x); }, qd);
    forces(q, qd);
    MatrixXd by_rate = MatrixXd::Zero(n, n), by_coordinate = MatrixXd::Zero(n, n);
    inertia.add_tangents(qd, qdd, by_rate, by_coordinate);
    EXPECT_GT(in_q.norm(), 0.1);
    EXPECT_GT(in_v.norm(), 0.1);
    EXPECT_LT(relative_error(by_rate, in_v), 1e-9);
    EXPECT_LT(relative_error(by_coordinate, in_q), 1e-7);
}

INSTANTIATE_TEST_SUITE_P(Seeds, EachMovingChain, testing::Range(1u, 11u));

}  // namespace test_inertia_tangent
}  // namespace supple::test
