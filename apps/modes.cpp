#include "motion.hpp"
#include "terminal.hpp"

#include <supple/io/file.hpp>
#include <supple/io/modes_json.hpp>
#include <supple/io/units.hpp>

#include <fmt/color.h>
#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>

namespace supple::app {
namespace {

int modes_file(const MotionOptions& options)
{
    const Manipulator manipulator = read_model(open_chosen(options.file, options.model, options.settings));
    const Modes modes = find_modes(manipulator);
    if (options.json) {
        fmt::print("{}", to_json(modes));
    } else {
        fmt::print("{}", modes_report(manipulator, modes, options.count, use_colour(STDOUT_FILENO)));
    }
    if (!options.out.empty()) {
        try {
            if (options.out.ends_with(".csv")) {
                write_case_table(modes_table(modes), options.out);
            } else {
                write_file(options.out, to_json(modes));
            }
        } catch (const InputError& error) {
            print_error(error.what());
            return bad_usage;
        }
    }
    if (modes.status == Status::converged) return done;
    print_error(fmt::format("{}: {}: {}", options.file, name(modes.status), modes.message));
    return not_solved;
}

int modes_command(const MotionOptions& options)
{
    if (const std::string mistake = out_mistake(options.out, {".json", ".csv"}); !mistake.empty()) {
        print_error(mistake);
        return bad_usage;
    }
    try {
        return modes_file(options);
    } catch (const InputError& error) {
        print_error(error.what());
        return invalid_file;
    }
}

std::string direction_of(const Mode& mode)
{
    if (mode.along_twist) return "twist";
    const auto largest = std::max_element(mode.displacement.begin(), mode.displacement.end(),
                                          [](const auto& a, const auto& b) { return a.norm() < b.norm(); });
    const Eigen::Vector3d size = largest->cwiseAbs();
    return fmt::format("{:>6.3f} {:>6.3f} {:>6.3f}", size.x(), size.y(), size.z());
}

}  // namespace

std::string modes_report(const Manipulator& manipulator, const Modes& modes, int count, bool colour)
{
    const auto styled = [colour](std::string_view text, const fmt::text_style& style) {
        return colour ? fmt::format(style, "{}", text) : std::string(text);
    };
    const bool good = modes.status == Status::converged;
    std::string text =
        styled(manipulator.name.empty() ? "vibrations" : manipulator.name, fmt::emphasis::bold) + "\n";
    text += fmt::format("{:<12} {}\n", "model", modes.model);
    text += fmt::format(
        "{:<12} {}\n", "status",
        styled(name(modes.status), fmt::fg(good ? fmt::terminal_color::green : fmt::terminal_color::red)));
    if (!modes.message.empty()) text += fmt::format("{:<12} {}\n", "", modes.message);
    for (const std::string& warning : modes.warnings)
        text += fmt::format("{:<12} {}\n", "warning", warning);
    if (modes.modes.empty()) return text;
    const Vector3d tip = modes.equilibrium.tip().position();
    text += fmt::format(
        "{:<12} {}\n", "about",
        "the equilibrium with its tip at " + format_quantity({tip.x(), tip.y(), tip.z()}, dimension::length));
    text += fmt::format("\n{:>4} {:>14} {:>12} {:>14}   {}\n", "mode", "frequency [Hz]", "damping",
                        "decay [1/s]", "largest displacement x y z");
    const std::size_t rows =
        count > 0 ? std::min(modes.modes.size(), static_cast<std::size_t>(count)) : modes.modes.size();
    for (std::size_t i = 0; i < rows; ++i) {
        const Mode& mode = modes.modes[i];
        const double decay = -mode.eigenvalue.real();
        text += fmt::format("{:>4} {:>14} {:>12.4g} {:>14.5g}   {}{}\n", i + 1,
                            mode.frequency > 0.0 ? fmt::format("{:.7g}", mode.frequency) : "-",
                            mode.damping_ratio == 0.0 ? 0.0 : mode.damping_ratio, decay == 0.0 ? 0.0 : decay,
                            direction_of(mode), mode.damping_ratio < -1e-7 ? "   grows" : "");
    }
    if (rows < modes.modes.size()) text += fmt::format("{:>4} {} more\n", "", modes.modes.size() - rows);
    return text;
}

Action add_modes(CLI::App& program)
{
    auto* command = program.add_subcommand(
        "modes", "Small vibrations about the equilibrium: frequencies, damping, shapes, flutter");
    auto options = std::make_shared<MotionOptions>();
    add_motion_options(*command, *options);
    command
        ->add_option("--out", options->out, "Also write the modes: .json (everything) or .csv (a row a mode)")
        ->type_name("NAME");
    command->add_option("--count", options->count, "Show this many modes; without it all")
        ->type_name("N")
        ->check(CLI::Range(1, 1 << 20));
    command->add_flag("--quiet", options->quiet, "No progress is shown in any case; kept for scripts");
    command->footer(
        "Example:\n  supple modes examples/free_vibration.yaml --count 4\n\n"
        "Exits with 4 where there is no equilibrium, or where a motion about it grows (flutter, "
        "divergence).\n");
    return [command, options] { return command->parsed() ? modes_command(*options) : -1; };
}

}  // namespace supple::app
