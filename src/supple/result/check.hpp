/// @file
/// What is checked before a result is written: a result with a NaN or an infinity is not called a success in
/// any format, and lists that belong together have one length.
///
/// A part of a result may have an outcome that claims a balanced shape (`converged` or `unstable`) and hold a
/// NaN or an infinity in a field that may not have one. Such a part is written as `invalid`: with the same
/// numbers, a message that says so, and no verdict on stability.
#pragma once

#include <supple/result/describer.hpp>

namespace supple {

/// Whether a status says that there is a balanced shape, stable or not.
inline bool claims_balance(Status status)
{
    return status == Status::converged || status == Status::unstable;
}

/// Why no format can hold the result: lists that belong together and differ in length, two items of one name.
/// Empty where a format can hold it.
std::string why_not_told(Description result);

/// Gives the fields of the result to the walker, corrected as said above. Answers as why_not_told does; where
/// that is a reason, the walker gets nothing.
[[nodiscard]] std::string tell_checked(Description result, Describer& to);

}  // namespace supple
