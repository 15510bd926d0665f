/// @file
/// What pushes on frames: wrenches that depend on the frames alone and scale with the load factor.
#pragma once

#include <supple/model/model.hpp>

#include <string>

namespace supple {

/// Acts on some points of the model. Loads are an open set: each kind is a small class in `actuation`.
class Load {
 public:
    virtual ~Load() = default;

    /// Adds `scale` times its wrench, with derivative, to the forces of its points.
    virtual void add_to(std::span<const SE3> frames, double scale,
                        std::span<FrameForce> forces) const noexcept = 0;

    /// Adds its full wrench in motion, without derivatives, the points moving with [v; ω] in world axes. Only
    /// friction looks at the velocities.
    virtual void add_in_motion(std::span<const SE3> frames, std::span<const Vector6d> /*velocities*/,
                               std::span<FrameForce> forces) const noexcept
    {
        add_to(frames, 1.0, forces);
    }

    /// Whether it is such a friction: an implicit step then takes the derivative by differences.
    virtual bool feels_motion() const noexcept { return false; }

    /// Takes the values of its history, and of what it feels, at a time [s].
    virtual void set_time(double /*time*/) noexcept {}

    /// Potential energy [J] where there is one; dead and follower moments have none.
    virtual bool conservative() const noexcept = 0;
    virtual double potential(std::span<const SE3> frames) const noexcept = 0;

    /// Numbers that may be changed between solves, by path: "force.x", "currents.2".
    virtual int parameters() const noexcept = 0;
    virtual double& parameter(int k) noexcept = 0;
    virtual std::string parameter_path(int k) const = 0;

    /// Adds the derivative of its wrench by parameter k to the forces' F.
    virtual void add_derivative(int k, std::span<const SE3> frames,
                                std::span<FrameForce> forces) const noexcept = 0;

    /// Whether its parameters are what one steers with: the currents of coils.
    virtual bool actuates() const noexcept { return false; }

    /// Whether the magnetic field acts on it; then it also has the derivative of its wrench by each source of
    /// the field (field/field_source.hpp).
    virtual bool feels_field() const noexcept { return false; }
    virtual void add_field_derivative(int /*source*/, std::span<const SE3> /*frames*/,
                                      std::span<FrameForce> /*forces*/) const noexcept
    {
    }
};

}  // namespace supple
