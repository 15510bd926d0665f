/// @file
/// Bad input is an exception that says where, what was found, what is expected and what to do.
#pragma once

#include <supple/fields/tree.hpp>

#include <stdexcept>

namespace supple {

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
