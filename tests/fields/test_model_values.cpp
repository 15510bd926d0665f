// Values land in the completed description in SI, exactly: "3.18 mm" is the double 0.00318.

#include <supple/io/model_file.hpp>
#include <supple/rod/completed.hpp>

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

namespace supple {
namespace test_model_values {

using std::numbers::pi;
using testing::DoubleEq;
using testing::DoubleNear;
using testing::ElementsAre;

constexpr double inf = std::numeric_limits<double>::infinity();

Manipulator good(const std::string& name)
{
    return completed(load(std::filesystem::path(SUPPLE_TEST_DATA) / "models/good" / (name + ".yaml")));
}

TEST(ModelValues, MassPerLengthMayBeTheZeroThatHoldsWithoutIt)
{
    const Manipulator m = good("rods_by_tension_and_by_retraction");
    EXPECT_EQ(m.rod.mass_per_length, 0.0);
    EXPECT_EQ(rod_properties(m.rod).mass_per_length, 0.0);
}

TEST(ModelValues, RodsThatArePulledComeBeforeThoseWhoseLengthsAreHeld)
{
    const Manipulator m = completed(good("rods_by_tension_and_by_retraction"));
    const auto& rods = std::get<DrivenRods>(m.attachments.at(0));
    EXPECT_THAT(rods.tensions, ElementsAre(1.0));
    EXPECT_THAT(rods.retractions, ElementsAre(1e-3, -0.5e-3));
    EXPECT_EQ(rods.count(), 3u);
    EXPECT_EQ(rods.pretension.size(), 3u);
    EXPECT_THAT(std::get<DrivenRods>(m.attachments.at(1)).axial_stiffness, ElementsAre(1e3, 2e3, 3e3));
}

TEST(ModelValues, TipLoad)
{
    const Manipulator m = good("product_tip_load");
    EXPECT_EQ(m.name, "elastomer catheter with a tip load");
    EXPECT_EQ(m.rod.length, 0.05);
    EXPECT_EQ(m.rod.bending_stiffness.value(), Vector2d(17.185e-6, 17.185e-6));
    EXPECT_EQ(m.base.X_WB.rotation().col(2), Vector3d::UnitX());
    EXPECT_EQ(m.base.X_WB.rotation().col(0), Vector3d::UnitY());
    EXPECT_EQ(m.base.X_WB.rotation().col(1), Vector3d::UnitZ());
    const auto& model = std::get<SegmentModel>(m.model);
    EXPECT_FALSE(model.isotropic);
    EXPECT_EQ(model.segments, 1);
    EXPECT_THAT(model.parameters.gamma, ElementsAre(0.1699, 0.5 - 0.1699, 0.5 - 0.1699, 0.1699));
    EXPECT_THAT(model.parameters.k_eta, ElementsAre(2.5064, 4.8339, 2.5064));
    EXPECT_THAT(model.parameters.k_theta, ElementsAre(2.4914, 5.0303, 2.4914));
    ASSERT_EQ(m.loads.size(), 1U);
    EXPECT_EQ(m.loads[0].at, 0.05);
    EXPECT_EQ(m.loads[0].force, Vector3d(0.004, -0.0025, 0.0025));
    EXPECT_EQ(m.loads[0].moment, Vector3d(0, -0.00025, -0.00015));
    EXPECT_EQ(m.loads[0].frame, LoadFrame::world);
    EXPECT_EQ(m.loads[0].timing.from, -inf);
    EXPECT_EQ(m.loads[0].timing.until, inf);
}

TEST(ModelValues, CoilSet)
{
    const Manipulator m = good("product_coil_set");
    const auto& tube = std::get<Tube>(m.rod.section.value().profile);
    EXPECT_EQ(tube.outer_diameter, 0.00318);
    EXPECT_EQ(tube.inner_diameter, 0.00198);
    EXPECT_EQ(m.rod.length, 0.10135);
    EXPECT_EQ(m.rod.material.youngs_modulus, 5.05e6);
    EXPECT_EQ(m.rod.material.shear_modulus, 1.87e6);
    EXPECT_EQ(m.rod.material.density, 1100.0);
    const auto& model = std::get<SphericalModel>(m.model);
    EXPECT_EQ(model.joints, 9);
    EXPECT_EQ(model.layout, JointLayout::split);
    EXPECT_EQ(m.environment.gravity, Vector3d(0, 0, 9.81));
    EXPECT_EQ(m.environment.magnetic_field.uniform, Vector3d(0, 3, 0));
    const auto& coils = std::get<CoilSet>(m.attachments.at(0));
    EXPECT_EQ(coils.name, "coils");
    EXPECT_EQ(coils.at, 0.0729);
    EXPECT_EQ(coils.turns, Vector3d(30, 30, 100));
    EXPECT_EQ(coils.areas, Vector3d(48.02e-6, 48.02e-6, 15.55e-6));
    EXPECT_EQ(coils.currents, Vector3d(0.1, 0, 0.05));
    EXPECT_EQ(coils.orientation, Matrix3d::Identity());
    EXPECT_EQ(m.stations.at(0).name, "coil");
    EXPECT_EQ(m.stations.at(0).at, 0.0729);
    // The base's own pose where the file says nothing: along z, d1 = x.
    EXPECT_EQ(m.base.X_WB.rotation(), Matrix3d::Identity());
}

TEST(ModelValues, LinksGivenOutright)
{
    const auto model = std::get<SphericalModel>(good("product_links_given_outright").model);
    EXPECT_EQ(model.joints, 3);
    EXPECT_EQ(model.layout, JointLayout::given);
    EXPECT_THAT(model.links, ElementsAre(0.01278, 0.05755, 0.03079, 0.00023));
    EXPECT_THAT(model.bending, ElementsAre(0.5441e-3, 0.4158e-3, 4.5943e-3));
    EXPECT_THAT(model.twisting, ElementsAre(0.3836e-3, 0.8039e-3, 7.9468e-3));
}

TEST(ModelValues, RodsEndAtDisksThatComeLaterInTheFile)
{
    const Manipulator m = good("product_magnet_rods_fixture_conduit");
    const auto& magnet = std::get<Magnet>(m.attachments.at(0));
    EXPECT_EQ(magnet.dipole, Vector3d(0, 0, 0.176));
    EXPECT_EQ(magnet.inertia.mass, 0.00152);
    const auto& rods = std::get<DrivenRods>(m.attachments.at(1));
    EXPECT_FALSE(rods.cable);
    EXPECT_TRUE(rods.retractions.empty());
    EXPECT_THAT(rods.tensions, ElementsAre(10, 0, 0, 0, 0, 0));
    EXPECT_THAT(rods.end_disks, ElementsAre(4, 4, 4, 8, 8, 8));
    EXPECT_THAT(rods.ends, ElementsAre(DoubleEq(0.12), DoubleEq(0.12), DoubleEq(0.12), DoubleEq(0.24),
                                       DoubleEq(0.24), DoubleEq(0.24)));
    // EI = E π d⁴/64 and EA = E π d²/4, with d = 1.04 mm.
    EXPECT_THAT(rods.bending_stiffness,
                testing::Each(DoubleNear(210e9 * pi / 64 * std::pow(1.04e-3, 4), 1e-15)));
    EXPECT_THAT(rods.axial_stiffness, testing::Each(DoubleNear(210e9 * pi / 4 * 1.04e-3 * 1.04e-3, 1e-6)));
    EXPECT_THAT(rods.radii, testing::Each(0.0125));
    const auto& fixture = std::get<Fixture>(m.constraints.at(0));
    EXPECT_FALSE(fixture.hold[0]);
    EXPECT_EQ(fixture.hold[1], 0.0);
    EXPECT_EQ(fixture.hold[2], 0.0004);
    const auto& conduit = std::get<Conduit>(m.constraints.at(1));
    EXPECT_EQ(conduit.radius, std::vector<double>{0.003});
    EXPECT_THAT(conduit.centerline,
                ElementsAre(Vector3d::Zero(), Vector3d(0.04, 0, 0), Vector3d(0.07, 0, 0.025)));
}

TEST(ModelValues, RodDrivenArm)
{
    const Manipulator m = good("product_rod_driven_arm");
    EXPECT_EQ(std::get<CurvatureModel>(m.model).arcs, 0);
    const auto& disks = std::get<Disks>(m.attachments.at(0));
    ASSERT_EQ(disks.positions.size(), 8U);
    EXPECT_EQ(disks.positions.back(), 0.24);
    EXPECT_EQ(disks.inertia.at(3).mass, 0.002869);
    EXPECT_EQ(disks.inertia.at(4).mass, 0.002269);
    EXPECT_EQ(disks.inertia.at(0).radial_inertia, 7.69e-6);
    EXPECT_EQ(disks.inertia.at(7).axial_inertia, 2.593e-7);
    const auto& rods = std::get<DrivenRods>(m.attachments.at(1));
    EXPECT_THAT(rods.angles, ElementsAre(0.0, DoubleEq(2 * pi / 3), DoubleEq(4 * pi / 3), DoubleEq(pi / 3),
                                         DoubleEq(pi), DoubleEq(5 * pi / 3)));
    EXPECT_EQ(rods.contact, ContactLaw::least_squares);
    EXPECT_EQ(rods.friction, 0.3);
    EXPECT_THAT(rods.bending_stiffness, testing::Each(0.0120603));
    EXPECT_THAT(rods.axial_stiffness, testing::Each(inf));
    EXPECT_EQ(m.simulation->duration, 2.0);
    EXPECT_EQ(m.simulation->output_every, 0.001);
    EXPECT_EQ(m.simulation->initial, InitialState::straight);
    EXPECT_EQ(m.simulation->integrator, Integrator::automatic);
    EXPECT_FALSE(m.simulation->step);
}

TEST(ModelValues, ReleasedRod)
{
    const Manipulator m = good("product_released_rod");
    EXPECT_EQ(m.rod.damping.viscous_rate, 0.5);
    EXPECT_EQ(m.rod.mass_per_length, 0.00845);
    EXPECT_EQ(std::get<VariationalModel>(m.model).elements, 15);
    EXPECT_EQ(std::get<VariationalModel>(m.model).strain, StrainPlace::midpoint);
    EXPECT_EQ(m.loads.at(0).name, "hold");
    EXPECT_EQ(m.loads.at(0).timing.until, 0.0);
    EXPECT_EQ(m.simulation->initial, InitialState::equilibrium);
    EXPECT_EQ(m.simulation->integrator, Integrator::implicit);
    EXPECT_EQ(m.simulation->step, 0.0001);
}

TEST(ModelValues, FiveEntriesMakeASymmetricGradientWithoutTrace)
{
    Matrix3d expected;
    expected << 0, 0.05, 0, 0.05, 0, 0.02, 0, 0.02, 0;
    EXPECT_EQ(good("product_wall_and_field").environment.magnetic_field.gradient, expected);
    Matrix3d all_entries;
    all_entries << 1, 2, 3, 2, 4, 5, 3, 5, -5;
    const std::string text =
        "supple: 1\nrod: {length: 1 m, bending_stiffness: 1 N m^2}\n"
        "environment: {magnetic_field: {gradient: 1 2 3 4 5 T/m}}\n";
    EXPECT_EQ(completed(parse_model(text)).environment.magnetic_field.gradient, all_entries);
    const auto plane = std::get<Plane>(good("product_wall_and_field").constraints.at(0));
    EXPECT_EQ(plane.normal, Vector3d(0, -1, 0));
    EXPECT_EQ(plane.point, Vector3d(0, 0.03, 0));
    EXPECT_EQ(plane.friction, 0.3);
    EXPECT_EQ(plane.at, 0.05);
    EXPECT_EQ(good("product_wall_and_field").rod.damping.retardation_time, 0.003);
}

TEST(ModelValues, RodGivenOutright)
{
    const Rod rod = good("rod_given_outright").rod;
    EXPECT_EQ(rod.bending_stiffness, Vector2d(17e-6, 19e-6));
    EXPECT_EQ(rod.torsional_stiffness, 13e-6);
    EXPECT_EQ(rod.axial_stiffness, 24.0);
    EXPECT_EQ(rod.shear_stiffness, Vector2d(9, 8));
    ASSERT_EQ(rod.rest_shape.size(), 3U);
    EXPECT_EQ(rod.rest_shape[0].length, 0.03);
    EXPECT_EQ(rod.rest_shape[0].curvature, Vector2d(0, 20));
    EXPECT_DOUBLE_EQ(rod.rest_shape[1].twist, 5000.0 * pi / 180.0);
    EXPECT_DOUBLE_EQ(rod.rest_shape[2].length, 0.03);  // the rest of 80 mm
    EXPECT_EQ(rod.rest_shape[2].twist, 0.0);
}

TEST(ModelValues, SectionsAndModels)
{
    const Manipulator circle = good("rod_of_circle");
    EXPECT_EQ(std::get<Circle>(circle.rod.section->profile).diameter, 0.002);
    EXPECT_EQ(circle.rod.section->shear_factor, 0.9);
    EXPECT_TRUE(std::get<VariationalModel>(circle.model).frequency_correction);
    EXPECT_EQ(std::get<VariationalModel>(circle.model).strain, StrainPlace::nodal);

    const Manipulator rectangle = good("rod_of_rectangle");
    EXPECT_EQ(std::get<Rectangle>(rectangle.rod.section->profile).width, 0.01);
    EXPECT_EQ(std::get<Rectangle>(rectangle.rod.section->profile).height, 0.0005);
    EXPECT_EQ(rectangle.rod.section->torsion_constant, 0.4e-12);
    const auto& universal = std::get<SegmentModel>(rectangle.model);
    EXPECT_THAT(universal.lengths, ElementsAre(0.04, 0.04, 0.04));
    EXPECT_THAT(universal.parameters.gamma, ElementsAre(0.1, 0.4, 0.4, 0.1));
    EXPECT_THAT(universal.parameters.k_eta, ElementsAre(3.5, 2.2, 3.4));
    EXPECT_THAT(universal.parameters.k_theta, ElementsAre(3.6, 2.25, 3.6));
    EXPECT_THAT(universal.parameters.k_twist, ElementsAre(3.6, 2.25, 3.7));
    EXPECT_EQ(universal.parameters.cubic, -0.02);
    EXPECT_TRUE(universal.freedoms.twist && universal.freedoms.shear && universal.freedoms.extension);

    const auto isotropic = std::get<SegmentModel>(good("isotropic_segments").model);
    EXPECT_TRUE(isotropic.isotropic);
    EXPECT_EQ(isotropic.segments, 3);
    EXPECT_FALSE(isotropic.freedoms.twist);
    EXPECT_EQ(std::get<SphericalModel>(good("layouts").model).layout, JointLayout::equal_links_exact);
    EXPECT_EQ(std::get<CurvatureModel>(good("arcs_that_twist").model).arcs, 6);
    EXPECT_TRUE(std::get<CurvatureModel>(good("arcs_that_twist").model).twist);
    const auto cosserat = std::get<CosseratModel>(good("rod_given_outright").model);
    EXPECT_EQ(cosserat.tolerance, 1e-10);
    EXPECT_TRUE(cosserat.shear && cosserat.extension);
    EXPECT_TRUE(std::get<SegmentModel>(good("smallest").model).isotropic);
}

TEST(ModelValues, BaseThatMoves)
{
    const Base base = good("moving_base").base;
    EXPECT_EQ(base.X_WB.position(), Vector3d(0.01, 0, -0.005));
    EXPECT_TRUE(base.X_WB.rotation().col(2).isApprox(Vector3d(0, 0.6, 0.8), 1e-15));
    EXPECT_EQ(base.X_WB.rotation().col(0), Vector3d(-1, 0, 0));
    EXPECT_EQ(base.timing.from, 0.0);
    EXPECT_EQ(base.timing.until, 2.0);
    EXPECT_THAT(base.timing.history.time, ElementsAre(0, 1, 2));
    ASSERT_EQ(base.timing.history.columns.size(), 3U);
    EXPECT_EQ(base.timing.history.columns[0].path, "position.x");
    EXPECT_THAT(base.timing.history.columns[0].values, ElementsAre(0.01, 0.012, 0.01));
    EXPECT_EQ(base.timing.history.columns[2].path, "rotation.y");
    EXPECT_DOUBLE_EQ(base.timing.history.columns[2].values[1], pi / 20);
    EXPECT_FALSE(base.free);
    EXPECT_TRUE(good("free_base").base.free);
    // Without a normal d1 is the next axis: z for y.
    EXPECT_EQ(good("free_base").base.X_WB.rotation().col(0), Vector3d::UnitZ());
}

TEST(ModelValues, InitialStateGiven)
{
    const Simulation simulation = good("free_base").simulation.value();
    EXPECT_EQ(simulation.initial, InitialState::given);
    EXPECT_THAT(simulation.coordinates, ElementsAre(0, 0, 0.1));
    EXPECT_THAT(simulation.velocities, ElementsAre(1, -2, 0));
    EXPECT_EQ(simulation.integrator, Integrator::explicit_);
    EXPECT_EQ(simulation.step, 2e-6);
    EXPECT_TRUE(simulation.allow_unstable_step);
    EXPECT_EQ(simulation.tolerance, 1e-6);
}

TEST(ModelValues, FieldOfEverySource)
{
    const Environment environment = good("field_of_every_source").environment;
    EXPECT_EQ(environment.surrounding_density, 1000.0);
    const MagneticField& field = environment.magnetic_field;
    EXPECT_EQ(field.uniform, Vector3d(0, 0, 0.02));
    EXPECT_EQ(field.gradient(0, 2), 0.3);
    EXPECT_EQ(field.gradient(2, 2), 0.2);
    EXPECT_EQ(field.uniform_limits.lower, -0.03);
    EXPECT_EQ(field.uniform_limits.upper, 0.03);
    EXPECT_EQ(field.timing.from, -1.0);
    EXPECT_EQ(field.timing.history.columns.at(1).path, "gradient.xy");
    ASSERT_EQ(field.coils.size(), 2U);
    EXPECT_EQ(field.coils[0].name, "top");
    EXPECT_EQ(field.coils[0].axis, Vector3d(0, 0, -1));
    EXPECT_EQ(field.coils[0].turns, 100.0);
    EXPECT_THAT(field.coils[0].timing.history.time, ElementsAre(0, 0.5));
    EXPECT_TRUE(field.coils[1].axis.isApprox(Vector3d(0, 1, 1) / std::sqrt(2.0), 1e-15));
    EXPECT_EQ(field.coils[1].turns, 1.0);
    ASSERT_EQ(field.helmholtz_pairs.size(), 2U);
    EXPECT_EQ(field.helmholtz_pairs[0].separation, 0.21);
    EXPECT_EQ(field.helmholtz_pairs[1].separation, 0.15);  // the radius
    EXPECT_EQ(field.dipoles.at(0).moment, Vector3d(0, 0, 40));
    ASSERT_TRUE(field.map);
    EXPECT_THAT(field.map->count, ElementsAre(4, 5, 4));
    EXPECT_EQ(field.map->origin, Vector3d(-0.015, -0.02, -0.03));
    EXPECT_TRUE(field.map->spacing.isApprox(Vector3d(0.01, 0.01, 0.02), 1e-12));
    // x runs fastest in memory, z in the file: the point (x, y, z) = (2, 3, 1) of the grid.
    EXPECT_EQ(field.map->values.at(2 + 4 * (3 + 5 * 1)), Vector3d(-0.001, 0.002, -0.001));
    EXPECT_FALSE(field.map->coefficients.empty());
}

TEST(ModelValues, AttachmentsOfEveryKind)
{
    const Manipulator m = good("attachments_of_every_kind");
    const auto& coils = std::get<CoilSet>(m.attachments.at(1));
    EXPECT_EQ(coils.orientation.row(0), Eigen::RowVector3d(0, 0, 1));
    EXPECT_EQ(coils.current_limits.lower, -0.1);
    EXPECT_EQ(coils.inertia.axial_inertia, 1e-9);
    EXPECT_EQ(coils.timing.history.columns.at(1).path, "currents.z");
    EXPECT_EQ(std::get<PointMass>(m.attachments.at(2)).inertia.mass, 0.002);
    const auto& disks = std::get<Disks>(m.attachments.at(3));
    EXPECT_THAT(disks.positions, ElementsAre(0.02, 0.04, 0.06, 0.08, 0.1));
    EXPECT_TRUE(disks.inertia.empty());
    EXPECT_EQ(disks.thickness, 0.003);
    const auto& rods = std::get<DrivenRods>(m.attachments.at(4));
    EXPECT_TRUE(rods.tensions.empty());
    EXPECT_THAT(rods.retractions, ElementsAre(0.001, 0, -0.001));
    EXPECT_THAT(rods.angles, ElementsAre(0, 2.0943951, 4.1887902));
    EXPECT_THAT(rods.ends, ElementsAre(0.06, 0.08, 0.1));
    EXPECT_THAT(rods.bending_stiffness, ElementsAre(1e-6, 2e-6, 3e-6));
    EXPECT_THAT(rods.axial_stiffness, testing::Each(4000.0));
    EXPECT_THAT(rods.pretension, testing::Each(2.0));
    EXPECT_EQ(rods.base_support, BaseSupport::clearance);
    EXPECT_EQ(rods.base_clearance, 0.0001);
    EXPECT_EQ(rods.bending, RodBending::contacts);
    EXPECT_EQ(rods.tension_limits.upper, 30.0);
    EXPECT_EQ(rods.retraction_limits.lower, -0.005);
    EXPECT_EQ(rods.friction_rounds, 12);
    const auto& tendons = std::get<DrivenRods>(m.attachments.at(5));
    EXPECT_EQ(tendons.friction_rounds, 7);
    EXPECT_EQ(std::get<DrivenRods>(m.attachments.at(6)).friction_rounds, 6);
    EXPECT_TRUE(tendons.cable);
    EXPECT_EQ(tendons.contact, ContactLaw::tendon);
    EXPECT_THAT(tendons.bending_stiffness, testing::Each(0.0));
    EXPECT_THAT(tendons.axial_stiffness, testing::Each(DoubleNear(100e9 * pi / 4 * 0.25e-6, 1e-6)));
    EXPECT_THAT(tendons.radii, ElementsAre(0.01, 0.01, 0.011, 0.012));
    EXPECT_THAT(tendons.ends, testing::Each(0.1));
    EXPECT_EQ(std::get<DrivenRods>(m.attachments.at(6)).contact, ContactLaw::capstan);
}

TEST(ModelValues, RodsWithoutAnglesAreSpreadEvenlyAndTheGroupsBetweenEachOther)
{
    const auto rods = std::get<DrivenRods>(good("rods_with_default_angles").attachments.at(0));
    EXPECT_THAT(rods.angles, ElementsAre(0.0, DoubleEq(2 * pi / 3), DoubleEq(4 * pi / 3), DoubleEq(pi / 3),
                                         DoubleEq(pi), DoubleEq(5 * pi / 3)));
    EXPECT_EQ(rods.base_support, BaseSupport::pinned);
}

TEST(ModelValues, LoadsInTime)
{
    const auto loads = good("loads_in_time").loads;
    EXPECT_EQ(loads.at(0).frame, LoadFrame::body);
    EXPECT_EQ(loads.at(0).at, 0.05);
    EXPECT_EQ(loads.at(0).timing.from, 1.0);
    EXPECT_THAT(loads.at(0).timing.history.columns.at(0).values, ElementsAre(0.004, -0.004, 0));
    EXPECT_THAT(loads.at(0).timing.history.columns.at(1).values, ElementsAre(0.00025, -0.00025, 0));
}

TEST(ModelValues, ConstraintsOfEveryKind)
{
    const Manipulator m = good("constraints_of_every_kind");
    EXPECT_EQ(std::get<Fixture>(m.constraints.at(0)).until, 1.0);
    EXPECT_EQ(std::get<Guide>(m.constraints.at(1)).near, 0.041);
    EXPECT_EQ(std::get<Guide>(m.constraints.at(2)).near, 0.05);  // half the rod
    EXPECT_EQ(std::get<Guide>(m.constraints.at(2)).until, inf);
    const auto& clamp = std::get<Clamp>(m.constraints.at(3));
    EXPECT_EQ(clamp.X_WC.rotation().col(2), Vector3d::UnitY());
    EXPECT_EQ(clamp.X_WC.rotation().col(0), Vector3d::UnitZ());
    EXPECT_EQ(clamp.X_WC.position(), Vector3d(0.085, 0.002, 0));
    const auto& tip = std::get<Clamp>(m.constraints.at(4));
    EXPECT_EQ(tip.at, 0.1);
    EXPECT_EQ(tip.X_WC.rotation(), m.base.X_WB.rotation());
    EXPECT_EQ(std::get<Plane>(m.constraints.at(5)).normal, Vector3d(0, -1, 0));
    EXPECT_EQ(std::get<Conduit>(m.constraints.at(6)).centerline.at(1), Vector3d(0.04, 0, 0));
    const auto& slope = std::get<Fixture>(m.constraints.at(7));
    EXPECT_LT((slope.tangent.value() - Vector3d(0.6, 0, 0.8)).norm(), 1e-15);
    EXPECT_FALSE(slope.hold[0] || slope.hold[1] || slope.hold[2]);
    EXPECT_EQ(slope.until, 0.0);
    EXPECT_FALSE(std::get<Fixture>(m.constraints.at(0)).tangent);
    EXPECT_EQ(m.stations.at(1).at, 0.1);
}

TEST(ModelValues, FitOfParameters)
{
    const FitRequest fit = good("fit_of_parameters").fit.value();
    ASSERT_EQ(fit.parameters.size(), 4U);
    EXPECT_EQ(fit.parameters[0].path, "rod.bending_stiffness");
    EXPECT_EQ(fit.parameters[0].lower, 10e-6);
    EXPECT_EQ(fit.parameters[0].upper, 30e-6);
    EXPECT_FALSE(fit.parameters[2].lower);
    EXPECT_EQ(fit.parameters[3].lower, -1.0);
    EXPECT_EQ(fit.objective, FitObjective::huber);
}

TEST(ModelValues, StylesOfYamlChangeNothing)
{
    const Manipulator m = good("yaml_of_many_styles");
    EXPECT_EQ(m.name, "a title on two lines");
    EXPECT_EQ(m.rod.length, 0.05);
    EXPECT_EQ(m.rod.bending_stiffness, Vector2d(17.185e-6, 17.185e-6));
    EXPECT_EQ(m.rod.damping.viscous_rate, 0.5);
    EXPECT_EQ(std::get<VariationalModel>(m.model).elements, 15);
    EXPECT_EQ(good("windows").rod.length, 0.05);
}

}  // namespace test_model_values
}  // namespace supple
