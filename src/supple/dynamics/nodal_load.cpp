#include <supple/dynamics/nodal_load.hpp>
#include <supple/lie/so3.hpp>
#include <supple/rod/magnetic_field.hpp>

namespace supple::variational {
namespace {

using so3::hat;

struct Values {
    Vector3d force;  ///< or the body dipole
    Vector3d moment;
};

Vector3d vector_at(const Timing& timing, const char* const (&paths)[3], double time,
                   const Vector3d& constant) noexcept
{
    if (timing.history.columns.empty()) return constant;
    return {value_at(timing, paths[0], time, constant.x()), value_at(timing, paths[1], time, constant.y()),
            value_at(timing, paths[2], time, constant.z())};
}

/// What the load's numbers are at a time; zero while it does not act.
Values values_at(const NodalLoad& load, double time) noexcept
{
    static constexpr const char* force_paths[] = {"force.x", "force.y", "force.z"};
    static constexpr const char* moment_paths[] = {"moment.x", "moment.y", "moment.z"};
    static constexpr const char* current_paths[] = {"currents.x", "currents.y", "currents.z"};
    if (!acts_at(load.timing, time)) return {Vector3d::Zero(), Vector3d::Zero()};
    switch (load.kind) {
        case NodalLoad::Kind::magnet:
            return {load.share * load.force, Vector3d::Zero()};
        case NodalLoad::Kind::coils:
            return {load.share * (load.per_current * vector_at(load.timing, current_paths, time, load.force)),
                    Vector3d::Zero()};
        default:
            return {load.share * vector_at(load.timing, force_paths, time, load.force),
                    load.share * vector_at(load.timing, moment_paths, time, load.moment)};
    }
}

bool is_dipole(const NodalLoad& load) noexcept
{
    return load.kind == NodalLoad::Kind::magnet || load.kind == NodalLoad::Kind::coils;
}

}  // namespace

bool is_conservative(const NodalLoad& load) noexcept
{
    if (load.kind == NodalLoad::Kind::follower) return false;
    return is_dipole(load) || (load.moment.isZero(0.0) && load.timing.history.columns.empty());
}

NodeWrench wrench(const NodalLoad& load, const MagneticField& field, const SE3& X_WN, double time) noexcept
{
    const Matrix3d& R = X_WN.rotation();
    const Values value = values_at(load, time);
    if (load.kind == NodalLoad::Kind::dead) return {value.force, R.transpose() * value.moment};
    if (load.kind == NodalLoad::Kind::follower) return {R * value.force, value.moment};
    const FieldSample sample = field_at(field, X_WN.position(), time);
    return {sample.gradient.transpose() * (R * value.force), value.force.cross(R.transpose() * sample.B)};
}

NodeWrench wrench_and_tangent(const NodalLoad& load, const MagneticField& field, const SE3& X_WN, double time,
                              double scale, Matrix6d& K) noexcept
{
    const Matrix3d& R = X_WN.rotation();
    Values value = values_at(load, time);
    value.force *= scale;
    value.moment *= scale;
    // δ(Λᵀx) = (Λᵀx) × η and δ(Λx) = −Λ x^ η.
    if (load.kind == NodalLoad::Kind::dead) {
        const Vector3d torque = R.transpose() * value.moment;
        K.bottomRightCorner<3, 3>() -= hat(torque);
        return {value.force, torque};
    }
    if (load.kind == NodalLoad::Kind::follower) {
        K.topRightCorner<3, 3>() += R * hat(value.force);
        return {R * value.force, value.moment};
    }
    const Vector3d& d = value.force;
    const Vector3d mu = R * d;
    const FieldSample sample = field_at(field, X_WN.position(), time);
    const Vector3d B_N = R.transpose() * sample.B;
    for (int k = 0; k < 3; ++k)
        K.block<3, 1>(0, k) -= sample.second[static_cast<std::size_t>(k)].transpose() * mu;
    K.topRightCorner<3, 3>() += sample.gradient.transpose() * R * hat(d);
    K.bottomLeftCorner<3, 3>() -= hat(d) * R.transpose() * sample.gradient;
    K.bottomRightCorner<3, 3>() -= hat(d) * hat(B_N);
    return {sample.gradient.transpose() * mu, d.cross(B_N)};
}

double potential(const NodalLoad& load, const MagneticField& field, const SE3& X_WN, double time) noexcept
{
    if (load.kind == NodalLoad::Kind::follower) return 0.0;
    const Values value = values_at(load, time);
    if (load.kind == NodalLoad::Kind::dead) return -value.force.dot(X_WN.position());
    return -(X_WN.rotation() * value.force).dot(field_at(field, X_WN.position(), time).B);
}

}  // namespace supple::variational
