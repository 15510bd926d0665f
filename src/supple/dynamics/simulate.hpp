/// @file
/// The motion of a system in time.
///
/// The run is cut at the times at which something begins, ends or has a kink; between them one system moves,
/// loads follow their histories, and steps end exactly at the cuts. Output is interpolated at fixed times.
///
/// Which integrator: the explicit one takes at least |λ| T / 5 steps, |λ| the fastest rate of the linearised
/// system, whatever the accuracy. The implicit one takes as many steps as the accuracy asks for. They are few
/// where fast motion is damped or absent. Where fast motion persists they are many more than those of the
/// explicit one, whose order is twice as high.
/// `automatic` begins with the explicit one unless the fastest rate is more than 500 times the slowest
/// natural frequency. Where that is so, or more than 50 times in a motion that is damped, it counts the
/// evaluations that a unit of time takes, goes on with the cheaper one and tries the implicit one again at
/// times that double.
///
/// Laws (tests/dynamics/test_simulate.cpp): energy is kept where nothing damps, both integrators agree, the
/// result does not depend on the output times, and what acts until a time has no effect after it.
#pragma once

#include <supple/model/system.hpp>
#include <supple/result/trajectory.hpp>
#include <supple/rod/simulation.hpp>

#include <functional>

namespace supple {

/// The system as it is at a time [s]: the same chain, with what acts then.
using SystemAt = std::function<std::unique_ptr<System>(double time)>;

/// Where a motion starts and where it is cut.
struct MotionStart {
    VectorXd coordinates;
    VectorXd velocities;
    std::vector<double> switches;  ///< times at which something begins or ends: another system [s]
    std::vector<double> kinks;     ///< times at which histories change their slope [s]
};

/// Simulates from t = 0. What is done is kept where the run is interrupted or fails on its way.
Trajectory simulate(const SystemAt& system_at, const Simulation& simulation, const MotionStart& start,
                    const Progress& progress = {});

}  // namespace supple
