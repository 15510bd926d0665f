#include <supple/dynamics/integrator_work.hpp>
#include <supple/dynamics/variational.hpp>
#include <supple/dynamics/variational_explicit.hpp>
#include <supple/dynamics/variational_implicit.hpp>
#include <supple/dynamics/variational_modes.hpp>
#include <supple/dynamics/variational_start.hpp>
#include <supple/lie/so3.hpp>
#include <supple/result/stop.hpp>

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
constexpr double steps_a_period = 1000.0;  ///< of the first mode, implicit
constexpr double least_cosine = 0.7071;    ///< of half the angle between neighbours: a right angle
constexpr double energy_ratio = 1e3;       ///< to all that the start and the loads can give
constexpr long check_every = 64;           ///< steps
constexpr double share_of_steps = 0.02;    ///< of the energy, that steps may take unsaid
constexpr double steps_to_resolve = 20.0;  ///< a period

std::string shown(double value)
{
    std::array<char, 32> text{};
    const auto end =
        std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 4);
    return {text.data(), end.ptr};
}

class VariationalRun {
 public:
    VariationalRun(NodalRod rod, const Simulation& simulation, const Progress& progress)
        : simulation_(simulation), progress_(progress), rod_(std::move(rod))
    {
        out_.model = "variational";
    }

    Trajectory run()
    {
        const auto start = std::chrono::steady_clock::now();
        if (can_move() && start_state() && choose_step()) {
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

    bool can_move()
    {
        if (std::any_of(rod_.loads.begin(), rod_.loads.end(),
                        [](const NodeLoad& load) { return load.load->feels_motion(); }))
            return refuse(Status::invalid,
                          "a load depends on velocities, which the variational rod does not take in motion; "
                          "use a chain, as in --model spherical-prb");
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
        NodalStart start = start_of(rod_, simulation_);
        out_.warnings = std::move(start.warnings);
        state_ = std::move(start.state);
        return start.status == Status::converged || refuse(start.status, std::move(start.message));
    }

    /// Integrator and step. Explicit steps above the limit are refused.
    bool choose_step()
    {
        const double limit = stability_limit(rod_);
        const double safe = (rod_.damping.retardation_time > 0.0 ? damped_margin : margin) * limit;
        NodalRod unloaded = rod_;
        unloaded.loads.clear();
        first_frequency_ = first_frequency(unloaded, rest_state(rod_).frames);
        const double implicit_step = 1.0 / (steps_a_period * first_frequency_);
        implicit_ = simulation_.integrator == Integrator::implicit ||
                    (simulation_.integrator == Integrator::automatic &&
                     implicit_is_better({limit, safe, implicit_step}));
        const double wanted = simulation_.step.value_or(implicit_ ? implicit_step : safe);
        if (!implicit_ && wanted > limit && !simulation_.allow_unstable_step)
            return refuse(Status::invalid,
                          "step: " + shown(wanted) +
                              " s is above the stability limit of the explicit integrator, " + shown(limit) +
                              " s; use a smaller step or integrator: implicit, or "
                              "allow_unstable_step: true to see it fail");
        limit_ = limit;
        step_ = wanted;
        steps_an_output_ = steps_for(simulation_.output_every);
        step_ = simulation_.output_every / static_cast<double>(steps_an_output_);
        outputs_ = static_cast<long>(std::floor(simulation_.duration / simulation_.output_every + 1e-9));
        end_ = static_cast<double>(outputs_) * simulation_.output_every;
        out_.integration.step = step_;
        out_.integration.integrator =
            implicit_ ? "implicit generalised-alpha, spectral radius 0.9" : "explicit Lie-group variational";
        largest_energy_ = energy_ratio * available_energy();
        return true;
    }

    struct Steps {
        double limit, safe;  ///< explicit [s]
        double implicit;     ///< [s]
    };

    /// A given step is taken by explicit steps where they are stable. Else the less work decides.
    bool implicit_is_better(const Steps& steps) const
    {
        if (simulation_.step) return *simulation_.step > steps.limit && !simulation_.allow_unstable_step;
        if (steps.implicit <= steps.safe) return false;
        const std::vector<double> events = events_until(rod_, simulation_.duration);
        const double end = events.empty() ? simulation_.duration : events.front();
        return work_of_implicit_step(rod_, state_, steps.implicit, end) / steps.implicit < 1.0 / steps.safe;
    }

    /// How many steps of at most step_ fill a time.
    long steps_for(double time) const
    {
        return std::max(1L, static_cast<long>(std::ceil(time / step_ - 1e-9)));
    }

    /// What the start holds, what it takes to bend the rod by a radian and what the loads can give in one
    /// sweep: a motion with a thousand times more has blown up.
    double available_energy() const
    {
        const MotionState start = motion_of(rod_, state_, 0.0);
        double energy = start.kinetic_energy + start.elastic_energy + rod_.C2.maxCoeff() / rod_.length();
        for (const Vector3d& w : rod_.weight)
            energy += w.norm() * rod_.length();
        // Histories may hold more than the present: look along the run.
        std::vector<double> times = {0.0};
        for (const double event : events_until(rod_, end_))
            times.insert(times.end(), {std::nextafter(event, 0.0), event});
        for (int i = 1; i <= 100; ++i)
            times.push_back(simulation_.duration * i / 100.0);
        double most_given = 0.0;
        for (const double time : times) {
            double now = 0.0;
            for (const NodeLoad& load : rod_.loads) {
                const SE3& X = state_.frames[static_cast<std::size_t>(load.node)];
                const NodeWrench w = wrench(load, X, time);
                now += w.force.norm() * rod_.length() + w.torque.norm() + std::abs(potential(load, X, time));
            }
            most_given = std::max(most_given, now);
        }
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

    bool go_on(double time) { return !interrupted(!progress_(time, out_), time); }

    bool interrupted(bool asked, double time)
    {
        if (!asked) return false;
        out_.interrupted = true;
        return !refuse(Status::not_converged, "interrupted at t = " + shown(time) + " s");
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

    /// Equal steps from output to output, and from event to event where any lie between. begin(time, end, h):
    /// steps of h follow, and nothing switches before `end`; advance(h): one of them; observe(): the state.
    template <class Begin, class Advance, class Observe>
    void follow(const Begin& begin, const Advance& advance, const Observe& observe)
    {
        const double every = simulation_.output_every, slack = 1e-9 * every;
        const std::vector<double> events = events_until(rod_, end_);
        auto event = events.begin();
        double time = 0.0, h = 0.0;
        bool going = record(0.0);
        for (long i = 1; i <= outputs_ && going; ++i) {
            const double due = static_cast<double>(i) * every;
            while (going && time < due - slack) {
                const double next = event == events.end() ? std::numeric_limits<double>::infinity() : *event;
                const bool cut = next <= due + slack;
                const double end = cut ? next : due;
                const bool whole = std::abs(end - time - every) <= 2.0 * slack;
                const long steps = whole ? steps_an_output_ : steps_for(end - time);
                const double step = whole ? step_ : (end - time) / static_cast<double>(steps);
                if (h != step) begin(time, next, step);
                h = step;
                for (long k = 0; k < steps && going; ++k)
                    going = advance(step) && !interrupted(stop_wanted(), time);
                time = end;
                if (cut) {
                    ++event;
                    h = 0.0;
                }
            }
            if (!going) break;
            observe();
            going = record(due);
        }
    }

    void run_explicit()
    {
        ExplicitIntegrator integrator(rod_, state_, step_);
        integrator.observe(state_);
        follow([&](double time, double end, double h) { integrator.begin(time, end, h); },
               [&](double) {
                   const bool stepped = integrator.step();
                   out_.integration.steps = integrator.steps();
                   if (!stepped) return blown_up(integrator.time(), "a node turned too far in one step");
                   if (integrator.steps() % check_every != 0) return true;
                   return is_bent_soundly(integrator.least_half_cosine(), integrator.time()) &&
                          (integrator.steps() % 4096 != 0 || go_on(integrator.time()));
               },
               [&] { integrator.observe(state_); });
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
        follow([&](double time, double end, double) { integrator.begin(time, end); },
               [&](double h) {
                   const bool stepped = advance(integrator, h, 8);
                   out_.integration.steps = integrator.steps();
                   if (!stepped) return blown_up(integrator.time(), "a step has no solution");
                   return integrator.steps() % 256 != 0 || go_on(integrator.time());
               },
               [&] { integrator.observe(state_); });
        const double share = integrator.energy().share_of_steps();
        if (share > share_of_steps)
            out_.warnings.push_back(
                "the steps of " + shown(step_) + " s took " + shown(100.0 * share) +
                " % of the energy of the motion: oscillations above " +
                shown(1.0 / (steps_to_resolve * step_)) +
                " Hz are damped by the steps and not by the rod, whose first frequency is " +
                shown(first_frequency_) + " Hz; use a smaller step");
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

    const Simulation& simulation_;
    const Progress& progress_;
    Trajectory out_;
    NodalRod rod_;
    NodalState state_;
    bool implicit_ = false;
    double first_frequency_ = 0.0;  ///< without loads [Hz]
    double limit_ = 0.0, step_ = 0.0, end_ = 0.0, largest_energy_ = 0.0;
    long steps_an_output_ = 1, outputs_ = 0;
};

}  // namespace

Trajectory simulate_variational(NodalRod rod, const Simulation& simulation, const Progress& progress)
{
    return VariationalRun(std::move(rod), simulation, progress).run();
}

Trajectory simulate_variational(const Manipulator& manipulator, const Progress& progress)
{
    NodalRodOrMistake made = model_rod(manipulator);
    Trajectory out;
    if (made.mistake.empty()) {
        out = simulate_variational(std::move(made.rod), *manipulator.simulation, progress);
    } else {
        out.model = "variational";
        out.status = Status::invalid;
        out.message = made.mistake;
    }
    out.warnings.insert(out.warnings.begin(), made.warnings.begin(), made.warnings.end());
    return out;
}

}  // namespace supple
