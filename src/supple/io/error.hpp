/// @file
/// Bad input is an exception that says where, what was found, what is expected and what to do.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace supple {

/// One thing that is wrong with a file.
struct Problem {
    std::string file;
    int line = 0;         ///< from 1; 0 where the whole file is meant
    int column = 0;       ///< from 1
    std::string path;     ///< the key it is about: "rod.length"; may be empty
    std::string message;  ///< found, expected, remedy
};

/// "catheter.yaml:14:21: rod.length: ..."
std::string to_string(const Problem& problem);

/// what() is the whole message as a person should see it, one line a problem.
class InputError : public std::runtime_error {
 public:
    explicit InputError(const std::string& message) : std::runtime_error(message) {}
    explicit InputError(std::vector<Problem> problems);

    const std::vector<Problem>& problems() const { return problems_; }

 private:
    std::vector<Problem> problems_;
};

}  // namespace supple
