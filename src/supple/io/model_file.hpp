/// @file
/// From a model file to the description of a manipulator.
#pragma once

#include <supple/io/error.hpp>
#include <supple/rod/manipulator.hpp>

#include <filesystem>

namespace supple {

/// A value of the file that the caller sets anew: `loads.0.force` to `0 1 0 mN`.
struct Setting {
    std::string path;
    std::string value;
};

/// Reads a model file. @throws InputError
Manipulator load(const std::filesystem::path& file, const std::vector<Setting>& settings = {});

/// Reads a model from memory; it cannot name other files. `file` stands in messages only. @throws InputError
Manipulator parse_model(std::string_view text, const std::string& file = "model",
                        const std::vector<Setting>& settings = {});

}  // namespace supple
