#include <supple/dynamics/held_in_motion.hpp>
#include <supple/dynamics/modes.hpp>
#include <supple/dynamics/simulate.hpp>
#include <supple/dynamics/stepper.hpp>
#include <supple/result/stop.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>

namespace supple {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double explicit_stability = 5.0;  // of |λ| h, on the imaginary axis and on the negative real one
constexpr double steps_to_see = 20.0;       // of a fixed size, a period
constexpr double stiff = 500.0;             // ratio of rates from which a run begins with implicit steps
constexpr double worth_a_trial = 50.0;      // ratio from which they are tried in a damped motion
constexpr double dop853_stages = 12.0;

struct Cut {
    double time = 0.0;
    bool another_system = false;
};

/// Ends of the stretches, in order; the last is the end of the run.
std::vector<Cut> cuts_of(const MotionStart& start, double duration)
{
    std::vector<Cut> cuts;
    for (const double time : start.switches)
        cuts.push_back({time, true});
    for (const double time : start.kinks)
        cuts.push_back({time, false});
    const auto outside = [&](const Cut& cut) { return !(cut.time > 0.0 && cut.time < duration); };
    std::erase_if(cuts, outside);
    cuts.push_back({duration, false});
    std::stable_sort(cuts.begin(), cuts.end(), [](const Cut& a, const Cut& b) { return a.time < b.time; });
    std::vector<Cut> merged;
    for (const Cut& cut : cuts) {
        if (!merged.empty() && cut.time <= merged.back().time) {
            merged.back().another_system = merged.back().another_system || cut.another_system;
        } else {
            merged.push_back(cut);
        }
    }
    return merged;
}

class Run {
 public:
    Run(const Simulation& simulation, const Progress& progress)
        : simulation_(simulation), progress_(progress), started_(Clock::now())
    {
        const double every = simulation.output_every > 0.0 ? simulation.output_every : simulation.duration;
        outputs_ = static_cast<long>(std::floor(simulation.duration / every * (1.0 + 1e-9))) + 1;
        every_ = every;
    }

    Trajectory go(const SystemAt& system_at, const MotionStart& start)
    {
        const std::vector<Cut> cuts = cuts_of(start, simulation_.duration);
        std::unique_ptr<System> system = system_at(0.5 * cuts.front().time);
        if (!begin(*system, start)) return std::move(trajectory_);
        auto motion = std::make_unique<Motion>(*system);
        VectorXd q = start.coordinates, v = start.velocities;
        double t = 0.0;
        for (std::size_t k = 0; k < cuts.size(); ++k) {
            if (k > 0 && cuts[k - 1].another_system) {
                motion.reset();
                system = system_at(0.5 * (t + cuts[k].time));
                if (refuse(*system)) break;
                motion = std::make_unique<Motion>(*system);
            }
            if (!active().start(*motion, t, q, v, cuts[k].time)) {
                fail(Status::invalid, "the acceleration is not finite, or a coordinate moves no mass");
                break;
            }
            if (k == 0) record(*motion, 0.0, q, v);
            if (!follow(*motion)) break;
            t = cuts[k].time;
            q = active().q();
            v = active().v();
        }
        finish();
        return std::move(trajectory_);
    }

 private:
    bool refuse(const System& system)
    {
        std::string why = why_not_moved(system);
        if (why.empty()) why = why_not_held_in_time(system);
        if (!why.empty()) fail(Status::invalid, why);
        return !why.empty();
    }

    // Chooses the integrator; false where there is nothing to integrate.
    bool begin(System& system, const MotionStart& start)
    {
        trajectory_.model = system.type;
        trajectory_.status = Status::converged;
        if (refuse(system)) return false;
        if (start.coordinates.size() != system.model->size() ||
            start.velocities.size() != system.model->size()) {
            fail(Status::invalid, "the model has " + std::to_string(system.model->size()) +
                                      " coordinates; the initial state has " +
                                      std::to_string(start.coordinates.size()) + " and " +
                                      std::to_string(start.velocities.size()) + " velocities");
            return false;
        }
        const Pace pace = find_pace(system, start.coordinates);
        const double rate = std::max(pace.fastest, pace.creep);
        const bool is_stiff = rate > stiff * pace.slowest;
        const bool implicit = simulation_.integrator == Integrator::implicit ||
                              (simulation_.integrator == Integrator::automatic && is_stiff);
        const bool fixed = simulation_.step.has_value();
        if (!implicit && fixed && *simulation_.step * rate > explicit_stability &&
            !simulation_.allow_unstable_step) {
            fail(Status::invalid, "explicit steps of this size grow without bound; take at most " +
                                      std::to_string(1e6 * explicit_stability / rate) +
                                      " us, or the implicit integrator");
            return false;
        }
        if (implicit && fixed && *simulation_.step * pace.slowest > 2.0 * std::numbers::pi / steps_to_see)
            trajectory_.warnings.push_back(
                "steps of " + std::to_string(*simulation_.step) +
                " s do not resolve the slowest oscillation of the rod, " +
                std::to_string(pace.slowest / (2.0 * std::numbers::pi)) +
                " Hz: it and all faster ones are damped by the steps and not by the rod; use a smaller step");
        const Accuracy accuracy(simulation_.tolerance, system.model->coordinate_scale(), pace.slowest);
        const double first = fixed ? *simulation_.step : 0.1 / std::max(rate, 1e-12);
        // Where both may serve, what they cost is measured on the way.
        const bool choose = simulation_.integrator == Integrator::automatic && !fixed &&
                            (implicit || (pace.creep > 0.0 && rate > worth_a_trial * pace.slowest));
        if (choose || !implicit)
            explicit_.stepper = explicit_stepper(system.model->size(), accuracy, first, fixed);
        if (choose || implicit)
            implicit_.stepper = implicit_stepper(system.model->size(), accuracy, first, fixed);
        explicit_.cost = dop853_stages * rate / explicit_stability;  // no longer steps are stable
        implicit_.cost = 0.0;                                        // not known: worth a trial
        now_ = implicit ? &implicit_ : &explicit_;
        fixed_ = fixed;
        trajectory_.arclength.push_back(0.0);
        for (const Sample& sample : system.samples)
            trajectory_.arclength.push_back(sample.arclength);
        return true;
    }

    // One stretch; false where the run ends early.
    bool follow(Motion& motion)
    {
        const double slack = 1e-9 * every_;
        VectorXd q(motion.size()), v(motion.size());
        begin_window();
        while (active().time() < active().end()) {
            switch (active().step()) {
                case Stepper::Outcome::stepped:
                    break;
                case Stepper::Outcome::too_small:
                    fail(Status::not_converged,
                         simulation_.step ? "the step could not be taken" : "the steps became too small");
                    return false;
                case Stepper::Outcome::no_acceleration:
                    fail(Status::invalid, "the acceleration is not finite, or a coordinate moves no mass");
                    return false;
            }
            for (double due = next_output(); next_ < outputs_ && due <= active().time() + slack;
                 due = next_output()) {
                if (std::abs(due - active().time()) <= slack) {
                    record(motion, due, active().q(), active().v());
                } else {
                    active().at(due, q, v);
                    record(motion, due, q, v);
                }
            }
            if (stop_wanted() || !progress_(active().time(), trajectory_)) {
                trajectory_.interrupted = true;
                trajectory_.status = Status::not_converged;
                return false;
            }
            if (explicit_.stepper && implicit_.stepper && !keep_the_cheaper(motion)) return false;
        }
        return true;
    }

    // Steps that grow to their size say nothing of the cost; those after them do.
    void begin_window() { window_ = {active().steps(), 0.0, 0.0}; }

    // Measures what a unit of time costs, and goes on with the other integrator where that is cheaper, or
    // where it is time to see whether it has become so. False where it cannot start.
    bool keep_the_cheaper(Motion& motion)
    {
        constexpr long growing = 8, measured = 16;
        const long steps = active().steps() - window_.first;
        if (steps < growing) return true;
        if (steps == growing) {
            window_.time = active().time();
            window_.work = active().work();
            return true;
        }
        if (steps < growing + measured) return true;
        now_->cost = (active().work() - window_.work) / (active().time() - window_.time);
        window_ = {active().steps() - growing, active().time(), active().work()};
        Candidate& other = now_ == &explicit_ ? implicit_ : explicit_;
        // Fast motion may have died away: then implicit steps have become longer.
        const bool due = now_ == &explicit_ && active().time() >= next_trial_;
        if (due) next_trial_ = std::max(2.0 * active().time(), active().time() + simulation_.duration / 32.0);
        if (!due && other.cost >= 0.8 * now_->cost) return true;
        const Stepper& from = active();
        now_ = &other;
        if (!other.stepper->start(motion, from.time(), from.q(), from.v(), from.end())) {
            fail(Status::invalid, "the acceleration is not finite, or a coordinate moves no mass");
            return false;
        }
        begin_window();
        return true;
    }

    struct Candidate {
        std::unique_ptr<Stepper> stepper;
        double cost = 0.0;  ///< of a unit of time: estimated, then measured [evaluations/s]
    };
    Stepper& active() const { return *now_->stepper; }

    double next_output() const { return static_cast<double>(next_) * every_; }

    void record(Motion& motion, double time, const VectorXd& q, const VectorXd& v)
    {
        const System& system = motion.system();
        trajectory_.time.push_back(time);
        trajectory_.motion.push_back(motion.state(time, q, v));
        trajectory_.coordinates.push_back(q);
        trajectory_.velocities.push_back(v);
        std::vector<SE3> frames{system.base_spring ? system.model->frame_at({0, 1.0})
                                                   : static_cast<const Chain&>(*system.model).base()};
        for (const Sample& sample : system.samples)
            frames.push_back(system.model->frame_at(sample.place));
        trajectory_.frames.push_back(std::move(frames));
        std::vector<StationPose> stations;
        for (const Sample& station : system.stations)
            stations.push_back({station.name, system.model->frame_at(station.place)});
        if (!stations.empty()) trajectory_.stations.push_back(std::move(stations));
        ++next_;
    }

    void fail(Status status, const std::string& why)
    {
        trajectory_.status = status;
        const bool on_the_way = now_ && active().time() > 0.0;
        trajectory_.message = on_the_way ? "at t = " + std::to_string(active().time()) + " s: " + why : why;
    }

    void finish()
    {
        IntegrationReport& report = trajectory_.integration;
        for (const Candidate* each : {&explicit_, &implicit_}) {
            if (!each->stepper || (each != now_ && each->stepper->steps() == 0)) continue;
            report.integrator +=
                (report.integrator.empty() ? "" : " and ") + std::string(each->stepper->name());
            report.steps += each->stepper->steps();
            report.rejected += each->stepper->rejected();
        }
        report.integrator += fixed_ ? ", fixed steps" : ", adaptive steps";
        if (report.steps > 0) report.step = active().time() / static_cast<double>(report.steps);
        report.seconds = std::chrono::duration<double>(Clock::now() - started_).count();
        if (trajectory_.interrupted && trajectory_.message.empty())
            trajectory_.message = "interrupted at t = " + std::to_string(active().time()) + " s";
    }

    const Simulation& simulation_;
    const Progress& progress_;
    Clock::time_point started_;
    Candidate explicit_, implicit_;
    Candidate* now_ = nullptr;
    struct {
        long first = 0;  ///< step
        double time = 0.0, work = 0.0;
    } window_;
    double next_trial_ = 0.0;  ///< when the implicit one is tried again [s]
    bool fixed_ = false;
    double every_ = 0.0;
    long outputs_ = 0, next_ = 0;
    Trajectory trajectory_;
};

}  // namespace

Trajectory simulate(const SystemAt& system_at, const Simulation& simulation, const MotionStart& start,
                    const Progress& progress)
{
    return Run(simulation, progress).go(system_at, start);
}

}  // namespace supple
