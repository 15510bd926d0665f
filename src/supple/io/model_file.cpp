#include <supple/io/model_document.hpp>
#include <supple/io/side_files.hpp>

namespace supple {

ReadManipulator try_read(const ModelDocument& document)
{
    return read_manipulator(document.root,
                            document.files_allowed ? side_files(document.folder) : SideFiles{});
}

std::vector<std::string> side_file_names(const ModelDocument& document)
{
    std::vector<std::string> named;
    const auto note = [&](const std::string& file) {
        named.push_back(file);
        return Verdict("is not read here");
    };
    read_manipulator(document.root,
                     {[&](const std::string& file, const auto&, History&) { return note(file); },
                      [&](const std::string& file, FieldMap&) { return note(file); }});
    return named;
}

std::vector<std::filesystem::path> side_files_of(const ModelDocument& document)
{
    std::vector<std::filesystem::path> paths;
    for (const std::string& name : side_file_names(document))
        paths.push_back(document.folder / name);
    return paths;
}

Manipulator read_model(const ModelDocument& document)
{
    ReadManipulator read = try_read(document);
    if (!read) throw InputError(std::move(read.problems));
    return std::move(read.manipulator);
}

Manipulator load(const std::filesystem::path& file, const std::vector<Setting>& settings)
{
    ModelDocument document = open_model(file);
    apply_settings(document, settings);
    return read_model(document);
}

Manipulator parse_model(std::string_view text, const std::string& file, const std::vector<Setting>& settings)
{
    ModelDocument document{parse_document(text, file), {}, false};
    apply_settings(document, settings);
    return read_model(document);
}

}  // namespace supple
