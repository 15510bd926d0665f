/// @file
/// A new HDF5 file, made in memory, to put datasets into. HDF5 itself is in a part of its own (part.hpp),
/// which is loaded with the first file.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace supple {

/// Every call throws InputError when HDF5 reports a failure. Groups on the way to a dataset are created. The
/// file is made in memory: HDF5 writes nothing, so a full disk is met by our own writer, which says so.
class Hdf5File {
 public:
    Hdf5File() = default;
    virtual ~Hdf5File() = default;
    Hdf5File(const Hdf5File&) = delete;
    Hdf5File& operator=(const Hdf5File&) = delete;

    /// Doubles in row-major order; no dimensions for a scalar. @throws also if their number is not the
    /// product
    virtual void put(const std::string& path, const std::vector<double>& values,
                     const std::vector<std::size_t>& dimensions) = 0;
    /// Whole numbers.
    virtual void put(const std::string& path, const std::vector<long>& values,
                     const std::vector<std::size_t>& dimensions) = 0;
    /// Texts, UTF-8.
    virtual void put(const std::string& path, const std::vector<std::string>& texts,
                     const std::vector<std::size_t>& dimensions) = 0;
    /// A group, which may stay empty.
    virtual void put_group(const std::string& path) = 0;

    /// The bytes of the whole file. Nothing may be put into it afterwards.
    virtual std::string take() = 0;
};

/// `shown` is the name that stands in messages. @throws InputError where HDF5 is not there
std::unique_ptr<Hdf5File> new_hdf5_file(const std::string& shown);

}  // namespace supple
