/// @file
/// A new HDF5 file to put datasets into. Behind this header HDF5 need not exist: a build without it throws
/// InputError when a file is opened.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace supple {

/// Every call throws InputError when HDF5 reports a failure. Groups on the way to a dataset are created.
class Hdf5File {
 public:
    /// Creates the file, which must not exist. `shown` is the name that stands in messages.
    Hdf5File(const std::filesystem::path& path, std::string shown);
    ~Hdf5File();
    Hdf5File(const Hdf5File&) = delete;
    Hdf5File& operator=(const Hdf5File&) = delete;

    /// Doubles in row-major order; no dimensions for a scalar. @throws also if their number is not the
    /// product
    void put(const std::string& path, const std::vector<double>& values,
             const std::vector<std::size_t>& dimensions);
    void put(const std::string& path, int value);
    void put(const std::string& path, std::string_view text);
    void put(const std::string& path, const char* text) { put(path, std::string_view(text)); }
    void put(const std::string& path, const std::vector<std::string>& texts);

    /// Flushes and closes, and only then is the file known to be whole.
    void close();

 private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace supple
