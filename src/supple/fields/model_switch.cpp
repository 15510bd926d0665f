#include <supple/fields/model_switch.hpp>
#include <supple/fields/model_table.hpp>
#include <supple/fields/tree_path.hpp>
#include <supple/text/path.hpp>
#include <supple/text/sentence.hpp>
#include <supple/text/words.hpp>

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

}  // namespace

std::vector<std::string> model_types()
{
    ModelChoice choice;
    const Rod rod;
    std::vector<std::string> types;
    for (const auto& alternative : model_forms(choice, rod).alternatives)
        types.push_back(alternative.type);
    return types;
}

ModelSwitch switch_model(Node& tree, const std::string& type, const std::string& origin)
{
    ModelSwitch done;
    const auto keys = keys_of(type);
    if (!keys) {
        done.error = filled("found {}; expected one of {}", in_quotes(type), join(model_types(), ", "));
        return done;
    }
    if (Node::Entry* model = tree.find("model"); model && model->value.kind == Node::Kind::map) {
        const Node::Entry* present = model->value.find("type");
        if (present && present->value.text == type) return done;
        std::erase_if(model->value.entries, [&](const Node::Entry& entry) {
            const bool known = std::find(keys->begin(), keys->end(), entry.key) != keys->end();
            if (entry.key == "type" || (known && entry.key != "parameters")) return false;
            done.dropped.push_back("model." + entry.key);
            return true;
        });
    }
    done.error = set_text(tree, "model.type", type, origin);
    if (fits_one_of(tree, done.dropped)) {
        std::erase_if(tree.entries, [](const Node::Entry& entry) { return entry.key == "fit"; });
        done.dropped.emplace_back("fit");
    }
    drop_uncertain(tree, done.dropped);
    return done;
}

}  // namespace supple
