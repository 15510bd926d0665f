/// @file
/// Random chains of mixed elements under every kind of load, so that g(q) is a function of q alone.
#pragma once

#include "support/random.hpp"

#include <supple/actuation/dipole.hpp>
#include <supple/actuation/point_force.hpp>
#include <supple/actuation/weight.hpp>
#include <supple/constraint/held.hpp>
#include <supple/field/magnetic_field.hpp>
#include <supple/lie/so3.hpp>
#include <supple/model/chain.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace supple::test {

inline Vector3d random3(std::mt19937& engine, double size = 1.0)
{
    return size * Vector3d(random_vector(3, engine));
}

inline Element random_element(std::mt19937& engine)
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
inline ElasticLaw random_law(std::mt19937& engine)
{
    ElasticLaw law;
    law.stiffness = Vector3d::Constant(2.0) + random3(engine);
    law.rest = random3(engine, 0.2);
    law.cubic = 0.3 * random_vector(1, engine)[0];
    return law;
}

/// Points before, at and after the joint, inside arcs, and at ends: up to three an element, one at the tip.
inline std::vector<Place> random_points(const std::vector<Chain::Link>& links, std::mt19937& engine)
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

inline SE3 random_base(std::mt19937& engine)
{
    return SE3(so3::exp(random3(engine)), random3(engine));
}

inline Chain random_chain(int elements, std::mt19937& engine)
{
    std::vector<Chain::Link> links;
    for (int e = 0; e < elements; ++e)
        links.push_back({random_element(engine), random_law(engine)});
    const auto points = random_points(links, engine);
    return Chain(random_base(engine), links, points);
}

inline MagneticField uniform_field()
{
    MagneticField field;
    field.uniform = {0.4, -0.7, 1.1};
    return field;
}

inline MagneticField gradient_field()
{
    MagneticField field = uniform_field();
    field.gradient << 0.5, 0.2, -0.3, 0.2, -0.9, 0.4, -0.3, 0.4, 0.4;
    return field;
}

/// A loop and a magnet so far off that their field changes over metres, and so strong that it is of order 1
/// T.
inline MagneticField coil_field()
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

inline MagneticField dipole_field_of_a_source()
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

inline constexpr std::array names = {"nothing",        "deadForce",    "deadMoment",    "followerForce",
                                     "followerMoment", "weight",       "uniformDipole", "gradientDipole",
                                     "coilDipole",     "sourceDipole", "fixture",       "clamp",
                                     "everything"};

inline std::string name_of(const testing::TestParamInfo<Acts>& info)
{
    return names[static_cast<std::size_t>(info.param)];
}

inline bool has_potential(Acts acts)
{
    return acts == Acts::nothing || acts == Acts::dead_force || acts == Acts::weight ||
           acts == Acts::uniform_dipole || acts == Acts::gradient_dipole || acts == Acts::coil_dipole ||
           acts == Acts::source_dipole;
}

/// Everything that acts on a chain or another model, so that g(q) is a function of q alone.
template <class SomeModel>
struct LoadedModel {
    SomeModel chain;
    Acts acts;
    std::vector<std::unique_ptr<MagneticField>> fields;
    std::vector<std::unique_ptr<Load>> loads;
    std::vector<std::unique_ptr<FrameFunction>> held;
    std::vector<Vector6d> multipliers;
    std::vector<FrameForce> forces;

    LoadedModel(SomeModel c, Acts what, std::mt19937& engine) : chain(std::move(c)), acts(what)
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

using Loaded = LoadedModel<Chain>;

}  // namespace supple::test
