#include <supple/io/file.hpp>
#include <supple/io/model_document.hpp>
#include <supple/io/model_table.hpp>
#include <supple/io/path.hpp>
#include <supple/io/text.hpp>

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
            if (path && (path->value.text == gone || path->value.text.starts_with(gone + "."))) return true;
        }
    }
    return false;
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
    set_value(document.root, "model.type", type, "--model");
    if (fits_one_of(document.root, dropped)) {
        std::erase_if(document.root.entries, [](const Node::Entry& entry) { return entry.key == "fit"; });
        dropped.emplace_back("fit");
    }
    return dropped;
}

void apply_settings(ModelDocument& document, const std::vector<Setting>& settings)
{
    for (const Setting& setting : settings)
        set_value(document.root, setting.path, setting.value, "--set " + setting.path);
}

}  // namespace supple
