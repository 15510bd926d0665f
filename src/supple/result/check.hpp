/// @file
/// What is looked at before a result is written: no format may call a result a success that holds numbers
/// which are none, and no list may be cut short.
///
/// A part of a result with an outcome that claims a balanced shape (`converged` or `unstable`) and holds a
/// NaN or an infinity, other than in a field that is open to them, is told as `invalid`: the same numbers, a
/// message that says so, and no verdict on stability.
#pragma once

#include <supple/result/describer.hpp>

namespace supple {

/// Whether a status says that there is a balanced shape, stable or not.
inline bool claims_balance(Status status)
{
    return status == Status::converged || status == Status::unstable;
}

/// Why no format can hold the result: lists that belong together and differ in length, two items of one name.
/// Empty where it can be told.
std::string why_not_told(Description result);

/// Tells the result to the walker, corrected where it must be. Answers as why_not_told does; where that is a
/// reason, the walker is told nothing.
[[nodiscard]] std::string tell_checked(Description result, Describer& to);

}  // namespace supple
