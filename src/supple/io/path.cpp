#include <supple/io/path.hpp>
#include <supple/io/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace supple {
namespace {

[[noreturn]] void fail(const std::string& origin, const std::string& message)
{
    throw InputError({Problem{origin, 0, 0, "", message}});
}

std::optional<std::size_t> index_of(const std::string& step)
{
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(step.data(), step.data() + step.size(), index);
    if (error != std::errc() || end != step.data() + step.size()) return std::nullopt;
    return index;
}

/// An item such as {coil_set: {...}} stands for what is below its kind key.
Node& without_kind(Node& item)
{
    const bool wrapped = item.kind == Node::Kind::map && item.entries.size() == 1 &&
                         item.entries[0].value.kind == Node::Kind::map;
    return wrapped ? item.entries[0].value : item;
}

Node& item_of(Node& list, const std::string& step, const std::string& path, const std::string& origin)
{
    if (const auto index = index_of(step)) {
        if (*index < list.items.size()) return without_kind(list.items[*index]);
        fail(origin,
             fmt::format("{} has no item {}; expected an index below {}", path, *index, list.items.size()));
    }
    for (Node& item : list.items) {
        Node& inner = without_kind(item);
        const auto* name = inner.find("name");
        if (name && name->value.text == step) return inner;
    }
    fail(origin, fmt::format("{} has no item named {}; expected an index or the name of an item", path,
                             in_quotes(step)));
}

bool is_axis(const std::string& step)
{
    return step == "x" || step == "y" || step == "z";
}

/// Which component of a vector a step names: x, y, z or an index.
std::optional<std::size_t> component_of(const std::string& step)
{
    return is_axis(step) ? static_cast<std::size_t>(step[0] - 'x') : index_of(step);
}

/// Refuses a component that the value at the path does not have.
void check_component(const Quantity& whole, std::size_t component, const std::string& path,
                     const std::string& origin)
{
    const std::size_t count = whole.values.size();
    const bool by_axis = is_axis(steps_of(path).back());
    if (by_axis ? count == 3 : component < count) return;
    const std::string value = path.substr(0, path.rfind('.'));
    fail(origin, count == 1 ? fmt::format("{} is one number; expected the path {}", value, value)
                            : fmt::format("{} has {} values; expected {}.0 to {}.{}", value, count, value,
                                          value, count - 1));
}

/// The kind key may stand in the path too, as it does in messages: it is where one already is.
bool is_kind_of(const Node& list, const Node& item, const std::string& step)
{
    if (item.find(step)) return false;
    return std::any_of(list.items.begin(), list.items.end(), [&](const Node& whole) {
        return whole.entries.size() == 1 && &whole.entries[0].value == &item && whole.entries[0].key == step;
    });
}

/// The node a path leads to, and the component that its last step names, if any.
struct Target {
    Node* node = nullptr;
    std::optional<std::size_t> component;
};

Target find_target(Node& document, const std::string& path, const std::string& origin, bool may_add)
{
    const auto steps = steps_of(path);
    Node* node = &document;
    std::string walked;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const bool last = i + 1 == steps.size();
        if (node->kind == Node::Kind::list) {
            Node& item = item_of(*node, steps[i], walked, origin);
            if (!last && is_kind_of(*node, item, steps[i + 1])) ++i;
            node = &item;
        } else if (node->kind == Node::Kind::map) {
            auto* entry = node->find(steps[i]);
            if (!entry && may_add && !steps[i].empty()) {
                // A missing key is made: a map on the way, a value at the end, a vector where a component
                // follows.
                Node::Entry added;
                added.key = steps[i];
                added.place = added.value.place = {origin, 0, 0};
                const bool before_component = i + 2 == steps.size() && component_of(steps[i + 1]);
                if (!last && !before_component) added.value.kind = Node::Kind::map;
                node->entries.push_back(added);
                entry = &node->entries.back();
            }
            if (!entry)
                fail(origin,
                     fmt::format("there is no {} in {}; expected the path of a value that stands there",
                                 in_quotes(steps[i]), walked.empty() ? "the file" : walked));
            node = &entry->value;
        } else if (last && component_of(steps[i])) {
            return {node, component_of(steps[i])};
        } else {
            fail(origin, fmt::format("{} has nothing below it; expected a path that ends there", walked));
        }
        walked += (walked.empty() ? "" : ".") + steps[i];
    }
    return {node, std::nullopt};
}

std::string si_unit(Dimension d)
{
    std::string text;
    const std::pair<const char*, int> bases[] = {
        {"kg", d.mass}, {"m", d.length}, {"s", d.time}, {"A", d.current}};
    for (const auto& [name, power] : bases) {
        if (power != 0) text += fmt::format(" {}^{}", name, power);
    }
    return text;
}

}  // namespace

std::vector<std::string> steps_of(std::string_view path)
{
    std::vector<std::string> steps(1);
    for (const char c : path) {
        if (c == '.')
            steps.emplace_back();
        else
            steps.back() += c;
    }
    return steps;
}

void set_value(Node& document, const std::string& path, const std::string& value, const std::string& origin)
{
    if (document.kind != Node::Kind::map)
        fail(origin, fmt::format("found {} in the file; expected a map of keys", describe(document.kind)));
    auto [node, component] = find_target(document, path, origin, true);
    if (node->kind == Node::Kind::list || (node->kind == Node::Kind::map && !node->entries.empty())) {
        fail(origin, fmt::format("{} is {}; expected a path to a single value", path, describe(node->kind)));
    }
    std::string text = value;
    if (component) {
        const Quantity part = parse_quantity(value);
        if (!part) fail(origin, part.error);
        if (part.values.size() != 1)
            fail(origin, fmt::format("{} has {} values; expected one, for one component", in_quotes(value),
                                     part.values.size()));
        // A vector that is not in the file yet starts as zero, in the component's own unit.
        Quantity whole = node->kind == Node::Kind::scalar
                             ? parse_quantity(node->text)
                             : Quantity{{0.0, 0.0, 0.0}, part.dimension, part.has_unit, {}, part.unit};
        if (!whole) fail(origin, whole.error);
        if (!(whole.dimension == part.dimension)) {
            fail(origin, fmt::format("{} is {}; expected {}", in_quotes(value), describe(part.dimension),
                                     describe(whole.dimension)));
        }
        check_component(whole, *component, path, origin);
        whole.values[*component] = part.values[0];
        text.clear();
        // In its own unit, but for degrees, in which not every double can be written.
        const Unit unit = whole.has_unit ? parse_unit(whole.unit) : Unit{};
        const bool own = unit.degrees == 0;
        for (const double v : whole.values)
            text += (text.empty() ? "" : " ") + format_number(v, own ? unit : Unit{});
        if (!own)
            text += whole.dimension == dimension::none ? " rad" : si_unit(whole.dimension);
        else if (whole.has_unit)
            text += " " + whole.unit;
    }
    node->kind = Node::Kind::scalar;
    node->entries.clear();
    node->place = {origin, 0, 0};
    node->text = text;
}

Quantity quantity_at(const Node& document, const std::string& path, const std::string& origin)
{
    // Nothing is added, so the document stays as it is.
    const auto [node, component] = find_target(const_cast<Node&>(document), path, origin, false);
    if (node->kind != Node::Kind::scalar)
        fail(origin, fmt::format("{} is {}; expected a path to a number", path, describe(node->kind)));
    Quantity quantity = parse_quantity(node->text);
    if (!quantity) fail(origin, fmt::format("{}; expected a number at {}", quantity.error, path));
    if (component) {
        check_component(quantity, *component, path, origin);
        quantity.values = {quantity.values[*component]};
    }
    return quantity;
}

}  // namespace supple
