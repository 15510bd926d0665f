#include "support/results.hpp"

namespace supple::test {
namespace {

constexpr int points = 7;

SE3 sample_frame(int i)
{
    Matrix3d R = Matrix3d::Identity();
    if (i % 3 == 1) R << 1, 0, 0, 0, 0.6, -0.8, 0, 0.8, 0.6;
    if (i % 3 == 2) R << 0.6, -0.8, 0, 0.8, 0.6, 0, 0, 0, 1;
    return {R, Vector3d(i / 7.0, i * i / 11.0, -i / 13.0)};
}

}  // namespace

Equilibrium sample_equilibrium()
{
    Equilibrium e;
    e.model = "universal-prb";
    e.status = Status::converged;
    for (int i = 0; i < points; ++i) {
        e.shape.arclength.push_back(i / 7.0);
        e.shape.frames.push_back(sample_frame(i));
        e.shape.force.emplace_back(i / 17.0, 2 * i / 17.0, 3 * i / 17.0);
        e.shape.moment.emplace_back(i / 19.0, 2 * i / 19.0, 3 * i / 19.0);
        e.shape.curvature.emplace_back(i / 23.0, 2 * i / 23.0, 3 * i / 23.0);
    }
    e.coordinates = VectorXd::LinSpaced(4, 0.0, 3.0) / 31.0;
    e.stations = {{"coil", sample_frame(2)}, {"marker", sample_frame(4)}};
    e.reactions = {{"P1", {1 / 3.0, 0, -1 / 9.0}, {0, 0, 1e-300}}, {"P2", {0, 2 / 3.0, 0}, {5e-324, 0, 0}}};
    e.reactions[1].at = 2 / 7.0;
    e.contacts = {{"P2", ContactState::slip, 1 / 3.0, 0.0, 2 / 3.0, {0, 0, -2 / 9.0}, {0, 0, 1 / 61.0}}};
    e.contacts[0].at = 2 / 7.0;
    e.contacts[0].position = Vector3d(1 / 67.0, 0.0, 1 / 71.0);
    e.contacts[0].normal = Vector3d::UnitY();
    e.contacts[0].force = Vector3d(0.0, 2 / 3.0, -2 / 9.0);
    e.base_reaction.force = Vector3d(0.1, 0.2, 0.3);
    e.base_reaction.moment = Vector3d(-0.1, -0.2, -0.3);
    DriveState rods;
    rods.name = "rods";
    rods.friction = FrictionUsed::smoothed;
    rods.tensions = {10.0, 1 / 43.0};
    rods.end_tensions = {9.0, 1 / 47.0};
    rods.retractions = {-1 / 53.0, 0.0};
    rods.contacts = {{0.5, 1 / 59.0, 0.25}, {}};
    e.drives = {rods};
    e.fields = {{"magnet", 0.2, Vector3d(0.0, 3e-3, -1.0 / 7.0)}};
    e.balance = 1e-15;
    e.snapped = true;
    e.energy = {1 / 37.0, -1 / 41.0};
    e.stability = {true, StabilityKind::energy};
    e.solver = {4, 1e-13, 2.1e-6};
    e.warnings = {"an axial moment acts on a model without twist: \u00b5 = 1"};
    return e;
}

Modes sample_modes()
{
    Modes modes;
    modes.model = "universal-prb";
    modes.status = Status::converged;
    modes.equilibrium = sample_equilibrium();
    modes.arclength = modes.equilibrium.shape.arclength;
    for (int k = 1; k <= 2; ++k) {
        Mode mode;
        mode.eigenvalue = {-1.0 / k, k / 3.0};
        mode.frequency = k / 17.0;
        mode.damping_ratio = k / 19.0;
        mode.coordinates = Eigen::VectorXcd::Constant(4, {k / 3.0, -k / 7.0});
        mode.displacement.assign(points, Eigen::Vector3cd::Constant({0.5, k / 13.0}));
        mode.along_twist = k == 2;
        modes.modes.push_back(mode);
    }
    return modes;
}

Trajectory sample_trajectory()
{
    Trajectory t;
    t.model = "variational";
    t.status = Status::converged;
    for (int i = 0; i < points; ++i)
        t.arclength.push_back(i / 7.0);
    for (int k = 0; k < 4; ++k) {
        const SE3 moved(Matrix3d::Identity(), Vector3d(0, k / 29.0, 0));
        const auto at = [&](int i) {
            return SE3(sample_frame(i).rotation(), sample_frame(i).position() + moved.position());
        };
        t.time.push_back(k / 3.0);
        t.frames.emplace_back();
        for (int i = 0; i < points; ++i)
            t.frames.back().push_back(at(i));
        t.stations.push_back({{"coil", at(2)}, {"marker", at(4)}});
        t.coordinates.push_back(VectorXd::LinSpaced(3, 0.0, 2.0) / 31.0 + VectorXd::Constant(3, k));
        t.velocities.push_back(VectorXd::LinSpaced(3, 0.0, 2.0) / 37.0 - VectorXd::Constant(3, k));
        t.motion.push_back({k / 3.0, k / 7.0, k / 11.0, {k / 13.0, 0, 1}, {0, k / 17.0, 2}});
    }
    t.integration = {"a made-up method", 1e-3, 1000, 2, 0.25};
    t.spectrum = MotionSpectrum{
        "tip.position.y", 4, 0.75, {0.0, 0.75, 1.5}, {0.0, 1 / 3.0, 1 / 7.0}, 0.75, 0.8, 0.1, 0.2};
    return t;
}

}  // namespace supple::test
