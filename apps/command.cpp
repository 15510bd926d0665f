#include "command.hpp"
#include "terminal.hpp"

#include <supple/io/text.hpp>

#include <fmt/color.h>
#include <fmt/ranges.h>

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
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

ModelDocument open_chosen(const std::string& file, const std::string& model,
                          const std::vector<Setting>& settings)
{
    ModelDocument document = open_model(file);
    if (!model.empty()) {
        const auto dropped = choose_model(document, model);
        if (!dropped.empty())
            print_note(fmt::format("--model {}: dropped {} of the file's own model", model,
                                   fmt::join(dropped, ", ")));
    }
    apply_settings(document, settings);
    return document;
}

void print_error(const std::string& message)
{
    const bool colour = isatty(STDERR_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
    const auto style = colour ? fmt::fg(fmt::terminal_color::red) | fmt::emphasis::bold : fmt::text_style();
    // Nobody can be told when stderr itself does not work.
    std::fputs(fmt::format("{} {}\n", fmt::format(style, "error:"), message).c_str(), stderr);
}

int explain_usage(const CLI::App& program, const CLI::ParseError& error)
{
    // The command that was given, or the program; its words are what could have been meant.
    const auto given = program.get_subcommands();
    const CLI::App& command = given.empty() ? program : *given.front();
    std::vector<std::string> words;
    for (const CLI::App* sub : command.get_subcommands([](const CLI::App*) { return true; }))
        words.push_back(sub->get_name());
    const std::string commands = fmt::format("{}", fmt::join(words, ", "));
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames())
            words.push_back("--" + name);
    }

    std::string message = error.what();
    if (const auto unknown = program.remaining(true); !unknown.empty()) {
        const std::string nearest = nearest_word(unknown.front(), words);
        const bool is_option = unknown.front().starts_with("-");
        message = fmt::format("unknown {} {}{}",
                              is_option       ? "option"
                              : given.empty() ? "command"
                                              : "argument",
                              in_quotes(unknown.front()),
                              nearest.empty() ? "" : fmt::format(" (did you mean {}?)", in_quotes(nearest)));
        if (!is_option && given.empty()) message += "; expected one of " + commands;
    } else if (given.empty()) {
        message = "missing command; expected one of " + commands;
    }
    print_error(message);
    std::fputs(fmt::format("Try: supple {}--help\n", given.empty() ? "" : command.get_name() + " ").c_str(),
               stderr);
    return bad_usage;
}

void occupy_closed_streams()
{
    // Opened the wrong way round, so that using them is still an error.
    for (int stream = 0; stream <= 2; ++stream) {
        if (fcntl(stream, F_GETFD) == -1) open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY);
    }
}

}  // namespace supple::app
