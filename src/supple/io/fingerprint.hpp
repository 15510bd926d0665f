/// @file
/// A short text that tells one content from another.
///
/// It finds accidents: a table that was edited, a file that was cut. It does not resist somebody who looks
/// for two contents with one fingerprint.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace supple {

/// Law (tests/io/test_fingerprint.cpp): the text depends on the bytes, not on the pieces that they came in.
class Fingerprint {
 public:
    void add(std::string_view bytes);

    /// Sixteen hexadecimal digits. More bytes may be added afterwards.
    std::string text() const;

 private:
    void mix(const void* words);

    std::array<std::uint64_t, 4> state_{1, 2, 3, 4};  ///< side by side: none waits for another
    std::uint64_t size_ = 0;
    std::array<char, 32> rest_{};  ///< bytes that do not yet make a word of each
};

std::string fingerprint(std::string_view bytes);

}  // namespace supple
