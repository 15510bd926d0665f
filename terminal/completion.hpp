/// @file
/// Scripts that let a shell complete the words of a program.
#pragma once

#include <string>
#include <vector>

namespace supple::app {

/// A command and the words that may follow it, for shells.
struct CommandWords {
    std::string command;
    std::string help;
    std::vector<std::string> options;
    std::vector<std::string> arguments;  ///< words to choose from; empty: names of files
};

/// @pre shell is bash, zsh or fish
std::string completion_script(const std::string& shell, const std::vector<CommandWords>& commands);

}  // namespace supple::app
