#include <supple/fields/input.hpp>
#include <supple/fields/tree_path.hpp>
#include <supple/text/sentence.hpp>
#include <supple/text/words.hpp>

#include <algorithm>

namespace supple {
namespace {

/// An item such as {coil_set: {...}} stands for what is below its kind key.
Node& without_kind(Node& item)
{
    const bool wrapped = item.kind == Node::Kind::map && item.entries.size() == 1 &&
                         item.entries[0].value.kind == Node::Kind::map;
    return wrapped ? item.entries[0].value : item;
}

/// The kind key may stand in the path too, as it does in messages: it is where one already is.
bool is_kind_of(const Node& list, const Node& item, const std::string& step)
{
    if (item.find(step)) return false;
    return std::any_of(list.items.begin(), list.items.end(), [&](const Node& whole) {
        return whole.entries.size() == 1 && &whole.entries[0].value == &item && whole.entries[0].key == step;
    });
}

/// The node a path leads to, and the component that its last step names, if any; or why it leads nowhere.
struct Target {
    Node* node = nullptr;
    std::optional<std::size_t> component{};
    std::string error{};
};

Target item_of(Node& list, const std::string& step, const std::string& path)
{
    if (const auto index = index_of(step)) {
        if (*index < list.items.size()) return {&without_kind(list.items[*index])};
        return {nullptr,
                {},
                filled("{} has no item {}; expected an index below {}", path, *index, list.items.size())};
    }
    for (Node& item : list.items) {
        Node& inner = without_kind(item);
        const auto* name = inner.find("name");
        if (name && name->value.text == step) return {&inner};
    }
    return {
        nullptr, {}, filled("{}; expected an index or the name of an item", no_such_path(step, path, ""))};
}

/// Keys that are missing are added, with that origin; without one they are not.
Target find_target(Node& tree, const std::string& path, const std::string* origin)
{
    const auto steps = steps_of(path);
    Node* node = &tree;
    std::string walked;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const bool last = i + 1 == steps.size();
        if (node->kind == Node::Kind::list) {
            const Target item = item_of(*node, steps[i], walked);
            if (!item.node) return item;
            if (!last && is_kind_of(*node, *item.node, steps[i + 1])) ++i;
            node = item.node;
        } else if (node->kind == Node::Kind::map) {
            auto* entry = node->find(steps[i]);
            if (!entry && origin && !steps[i].empty()) {
                // A missing key is made: a map on the way, a value at the end, a vector where a component
                // follows.
                Node::Entry added;
                added.key = steps[i];
                added.place = added.value.place = {*origin, 0, 0};
                const bool before_component = i + 2 == steps.size() && component_of(steps[i + 1]);
                if (!last && !before_component) added.value.kind = Node::Kind::map;
                node->entries.push_back(added);
                entry = &node->entries.back();
            }
            if (!entry)
                return {nullptr,
                        {},
                        filled("{}; expected the path of a value that stands there",
                               no_such_path(steps[i], walked.empty() ? "the file" : walked, ""))};
            node = &entry->value;
        } else if (last && component_of(steps[i])) {
            return {node, component_of(steps[i])};
        } else {
            return {nullptr, {}, filled("{} has nothing below it; expected a path that ends there", walked)};
        }
        walked = joined_path(walked, steps[i]);
    }
    return {node};
}

std::string si_unit(Dimension d)
{
    std::string text;
    const std::pair<const char*, int> bases[] = {
        {"kg", d.mass}, {"m", d.length}, {"s", d.time}, {"A", d.current}};
    for (const auto& [name, power] : bases) {
        if (power != 0) text += filled(" {}^{}", name, power);
    }
    return text;
}

/// The text of all components with one of them set anew, or why that cannot be.
struct TextOrError {
    std::string text{};
    std::string error{};
};

TextOrError with_component(const Node& node, std::size_t component, const std::string& path,
                           const std::string& value)
{
    const auto refused = [](std::string why) { return TextOrError{"", std::move(why)}; };
    const Quantity part = parse_quantity(value);
    if (!part) return refused(part.error);
    if (part.values.size() != 1)
        return refused(filled("{} has {} values; expected one, for one component", in_quotes(value),
                              part.values.size()));
    // A vector that is not in the file yet starts as zero, in the component's own unit.
    Quantity whole = node.kind == Node::Kind::scalar
                         ? parse_quantity(node.text)
                         : Quantity{{0.0, 0.0, 0.0}, part.dimension, part.has_unit, {}, part.unit};
    if (!whole) return refused(whole.error);
    if (!(whole.dimension == part.dimension))
        return refused(filled("{} is {}; expected {}", in_quotes(value), describe(part.dimension),
                              describe(whole.dimension)));
    const std::size_t count = whole.values.size();
    const std::string step = steps_of(path).back();
    const bool by_axis = !index_of(step);
    if (by_axis ? count != 3 : component >= count) {
        const std::string above = parent_path(path);
        return refused(count == 1 ? filled("{} is one number; expected the path {}", above, above)
                                  : filled("{} has {} values; expected {}.0 to {}.{}", above, count, above,
                                           above, count - 1));
    }
    whole.values[component] = part.values[0];
    // In its own unit, but for degrees, in which not every double can be written.
    const Unit unit = whole.has_unit ? parse_unit(whole.unit) : Unit{};
    const bool own = unit.degrees == 0;
    std::string text;
    for (const double v : whole.values)
        text += (text.empty() ? "" : " ") + format_number(v, own ? unit : Unit{});
    if (!own)
        text += whole.dimension == dimension::none ? " rad" : si_unit(whole.dimension);
    else if (whole.has_unit)
        text += " " + whole.unit;
    return {text};
}

}  // namespace

bool is_written(Node& tree, const std::string& path)
{
    const Node* node = find_target(tree, path, nullptr).node;
    return node && node->kind == Node::Kind::scalar;
}

std::string set_text(Node& tree, const std::string& path, const std::string& value, const std::string& origin)
{
    if (tree.kind != Node::Kind::map)
        return filled("found {} in the file; expected a map of keys", describe(tree.kind));
    const auto [node, component, error] = find_target(tree, path, &origin);
    if (!node) return error;
    if (node->kind == Node::Kind::list || (node->kind == Node::Kind::map && !node->entries.empty()))
        return filled("{} is {}; expected a path to a single value{}", path, describe(node->kind),
                      node->kind == Node::Kind::list ? ", or a list in brackets" : "");
    TextOrError made = component ? with_component(*node, *component, path, value) : TextOrError{value};
    if (!made.error.empty()) return made.error;
    if (value.starts_with('[') || value.starts_with('{'))
        return filled("{} is a list or a map; expected one value, or numbers with blanks between them",
                      in_quotes(value));
    node->kind = Node::Kind::scalar;
    node->entries.clear();
    node->place = {origin, 0, 0};
    node->text = std::move(made.text);
    return {};
}

std::string set_node(Node& tree, const std::string& path, Node value, const std::string& origin)
{
    if (tree.kind != Node::Kind::map)
        return filled("found {} in the file; expected a map of keys", describe(tree.kind));
    const auto [node, component, error] = find_target(tree, path, &origin);
    if (!node) return error;
    if (component) return filled("{} is one number; expected one value, not {}", path, describe(value.kind));
    *node = std::move(value);
    return {};
}

}  // namespace supple
