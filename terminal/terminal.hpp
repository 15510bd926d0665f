/// @file
/// How a program speaks to a person at a terminal, and to the shell that started it.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace supple::app {

/// Other programs rely on these.
enum ExitCode {
    done = 0,
    internal_error = 1,
    bad_usage = 2,
    invalid_file = 3,
    not_solved = 4,
    failed_cases = 5,
    interrupted = 130,
};

/// Whether to colour what goes to a file descriptor: it is a terminal, and NO_COLOR is not set.
bool use_colour(int descriptor);

/// Prints on stdout, and not only into its buffer. @throws std::system_error where that cannot be done
void print_now(std::string_view text);

/// Prints "note: ..." on stderr: something to know about a result that stands.
void print_note(const std::string& message);

/// Prints "error: ..." on stderr, in colour on a terminal.
void print_error(const std::string& message);

/// Runs the program. What it throws, and output that cannot be written, become an exit code and a message.
///
/// No file of the program takes the number of a standard stream that was closed before it started: what is
/// printed there must not land in that file.
int run_guarded(const std::function<int()>& program);

}  // namespace supple::app
