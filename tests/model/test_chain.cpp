// A chain's forces and stiffness against differences, for random chains of mixed elements under every load.
#include "loaded_chain.hpp"
#include "support/differences.hpp"

#include <functional>

namespace supple::test {
namespace test_chain {

class UnderEachLoad : public testing::TestWithParam<Acts> {
 protected:
    /// A random chain with random points, at a random shape.
    void for_random_chains(const std::function<void(Loaded&, const VectorXd&)>& law) const
    {
        for (int elements = 1; elements <= 10; ++elements) {
            for (const double size : {0.0, 1e-5, 0.8}) {
                std::mt19937 engine(static_cast<unsigned>(100 * elements) + static_cast<unsigned>(10 * size));
                SCOPED_TRACE(fmt::format("{} elements, |q| up to {}", elements, size));
                Loaded loaded(random_chain(elements, engine), GetParam(), engine);
                law(loaded, size * random_vector(loaded.chain.size(), engine));
            }
        }
    }
};

TEST_P(UnderEachLoad, GIsTheDerivativeOfTheForces)
{
    double largest = 0.0;
    for_random_chains([&](Loaded& loaded, const VectorXd& q) {
        const MatrixXd G = loaded.G(q);
        const MatrixXd D = difference([&](const VectorXd& x) { return loaded.g(x); }, q, 1e-3);
        EXPECT_LT(relative_error(G, D), 1e-9);
        loaded.loads.clear();
        loaded.held.clear();
        largest = std::max(largest, (G - loaded.G(q)).norm());
    });
    EXPECT_TRUE(GetParam() == Acts::nothing || largest > 0.1) << "the loads' share is zero";
}

TEST_P(UnderEachLoad, ForcesAreTheDerivativeOfTheEnergyWhereThereIsOne)
{
    if (!has_potential(GetParam())) return;
    for_random_chains([](Loaded& loaded, const VectorXd& q) {
        const auto energy = [&](const VectorXd& x) -> VectorXd {
            return VectorXd::Constant(1, loaded.energy(x));
        };
        const MatrixXd D = difference(energy, q, 1e-3).transpose();
        EXPECT_LT(relative_error(loaded.g(q), D), 1e-9);
    });
}

TEST_P(UnderEachLoad, TangentIsSymmetricWhereThereIsAnEnergy)
{
    // Multipliers of fixtures and clamps hold φ: their work λφ is an energy too, at λ fixed.
    const bool symmetric =
        has_potential(GetParam()) || GetParam() == Acts::fixture || GetParam() == Acts::clamp;
    double asymmetry = 0.0;
    for_random_chains([&](Loaded& loaded, const VectorXd& q) {
        const MatrixXd G = loaded.G(q);
        asymmetry = std::max(asymmetry, (G - G.transpose()).norm() / G.norm());
    });
    if (symmetric) {
        EXPECT_LT(asymmetry, 1e-14);
    } else {
        EXPECT_GT(asymmetry, 1e-2);
    }
}

INSTANTIATE_TEST_SUITE_P(Chain, UnderEachLoad,
                         testing::Values(Acts::nothing, Acts::dead_force, Acts::dead_moment,
                                         Acts::follower_force, Acts::follower_moment, Acts::weight,
                                         Acts::uniform_dipole, Acts::gradient_dipole, Acts::coil_dipole,
                                         Acts::source_dipole, Acts::fixture, Acts::clamp, Acts::everything),
                         name_of);

// H_ji − H_ij = (a_i × a_j)·M for i proximal to j, for a moment fixed in the world beyond both.
TEST(Chain, ADeadMomentMakesTheTangentUnsymmetricAsTheFormulaSays)
{
    std::mt19937 engine(3);
    const std::vector<Chain::Link> links(4, {UniversalJoint{0.3, 0.4, false}, random_law(engine)});
    Chain chain(random_base(engine), links, {{3, 1.0}});
    const VectorXd q = random_vector(8, engine);
    const Vector3d M = random3(engine);
    std::vector<FrameForce> forces(1);
    forces[0].clear();
    forces[0].F << random3(engine), M;
    chain.place(q);
    VectorXd g(8);
    MatrixXd G(8, 8);
    chain.assemble(forces, g, &G);
    Matrix6Xd J(6, 8);
    chain.jacobian(0, J);
    for (int j = 0; j < 8; ++j) {
        for (int i = 0; i < j; ++i) {
            const Vector3d a_i = J.col(i).tail<3>(), a_j = J.col(j).tail<3>();
            EXPECT_NEAR(-(G(j, i) - G(i, j)), a_i.cross(a_j).dot(M), 1e-14);
        }
    }
}

TEST(Chain, JacobianIsTheDerivativeOfTheFrames)
{
    for (int elements = 1; elements <= 10; ++elements) {
        std::mt19937 engine(static_cast<unsigned>(elements));
        Chain chain = random_chain(elements, engine);
        const VectorXd q = 0.7 * random_vector(chain.size(), engine);
        for (int point = 0; point < static_cast<int>(chain.points().size()); ++point) {
            SCOPED_TRACE(fmt::format("{} elements, point {}", elements, point));
            const auto pose = [&](const VectorXd& x) -> VectorXd {
                chain.place(x);
                const SE3& X = chain.frames()[static_cast<std::size_t>(point)];
                VectorXd entries(12);
                entries << X.position(), X.rotation().reshaped();
                return entries;
            };
            const MatrixXd D = difference(pose, q, 1e-3);
            chain.place(q);
            Matrix6Xd J(6, chain.size());
            chain.jacobian(point, J);
            const Matrix3d R = chain.frames()[static_cast<std::size_t>(point)].rotation();
            for (int j = 0; j < chain.size(); ++j) {
                const Matrix3d dR = D.col(j).tail<9>().reshaped(3, 3);
                EXPECT_LT((J.col(j).head<3>() - D.col(j).head<3>()).norm(), 1e-9);
                EXPECT_LT((J.col(j).tail<3>() - so3::vee(dR * R.transpose())).norm(), 1e-9);
            }
        }
        Matrix6Xd J(6, chain.size());
        chain.jacobian(static_cast<int>(chain.points().size()) - 1, J);
        EXPECT_GT(J.norm(), 0.1);
    }
}

TEST(Chain, FrameAtAPlaceIsTheFrameOfAPointThere)
{
    std::mt19937 engine(9);
    Chain chain = random_chain(8, engine);
    chain.place(0.5 * random_vector(chain.size(), engine));
    for (std::size_t k = 0; k < chain.points().size(); ++k) {
        const SE3 X = chain.frame_at(chain.points()[k]);
        EXPECT_LT((X.position() - chain.frames()[k].position()).norm(), 1e-14);
        EXPECT_LT((X.rotation() - chain.frames()[k].rotation()).norm(), 1e-14);
    }
}

TEST(Chain, APlaceIsFoundByItsArcLength)
{
    std::mt19937 engine(11);
    const Chain chain = random_chain(7, engine);
    const double L = chain.arclength_at({6, 1.0});
    for (int i = 0; i <= 100; ++i)
        EXPECT_NEAR(chain.arclength_at(chain.place_at(0.01 * i * L)), 0.01 * i * L, 1e-14 * L) << i;
    for (int element = 0; element < 7; ++element) {
        if (length(chain.links()[static_cast<std::size_t>(element)].element) == 0.0) continue;
        const Place place = chain.place_at(chain.arclength_at({element, 0.3}));
        EXPECT_EQ(place.element, element);
        EXPECT_NEAR(place.fraction, 0.3, 1e-13);
    }
    // Beyond the ends: the ends.
    EXPECT_EQ(chain.arclength_at(chain.place_at(-L)), 0.0);
    EXPECT_EQ(chain.arclength_at(chain.place_at(2.0 * L)), L);
}

TEST(Chain, CubicSpringsFollowTheirLaw)
{
    ElasticLaw law;
    law.stiffness = {2.0, 3.0, 0.0};
    law.rest = {0.1, -0.2, 0.0};
    law.cubic = 0.7;
    Chain chain(SE3(), {{UniversalJoint{0.1, 0.1, false}, law}}, {{0, 1.0}});
    const Eigen::Vector2d q(0.5, 0.4);
    chain.place(q);
    std::vector<FrameForce> forces(1);
    forces[0].clear();
    VectorXd g(2);
    chain.assemble(forces, g, nullptr);
    const double d = 0.4, e = 0.6;
    EXPECT_NEAR(g[0], 2.0 * (d + 0.7 * d * d * d), 1e-15);
    EXPECT_NEAR(g[1], 3.0 * (e + 0.7 * e * e * e), 1e-15);
    EXPECT_NEAR(chain.elastic_energy(),
                2.0 * (d * d / 2 + 0.7 * d * d * d * d / 4) + 3.0 * (e * e / 2 + 0.7 * e * e * e * e / 4),
                1e-15);
}

}  // namespace test_chain
}  // namespace supple::test
