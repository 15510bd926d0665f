/// @file
/// A folder of its own for each test, removed when the test ends.
#pragma once

#include <filesystem>
#include <string>

namespace supple::test {

class TemporaryFolder {
 public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
    const std::filesystem::path& path() const { return path_; }

 private:
    std::filesystem::path path_;
};

/// The bytes of a file, by the standard library alone.
std::string slurp(const std::filesystem::path& path);

/// Writes bytes to a file, by the standard library alone.
void spill(const std::filesystem::path& path, const std::string& bytes);

}  // namespace supple::test
