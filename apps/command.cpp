#include "command.hpp"

#include <fmt/color.h>

#include <unistd.h>

#include <cstdlib>

namespace supple::app {

void add_settings_option(CLI::App& command, std::vector<Setting>& settings)
{
    const auto parse = [&settings](const std::vector<std::string>& texts) {
        for (const std::string& text : texts) {
            const std::size_t equals = text.find('=');
            if (equals == std::string::npos || equals == 0) {
                throw CLI::ValidationError(
                    "--set", "found \"" + text + "\"; expected PATH=VALUE, as in loads.0.force='0 1 0 mN'");
            }
            settings.push_back({text.substr(0, equals), text.substr(equals + 1)});
        }
        return true;
    };
    command.add_option("--set", parse, "Change a value of the file: --set loads.0.force='0 1 0 mN'")
        ->type_name("PATH=VALUE")
        ->take_all()
        ->allow_extra_args(false);
}

bool use_colour(int descriptor)
{
    return isatty(descriptor) != 0 && std::getenv("NO_COLOR") == nullptr;
}

namespace {

void print_message(const char* kind, fmt::terminal_color colour, const std::string& message)
{
    const auto style = fmt::fg(colour) | fmt::emphasis::bold;
    fmt::print(stderr, use_colour(STDERR_FILENO) ? style : fmt::text_style(), "{}:", kind);
    fmt::print(stderr, " {}\n", message);
}

}  // namespace

void print_error(const std::string& message)
{
    print_message("error", fmt::terminal_color::red, message);
}

void print_note(const std::string& message)
{
    print_message("note", fmt::terminal_color::cyan, message);
}

}  // namespace supple::app
