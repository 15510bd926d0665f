/// @file
/// Whether this build checks itself: long runs are then cut short, since they take twenty times as long.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define SUPPLE_IS_SANITIZED true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SUPPLE_IS_SANITIZED true
#endif
#endif
#ifndef SUPPLE_IS_SANITIZED
#define SUPPLE_IS_SANITIZED false
#endif

namespace supple::test {

inline constexpr bool sanitized = SUPPLE_IS_SANITIZED;

}  // namespace supple::test
