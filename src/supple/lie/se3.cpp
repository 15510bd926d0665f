#include <supple/lie/se3.hpp>

namespace supple {

Eigen::Quaterniond SE3::quaternion() const
{
    Eigen::Quaterniond q(R_);
    q.normalize();
    return q.w() < 0 ? Eigen::Quaterniond(-q.coeffs()) : q;
}

}  // namespace supple
