/// @file
/// What --out of each command can be, and the writing of it.
#pragma once

#include "command.hpp"

#include <supple/io/file.hpp>

namespace supple::app {

/// The extensions that the command takes: of "solve", or of "solve --cases".
std::vector<std::string> out_forms(std::string_view command);

/// A result that may be asked for as a file; what a form needs is made when it is asked for.
struct Output {
    const char* command;
    const std::string& file;  ///< of the model
    const ModelDocument& document;
    std::function<void(const std::filesystem::path& path)> record;  ///< writes any form but the following
    std::function<void(const Pieces& to)> json;                     ///< .html: the record
    std::function<std::string()> text;                              ///< .html: the report
    std::function<std::string()> drawing = {};                      ///< .svg
    bool has_shape = true;                                          ///< else no picture is written
};

/// False where the file was asked for and cannot be written, with the reason on stderr.
bool write_output(const std::string& out, const Output& output);

}  // namespace supple::app
