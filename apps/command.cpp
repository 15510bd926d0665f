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
        ->expected(1, 1 << 16)  // one a time, any number of times
        ->allow_extra_args(false);
}

void print_error(const std::string& message)
{
    const bool colour = isatty(STDERR_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
    fmt::print(stderr, colour ? fmt::fg(fmt::terminal_color::red) | fmt::emphasis::bold : fmt::text_style(),
               "error:");
    fmt::print(stderr, " {}\n", message);
}

}  // namespace supple::app
