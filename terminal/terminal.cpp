#include "terminal.hpp"

#include <fmt/color.h>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <system_error>

namespace supple::app {
namespace {

/// Nobody can be told when stderr itself does not work.
void print_labelled(const char* label, fmt::terminal_color colour, const std::string& message)
{
    const auto style = use_colour(STDERR_FILENO) ? fmt::fg(colour) | fmt::emphasis::bold : fmt::text_style();
    std::fputs(fmt::format("{} {}\n", fmt::format(style, "{}", label), message).c_str(), stderr);
}

void occupy_closed_streams()
{
    // Opened the wrong way round, so that using them is still an error.
    for (int stream = 0; stream <= 2; ++stream) {
        if (fcntl(stream, F_GETFD) == -1) open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY);
    }
}

}  // namespace

bool use_colour(int descriptor)
{
    return isatty(descriptor) != 0 && std::getenv("NO_COLOR") == nullptr;
}

void print_now(std::string_view text)
{
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
        throw std::system_error(errno, std::generic_category());
}

void print_note(const std::string& message)
{
    print_labelled("note:", fmt::terminal_color::cyan, message);
}

void print_error(const std::string& message)
{
    print_labelled("error:", fmt::terminal_color::red, message);
}

int run_guarded(const std::function<int()>& program)
{
    occupy_closed_streams();
    std::signal(SIGXFSZ, SIG_IGN);  // a file that reaches its limit is an error of the write
    try {
        const int code = program();
        if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
        print_error(fmt::format("the output cannot be written: {}", std::strerror(errno)));
    } catch (const std::system_error& error) {
        print_error(fmt::format("the output cannot be written: {}", error.code().message()));
    } catch (const std::exception& error) {
        print_error(fmt::format("internal error: {}", error.what()));
    }
    return internal_error;
}

}  // namespace supple::app
