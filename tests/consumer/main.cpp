#include <supple/lie/se3.hpp>
#include <supple/version.hpp>

#include <cstdio>
#include <numbers>

int main()
{
    // A quarter turn about x carries the tangent z to -y; the quaternion comes out of the compiled library.
    const supple::Matrix3d R =
        Eigen::AngleAxisd(std::numbers::pi / 2, supple::Vector3d::UnitX()).toRotationMatrix();
    const supple::SE3 X_WB(R, supple::Vector3d(1, 2, 3));
    const supple::Vector3d p_W = X_WB * supple::Vector3d(0, 0, 1);
    std::printf("supple %s: p_W = %.3f %.3f %.3f, qw = %.4f\n", supple::version, p_W.x(), p_W.y(), p_W.z(),
                X_WB.quaternion().w());
}
