// The nodal rod in its strains, against differences.
#include "loaded_chain.hpp"
#include "support/differences.hpp"

#include <supple/model/strain_rod.hpp>

#include <functional>

namespace supple::test {
namespace test_strain_rod {

Vector6d random_strains(std::mt19937& engine, double size)
{
    return size * random_vector(6, engine);
}

TEST(StrainElement, TwistsAreTheDerivativeOfThePose)
{
    const double l = 0.7;
    for (const double size : {0.0, 1e-6, 0.8, 2.5}) {
        std::mt19937 engine(4);
        const Vector6d q = random_strains(engine, size);
        SCOPED_TRACE(fmt::format("|q| up to {}", size));
        StrainMap map;
        const auto entries = [&](const VectorXd& x) -> VectorXd {
            place_strained(l, x, map);
            VectorXd all(12);
            all << map.X_AB.position(), map.X_AB.rotation().reshaped();
            return all;
        };
        const MatrixXd D = difference(entries, q, 1e-3);
        place_strained(l, q, map);
        const Vector3d p = map.X_AB.position();
        for (int j = 0; j < 6; ++j) {
            const Vector3d v = map.twists.col(j).head<3>(), w = map.twists.col(j).tail<3>();
            const Matrix3d dR = D.col(j).tail<9>().reshaped(3, 3);
            EXPECT_LT((v + w.cross(p) - D.col(j).head<3>()).norm(), 1e-9);
            EXPECT_LT((w - so3::vee(dR * map.X_AB.rotation().transpose())).norm(), 1e-9);
            EXPECT_GT(map.twists.col(j).norm(), 0.1);
        }
        // The two halves make the whole.
        EXPECT_LT((map.H * map.H - map.X_AB.rotation()).norm(), 1e-14);
        EXPECT_LT((strains_between(l, map.X_AB) - q).norm(), 1e-13 * (1.0 + q.squaredNorm()));
    }
}

TEST(StrainElement, CurvatureIsTheDerivativeOfTheTwists)
{
    const double l = 0.7;
    for (const double size : {0.0, 1e-6, 0.8, 2.5}) {
        std::mt19937 engine(5);
        const Vector6d q = random_strains(engine, size), F = random_strains(engine, 1.0);
        SCOPED_TRACE(fmt::format("|q| up to {}", size));
        StrainMap map;
        const auto forces = [&](const VectorXd& x) -> VectorXd {
            place_strained(l, x, map);
            return map.twists.transpose() * F;
        };
        const MatrixXd D = difference(forces, q, 1e-3);
        place_strained(l, q, map);
        const Matrix6d Q = strain_curvature(l, q, map, F);
        EXPECT_LT(relative_error(Q, D), 1e-9);
        EXPECT_GT(Q.norm(), 0.1);
    }
}

/// Uneven elements, a curved and twisted rest shape, points at the base, inside and at the tip.
StrainRod random_rod(int elements, std::mt19937& engine)
{
    StrainRodDescription rod;
    for (int e = 0; e < elements; ++e) {
        rod.lengths.push_back(0.3 + 0.1 * random_vector(1, engine)[0]);
        rod.rest.push_back(random3(engine, 0.3));
    }
    rod.C1 = {3.0, 4.0, 5.0};
    rod.C2 = {1.0, 1.5, 0.8};
    std::vector<Place> points = {{0, 0.0}};
    for (int e = 0; e < elements; e += 2)
        points.push_back({e, 1.0});
    if (points.back().element != elements - 1) points.push_back({elements - 1, 1.0});
    return StrainRod(random_base(engine), rod, points);
}

class StrainRodUnderEachLoad : public testing::TestWithParam<Acts> {
 protected:
    static void for_random_rods(const std::function<void(LoadedModel<StrainRod>&, const VectorXd&)>& law)
    {
        for (int elements = 1; elements <= 5; ++elements) {
            for (const double size : {0.0, 1e-5, 0.6}) {
                std::mt19937 engine(static_cast<unsigned>(100 * elements) + static_cast<unsigned>(10 * size));
                SCOPED_TRACE(fmt::format("{} elements, |q| up to {}", elements, size));
                LoadedModel<StrainRod> loaded(random_rod(elements, engine), GetParam(), engine);
                law(loaded, size * random_vector(loaded.chain.size(), engine));
            }
        }
    }
};

TEST_P(StrainRodUnderEachLoad, GIsTheDerivativeOfTheForces)
{
    double largest = 0.0;
    for_random_rods([&](LoadedModel<StrainRod>& loaded, const VectorXd& q) {
        const MatrixXd G = loaded.G(q);
        const MatrixXd D = difference([&](const VectorXd& x) { return loaded.g(x); }, q, 1e-3);
        EXPECT_LT(relative_error(G, D), 1e-9);
        loaded.loads.clear();
        loaded.held.clear();
        largest = std::max(largest, (G - loaded.G(q)).norm());
    });
    EXPECT_GT(largest, 0.1) << "the loads' share is zero";
}

TEST_P(StrainRodUnderEachLoad, ForcesAreTheDerivativeOfTheEnergyWhereThereIsOne)
{
    if (!has_potential(GetParam())) return;
    for_random_rods([](LoadedModel<StrainRod>& loaded, const VectorXd& q) {
        const auto energy = [&](const VectorXd& x) -> VectorXd {
            return VectorXd::Constant(1, loaded.energy(x));
        };
        const MatrixXd D = difference(energy, q, 1e-3).transpose();
        EXPECT_LT(relative_error(loaded.g(q), D), 1e-9);
        const MatrixXd G = loaded.G(q);
        EXPECT_LT((G - G.transpose()).norm(), 1e-13 * G.norm());
    });
}

INSTANTIATE_TEST_SUITE_P(StrainRod, StrainRodUnderEachLoad,
                         testing::Values(Acts::dead_force, Acts::dead_moment, Acts::follower_force,
                                         Acts::follower_moment, Acts::gradient_dipole, Acts::fixture,
                                         Acts::clamp, Acts::everything),
                         name_of);

TEST(StrainRod, JacobianIsTheDerivativeOfTheFrameAnywhere)
{
    std::mt19937 engine(7);
    StrainRod rod = random_rod(4, engine);
    const VectorXd q = 0.5 * random_vector(rod.size(), engine);
    for (const Place& place : {Place{0, 0.0}, Place{0, 0.4}, Place{2, 0.7}, Place{2, 1.0}, Place{3, 1.0}}) {
        SCOPED_TRACE(fmt::format("element {} at {}", place.element, place.fraction));
        const auto pose = [&](const VectorXd& x) -> VectorXd {
            rod.place(x);
            const SE3 X = rod.frame_at(place);
            VectorXd entries(12);
            entries << X.position(), X.rotation().reshaped();
            return entries;
        };
        const MatrixXd D = difference(pose, q, 1e-3);
        rod.place(q);
        Matrix6Xd J(6, rod.size());
        rod.jacobian_at(place, J);
        const Matrix3d R = rod.frame_at(place).rotation();
        for (int j = 0; j < rod.size(); ++j) {
            const Matrix3d dR = D.col(j).tail<9>().reshaped(3, 3);
            EXPECT_LT((J.col(j).head<3>() - D.col(j).head<3>()).norm(), 1e-9);
            EXPECT_LT((J.col(j).tail<3>() - so3::vee(dR * R.transpose())).norm(), 1e-9);
        }
        EXPECT_EQ(J.norm() > 0.1, place.element > 0 || place.fraction > 0.0);
        const Place again = rod.place_at(rod.arclength_at(place));
        EXPECT_NEAR(rod.arclength_at(again), rod.arclength_at(place), 1e-15);
    }
    Matrix6Xd at_point(6, rod.size()), at_place(6, rod.size());
    for (std::size_t k = 0; k < rod.points().size(); ++k) {
        rod.jacobian(static_cast<int>(k), at_point);
        rod.jacobian_at(rod.points()[k], at_place);
        EXPECT_LT((at_point - at_place).norm(), 1e-14);
        EXPECT_LT((rod.frames()[k].position() - rod.frame_at(rod.points()[k]).position()).norm(), 1e-14);
    }
}

TEST(StrainRod, AVariationMovesTheSpringsAsTheNumbersSay)
{
    std::mt19937 engine(8);
    LoadedModel<StrainRod> loaded(random_rod(3, engine), Acts::dead_force, engine);
    const VectorXd q = 0.5 * random_vector(loaded.chain.size(), engine);
    Variation variation(2);
    variation[0].element = 1;
    variation[1].element = 4;
    for (ElementNumbers& change : variation) {
        change.stiffness = random3(engine);
        change.rest = random3(engine);
    }
    const auto g = [&](const VectorXd& amount) -> VectorXd {
        loaded.chain.change(variation, amount[0]);
        VectorXd now = loaded.g(q);
        loaded.chain.change(variation, -amount[0]);
        return now;
    };
    const MatrixXd D = difference(g, VectorXd::Zero(1), 1e-3);
    loaded.apply(q);
    VectorXd dg(loaded.chain.size());
    std::vector<Vector6d> dx(loaded.forces.size());
    loaded.chain.vary(variation, loaded.forces, dg, dx);
    EXPECT_LT(relative_error(dg, D), 1e-9);
    EXPECT_GT(dg.norm(), 0.1);
}

}  // namespace test_strain_rod
}  // namespace supple::test
