/// @file
/// Files read whole and written whole. Every failure is an InputError that names the file and what to do.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace supple {

/// The bytes of a regular file, or of an open stream: "-" and /dev/stdin are standard input, /dev/fd/63 a
/// pipe of the shell. Refuses folders, other pipes and devices, and what is larger than `most_bytes`.
std::string read_file(const std::filesystem::path& path, std::size_t most_bytes);

/// Lets `write` fill a new file beside `path` and then renames it to `path`: a reader sees the old file or
/// the whole new one, and an interrupted write leaves no half file under that name. A link is followed: the
/// file it names is written. If `write` throws, the new file is removed and `path` stays as it was.
void write_atomically(const std::filesystem::path& path,
                      const std::function<void(const std::filesystem::path& temporary)>& write);

/// The same for bytes that are at hand.
void write_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace supple
