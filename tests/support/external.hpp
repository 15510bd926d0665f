/// @file
/// Data made by others, which is not ours to ship: read from the folder SUPPLE_EXTERNAL_DATA, or from
/// ../shared/external beside the project.
#pragma once

#include <filesystem>
#include <optional>

namespace supple::test {

/// A file below that folder. Nothing where it is absent, and then loudly so: the test skips, and says that
/// nothing was checked.
std::optional<std::filesystem::path> external_file(const std::filesystem::path& name);

}  // namespace supple::test
