#include <supple/dynamics/rod_rows.hpp>
#include <supple/lie/so3.hpp>

#include <algorithm>
#include <cmath>

namespace supple::variational {

Rows rows_for(const NodalRod& rod, int count)
{
    return {count, (rod.nodes() + 2 + 7) / 8 * 8};  // the forces need a column on either side
}

bool holds_change(const NodalRod& rod)
{
    return !rod.base.timing.history.columns.empty() ||
           std::any_of(rod.holds.begin(), rod.holds.end(), [](const NodalHold& hold) {
               return std::isfinite(hold.until) || !hold.history.columns.empty();
           });
}

SE3 frame_of(const Rows& state, int a)
{
    return {rotation_of(state, a).toRotationMatrix(), state.vector(motion::px, a)};
}

Eigen::Quaterniond rotation_of(const Rows& state, int a)
{
    return {state.row(motion::qw)[a], state.row(motion::qx)[a], state.row(motion::qy)[a],
            state.row(motion::qz)[a]};
}

void set_rotation(Rows& state, int a, const Matrix3d& R, const Eigen::Quaterniond& near)
{
    Eigen::Quaterniond q = so3::quaternion(R);
    if (q.dot(near) < 0.0) q.coeffs() *= -1.0;
    state.row(motion::qw)[a] = q.w();
    state.set(motion::qx, a, q.vec());
}

RodRows::RodRows(const NodalRod& rod)
    : node(rows_for(rod, node::count)),
      element(rows_for(rod, element::count)),
      forces(rows_for(rod, force::count)),
      external(rows_for(rod, 6)),
      weight_(rows_for(rod, 3))
{
    for (int a = 0; a < rod.nodes(); ++a) {
        const auto i = static_cast<std::size_t>(a);
        node.set(node::J1, a, rod.inertia[i]);
        node.set(node::Ji1, a, rod.inertia[i].cwiseInverse());
        weight_.set(0, a, rod.weight[i]);
    }
    for (int k = 0; k < rod.elements(); ++k) {
        const auto i = static_cast<std::size_t>(k);
        element.row(element::l1)[k] = 1.0 / rod.lengths[i];
        element.set(element::c1, k, rod.C2 / rod.lengths[i]);
        element.set(element::r1, k, rod.rest[i]);
    }
}

Rows RodRows::motion_of(const NodalRod& rod, const NodalState& state) const
{
    Rows rows = rows_for(rod, motion::count);
    for (int a = 0; a < rod.nodes(); ++a) {
        const auto i = static_cast<std::size_t>(a);
        set_rotation(rows, a, state.frames[i].rotation(),
                     a == 0 ? Eigen::Quaterniond::Identity() : rotation_of(rows, a - 1));
        rows.set(motion::px, a, state.frames[i].position());
        rows.set(motion::vx, a, state.v[i]);
        rows.set(motion::Px, a, rod.inertia[i].cwiseProduct(state.omega[i]));
    }
    return rows;
}

void RodRows::act(const NodalRod& rod, const Rows& state, double time) noexcept
{
    element_forces(rod, element, node, state, forces);
    if (external_is_weight_) return;
    for (int c = 0; c < 3; ++c) {
        std::copy_n(weight_.row(c), rod.nodes(), external.row(c));
        std::fill_n(external.row(3 + c), rod.nodes(), 0.0);
    }
    external_is_weight_ = rod.loads.empty();
    for (const NodeLoad& load : rod.loads) {
        if (!load.acts_at(time)) continue;
        const NodeWrench w = wrench(load, frame_of(state, load.node), time);
        external.set(0, load.node, external.vector(0, load.node) + w.force);
        external.set(3, load.node, external.vector(3, load.node) + w.torque);
    }
}

void RodRows::add_force(int a, const Vector3d& force) noexcept
{
    external.set(0, a, external.vector(0, a) + force);
    external_is_weight_ = false;
}

}  // namespace supple::variational
