#include <supple/dynamics/variational_explicit.hpp>
#include <supple/dynamics/variational_modes.hpp>
#include <supple/dynamics/variational_start.hpp>
#include <supple/estimate/damping_filter.hpp>
#include <supple/result/stop.hpp>
#include <supple/text/sentence.hpp>
#include <supple/text/units.hpp>

#include <algorithm>
#include <cmath>

namespace supple {

double FilterLaw::influence(double v, double m) const noexcept
{
    if (horizon <= 1) return dt * dt * v / m;
    const double tau = horizon * dt;
    return 0.5 * tau * tau * v / m;
}

double FilterLaw::damping(const FilterSample& s) const noexcept
{
    const double tau = horizon * dt;
    const double ahead =
        horizon <= 1 ? s.p + dt * s.v + dt * dt * s.acc : s.p + tau * s.v + 0.5 * tau * tau * s.acc;
    const double G = influence(s.v, s.m);
    const double weight = G * G * R + W;
    return weight > 0.0 ? G * R * (ahead - s.y) / weight : 0.0;
}

namespace {

using namespace variational;

constexpr double beyond = 0.2;   ///< of the length, that a rod may stretch
constexpr double nearby = 0.01;  ///< of the length, where a rod does not stay with all its points

/// A distance of model and data as a share of the motion: from the first on it is doubted, from the second on
/// refused.
struct Limits {
    double doubted, refused;
};
constexpr Limits of_start = {0.03, 0.25};
constexpr Limits of_filter = {0.03, 0.12};
constexpr Limits of_replay = {0.15, 0.6};  ///< of what has lost its phase: 1
constexpr double sure = 5.0;               ///< standard deviations that noise explains

std::string in_length(double metres)
{
    return format_quantity(metres, dimension::length, 3);
}

/// A measured node, what its filter has found so far, and its rate in this step.
struct Point {
    int node = 0;
    Track track;
    FilterLaw law;
    Vector3d rate = Vector3d::Zero();  ///< K/m now [1/s]
    double dissipated = 0.0;           ///< Σ K v²
    double weight = 0.0;               ///< Σ m v²
    long negative = 0;
    long samples = 0;
};

/// The rate K/m of a node between measured ones.
Vector3d rate_between(const NodalRod& rod, const std::vector<Point>& points, int node)
{
    const double s = rod.arclength[static_cast<std::size_t>(node)];
    double s_before = 0.0;
    Vector3d before = rod.holds.empty() ? points.front().rate : Vector3d(Vector3d::Zero());
    for (const Point& point : points) {
        const double s_point = rod.arclength[static_cast<std::size_t>(point.node)];
        if (s <= s_point) {
            const double t = s_point > s_before ? (s - s_before) / (s_point - s_before) : 1.0;
            return (1.0 - t) * before + t * point.rate;
        }
        s_before = s_point;
        before = point.rate;
    }
    return before;
}

class Filter {
 public:
    Filter(const NodalRod& rod, const DampingFilterOptions& options, double step)
        : rod_(rod), options_(options), step_(step)
    {
    }

    bool place(const std::vector<MeasuredPoint>& measured, std::string& message)
    {
        end_ = std::numeric_limits<double>::infinity();
        for (const MeasuredPoint& given : measured) {
            const auto same = [&](double s) { return std::abs(s - given.at) < 1e-6 * rod_.length(); };
            const auto node = std::find_if(rod_.arclength.begin(), rod_.arclength.end(), same);
            if (node == rod_.arclength.end()) {
                message =
                    "a measured point lies between two nodes of the model: choose elements so that one lies "
                    "there";
                return false;
            }
            if (given.track.positions.size() < 4 || !(given.track.interval > 0.0) ||
                given.track.start > 0.0) {
                message = "a measured point needs at least four samples at equal intervals, from t = 0 on";
                return false;
            }
            Point point;
            point.node = static_cast<int>(node - rod_.arclength.begin());
            point.track = smoothed_to_noise(given.track, options_.noise);
            point.law = {step_, options_.horizon, options_.R, 0.0};
            const double G = point.law.influence(options_.reference_speed, mass(point.node));
            point.law.W = options_.W.value_or(options_.R * G * G);
            const double ahead = options_.causal ? 0.0 : options_.horizon * step_;
            end_ = std::min(end_, point.track.end() - ahead);
            points_.push_back(std::move(point));
        }
        std::sort(points_.begin(), points_.end(),
                  [](const Point& a, const Point& b) { return a.node < b.node; });
        return true;
    }

    /// Why the data are not of this rod; empty where they may be. A base that may move bounds nothing.
    std::string foreign() const
    {
        if (rod_.base.free || !rod_.base.timing.history.columns.empty()) return "";
        const Vector3d base = rod_.base.X_WB.position();
        double farthest = 0.0;
        for (const Point& point : points_) {
            const double s = rod_.arclength[static_cast<std::size_t>(point.node)];
            double far = 0.0;
            for (const Vector3d& p : point.track.positions)
                far = std::max(far, (p - base).norm());
            if (far > s + beyond * rod_.length())
                return "the point at s = " + in_length(s) + " was seen " + in_length(far) +
                       " from the base, beyond the reach of the rod: is the unit of its columns right?";
            farthest = std::max(farthest, far);
        }
        if (farthest < nearby * rod_.length())
            return "all points were seen within " + in_length(farthest) + " of the base of a rod of " +
                   in_length(rod_.length()) + ": is the unit of their columns right?";
        return "";
    }

    /// Why nothing can be learned from the data; empty: something can.
    std::string blind() const
    {
        const double ahead = options_.horizon * step_;
        double shown = 0.0;
        bool moves = false;
        for (const Point& point : points_) {
            shown = std::max(shown, point.track.end());
            moves = moves || moves_beyond_noise(point.track, std::max(options_.noise, 1e-9 * rod_.length()));
        }
        if (!moves) return "the data do not move: damping cannot be seen";
        if (!(2.0 * ahead <= shown))
            return "a horizon of " + std::to_string(options_.horizon) + " steps looks " +
                   std::to_string(ahead) + " s ahead, and the data end at " + std::to_string(shown) +
                   " s: choose a horizon of at most half of that time";
        return "";
    }

    /// Why the data are not those of a motion that starts like that; empty: they are. What is doubtful is a
    /// warning.
    std::string begins_elsewhere(const NodalState& start, std::vector<std::string>& warnings) const
    {
        double largest = 0.0, at = 0.0, share = 0.0, moved = 0.0;
        for (const Point& point : points_)
            moved = std::max(moved, spread(point.track));
        for (const Point& point : points_) {
            const auto node = static_cast<std::size_t>(point.node);
            const double gap = (position_at(point.track, 0.0) - start.frames[node].position()).norm();
            if (gap <= largest) continue;
            largest = gap;
            at = rod_.arclength[node];
            share = (gap - sure * std::max(options_.noise, noise_of(point.track))) / moved;
        }
        if (!(share > of_start.doubted)) return "";
        const std::string where = "at t = 0 the data have the point at s = " + in_length(at) + " " +
                                  in_length(largest) + " from where the motion of the file starts";
        if (share > of_start.refused) return where + ": give its start as simulation: {initial: ..}";
        warnings.push_back(where + ", which moves the rate");
        return "";
    }

    /// What is wrong where the filter does not stay with the data; empty: nothing. What is doubtful is a
    /// warning.
    std::string lost(const DampingEstimate& out, std::vector<std::string>& warnings) const
    {
        return judged(out.mean_error, of_filter, "the filter is",
                      "the horizon is too long, or the rod, its loads or its start are not those of the data",
                      warnings);
    }

    void run(const NodalState& start, DampingEstimate& out)
    {
        ExplicitIntegrator integrator(rod_, start, step_);
        integrator.set_viscous_rates(0.0, options_.rotational_rate);
        sum_ = 0.0;
        bool stopped = false;
        const bool ended = over_time(integrator, [&](double h) {
            for (Point& point : points_)
                point.law.dt = h;
            stopped = stop_wanted();
            return !stopped && follow(integrator, out);
        });
        if (!ended) {
            out.status = Status::not_converged;
            out.message = stopped ? stopped_sentence
                                  : "the filtered motion blew up: use a smaller step, a longer horizon or a "
                                    "larger W";
        }
        out.steps = integrator.steps();
        out.mean_error = out.steps > 0 ? sum_ / static_cast<double>(out.steps) : 0.0;
        report(out);
        if (out.status != Status::converged) return;
        out.message = lost(out, out.warnings);
        if (out.message.empty()) out.message = contradicted(start, out);
        if (!out.message.empty()) out.status = Status::not_converged;
    }

 private:
    /// Equal steps from one event to the next, and of the full size from the last one on, each of them taken
    /// by `take`, which is told its size. False where one of them fails.
    template <class Take>
    bool over_time(ExplicitIntegrator& integrator, const Take& take)
    {
        double time = 0.0;
        std::vector<double> ends = events_until(rod_, end_);
        ends.push_back(end_);
        for (const double end : ends) {
            const double steps = std::max(1.0, std::ceil((end - time) / step_ - 1e-9));
            const double h = end == end_ ? step_ : (end - time) / steps;
            integrator.begin(time, end, h);
            for (long k = 0; k < static_cast<long>(steps); ++k)
                if (!take(h)) return false;
            time = end;
        }
        return true;
    }

    /// Lets a rod with the rate move by itself. What is wrong where it does not do what the data do; empty:
    /// nothing.
    std::string contradicted(const NodalState& start, DampingEstimate& out)
    {
        ExplicitIntegrator integrator(rod_, start, step_);
        integrator.set_viscous_rates(out.rate, options_.rotational_rate);
        const Point& last = points_.back();
        double sum = 0.0;
        const bool ended = over_time(integrator, [&](double) {
            integrator.begin_step();
            sum += (integrator.position(last.node) - position_at(last.track, integrator.time())).norm();
            return !stop_wanted() && integrator.end_step() && integrator.least_half_cosine() > 0.7;
        });
        out.replay_error =
            ended ? sum / static_cast<double>(integrator.steps()) : std::numeric_limits<double>::infinity();
        const Limits limits = {of_replay.doubted, options_.horizon > 1 ? of_replay.refused : HUGE_VAL};
        return judged(
            out.replay_error, limits, "a rod with the rate found, which moves by itself, is",
            options_.horizon > 1
                ? "the rod, its loads or its start are not those of the data, or the horizon is too short"
                : "the law of one step follows the data and does not find their damping",
            out.warnings);
    }

    /// A sentence where the last point is that far off the data in the mean; a warning where that is
    /// doubtful.
    std::string judged(double error, const Limits& limits, const char* who, const char* why,
                       std::vector<std::string>& warnings) const
    {
        const Track& last = points_.back().track;
        const double share = (error - 2.0 * noise_of(last)) / spread(last);
        if (!(share > limits.doubted)) return "";
        std::string sentence = filled("{} {} off the data in the mean, which move by {}: {}", who,
                                      in_length(error), in_length(spread(last)), why);
        if (share > limits.refused) return sentence;
        warnings.push_back(std::move(sentence));
        return "";
    }

    double mass(int node) const { return rod_.mass[static_cast<std::size_t>(node)]; }

    /// One step of the filtered motion; false where the motion has blown up.
    bool follow(ExplicitIntegrator& integrator, DampingEstimate& out)
    {
        integrator.begin_step();
        const double time = integrator.time();
        for (Point& point : points_)
            measure(integrator, point, time);
        for (int a = 0; a < rod_.nodes(); ++a) {
            const Vector3d v = integrator.velocity(a);
            const Vector3d force = -mass(a) * rate_between(rod_, points_, a).cwiseProduct(v);
            integrator.add_force(a, force);
            dissipated_ -= force.dot(v);
            weight_ += mass(a) * v.squaredNorm();
        }
        const Point& last = points_.back();
        const Vector3d p = integrator.position(last.node);
        const double error = (p - position_at(last.track, time)).norm();
        out.time.push_back(time);
        out.course.push_back(p);
        out.largest_error = std::max(out.largest_error, error);
        sum_ += error;
        return integrator.end_step() && integrator.least_half_cosine() > 0.7;
    }

    void measure(const ExplicitIntegrator& integrator, Point& point, double time)
    {
        const double dt = point.law.dt, tau = options_.horizon * dt;
        Vector3d y = position_at(point.track, time + tau);
        if (options_.causal) {
            const Vector3d now = position_at(point.track, time);
            y = now + options_.horizon * (now - position_at(point.track, time - dt));
        }
        const Vector3d p = integrator.position(point.node), v = integrator.velocity(point.node),
                       acc = integrator.acceleration(point.node);
        for (int i = 0; i < 3; ++i) {
            const double K = point.law.damping({p[i], v[i], acc[i], y[i], mass(point.node)});
            point.rate[i] = K / mass(point.node);
            point.dissipated += K * v[i] * v[i];
            point.weight += mass(point.node) * v[i] * v[i];
            point.negative += K < 0.0 ? 1 : 0;
            ++point.samples;
        }
    }

    void report(DampingEstimate& out) const
    {
        for (const Point& point : points_) {
            out.point_rates.push_back(point.weight > 0.0 ? point.dissipated / point.weight : 0.0);
            out.negative.push_back(static_cast<double>(point.negative) /
                                   static_cast<double>(std::max(1L, point.samples)));
        }
        out.rate = weight_ > 0.0 ? dissipated_ / weight_ : 0.0;
    }

    const NodalRod& rod_;
    const DampingFilterOptions& options_;
    double step_;
    double end_ = 0.0;
    double sum_ = 0.0;                        ///< of the errors of the last point [m]
    double dissipated_ = 0.0, weight_ = 0.0;  ///< of all nodes
    std::vector<Point> points_;
};

DampingEstimate failed(std::string message)
{
    DampingEstimate out;
    out.message = std::move(message);
    return out;
}

}  // namespace

DampingEstimate estimate_damping(const Manipulator& manipulator, const std::vector<MeasuredPoint>& points,
                                 const DampingFilterOptions& options)
{
    NodalRodOrMistake made = model_rod(manipulator);
    if (!made.mistake.empty()) return failed(made.mistake);
    if (points.empty()) return failed("no measured point is given");
    const NodalRod& rod = made.rod;
    const double limit = stability_limit(rod);
    DampingEstimate out;
    out.step = options.step.value_or(0.4 * limit);
    if (out.step > limit) return failed("the step is above the stability limit of the model");

    Simulation from_rest;
    from_rest.initial = InitialState::straight;
    const NodalStart start = start_of(rod, manipulator.simulation.value_or(from_rest));
    if (start.status != Status::converged) return failed(start.message);
    if (!start.warnings.empty()) return failed(start.warnings.front());
    Filter filter(rod, options, out.step);
    std::string message;
    if (!filter.place(points, message)) return failed(message);
    message = filter.foreign();
    if (message.empty()) message = filter.blind();
    if (message.empty()) message = filter.begins_elsewhere(start.state, out.warnings);
    if (!message.empty()) return failed(message);
    out.status = Status::converged;
    filter.run(start.state, out);
    return out;
}

}  // namespace supple
