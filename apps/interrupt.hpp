/// @file
/// Ctrl-C asks for an end and what is done is kept; a second one ends the program at once.
#pragma once

#include <csignal>

namespace supple::app {

class InterruptWatch {
 public:
    InterruptWatch();
    ~InterruptWatch();
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;

    static bool asked() noexcept;

 private:
    struct sigaction before_ = {};
};

}  // namespace supple::app
