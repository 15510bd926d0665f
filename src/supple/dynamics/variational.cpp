#include <supple/dynamics/variational.hpp>
#include <supple/dynamics/variational_explicit.hpp>
#include <supple/dynamics/variational_implicit.hpp>
#include <supple/dynamics/variational_modes.hpp>
#include <supple/dynamics/variational_statics.hpp>
#include <supple/lie/so3.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>

namespace supple {
namespace {

using namespace variational;

constexpr double margin = 0.8;         ///< of the explicit step limit
constexpr double damped_margin = 0.5;  ///< with Kelvin-Voigt damping, which grows with the bend of an element
constexpr double steps_a_period = 1000.0;   ///< of the first mode, implicit
constexpr double worth_of_implicit = 20.0;  ///< explicit steps that cost less than an implicit one
constexpr double least_cosine = 0.7071;     ///< of half the angle between neighbours: a right angle
constexpr double energy_ratio = 1e3;        ///< to all that the start and the loads can give
constexpr long check_every = 64;            ///< steps

std::string shown(double value)
{
    std::array<char, 32> text{};
    const auto end =
        std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 4);
    return {text.data(), end.ptr};
}

class Run {
 public:
    Run(const Manipulator& manipulator, const Progress& progress)
        : manipulator_(manipulator), simulation_(*manipulator.simulation), progress_(progress)
    {
        out_.model = "variational";
    }

    Trajectory run()
    {
        const auto start = std::chrono::steady_clock::now();
        if (read() && start_state() && choose_step()) {
            out_.arclength = rod_.arclength;
            out_.status = Status::converged;
            if (implicit_)
                run_implicit();
            else
                run_explicit();
        }
        out_.integration.seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        return std::move(out_);
    }

 private:
    bool refuse(Status status, std::string message)
    {
        out_.status = status;
        out_.message = std::move(message);
        return false;
    }

    bool read()
    {
        NodalRodOrMistake made = model_rod(manipulator_);
        out_.warnings = std::move(made.warnings);
        if (!made.mistake.empty()) return refuse(Status::invalid, made.mistake);
        rod_ = std::move(made.rod);
        for (std::size_t a = 0; a < rod_.mass.size(); ++a) {
            if (!(rod_.mass[a] > 0.0 && rod_.inertia[a].minCoeff() > 0.0))
                return refuse(
                    Status::invalid,
                    "the rod has no mass or no rotary inertia: motion needs a section and a density "
                    "or mass_per_length");
        }
        return true;
    }

    bool start_state()
    {
        state_ = rest_state(rod_);
        const auto size = 6 * static_cast<std::size_t>(rod_.nodes());
        if (simulation_.initial == InitialState::given) {
            if (simulation_.coordinates.size() != size)
                return refuse(Status::invalid,
                              "initial coordinates: " + std::to_string(simulation_.coordinates.size()) +
                                  " values given; expected position and rotation vector of " +
                                  std::to_string(rod_.nodes()) + " nodes, " + std::to_string(size) +
                                  " values");
            const auto vector = [size](const std::vector<double>& list) -> VectorXd {
                if (list.empty()) return VectorXd::Zero(static_cast<Eigen::Index>(size));
                return Eigen::Map<const VectorXd>(list.data(), static_cast<Eigen::Index>(size));
            };
            state_ = state_of(vector(simulation_.coordinates), vector(simulation_.velocities));
        } else if (simulation_.initial == InitialState::equilibrium) {
            if (rod_.holds.empty()) {
                out_.warnings.emplace_back("a free rod has no equilibrium: it starts from its rest shape");
            } else {
                const Equilibrium eq = solve_statics(rod_);
                if (eq.status == Status::unstable) {
                    out_.warnings.push_back("the initial equilibrium is unstable: the motion leaves it");
                } else if (eq.status != Status::converged) {
                    return refuse(eq.status, "initial equilibrium: " + eq.message);
                }
                state_.frames = eq.shape.frames;
            }
        }
        return starts_where_it_is_held();
    }

    bool starts_where_it_is_held()
    {
        for (const NodalHold& hold : rod_.holds) {
            if (!(0.0 < hold.until)) continue;
            if (hold.tangent)
                return refuse(Status::invalid,
                              "'" + hold.name +
                                  "' holds a tangent alone, which a moving rod does not take: "
                                  "let it go by until: 0 s, or use a clamp");
            const SE3& X = state_.frames[static_cast<std::size_t>(hold.node)];
            const SE3 target = target_at(rod_, hold, 0.0);
            double gap = 0.0;
            for (int i = 0; i < 3; ++i) {
                if (hold.position[static_cast<std::size_t>(i)])
                    gap = std::max(gap, std::abs(X.position()[i] - target.position()[i]) / rod_.length());
            }
            if (hold.rotation) gap = std::max(gap, (X.rotation() - target.rotation()).norm());
            if (gap > 1e-6)
                return refuse(Status::invalid, "the motion starts away from where '" + hold.name +
                                                   "' holds the rod: use initial: equilibrium");
        }
        return true;
    }

    /// Integrator and step. Explicit steps above the limit are refused.
    bool choose_step()
    {
        const double limit = stability_limit(rod_);
        const double safe = (rod_.damping.retardation_time > 0.0 ? damped_margin : margin) * limit;
        NodalRod unloaded = rod_;
        unloaded.loads.clear();
        const double slow = 1.0 / (steps_a_period * first_frequency(unloaded, rest_state(rod_).frames));
        implicit_ = simulation_.integrator == Integrator::implicit ||
                    (simulation_.integrator == Integrator::automatic &&
                     simulation_.step.value_or(slow) > worth_of_implicit * safe);
        const double wanted = simulation_.step.value_or(implicit_ ? slow : safe);
        if (!implicit_ && wanted > limit && !simulation_.allow_unstable_step)
            return refuse(Status::invalid,
                          "step: " + shown(wanted) +
                              " s is above the stability limit of the explicit integrator, " + shown(limit) +
                              " s; use a smaller step or integrator: implicit, or "
                              "allow_unstable_step: true to see it fail");
        limit_ = limit;
        steps_an_output_ =
            std::max(1L, static_cast<long>(std::ceil(simulation_.output_every / wanted - 1e-9)));
        step_ = simulation_.output_every / static_cast<double>(steps_an_output_);
        outputs_ = static_cast<long>(std::floor(simulation_.duration / simulation_.output_every + 1e-9));
        out_.integration.step = step_;
        out_.integration.integrator =
            implicit_ ? "implicit generalised-alpha, spectral radius 0.9" : "explicit Lie-group variational";
        largest_energy_ = energy_ratio * available_energy();
        return true;
    }

    /// What the start holds and what the loads can give in one sweep: a motion with a thousand times more has
    /// blown up.
    double available_energy() const
    {
        const MotionState start = motion_of(rod_, state_, 0.0);
        double energy = start.kinetic_energy + start.elastic_energy;
        for (const Vector3d& w : rod_.weight)
            energy += w.norm() * rod_.length();
        // Histories may hold more than the present: look along the run.
        double most_given = 0.0;
        for (int i = 0; i <= 100; ++i) {
            double now = 0.0;
            const double time = simulation_.duration * i / 100.0;
            for (const NodalLoad& load : rod_.loads) {
                const SE3& X = state_.frames[static_cast<std::size_t>(load.node)];
                const NodeWrench w = wrench(load, rod_.field, X, time);
                now += w.force.norm() * rod_.length() + w.torque.norm() +
                       std::abs(potential(load, rod_.field, X, time));
            }
            most_given = std::max(most_given, now);
        }
        // A moving base gives what it takes to bend the rod.
        if (!rod_.base.timing.history.columns.empty()) energy += rod_.C2.maxCoeff() / rod_.length();
        return energy + most_given;
    }

    /// Records the state; false where it is no motion of a rod, or the run is to end.
    bool record(double time)
    {
        const MotionState motion = motion_of(rod_, state_, time);
        if (!is_sound(motion, time)) return false;
        out_.time.push_back(time);
        out_.frames.push_back(state_.frames);
        out_.coordinates.push_back(coordinates(state_));
        out_.velocities.push_back(velocities(state_));
        out_.motion.push_back(motion);
        if (!rod_.stations.empty()) {
            std::vector<StationPose> poses;
            for (const Station& station : rod_.stations)
                poses.push_back({station.name, frame_at(rod_, state_.frames, station.at)});
            out_.stations.push_back(std::move(poses));
        }
        return go_on(time);
    }

    bool go_on(double time)
    {
        if (!progress_ || progress_(time)) return true;
        out_.interrupted = true;
        out_.message = "interrupted at t = " + shown(time) + " s";
        return false;
    }

    bool is_sound(const MotionState& motion, double time)
    {
        const double energy = motion.kinetic_energy + motion.elastic_energy;
        if (energy <= largest_energy_) return true;
        if (std::isnan(energy))
            return refuse(Status::not_converged,
                          "at t = " + shown(time) +
                              " s the motion is not defined: a load or the field is not where the rod is");
        return blown_up(time, "the energy of the rod reached " + shown(energy) + " J");
    }

    bool blown_up(double time, const std::string& how)
    {
        std::string remedy =
            implicit_ ? "; use a smaller step than " + shown(step_) + " s"
                      : "; the step is " + shown(step_) + " s, the stability limit " + shown(limit_) + " s";
        return refuse(Status::not_converged,
                      "the motion blew up at t = " + shown(time) + " s: " + how + remedy);
    }

    void run_explicit()
    {
        ExplicitIntegrator integrator(rod_, state_, step_);
        integrator.observe(state_);
        bool going = record(0.0);
        for (long i = 1; i <= outputs_ && going; ++i) {
            for (long k = 0; k < steps_an_output_ && going; ++k) {
                if (!integrator.step())
                    going = blown_up(integrator.time(), "a node turned too far in one step");
                else if (integrator.steps() % check_every == 0)
                    going = is_bent_soundly(integrator.least_half_cosine(), integrator.time()) &&
                            (integrator.steps() % 4096 != 0 || go_on(integrator.time()));
            }
            out_.integration.steps = integrator.steps();
            if (!going) break;
            integrator.observe(state_);
            going = is_bent_soundly(integrator.least_half_cosine(), integrator.time()) &&
                    record(static_cast<double>(i) * simulation_.output_every);
        }
    }

    bool is_bent_soundly(double cosine, double time)
    {
        if (cosine >= least_cosine) return true;
        return blown_up(time, "neighbouring nodes turned by more than a right angle against each other");
    }

    /// A step, or two of half the size where Newton fails.
    bool advance(ImplicitIntegrator& integrator, double h, int halvings)
    {
        if (integrator.step(h)) return true;
        ++out_.integration.rejected;
        if (halvings == 0) return false;
        return advance(integrator, 0.5 * h, halvings - 1) && advance(integrator, 0.5 * h, halvings - 1);
    }

    void run_implicit()
    {
        ImplicitIntegrator integrator(rod_, state_);
        bool going = record(0.0);
        for (long i = 1; i <= outputs_ && going; ++i) {
            for (long k = 0; k < steps_an_output_ && going; ++k) {
                if (!advance(integrator, step_, 8))
                    going = blown_up(integrator.time(), "a step has no solution");
                else if (integrator.steps() % 256 == 0)
                    going = go_on(integrator.time());
            }
            out_.integration.steps = integrator.steps();
            if (!going) break;
            const double time = static_cast<double>(i) * simulation_.output_every;
            integrator.set_time(time);
            state_ = integrator.state();
            going = is_bent_soundly(half_cosine(), time) && record(time);
        }
    }

    double half_cosine() const
    {
        double least = 1.0;
        for (std::size_t k = 0; k + 1 < state_.frames.size(); ++k) {
            const Matrix3d R = state_.frames[k].rotation().transpose() * state_.frames[k + 1].rotation();
            least = std::min(least, std::abs(so3::quaternion(R).w()));
        }
        return least;
    }

    const Manipulator& manipulator_;
    const Simulation& simulation_;
    const Progress& progress_;
    Trajectory out_;
    NodalRod rod_;
    NodalState state_;
    bool implicit_ = false;
    double limit_ = 0.0, step_ = 0.0, largest_energy_ = 0.0;
    long steps_an_output_ = 1, outputs_ = 0;
};

}  // namespace

Trajectory simulate_variational(const Manipulator& manipulator, const Progress& progress)
{
    return Run(manipulator, progress).run();
}

}  // namespace supple
