#include <supple/io/error.hpp>
#include <supple/io/moving_clamp.hpp>
#include <supple/rod/completed.hpp>
#include <supple/rod/model_traits.hpp>
#include <supple/rod/pose_history.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

namespace supple {
namespace {

const Clamp* moving(const Constraint& constraint)
{
    const auto* clamp = std::get_if<Clamp>(&constraint);
    return clamp && !clamp->history.columns.empty() ? clamp : nullptr;
}

}  // namespace

bool clamps_move(const Manipulator& manipulator)
{
    return std::any_of(manipulator.constraints.begin(), manipulator.constraints.end(),
                       [](const Constraint& each) { return moving(each) != nullptr; });
}

Manipulator with_still_clamps(Manipulator manipulator)
{
    for (Constraint& constraint : manipulator.constraints) {
        if (auto* clamp = std::get_if<Clamp>(&constraint)) clamp->history = {};
    }
    return manipulator;
}

MovingClamps::MovingClamps(const Manipulator& manipulator, Solver& solver)
{
    const Complete complete(manipulator);
    for (std::size_t i = 0; i < manipulator.constraints.size(); ++i) {
        const Clamp* clamp = moving(manipulator.constraints[i]);
        if (!clamp) continue;
        const std::string path = "constraints." + (clamp->name.empty() ? std::to_string(i) : clamp->name);
        if (!is_exact(manipulator.model))
            throw InputError(fmt::format(
                "--sequence: {}.history: only the exact rod keeps from row to row how often a clamp has "
                "turned; use --model cosserat",
                path));
        if (!clamp->written || !clamp->written->tangent || !clamp->written->normal)
            throw InputError(
                fmt::format("--sequence: {}: the clamp moves from row to row; write its tangent and "
                            "its normal, so that they can be set",
                            path));
        Moving each{std::get<Clamp>(complete->constraints[i]).X_WC, clamp->history, {}};
        std::size_t k = 0;
        for (const char* what : {"position", "tangent", "normal"}) {
            for (const char* axis : {"x", "y", "z"}) {
                each.inputs[k] = solver.input(path + "." + what + "." + axis);
                if (each.inputs[k++].index < 0) throw InputError("--sequence: " + solver.mistake());
            }
        }
        clamps_.push_back(std::move(each));
    }
}

std::string MovingClamps::set(Solver& solver, double time, bool follows)
{
    for (Moving& clamp : clamps_) {
        const Vector3d turn = turn_at(clamp.history, time);
        const Vector3d since = follows ? Vector3d(turn - clamp.before) : turn;
        if (!(since.norm() < std::numbers::pi))
            return follows ? "turns a clamp by half a turn or more beyond the row before; write rows between"
                           : "cannot tell how often a clamp has turned, because the row before has no stable "
                             "shape to go on from";
        clamp.before = turn;
        const SE3 X = pose_at(clamp.X, clamp.history, time);
        for (std::size_t k = 0; k < 3; ++k) {
            const auto axis = static_cast<Eigen::Index>(k);
            solver.set(clamp.inputs[k], X.position()[axis]);
            solver.set(clamp.inputs[3 + k], X.rotation()(axis, 2));
            solver.set(clamp.inputs[6 + k], X.rotation()(axis, 0));
        }
    }
    return "";
}

}  // namespace supple
