/// @file
/// How the program speaks to a person at a terminal.
#pragma once

#include <string>

namespace supple::app {

/// Whether to colour what goes to a file descriptor: it is a terminal, and NO_COLOR is not set.
bool use_colour(int descriptor);

/// Prints "note: ..." on stderr: something to know about a result that stands.
void print_note(const std::string& message);

}  // namespace supple::app
