#include <supple/fields/model_table.hpp>
#include <supple/fields/writer.hpp>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

using MaybeNode = std::optional<Node>;

Node scalar_node(std::string text)
{
    Node node;
    node.kind = Node::Kind::scalar;
    node.text = std::move(text);
    return node;
}

Node map_node()
{
    Node node;
    node.kind = Node::Kind::map;
    return node;
}

MaybeNode written(const std::vector<Form>& forms, const std::vector<Form>& usual);

/// The keys that say something else than `usual`, the same table of a description in which nothing was
/// written.
Node written(const Table& table, const Table& usual)
{
    Node node = map_node();
    for (std::size_t i = 0; i < table.fields.size(); ++i) {
        const Field& field = table.fields[i];
        MaybeNode value = written(field.forms, usual.fields[i].forms);
        if (!value) continue;
        const bool no_items = value->kind == Node::Kind::list && value->items.empty();
        if (no_items && field.need != Need::required) continue;
        if (field.need == Need::optional) {
            if (value->kind == Node::Kind::map && value->entries.empty()) continue;
            const bool single = value->kind == Node::Kind::scalar;
            const MaybeNode without =
                single ? written(usual.fields[i].forms, usual.fields[i].forms) : std::nullopt;
            if (without && same_text(*value, *without)) continue;
        }
        node.entries.push_back({field.key, {}, std::move(*value)});
    }
    return node;
}

MaybeNode form_written(const Numbers& numbers, const Form&)
{
    const std::vector<Slot> slots = numbers.slots();
    std::vector<double> values;
    for (const Slot& slot : slots) {
        values.push_back(slot.get());
        if (!std::isfinite(values.back()) || !numbers.range.holds(values.back())) return std::nullopt;
    }
    if (values.empty()) return std::nullopt;
    return scalar_node(exact_quantity(values, numbers.dimension, numbers.angle));
}

MaybeNode form_written(const Word& word, const Form&)
{
    return word.is() ? MaybeNode(scalar_node(word.word)) : std::nullopt;
}

MaybeNode form_written(const Text& text, const Form&)
{
    const std::string there = text.get();
    return there.empty() ? std::nullopt : MaybeNode(scalar_node(there));
}

MaybeNode form_written(const Flag& flag, const Form&)
{
    return scalar_node(flag.get() ? "true" : "false");
}

MaybeNode form_written(const Object& object, const Form& usual)
{
    const auto there = object.there();
    if (!there) return std::nullopt;
    const auto& model = std::get<Object>(usual);
    const auto default_there = model.there ? model.there() : std::nullopt;
    return written(*there, default_there ? *default_there : model.open());
}

MaybeNode form_written(const Tagged& tagged, const Form& usual)
{
    for (std::size_t i = 0; i < tagged.alternatives.size(); ++i) {
        const auto there = tagged.alternatives[i].there();
        if (!there) continue;
        Node node = written(*there, std::get<Tagged>(usual).alternatives[i].open());
        Node::Entry& type = *node.entries.emplace(node.entries.begin());
        type.key = "type";
        type.value = scalar_node(tagged.alternatives[i].type);
        return node;
    }
    return std::nullopt;
}

MaybeNode form_written(const List& list, const Form& usual)
{
    Node node;
    node.kind = Node::Kind::list;
    for (std::size_t i = 0; i < list.size(); ++i) {
        MaybeNode item = written(list.item(i), std::get<List>(usual).add());
        if (item) node.items.push_back(std::move(*item));
    }
    return node;
}

MaybeNode form_written(const NamedMap& named, const Form& usual)
{
    Node node = map_node();
    const std::vector<std::string> names = named.names();
    for (std::size_t i = 0; i < names.size(); ++i) {
        MaybeNode value = written(named.item(i), std::get<NamedMap>(usual).add(names[i]));
        if (value) node.entries.push_back({names[i], {}, std::move(*value)});
    }
    return node;
}

/// What the first form gives that gives something.
MaybeNode written(const std::vector<Form>& forms, const std::vector<Form>& usual)
{
    for (std::size_t i = 0; i < forms.size(); ++i) {
        MaybeNode node = std::visit([&](const auto& form) { return form_written(form, usual[i]); }, forms[i]);
        if (node) return node;
    }
    return std::nullopt;
}

}  // namespace

Node to_tree(const Manipulator& manipulator)
{
    // Tables refer to what may be changed, so a copy is shown.
    Manipulator shown = manipulator, usual;
    TableContext context, usual_context;
    const Table table = manipulator_table(shown, context);
    return written(table, manipulator_table(usual, usual_context));
}

std::string to_yaml(const Manipulator& manipulator)
{
    return to_yaml(to_tree(manipulator));
}

bool same_description(const Manipulator& a, const Manipulator& b)
{
    return same_text(to_tree(a), to_tree(b));
}

}  // namespace supple
