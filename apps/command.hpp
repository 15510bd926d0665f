/// @file
/// What the commands of the program share.
#pragma once

#include <supple/io/model_document.hpp>

#include <CLI/CLI.hpp>

#include <functional>

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

/// What a command does once its options are read; answers with the exit code.
using Action = std::function<int()>;

/// Adds a command to the program. Its action is run after parsing if the command was given.
Action add_solve(CLI::App& program);
Action add_compare(CLI::App& program);
Action add_fit(CLI::App& program);
Action add_steer(CLI::App& program);
Action add_check(CLI::App& program);
Action add_estimate(CLI::App& program);
Action add_simulate(CLI::App& program);
Action add_modes(CLI::App& program);
Action add_reproduce(CLI::App& program);
Action add_schema(CLI::App& program);
Action add_completion(CLI::App& program);

/// What `reproduce` can be asked for.
const std::vector<std::string>& names_of_studies();

/// Adds --set PATH=VALUE, which may be repeated.
void add_settings_option(CLI::App& command, std::vector<Setting>& settings);

/// Parses the file with another model, where one is named, and with the settings; a note says what the other
/// model does not have. @throws InputError
ModelDocument open_chosen(const std::string& file, const std::string& model,
                          const std::vector<Setting>& settings);

/// Prints "error: ..." on stderr, in colour on a terminal.
void print_error(const std::string& message);

/// Explains what is wrong with the arguments, on stderr. Answers with the exit code.
int explain_usage(const CLI::App& program, const CLI::ParseError& error);

/// Makes sure that no file of the program takes the number of a standard stream that was closed before it
/// started: what is printed there must not land in that file.
void occupy_closed_streams();

}  // namespace supple::app
