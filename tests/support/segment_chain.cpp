#include "support/segment_chain.hpp"

#include <supple/rod/completed.hpp>

#include <Eigen/Geometry>

#include <algorithm>

namespace supple::test {

Imbalance imbalance_of_segments(const Manipulator& manipulator, const Equilibrium& answer)
{
    const Manipulator m = completed(manipulator);
    const auto& model = std::get<SegmentModel>(m.model);
    const SegmentParameters& c = model.parameters;
    const double L = m.rod.length / model.segments;
    const Vector2d EI = *m.rod.bending_stiffness;

    // Joints, axes and segment ends where the angles put them.
    std::vector<Vector3d> axis, joint, end;
    Matrix3d R = m.base.X_WB.rotation();
    Vector3d x = m.base.X_WB.position();
    int j = 0;
    for (int segment = 0; segment < model.segments; ++segment) {
        for (std::size_t i = 0; i < 3; ++i) {
            x += c.gamma[i] * L * R.col(2);
            axis.push_back(R.col(0));
            R = R * Eigen::AngleAxisd(answer.coordinates[j++], Vector3d::UnitX());
            axis.push_back(R.col(1));
            R = R * Eigen::AngleAxisd(answer.coordinates[j++], Vector3d::UnitY());
            joint.push_back(x);
        }
        x += c.gamma[3] * L * R.col(2);
        end.push_back(x);
    }

    // The balance of the whole, and the largest load as a moment about the base.
    const auto segment_of = [&](const PointLoad& load) {
        return static_cast<std::size_t>(std::lround(load.at / L)) - 1;
    };
    Vector3d force = answer.base_reaction.force, moment = answer.base_reaction.moment;
    double largest = 0.0, largest_force = 0.0;
    for (const PointLoad& load : m.loads) {
        const Vector3d lever = end[segment_of(load)] - m.base.X_WB.position();
        force += load.force;
        moment += load.moment + lever.cross(load.force);
        largest_force = std::max(largest_force, load.force.norm());
        largest = std::max(largest, load.moment.norm() + m.rod.length * load.force.norm());
    }

    Imbalance left;
    left.tip = (answer.tip().position() - end.back()).norm() / m.rod.length;
    left.force = largest_force > 0.0 ? force.norm() / largest_force : force.norm();
    left.moment = largest > 0.0 ? moment.norm() / largest : moment.norm();
    for (std::size_t i = 0; i < axis.size(); ++i) {
        const std::size_t segment = i / 6, in_segment = (i / 2) % 3;
        const double k = i % 2 == 0 ? c.k_eta[in_segment] * EI[0] : c.k_theta[in_segment] * EI[1];
        double torque = -k / L * answer.coordinates[static_cast<int>(i)];
        for (const PointLoad& load : m.loads) {
            if (segment_of(load) < segment) continue;
            const Vector3d lever = end[segment_of(load)] - joint[i / 2];
            torque += axis[i].dot(load.moment + lever.cross(load.force));
        }
        left.joints = std::max(left.joints, std::abs(torque) / std::max(largest, 1e-300));
        if (!(std::abs(torque) <= 1e300)) left.joints = torque;  // NaN must not get lost in max
    }
    return left;
}

}  // namespace supple::test
