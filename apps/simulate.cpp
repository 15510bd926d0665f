#include "motion.hpp"
#include "progress.hpp"
#include "terminal.hpp"

#include <supple/io/result_file.hpp>
#include <supple/io/result_json.hpp>

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

int simulate_file(const MotionOptions& options)
{
    const Manipulator manipulator = read_model(open_chosen(options.file, options.model, options.settings));
    const auto remembers = [](const Attachment& attachment) {
        const auto* rods = std::get_if<DrivenRods>(&attachment);
        return rods && (rods->memory.play > 0.0 || rods->memory.relaxation != 0.0);
    };
    if (std::any_of(manipulator.attachments.begin(), manipulator.attachments.end(), remembers))
        print_note("play and relaxation of drives act in fits only; here commands arrive as they are");
    Trajectory trajectory = run(options, manipulator);
    if (!options.spectrum.empty() && trajectory.status == Status::converged && !trajectory.interrupted)
        trajectory.spectrum = spectrum(trajectory, manipulator, options.spectrum, options.samples);

    if (options.json) {
        fmt::print("{}", to_json(trajectory));
    } else {
        fmt::print("{}", simulate_report(manipulator, trajectory, !options.quiet, use_colour(STDOUT_FILENO)));
    }
    if (!options.out.empty()) {
        try {
            write_result(options.out, trajectory);
        } catch (const InputError& error) {
            print_error(error.what());
            return bad_usage;
        }
    }
    if (trajectory.interrupted) {
        print_error(fmt::format("{}: {}", options.file, trajectory.message));
        return app::interrupted;
    }
    if (trajectory.status == Status::converged) return done;
    print_error(fmt::format("{}: {}: {}", options.file, name(trajectory.status), trajectory.message));
    return not_solved;
}

int simulate_command(const MotionOptions& options)
{
    if (const std::string mistake = out_mistake(options.out, {".csv", ".json", ".h5", ".pvd"});
        !mistake.empty()) {
        print_error(mistake);
        return bad_usage;
    }
    try {
        return simulate_file(options);
    } catch (const InputError& error) {
        print_error(error.what());
        return invalid_file;
    }
}

}  // namespace

Action add_simulate(CLI::App& program)
{
    auto* command = program.add_subcommand("simulate", "Motion in time: trajectory, energies, spectrum");
    auto options = std::make_shared<MotionOptions>();
    add_motion_options(*command, *options);
    command
        ->add_option(
            "--out", options->out,
            "Also write the trajectory: .csv (tip, stations and energies), .json or .h5 (everything), "
            ".pvd (shapes, for ParaView)")
        ->type_name("NAME");
    auto* wanted = command
                       ->add_option("--spectrum", options->spectrum,
                                    "Frequencies of one value: tip.position.x, disks.8.position.x, ...")
                       ->type_name("PATH");
    command
        ->add_option("--samples", options->samples,
                     "Form the spectrum of this many samples; without it of all")
        ->type_name("N")
        ->check(CLI::Range(8, 1 << 24))
        ->needs(wanted);
    command->add_flag("--quiet", options->quiet, "Leave out the table of the motion, and progress");
    command->footer(
        "Examples:\n"
        "  supple simulate examples/free_vibration.yaml --out motion.csv\n"
        "  supple simulate examples/free_vibration.yaml --spectrum disks.8.position.x --samples 512\n\n"
        "The file says how: simulation: {duration: 2 s, output_every: 1 ms, initial: equilibrium}.\n"
        "Exits with 4 where the motion could not be followed to its end, with 130 when interrupted; what "
        "was\n"
        "done is written.\n");
    return [command, options] { return command->parsed() ? simulate_command(*options) : -1; };
}

}  // namespace supple::app
