/// @file
/// The way of a moving base.
///
/// A history gives position p and rotation vector φ (the base pose turned by exp φ about the world's axes) at
/// some times. Straight lines between them would need infinite accelerations, so the course is the cubic
/// spline through the samples that starts and ends at rest; before and after it the base does not move.
///
/// Laws (tests/rod/test_base_course.cpp): the course passes through its samples; velocity and acceleration
/// are its derivatives; the velocity is continuous everywhere, the acceleration between the first and last
/// sample.
#pragma once

#include <supple/rod/manipulator.hpp>

namespace supple {

/// Where the base is and how it moves, in world axes.
struct BaseState {
    SE3 X_WB;
    Vector3d v = Vector3d::Zero();           ///< [m/s]
    Vector3d a = Vector3d::Zero();           ///< [m/s²]
    Vector3d omega = Vector3d::Zero();       ///< [rad/s]
    Vector3d omega_rate = Vector3d::Zero();  ///< [rad/s²]
};

class BaseCourse {
 public:
    BaseCourse() = default;
    explicit BaseCourse(const Base& base);

    bool moves() const noexcept { return !time_.empty(); }
    BaseState at(double time) const noexcept;

 private:
    struct Component {
        std::vector<double> value, slope;  ///< at each sample; empty: constant
        double constant = 0.0;
    };

    SE3 X_WB_;
    std::vector<double> time_;
    Component p_[3], phi_[3];
};

}  // namespace supple
