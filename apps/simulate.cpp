#include "output.hpp"
#include "progress.hpp"

#include <supple/analysis/simulate.hpp>
#include <supple/io/motion_case.hpp>
#include <supple/io/result_file.hpp>
#include <supple/io/result_json.hpp>
#include <supple/io/result_svg.hpp>
#include <supple/io/result_text.hpp>
#include <supple/io/run_page.hpp>

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <chrono>

namespace supple::app {
namespace {

using Clock = std::chrono::steady_clock;

/// A bar on stderr that is written over; only on a terminal.
class Bar {
 public:
    Bar(double duration, bool wanted) : duration_(duration), shown_(wanted && isatty(STDERR_FILENO) != 0) {}
    ~Bar()
    {
        if (drawn_) fmt::print(stderr, "\r\033[K");
    }
    Bar(const Bar&) = delete;
    Bar& operator=(const Bar&) = delete;

    void show(double time)
    {
        const auto now = Clock::now();
        if (!shown_ || now - last_ < std::chrono::milliseconds(100)) return;
        last_ = now;
        drawn_ = true;
        const double part = duration_ > 0.0 ? std::min(1.0, time / duration_) : 1.0;
        const double spent = std::chrono::duration<double>(now - start_).count();
        const auto filled = static_cast<std::size_t>(30.0 * part);
        fmt::print(stderr, "\r[{}{}] {:3.0f} %  t = {:.4g} s of {:.4g} s, {:.0f} s left\033[K",
                   std::string(filled, '#'), std::string(30 - filled, '.'), 100.0 * part, time, duration_,
                   part > 0.0 ? spent * (1.0 - part) / part : 0.0);
        std::fflush(stderr);
    }

 private:
    double duration_;
    bool shown_, drawn_ = false;
    Clock::time_point start_ = Clock::now(), last_ = start_;
};

Trajectory run(const MotionOptions& options, const Manipulator& manipulator)
{
    const WatchInterrupts watch;
    Bar bar(manipulator.simulation ? manipulator.simulation->duration : 0.0, !options.quiet);
    return simulate(manipulator, [&bar](double time) {
        bar.show(time);
        return !interrupt_asked;
    });
}

/// What the page of a motion holds of it.
void page_record(const Trajectory& trajectory, const Pieces& to)
{
    const Trajectory shown = thinned(trajectory);
    if (shown.time.size() < trajectory.time.size()) print_note(shown.warnings.back());
    json_pieces([&](Describer& d) { describe(d, shown); }, command_of(shown), to);
}

int simulate_file(const MotionOptions& options)
{
    const ModelDocument document = open_chosen(options.file, options.model, options.settings, {options.out});
    const Manipulator manipulator = read_model(document);
    Trajectory trajectory = run(options, manipulator);
    // Without a simulation it is the file that is incomplete.
    if (!manipulator.simulation) throw InputError(trajectory.message);
    if (!options.spectrum.empty() && trajectory.status == Status::converged && !trajectory.interrupted)
        trajectory.spectrum = spectrum(trajectory, manipulator, options.spectrum, options.samples);

    if (options.json) {
        json_pieces([&](Describer& d) { describe(d, trajectory); }, command_of(trajectory), print_now);
    } else {
        fmt::print("{}", to_text(manipulator, trajectory,
                                 {.colour = use_colour(STDOUT_FILENO), .brief = options.quiet}));
    }
    const Output output{
        .command = "simulate",
        .file = options.file,
        .document = document,
        .record = [&](const std::filesystem::path& path) { write_result(path, trajectory); },
        .json = [&](const Pieces& to) { page_record(trajectory, to); },
        .text = [&] { return to_text(manipulator, trajectory); },
        .drawing = [&] { return to_svg(manipulator, trajectory); },
        .has_shape = !trajectory.frames.empty(),
    };
    if (!write_output(options.out, output)) return bad_usage;
    if (trajectory.interrupted) {
        print_error(fmt::format("{}: {}", options.file, trajectory.message));
        return app::interrupted;
    }
    if (trajectory.status == Status::converged) return done;
    print_error(fmt::format("{}: {}: {}", options.file, name(trajectory.status), trajectory.message));
    return not_solved;
}

}  // namespace

int run_simulate(const MotionOptions& options)
{
    return run_checked(out_mistake(options.out, out_forms("simulate"), {options.file}),
                       [&options] { return simulate_file(options); });
}

}  // namespace supple::app
