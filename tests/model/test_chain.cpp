// A chain's forces and stiffness against differences, for random chains of mixed elements under every load.
#include "support/differences.hpp"
#include "support/random.hpp"

#include <supple/actuation/dipole.hpp>
#include <supple/actuation/point_force.hpp>
#include <supple/actuation/weight.hpp>
#include <supple/contact/held.hpp>
#include <supple/lie/so3.hpp>
#include <supple/model/chain.hpp>
#include <supple/rod/magnetic_field.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace supple::test {
namespace {

Vector3d random3(std::mt19937& engine, double size = 1.0)
{
    return size * Vector3d(random_vector(3, engine));
}

Element random_element(std::mt19937& engine)
{
    const auto length = [&] { return 0.2 + 0.2 * (1.0 + random_vector(1, engine)[0]); };
    switch (std::uniform_int_distribution<int>(0, 8)(engine)) {
        case 0:
            return UniversalJoint{length(), length(), false};
        case 1:
            return UniversalJoint{length(), length(), true};
        case 2:
            return IsotropicJoint{length(), length()};
        case 3:
            return SphericalJoint{length(), length()};
        case 4:
            return SphericalJoint{0.0, length()};
        case 5:
            return ConstantCurvature{length(), false};
        case 6:
            return ConstantCurvature{length(), true};
        case 7:
            return Slide{true, false, length()};
        default:
            return Slide{false, true, 0.0};
    }
}

/// Springs of different stiffness, some with a rest shape and a cubic part.
ElasticLaw random_law(std::mt19937& engine)
{
    ElasticLaw law;
    law.stiffness = Vector3d::Constant(2.0) + random3(engine);
    law.rest = random3(engine, 0.2);
    law.cubic = 0.3 * random_vector(1, engine)[0];
    return law;
}

/// Points before, at and after the joint, inside arcs, and at ends: up to three an element, one at the tip.
std::vector<Place> random_points(const std::vector<Chain::Link>& links, std::mt19937& engine)
{
    std::vector<Place> points;
    const int n = static_cast<int>(links.size());
    for (int e = 0; e < n; ++e) {
        const double joint = joint_fraction(links[static_cast<std::size_t>(e)].element);
        const double fractions[] = {0.6 * joint, joint, 0.3 + 0.7 * joint, 1.0};
        for (const double fraction : fractions) {
            const bool wanted = std::uniform_int_distribution<int>(0, 1)(engine) == 1;
            if (wanted && (joint > 0.0 || fraction > 0.0)) points.push_back({e, fraction});
        }
    }
    points.push_back({n - 1, 1.0});
    return points;
}

SE3 random_base(std::mt19937& engine)
{
    return SE3(so3::exp(random3(engine)), random3(engine));
}

Chain random_chain(int elements, std::mt19937& engine)
{
    std::vector<Chain::Link> links;
    for (int e = 0; e < elements; ++e)
        links.push_back({random_element(engine), random_law(engine)});
    const auto points = random_points(links, engine);
    return Chain(random_base(engine), links, points);
}

MagneticField uniform_field()
{
    MagneticField field;
    field.uniform = {0.4, -0.7, 1.1};
    return field;
}

MagneticField gradient_field()
{
    MagneticField field = uniform_field();
    field.gradient << 0.5, 0.2, -0.3, 0.2, -0.9, 0.4, -0.3, 0.4, 0.4;
    return field;
}

/// A loop and a magnet so far off that their field changes over metres, and so strong that it is of order 1
/// T.
MagneticField coil_field()
{
    MagneticField field;
    Coil coil;
    coil.position = {0, 0, -12};
    coil.axis = Vector3d(1, 2, 2) / 3.0;
    coil.radius = 6.0;
    coil.current = 6e7;
    field.coils = {coil};
    return field;
}

MagneticField dipole_field_of_a_source()
{
    MagneticField field;
    FieldDipole source;
    source.position = {9, -8, 7};
    source.moment = {2e10, 1e10, -2e10};
    field.dipoles = {source};
    return field;
}

enum class Acts {
    nothing,
    dead_force,
    dead_moment,
    follower_force,
    follower_moment,
    weight,
    uniform_dipole,
    gradient_dipole,
    coil_dipole,
    source_dipole,
    fixture,
    clamp,
    everything,
};

constexpr std::array names = {"nothing", "deadForce",     "deadMoment",     "followerForce", "followerMoment",
                              "weight",  "uniformDipole", "gradientDipole", "coilDipole",    "sourceDipole",
                              "fixture", "clamp",         "everything"};

std::string name_of(const testing::TestParamInfo<Acts>& info)
{
    return names[static_cast<std::size_t>(info.param)];
}

bool has_potential(Acts acts)
{
    return acts == Acts::nothing || acts == Acts::dead_force || acts == Acts::weight ||
           acts == Acts::uniform_dipole || acts == Acts::gradient_dipole || acts == Acts::coil_dipole ||
           acts == Acts::source_dipole;
}

/// Everything that acts on a chain, so that g(q) is a function of q alone.
struct Loaded {
    Chain chain;
    Acts acts;
    std::vector<std::unique_ptr<MagneticField>> fields;
    std::vector<std::unique_ptr<Load>> loads;
    std::vector<std::unique_ptr<FrameFunction>> held;
    std::vector<Vector6d> multipliers;
    std::vector<FrameForce> forces;

    Loaded(Chain c, Acts what, std::mt19937& engine) : chain(std::move(c)), acts(what)
    {
        forces.resize(chain.points().size());
        for (int point = 0; point < static_cast<int>(forces.size()); ++point)
            add(point, what, engine);
    }

    void add(int point, Acts what, std::mt19937& engine)
    {
        PointLoad load;
        switch (what) {
            case Acts::nothing:
                return;
            case Acts::follower_force:
                load.frame = LoadFrame::body;
                [[fallthrough]];
            case Acts::dead_force:
                load.force = random3(engine);
                loads.push_back(std::make_unique<PointForce>(point, load, 0.7));
                return;
            case Acts::follower_moment:
                load.frame = LoadFrame::body;
                [[fallthrough]];
            case Acts::dead_moment:
                load.moment = random3(engine);
                loads.push_back(std::make_unique<PointForce>(point, load));
                return;
            case Acts::weight:
                loads.push_back(
                    std::make_unique<Weight>(Vector3d(1, -3, 2), std::vector<LumpedMass>{{point, 0.3}}));
                return;
            case Acts::uniform_dipole:
                return add_dipole(point, uniform_field(), engine);
            case Acts::gradient_dipole:
                return add_dipole(point, gradient_field(), engine);
            case Acts::coil_dipole:
                return add_dipole(point, coil_field(), engine);
            case Acts::source_dipole:
                return add_dipole(point, dipole_field_of_a_source(), engine);
            case Acts::fixture: {
                Fixture fixture;
                fixture.hold = {0.1, std::nullopt, -0.2};
                held.push_back(std::make_unique<HeldPosition>(point, fixture));
                break;
            }
            case Acts::clamp: {
                Clamp clamp;
                clamp.X_WC = random_base(engine);
                held.push_back(std::make_unique<HeldPose>(point, clamp));
                break;
            }
            case Acts::everything:
                for (int k = 1; k < static_cast<int>(Acts::everything); ++k)
                    add(point, static_cast<Acts>(k), engine);
                return;
        }
        multipliers.push_back(random_vector(6, engine));
    }

    void add_dipole(int point, const MagneticField& field, std::mt19937& engine)
    {
        fields.push_back(std::make_unique<MagneticField>(field));
        if (loads.size() % 2 == 0) {
            Magnet magnet;
            magnet.dipole = random3(engine);
            loads.push_back(std::make_unique<Dipole>(point, magnet, *fields.back(), 0.0));
        } else {
            CoilSet coils;
            coils.turns = {3, 4, 5};
            coils.areas = {0.2, 0.3, 0.1};
            coils.currents = random3(engine);
            coils.orientation = so3::exp(random3(engine));
            loads.push_back(std::make_unique<Dipole>(point, coils, *fields.back(), 0.0, 0.5));
        }
    }

    void apply(const VectorXd& q)
    {
        chain.place(q);
        for (FrameForce& force : forces)
            force.clear();
        for (const auto& load : loads)
            load->add_to(chain.frames(), 1.0, forces);
        for (std::size_t i = 0; i < held.size(); ++i) {
            const auto point = static_cast<std::size_t>(held[i]->point());
            held[i]->add_force(chain.frames()[point], multipliers[i].data(), forces[point]);
        }
    }

    VectorXd g(const VectorXd& q)
    {
        apply(q);
        VectorXd residual(chain.size());
        chain.assemble(forces, residual, nullptr);
        return residual;
    }

    MatrixXd G(const VectorXd& q)
    {
        apply(q);
        VectorXd residual(chain.size());
        MatrixXd tangent = MatrixXd::Constant(chain.size(), chain.size(), std::nan(""));
        chain.assemble(forces, residual, &tangent);
        EXPECT_LT((residual - g(q)).norm(), 1e-14) << "g depends on whether G is asked for";
        return tangent;
    }

    double energy(const VectorXd& q)
    {
        chain.place(q);
        double total = chain.elastic_energy();
        for (const auto& load : loads) {
            EXPECT_TRUE(load->conservative());
            total += load->potential(chain.frames());
        }
        return total;
    }
};

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

}  // namespace
}  // namespace supple::test
