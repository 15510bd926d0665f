// Mass matrix and bias against the kinetic energy of frames: positions and rotations only, by differences.
#include "model/loaded_chain.hpp"
#include "support/differences.hpp"
#include "support/golden.hpp"

#include <supple/dynamics/chain_inertia.hpp>

#include <Eigen/Eigenvalues>

#include <numbers>

namespace supple::test {
namespace test_chain_inertia {

/// A chain of mixed elements with bodies before, at and beyond joints and inside arcs.
struct RandomBodies {
    std::unique_ptr<Chain> chain;
    std::vector<Body> bodies;

    explicit RandomBodies(unsigned seed)
    {
        std::mt19937 engine(seed);
        std::vector<Chain::Link> links;
        for (int e = 0; e < 5; ++e)
            links.push_back({random_element(engine), random_law(engine)});
        for (const Place& place : random_points(links, engine))
            bodies.push_back({place, 1.0 + random_vector(1, engine)[0] * 0.9,
                              Vector3d::Constant(0.3) + random3(engine, 0.2)});
        // At the tip, so that every coordinate moves something.
        bodies.back().mass += 0.5;
        chain = std::make_unique<Chain>(random_base(engine), links, std::vector<Place>{});
    }

    std::vector<SE3> frames(const VectorXd& q) const
    {
        chain->place(q);
        std::vector<SE3> all;
        for (const Body& body : bodies)
            all.push_back(chain->frame_at(body.place));
        return all;
    }

    /// ½ Σ m v² + ω·Jω with velocities from differences of the frames along q̇.
    double kinetic_energy(const VectorXd& q, const VectorXd& qd) const
    {
        double T = 0.0;
        for (const Body& body : bodies) {
            const auto frame = [&](const VectorXd& t) {
                chain->place(q + t[0] * qd);
                return chain->frame_at(body.place);
            };
            const Vector6d V = right_difference(frame, VectorXd::Zero(1));
            T += 0.5 * body.mass * V.head<3>().squaredNorm() +
                 0.5 * V.tail<3>().dot(body.inertia.cwiseProduct(V.tail<3>()));
        }
        return T;
    }
};

class EachRandomChain : public testing::TestWithParam<unsigned> {
 protected:
    RandomBodies random{GetParam()};
    ChainInertia inertia{*random.chain, random.bodies};
    int n = random.chain->size();
    std::mt19937 engine{GetParam() + 100};
    VectorXd q = 0.6 * random_vector(n, engine);
    VectorXd qd = random_vector(n, engine);

    MatrixXd M(const VectorXd& at)
    {
        random.chain->place(at);
        inertia.place();
        MatrixXd mass(n, n);
        inertia.mass_matrix(mass);
        return mass;
    }
};

TEST_P(EachRandomChain, HasTheKineticEnergyOfItsFrames)
{
    const MatrixXd mass = M(q);
    EXPECT_EQ((mass - mass.transpose()).norm(), 0.0);
    EXPECT_GT(mass.selfadjointView<Eigen::Lower>().eigenvalues().minCoeff(), 0.0);
    for (int k = 0; k < 3; ++k) {
        const VectorXd rate = random_vector(n, engine);
        M(q);
        const double T = 0.5 * rate.dot(mass * rate);
        EXPECT_NEAR(inertia.momentum(rate).kinetic_energy, T, 1e-13 * T);
        EXPECT_NEAR(random.kinetic_energy(q, rate), T, 1e-9 * T);
    }
}

TEST_P(EachRandomChain, AcceleratesAsTheInverseOfItsMassMatrixSays)
{
    for (const double size : {0.0, 1e-5, 1.0}) {
        const MatrixXd mass = M(size * q);
        const VectorXd wanted = random_vector(n, engine);
        VectorXd x = mass * wanted;
        ASSERT_TRUE(inertia.solve(x));
        EXPECT_LT((x - wanted).norm(), 1e-11 * wanted.norm());
    }
}

TEST_P(EachRandomChain, IsToldWhereItsMassMatrixIsSingular)
{
    // One body has six freedoms: further coordinates move nothing of their own.
    if (n <= 6) return;
    const std::vector<Body> one = {random.bodies.back()};
    ChainInertia lonely(*random.chain, one);
    random.chain->place(q);
    lonely.place();
    const VectorXd given = random_vector(n, engine);
    VectorXd x = given;
    EXPECT_FALSE(lonely.solve(x));
    EXPECT_EQ((x - given).norm(), 0.0);
}

TEST_P(EachRandomChain, NeedsTheForcesOfLagrangesEquations)
{
    // c = Ṁ q̇ − ½ ∂(q̇ᵀMq̇)/∂q with M by differences.
    VectorXd lagrange =
        difference([&](const VectorXd& t) -> VectorXd { return M(q + t[0] * qd) * qd; }, VectorXd::Zero(1));
    const auto T = [&](const VectorXd& at) -> VectorXd {
        return VectorXd::Constant(1, 0.5 * qd.dot(M(at) * qd));
    };
    lagrange -= difference(T, q).transpose();
    const MatrixXd mass = M(q);
    VectorXd bias(n), all(n);
    inertia.forces(qd, nullptr, 0.0, bias);
    EXPECT_GT(lagrange.norm(), 1e-2);
    EXPECT_LT(relative_error(bias, lagrange), 1e-8);

    // And M q̈ on top, and the momentum where it is damped.
    const VectorXd qdd = random_vector(n, engine);
    inertia.forces(qd, &qdd, 0.7, all);
    EXPECT_LT(relative_error(all, mass * (qdd + 0.7 * qd) + bias), 1e-12);
}

TEST_P(EachRandomChain, HasTheMomentumOfItsFrames)
{
    M(q);
    const auto momentum = inertia.momentum(qd);
    Spatial sum;
    for (const Body& body : random.bodies) {
        const auto at = [&](const VectorXd& t) {
            random.chain->place(q + t[0] * qd);
            return random.chain->frame_at(body.place);
        };
        const SE3 X = at(VectorXd::Zero(1));
        const Vector6d V = right_difference(at, VectorXd::Zero(1));
        const Vector3d p = body.mass * (X.rotation() * V.head<3>());
        sum.linear += p;
        sum.angular += X.position().cross(p) + X.rotation() * body.inertia.cwiseProduct(V.tail<3>()).eval();
    }
    // Bodies fixed to the base have no velocity: they do not count on either side.
    EXPECT_LT((momentum.total.linear - sum.linear).norm(), 1e-8);
    EXPECT_LT((momentum.total.angular - sum.angular).norm(), 1e-8);
}

TEST_P(EachRandomChain, NeedsTheForcesOfAMovingBase)
{
    // The base moves and turns along its own path: Lagrange's equations of the frames, with time.
    const SE3 X0 = random.chain->base();
    const Vector3d v = random3(engine), a = random3(engine), w = random3(engine);
    const auto base = [&](double t) {
        return SE3(so3::exp(t * w) * X0.rotation(), X0.position() + t * v + 0.5 * t * t * a);
    };
    // T(q, q̇, t) by differences of frames; ∂T/∂q̇ is linear in the rates, so by unit steps of 1.
    const auto body_momenta = [&](const VectorXd& at, const VectorXd& rate, double t) {
        VectorXd p(n);
        std::vector<Vector6d> V(random.bodies.size());
        std::vector<MatrixXd> J(random.bodies.size());
        for (std::size_t b = 0; b < random.bodies.size(); ++b) {
            const auto frame = [&](const VectorXd& x) {
                random.chain->move_base(base(t + x[n]));
                random.chain->place(at + x.head(n));
                return random.chain->frame_at(random.bodies[b].place);
            };
            J[b] = right_difference(frame, VectorXd::Zero(n + 1));
            VectorXd all(n + 1);
            all << rate, 1.0;
            V[b] = J[b] * all;
        }
        p.setZero();
        double T = 0.0;
        for (std::size_t b = 0; b < random.bodies.size(); ++b) {
            Vector6d I;
            I << Vector3d::Constant(random.bodies[b].mass), random.bodies[b].inertia;
            p += J[b].leftCols(n).transpose() * I.cwiseProduct(V[b]);
            T += 0.5 * V[b].dot(I.cwiseProduct(V[b]));
        }
        VectorXd out(n + 1);
        out << p, T;
        return out;
    };
    const VectorXd dp = difference(
        [&](const VectorXd& t) -> VectorXd { return body_momenta(q + t[0] * qd, qd, t[0]).head(n); },
        VectorXd::Zero(1), 1e-2);
    const VectorXd dT =
        difference([&](const VectorXd& at) -> VectorXd { return body_momenta(at, qd, 0.0).tail(1); }, q, 1e-2)
            .transpose();

    random.chain->move_base(X0);
    random.chain->place(q);
    inertia.place();
    BaseMotion motion;
    motion.U = {v, w};
    motion.A = {a - w.cross(v), Vector3d::Zero()};
    VectorXd tau(n);
    inertia.forces(qd, nullptr, 0.0, tau, motion);
    EXPECT_LT(relative_error(tau, dp - dT), 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Seeds, EachRandomChain, testing::Range(1u, 9u));

/// The arm of s3 Sec. 5 with the table's inertia, nothing else on it.
TEST(ArmInertia, IsThatOfTheReferenceAtRandomStates)
{
    std::vector<Chain::Link> links(8, {ConstantCurvature{0.03, false}, {}});
    std::vector<Body> bodies;
    for (int i = 0; i < 8; ++i) {
        bodies.push_back(i < 4 ? Body{{i, 1.0}, 2.869e-3, {7.690e-6, 7.690e-6, 3.531e-7}}
                               : Body{{i, 1.0}, 2.269e-3, {3.894e-6, 3.894e-6, 2.593e-7}});
    }
    std::vector<Place> points;
    for (const Body& body : bodies)
        points.push_back(body.place);
    Chain chain(SE3(), links, points);
    ChainInertia inertia(chain, bodies);
    const auto states = golden("s3_states.json")["states"];
    ASSERT_EQ(states.size(), 3u);
    for (const auto& state : states) {
        // β bends about y, γ about −x.
        const auto ours = [&](const char* name) {
            VectorXd q(16);
            for (int i = 0; i < 8; ++i)
                q.segment<2>(2 * i) << -state[name][2 * i + 1].get<double>(),
                    state[name][2 * i].get<double>();
            return q;
        };
        const VectorXd q = ours("q"), qd = ours("qd");
        chain.place(q);
        inertia.place();
        MatrixXd M(16, 16);
        inertia.mass_matrix(M);
        VectorXd V(16), g(16);
        inertia.forces(qd, nullptr, 0.0, V);
        std::vector<FrameForce> forces(8);
        for (std::size_t i = 0; i < 8; ++i)
            forces[i].F[0] = -9.81 * bodies[i].mass;
        chain.assemble(forces, g, nullptr);
        V = -V - g;

        // The elastic law of core and rods is no part of the chain here: −L EI/w (β, γ) [s3 Sec. 2].
        const double EI = 210e9 * 5.743e-14;
        for (int i = 0; i < 8; ++i) {
            const double gamma = -q[2 * i], beta = q[2 * i + 1];
            double stiffness = EI;
            for (int rod = i < 4 ? 0 : 3; rod < 6; ++rod) {
                const double angle =
                    (rod < 3 ? 120.0 * rod : 60.0 + 120.0 * (rod - 3)) * std::numbers::pi / 180.0;
                stiffness += EI / (1.0 - 0.0125 * (beta * std::cos(angle) + gamma * std::sin(angle)));
            }
            V.segment<2>(2 * i) -= 0.03 * stiffness * q.segment<2>(2 * i);
        }
        MatrixXd M_theirs(16, 16);
        VectorXd V_theirs(16);
        const auto index = [](int k) { return k % 2 == 0 ? k + 1 : k - 1; };
        const auto sign = [](int k) { return k % 2 == 0 ? -1.0 : 1.0; };
        for (int a = 0; a < 16; ++a) {
            V_theirs[a] = sign(a) * state["V_no_actuation"][index(a)].get<double>();
            for (int b = 0; b < 16; ++b)
                M_theirs(a, b) = sign(a) * sign(b) * state["M"][index(a)][index(b)].get<double>();
        }
        EXPECT_LT((M - M_theirs).cwiseAbs().maxCoeff(), 1e-10 * M_theirs.cwiseAbs().maxCoeff());
        EXPECT_LT((V - V_theirs).cwiseAbs().maxCoeff(), 1e-8 * V_theirs.cwiseAbs().maxCoeff());
    }
}

}  // namespace test_chain_inertia
}  // namespace supple::test
