#include "terminal.hpp"

#include <fmt/color.h>

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace supple::app {

bool use_colour(int descriptor)
{
    return isatty(descriptor) != 0 && std::getenv("NO_COLOR") == nullptr;
}

void print_note(const std::string& message)
{
    const auto style = fmt::fg(fmt::terminal_color::cyan) | fmt::emphasis::bold;
    const std::string label = fmt::format(use_colour(STDERR_FILENO) ? style : fmt::text_style(), "note:");
    std::fputs(fmt::format("{} {}\n", label, message).c_str(), stderr);
}

}  // namespace supple::app
