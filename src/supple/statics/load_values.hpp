/// @file
/// The values of all loads and of the field of a system, between those of the last solve and those of the
/// next.
#pragma once

#include <supple/model/system.hpp>

namespace supple {

class LoadValues {
 public:
    explicit LoadValues(System& system);

    /// Takes the values as they are for the end of the way.
    void read() noexcept;

    /// Gives the system the values at a part of the way: 0 is its start, 1 its end.
    void set(double part) noexcept;

    /// The way is done: the next one starts here.
    void arrive() noexcept { from_ = to_; }

 private:
    System& system_;
    std::vector<double> from_, to_;
};

}  // namespace supple
