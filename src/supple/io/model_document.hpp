/// @file
/// A model file that is parsed once and read many times, each time with other values.
#pragma once

#include <supple/fields/input.hpp>
#include <supple/fields/model_switch.hpp>
#include <supple/fields/reader.hpp>
#include <supple/io/document.hpp>
#include <supple/io/model_file.hpp>

namespace supple {

struct ModelDocument {
    Node root;
    std::filesystem::path folder{};  ///< files named in the model are looked for here
    bool files_allowed = true;       ///< false: a model that names another file is refused
    std::string text{};              ///< what was parsed, before anything was set
};

/// Parses the file without understanding it. @throws InputError
ModelDocument open_model(const std::filesystem::path& file);

/// Sets `model.type`. Keys of the model that the new type does not have are dropped, and so are `parameters`,
/// which are fitted to one type of joint, and a `fit` block that names one of them. Answers with the paths of
/// what was dropped.
/// @throws InputError where there is no such type
std::vector<std::string> choose_model(ModelDocument& document, const std::string& type);

/// Sets one value; `origin` is what messages name as its place. @throws InputError
void set_value(ModelDocument& document, const Setting& setting, const std::string& origin);

/// Sets values as --set does. @throws InputError
void apply_settings(ModelDocument& document, const std::vector<Setting>& settings);

/// The number at the path. @throws InputError where there is none
Input input_at(Manipulator& manipulator, const std::string& path);

/// Understands the document, or says what is wrong with it.
ReadManipulator try_read(const ModelDocument& document);

/// The histories and field maps that the document names, as they are named there.
std::vector<std::string> side_file_names(const ModelDocument& document);

/// Where these would be, whether they are there or not.
std::vector<std::filesystem::path> side_files_of(const ModelDocument& document);

/// Understands the document. @throws InputError
Manipulator read_model(const ModelDocument& document);

}  // namespace supple
