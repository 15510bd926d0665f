#include "command.hpp"
#include "progress.hpp"

#include <supple/io/page_server.hpp>
#include <supple/io/watched_model.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <cstdlib>

namespace supple::app {
namespace {

/// In a group of its own, so that Ctrl-C ends the server and leaves the browser.
void open_browser(const std::string& address)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    std::string program = "xdg-open", argument = address;
    char* arguments[] = {program.data(), argument.data(), nullptr};
    pid_t started = 0;
    if (posix_spawnp(&started, program.c_str(), &files, &attributes, arguments, environ) != 0)
        print_note("there is no xdg-open to open a browser with; open the address yourself");
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
}

bool has_display()
{
    const auto set = [](const char* name) {
        const char* value = std::getenv(name);
        return value != nullptr && *value != '\0';
    };
    return set("DISPLAY") || set("WAYLAND_DISPLAY");
}

int serve_model(const ViewOptions& options)
{
    WatchedModel model(options.file);
    if (!model.mistake().empty()) print_error(model.mistake());
    if (!model.left_out().empty())
        print_note(
            fmt::format("the page cannot solve the model: it does not hold {}, which is too large or gone",
                        fmt::join(model.left_out(), ", ")));
    const std::string page = read_page();
    std::optional<PageServer> server;
    if (!write_safely([&] { server.emplace(options.port); })) return bad_usage;

    const WatchInterrupts watch;
    print_now(fmt::format("{}: {}\nCtrl-C ends it.\n", options.file, server->address()));
    if (options.open && has_display()) open_browser(server->address_for_once());
    server->run({
        .page =
            [&](const std::string& events) {
                std::string filled;
                fill_page(page,
                          {.command = "view",
                           .file = std::filesystem::path(model.file()).filename().string(),
                           .yaml = model.yaml(),
                           .files = model.files(),
                           .text = model.mistake(),
                           .events = events},
                          [&](std::string_view piece) { filled += piece; });
                return filled;
            },
        .change = [&]() -> std::optional<std::string> {
            const std::string before = model.mistake();
            const bool changed = model.look();
            if (!model.mistake().empty() && model.mistake() != before) print_error(model.mistake());
            if (!changed) return std::nullopt;
            return files_json(model.yaml(), model.files());
        },
        .stop = [] { return interrupt_asked.load(); },
    });
    return done;
}

}  // namespace

int run_view(const ViewOptions& options)
{
    return run_checked(options.file == "-" ? "view watches a file for changes; name one" : "",
                       [&options] { return serve_model(options); });
}

}  // namespace supple::app
