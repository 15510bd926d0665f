/// @file
/// What a simulation answers: the rod's shape at the output times, and what the motion conserved or lost.
#pragma once

#include <supple/result/equilibrium.hpp>

#include <functional>
#include <type_traits>

namespace supple {

/// What the motion carries at one time.
struct MotionState {
    double kinetic_energy = 0.0;                   ///< [J]
    double elastic_energy = 0.0;                   ///< [J]
    double total_energy = 0.0;                     ///< kinetic, elastic and of all conservative loads [J]
    Vector3d linear_momentum = Vector3d::Zero();   ///< world axes [kg m/s]
    Vector3d angular_momentum = Vector3d::Zero();  ///< about the world's origin, world axes [kg m²/s]
};

struct IntegrationReport {
    std::string integrator;  ///< the method in a few words
    double step = 0.0;       ///< fixed, or the mean of an adaptive one [s]
    long steps = 0;
    long rejected = 0;     ///< steps tried again with a smaller size
    double seconds = 0.0;  ///< wall time of the run
};

/// Which frequencies one value of the trajectory holds.
struct MotionSpectrum {
    std::string path;               ///< "tip.position.x"
    int samples = 0;                ///< of which the amplitudes were formed, from the start
    double resolution = 0.0;        ///< distance of the bins [Hz]
    std::vector<double> frequency;  ///< [Hz]
    std::vector<double> amplitude;  ///< of the value less its mean, SI
    double peak = 0.0;              ///< frequency of the largest amplitude: one of the bins [Hz]
    double fitted_frequency = 0.0;  ///< of the sine that fits all samples best [Hz]
    double fitted_mean = 0.0;       ///< SI
    double fitted_amplitude = 0.0;  ///< SI
};

struct Trajectory {
    std::string model;
    Status status = Status::invalid;
    std::string message;                   ///< one sentence, empty when converged
    bool interrupted = false;              ///< stopped from outside: `not_converged`, what was done is here
    std::vector<double> time;              ///< [s], ascending
    std::vector<double> arclength;         ///< [m], the same at every time
    std::vector<std::vector<SE3>> frames;  ///< one shape a time
    std::vector<std::vector<StationPose>> stations;  ///< one set a time; empty when there are none
    std::vector<VectorXd> coordinates;               ///< of the model, at each time
    std::vector<VectorXd> velocities;                ///< of the coordinates, at each time
    std::vector<MotionState> motion;                 ///< at each time
    IntegrationReport integration;
    std::optional<MotionSpectrum> spectrum;  ///< where asked for
    std::vector<std::string> warnings;
};

/// Told the simulated time [s] now and then; answers false to stop the run, which keeps what is done. Made of
/// a function of the time, or of the time and what was recorded until then.
class Progress {
 public:
    using Watch = std::function<bool(double time, const Trajectory& so_far)>;

    Progress() = default;
    /// @cond
    template <class F>
    requires std::is_invocable_r_v<bool, F&, double, const Trajectory&> Progress(F watch)
        : watch_(std::move(watch))
    {
    }
    template <class F>
    requires std::is_invocable_r_v<bool, F&, double> Progress(F ask)
        : watch_([ask = std::move(ask)](double time, const Trajectory&) { return ask(time); })
    {
    }
    /// @endcond
    /// Whether the run may go on.
    bool operator()(double time, const Trajectory& so_far) const { return !watch_ || watch_(time, so_far); }

 private:
    Watch watch_;
};

}  // namespace supple
