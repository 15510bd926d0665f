/// @file
/// Bad input is an exception that says where, what was found, what is expected and what to do.
#pragma once

#include <stdexcept>
#include <string>

namespace supple {

/// what() is the whole message as a person should see it: "catheter.yaml:14:21: rod.length: ...".
class InputError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace supple
