#include <supple/fields/model_table.hpp>
#include <supple/fields/tree_path.hpp>
#include <supple/io/file.hpp>
#include <supple/io/model_document.hpp>
#include <supple/text/words.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace supple {
namespace {

/// The keys that a type of model takes; nothing where there is no such type.
std::optional<std::vector<std::string>> keys_of(const std::string& type)
{
    ModelChoice choice;
    const Rod rod;
    for (const auto& alternative : model_forms(choice, rod).alternatives) {
        if (alternative.type != type) continue;
        std::vector<std::string> keys;
        for (const Field& field : alternative.open().fields)
            keys.push_back(field.key);
        return keys;
    }
    return std::nullopt;
}

/// Whether the file's `fit:` block would change a value that is no longer there.
bool fits_one_of(const Node& root, const std::vector<std::string>& dropped)
{
    const Node::Entry* fit = root.find("fit");
    const Node::Entry* parameters = fit ? fit->value.find("parameters") : nullptr;
    if (!parameters) return false;
    for (const Node& item : parameters->value.items) {
        const Node::Entry* path = item.find("path");
        for (const std::string& gone : dropped) {
            if (path && is_at_or_below(path->value.text, gone)) return true;
        }
    }
    return false;
}

/// Removes what is said of values that are no longer there.
void drop_uncertain(Node& root, std::vector<std::string>& dropped)
{
    Node::Entry* uncertain = root.find("uncertain");
    if (!uncertain) return;
    const std::vector<std::string> gone = dropped;
    std::erase_if(uncertain->value.items, [&](const Node& item) {
        const Node::Entry* path = item.find("path");
        const bool names_one = path && std::any_of(gone.begin(), gone.end(), [path](const std::string& each) {
                                   return is_at_or_below(path->value.text, each);
                               });
        if (names_one) dropped.push_back("uncertain " + path->value.text);
        return names_one;
    });
    if (uncertain->value.items.empty())
        std::erase_if(root.entries, [](const Node::Entry& entry) { return entry.key == "uncertain"; });
}

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
    return {parse_document(read_file(file, longest_model_file), file.string()), file.parent_path()};
}

std::vector<std::string> model_types()
{
    ModelChoice choice;
    const Rod rod;
    std::vector<std::string> types;
    for (const auto& alternative : model_forms(choice, rod).alternatives)
        types.push_back(alternative.type);
    return types;
}

std::vector<std::string> choose_model(ModelDocument& document, const std::string& type)
{
    const auto keys = keys_of(type);
    if (!keys)
        throw InputError(fmt::format("--model: found {}; expected one of {}", in_quotes(type),
                                     fmt::join(model_types(), ", ")));
    std::vector<std::string> dropped;
    if (Node::Entry* model = document.root.find("model"); model && model->value.kind == Node::Kind::map) {
        const Node::Entry* present = model->value.find("type");
        if (present && present->value.text == type) return dropped;
        std::erase_if(model->value.entries, [&](const Node::Entry& entry) {
            const bool known = std::find(keys->begin(), keys->end(), entry.key) != keys->end();
            if (entry.key == "type" || (known && entry.key != "parameters")) return false;
            dropped.push_back("model." + entry.key);
            return true;
        });
    }
    set_value(document, {"model.type", type}, "--model");
    if (fits_one_of(document.root, dropped)) {
        std::erase_if(document.root.entries, [](const Node::Entry& entry) { return entry.key == "fit"; });
        dropped.emplace_back("fit");
    }
    drop_uncertain(document.root, dropped);
    return dropped;
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
