#include <supple/fields/model_switch.hpp>
#include <supple/fields/tree_path.hpp>
#include <supple/io/file.hpp>
#include <supple/io/model_document.hpp>
#include <supple/text/words.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace supple {
namespace {

/// Sets values one after another, as long as the document can be read. A path that does not exist is refused
/// with the nearest that does; other mistakes are left to the reader.
void refuse_misnamed(ModelDocument document, const std::vector<Setting>& settings)
{
    for (const Setting& setting : settings) {
        ReadManipulator read = try_read(document);
        if (!read) return;
        const std::string origin = "--set " + setting.path;
        const FoundInputs found = find_inputs(read.manipulator, setting.path);
        if (found.misnamed) throw InputError({Problem{origin, 0, 0, "", found.error}});
        set_value(document, setting, origin);
    }
}

}  // namespace

ModelDocument open_model(const std::filesystem::path& file)
{
    std::string text = read_file(file, longest_model_file);
    Node root = parse_document(text, file.string());
    return {std::move(root), file.parent_path(), true, std::move(text)};
}

std::vector<std::string> choose_model(ModelDocument& document, const std::string& type)
{
    ModelSwitch done = switch_model(document.root, type, "--model");
    if (!done.error.empty()) throw InputError("--model: " + done.error);
    return std::move(done.dropped);
}

void set_value(ModelDocument& document, const Setting& setting, const std::string& origin)
{
    // Without a model block the usual model holds; what is set of it does not change its type.
    if (is_at_or_below(setting.path, "model") && setting.path != "model" && setting.path != "model.type" &&
        document.root.kind == Node::Kind::map && !document.root.find("model"))
        set_text(document.root, "model.type", type_name(Manipulator{}.model), origin);
    const std::string value(trim(setting.value));
    const bool nested = value.starts_with('[') || value.starts_with('{');
    const std::string wrong =
        nested ? set_node(document.root, setting.path,
                          parse_document("value: " + value, origin).entries[0].value, origin)
               : set_text(document.root, setting.path, setting.value, origin);
    if (!wrong.empty()) throw InputError({Problem{origin, 0, 0, "", wrong}});
}

Input input_at(Manipulator& manipulator, const std::string& path)
{
    FoundInput found = find_input(manipulator, path);
    if (found && !found.input.present())
        found.error =
            fmt::format("nothing is written at {}; expected the path of a value that stands there", path);
    if (!found) throw InputError({Problem{path, 0, 0, "", found.error}});
    return found.input;
}

void apply_settings(ModelDocument& document, const std::vector<Setting>& settings)
{
    const ModelDocument before = document;
    try {
        for (const Setting& setting : settings)
            set_value(document, setting, "--set " + setting.path);
    } catch (const InputError&) {
        refuse_misnamed(before, settings);
        throw;
    }
    if (!settings.empty() && !try_read(document)) refuse_misnamed(before, settings);
}

}  // namespace supple
