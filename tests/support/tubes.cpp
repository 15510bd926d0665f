#include "support/tubes.hpp"
#include "support/random.hpp"

#include <cmath>
#include <cstdlib>

namespace supple::test {
namespace {

constexpr double milli = 1e-3;

}  // namespace

Vector3d vector_of(const nlohmann::json& list)
{
    return {list[0].get<double>(), list[1].get<double>(), list[2].get<double>()};
}

Manipulator unit_rod(int joints)
{
    Manipulator m;
    m.rod.length = 1.0;
    m.rod.bending_stiffness = Vector2d(1.0, 1.0);
    m.base.written = PoseAsWritten{Vector3d::Zero(), Vector3d::UnitX(), Vector3d::UnitY()};
    m.model = SphericalModel{joints, JointLayout::half_links, {}, {}, {}};
    return m;
}

PointLoad tip_force(const Vector3d& force)
{
    PointLoad load;
    load.at = at_tip;
    load.force = force;
    return load;
}

Conduit tube_with_a_bend()
{
    return {.name = "tube",
            .clearance = {0.02},
            .pieces = {LinePiece{0.2}, ArcPiece{0.6, 2.0, Vector3d::UnitY()}}};
}

Manipulator stored_tube(const nlohmann::json& all, const nlohmann::json& one, int joints)
{
    Manipulator m = unit_rod(joints);
    m.rod.length = one["rod"]["length_mm"].get<double>() * milli;
    const double EI = one["rod"]["EI_mNmm2"].get<double>() * 1e-9;
    m.rod.bending_stiffness = Vector2d(EI, EI);
    Conduit tube{.name = "tube", .clearance = {one["clearance_mm"].get<double>() * milli}};
    const auto& definition = all["tubes"][one["tube"].get<std::string>()];
    if (definition["type"] == "helix") {
        const auto& p = definition["parameters"];
        tube.pieces = {HelixPiece{p["radius_mm"].get<double>() * milli, p["pitch_mm"].get<double>() * milli,
                                  0.3, Vector3d::UnitY()}};
    } else {
        double side = 1.0, along = 0.0;  // all arcs lie in the plane of x and y
        for (const auto& piece : definition["parameters"]) {
            if (piece[0] == "line") {
                tube.pieces.emplace_back(LinePiece{piece[1].get<double>() * milli});
                continue;
            }
            if (std::abs(piece[3].get<double>()) > 1.0) side = -side;
            tube.pieces.emplace_back(ArcPiece{piece[1].get<double>() * milli, piece[2].get<double>(),
                                              side * Vector3d(-std::sin(along), std::cos(along), 0.0)});
            along += side * piece[2].get<double>();
        }
    }
    m.constraints = {tube};
    m.loads = {tip_force(milli * vector_of(one["loads"]["tip_force_mN"]))};
    const Vector3d turning = 1e-6 * vector_of(one["loads"]["tip_dipole_times_field_mNmm"]);
    if (turning.norm() > 0.0) {
        Magnet magnet;
        magnet.at = at_tip;
        magnet.dipole = Vector3d(0.0, 0.0, 1.0);
        m.attachments = {magnet};
        m.environment.magnetic_field.uniform = turning;
    }
    return m;
}

Manipulator random_tube(TubeFamily family, std::mt19937& engine)
{
    const VectorXd u = random_vector(16, engine);
    const auto between = [&](int i, double low, double high) {
        return low + 0.5 * (high - low) * (u[i] + 1.0);
    };
    Manipulator m;
    m.rod.length = 1.0;
    m.rod.bending_stiffness = Vector2d(1.0, 1.0);
    m.rod.torsional_stiffness = between(0, 0.6, 1.0);
    m.rod.rest_shape = {RestPiece{1.0, 1.5 * Vector2d(u[1], u[2]), 0.0}};
    m.base.written = PoseAsWritten{Vector3d::Zero(), Vector3d::UnitX(), Vector3d::UnitY()};
    m.model = SphericalModel{40, JointLayout::half_links, {}, {}, {}};
    PointLoad tip;
    tip.at = at_tip;
    tip.force = 5.0 * Vector3d(u[3], u[4], u[5]);
    tip.moment = Vector3d(1.0 * u[6], 0.5 * u[7], 0.5 * u[8]);
    PointLoad middle;
    middle.at = between(9, 0.3, 0.7);
    middle.force = 3.0 * Vector3d(u[10], u[11], u[12]);
    m.loads = {tip, middle};
    Conduit tube{.name = "tube", .clearance = {between(13, 0.02, 0.06)}};
    const double bend = between(14, 0.5, 1.2), lead = between(15, 0.05, 0.3);
    switch (family) {
        case TubeFamily::straight:
            tube.pieces = {LinePiece{3.0}};
            break;
        case TubeFamily::arc:
            tube.pieces = {LinePiece{lead}, ArcPiece{bend, 2.0, Vector3d::UnitY()}};
            break;
        case TubeFamily::both_ways:
            tube.pieces = {LinePiece{lead}, ArcPiece{bend, 0.5 / bend, Vector3d::UnitY()},
                           ArcPiece{bend, 1.0 / bend, -Vector3d::UnitY()}};
            break;
        case TubeFamily::helix:
            tube.pieces = {HelixPiece{0.5 * bend, 0.9, 3.0, Vector3d::UnitY()}};
            break;
    }
    m.constraints = {tube};
    return m;
}

int random_tubes(int otherwise)
{
    const char* text = std::getenv("SUPPLE_RANDOM_CASES");
    return text ? std::atoi(text) / 4 : otherwise;
}

}  // namespace supple::test
