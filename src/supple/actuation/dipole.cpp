#include <supple/actuation/dipole.hpp>
#include <supple/field/field_source.hpp>
#include <supple/lie/so3.hpp>

namespace supple {

Dipole::Dipole(int point, const Magnet& magnet, const MagneticField& field, double time, double share)
    : point_(point),
      field_(&field),
      time_(time),
      share_(share),
      coils_(false),
      per_drive_(Matrix3d::Identity()),
      drive_(magnet.dipole)
{
}

Dipole::Dipole(int point, const CoilSet& coils, const MagneticField& field, double time, double share)
    : point_(point),
      field_(&field),
      time_(time),
      share_(share),
      coils_(true),
      per_drive_(coils.orientation * coils.turns.cwiseProduct(coils.areas).asDiagonal()),
      drive_(coils.currents),
      history_(coils.timing.history)
{
    set_time(time);
}

void Dipole::set_time(double time) noexcept
{
    time_ = time;
    for (const History::Column& column : history_.columns)
        drive_[column.path.back() - 'x'] = value_at(history_, column, time);
}

void Dipole::add_wrench(const FieldSample& field, const Vector3d& mu, FrameForce& force) const noexcept
{
    force.F.head<3>() += field.gradient.transpose() * mu;
    force.F.tail<3>() += mu.cross(field.B);
}

void Dipole::add_to(std::span<const SE3> frames, double scale, std::span<FrameForce> forces) const noexcept
{
    const SE3& X = frames[static_cast<std::size_t>(point_)];
    FrameForce& force = forces[static_cast<std::size_t>(point_)];
    const FieldSample field = field_at(*field_, X.position(), time_);
    const Vector3d mu = scale * share_ * (X.rotation() * (per_drive_ * drive_));
    add_wrench(field, mu, force);

    const Matrix3d mu_hat = so3::hat(mu);
    const Matrix3d B_hat = so3::hat(field.B);
    force.varies = true;
    for (int k = 0; k < 3; ++k)
        force.dF_dx.block<3, 1>(0, k) += field.second[static_cast<std::size_t>(k)].transpose() * mu;
    force.dF_dx.block<3, 3>(0, 3) -= field.gradient.transpose() * mu_hat;
    force.dF_dx.block<3, 3>(3, 0) += mu_hat * field.gradient;
    force.dF_dx.block<3, 3>(3, 3) += B_hat * mu_hat;  // (δθ × μ) × B = B × (μ × δθ)
}

double Dipole::potential(std::span<const SE3> frames) const noexcept
{
    const SE3& X = frames[static_cast<std::size_t>(point_)];
    return -share_ * (X.rotation() * (per_drive_ * drive_)).dot(field_at(*field_, X.position(), time_).B);
}

std::string Dipole::parameter_path(int k) const
{
    return std::string(coils_ ? "currents." : "dipole.") + "xyz"[k];
}

void Dipole::add_derivative(int k, std::span<const SE3> frames, std::span<FrameForce> forces) const noexcept
{
    const SE3& X = frames[static_cast<std::size_t>(point_)];
    const Vector3d mu = share_ * (X.rotation() * per_drive_.col(k));
    add_wrench(field_at(*field_, X.position(), time_), mu, forces[static_cast<std::size_t>(point_)]);
}

void Dipole::add_field_derivative(int source, std::span<const SE3> frames,
                                  std::span<FrameForce> forces) const noexcept
{
    const SE3& X = frames[static_cast<std::size_t>(point_)];
    const Vector3d mu = share_ * (X.rotation() * (per_drive_ * drive_));
    add_wrench(field_per_source(*field_, source, X.position(), time_), mu,
               forces[static_cast<std::size_t>(point_)]);
}

}  // namespace supple
