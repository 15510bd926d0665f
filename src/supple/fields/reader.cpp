#include <supple/fields/input.hpp>
#include <supple/fields/reader.hpp>
#include <supple/text/path.hpp>
#include <supple/text/sentence.hpp>
#include <supple/text/words.hpp>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

constexpr std::size_t most_problems = 20;      // that are shown
constexpr std::size_t enough_problems = 1000;  // a file with more than that is not worth reading on

std::string at_key(const std::string& path, std::string_view key)
{
    return path.empty() ? std::string(key) : filled("{}.{}", path, key);
}

std::vector<std::string> keys_of(const Table& table)
{
    std::vector<std::string> keys;
    for (const Field& field : table.fields)
        keys.push_back(field.key);
    return keys;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& candidates)
{
    return or_nearest(nearest_word(word, candidates));
}

/// The node at a dotted path, or the last one on the way that exists.
const Node& below(const Node& node, std::string_view path)
{
    if (path.empty()) return node;
    const std::size_t dot = path.find('.');
    const std::string_view step = path.substr(0, dot);
    const std::string_view rest = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
    if (node.kind == Node::Kind::list) {
        const auto index = index_of(step);
        return index && *index < node.items.size() ? below(node.items[*index], rest) : node;
    }
    const auto* entry = node.find(step);
    return entry ? below(entry->value, rest) : node;
}

class Reader {
 public:
    std::vector<Problem> problems;

    void read_map(const Node& node, const Table& table, const std::string& path)
    {
        if (node.kind != Node::Kind::map) {
            report(
                node.place, path,
                filled("found {}; expected a map with the keys {}", found(node), join(keys_of(table), ", ")));
            return;
        }
        const std::size_t before = problems.size();
        const auto meant = refuse_unknown_keys(node, table, path);
        if (meant.empty()) {
            require_one(node, table, path);
            require_some(node, table, path);
        }
        for (const Field& field : table.fields) {
            if (const auto* entry = node.find(field.key)) {
                read_value(entry->value, field.forms, at_key(path, field.key));
            } else if (field.need == Need::required &&
                       std::find(meant.begin(), meant.end(), field.key) == meant.end()) {
                report(node.place, path,
                       filled("missing key {}; expected {}", in_quotes(field.key), expectation(field.forms)));
            }
        }
        if (problems.size() > before || full() || !table.check) return;
        if (const auto mistake = table.check()) {
            const Node& at = below(node, mistake->key);
            report(at.place, mistake->key.empty() ? path : at_key(path, mistake->key), mistake->message);
        }
    }

 private:
    bool full() const { return problems.size() >= enough_problems; }

    void report(const SourcePlace& place, const std::string& path, std::string message)
    {
        if (!full()) problems.push_back({place.file, place.line, place.column, path, std::move(message)});
    }

    static std::string found(const Node& node)
    {
        return node.kind == Node::Kind::scalar ? in_quotes(node.text) : describe(node.kind);
    }

    // Answers with the keys that unknown ones were probably meant to be, so that a slip of the finger is
    // reported once and not as a missing key too.
    std::vector<std::string> refuse_unknown_keys(const Node& node, const Table& table,
                                                 const std::string& path)
    {
        std::vector<std::string> meant;
        const auto keys = keys_of(table);
        for (const auto& entry : node.entries) {
            if (full() || std::find(keys.begin(), keys.end(), entry.key) != keys.end()) continue;
            meant.push_back(nearest_word(entry.key, keys));
            report(entry.place, path,
                   filled("unknown key {}{}; expected one of {}", in_quotes(entry.key),
                          suggestion(entry.key, keys), join(keys, ", ")));
        }
        return meant;
    }

    // Of the keys of a group of one_of there must be exactly one.
    void require_one(const Node& node, const Table& table, const std::string& path)
    {
        int groups = 0;
        for (const Field& field : table.fields)
            groups = std::max(groups, field.need == Need::one_of ? field.group + 1 : 0);
        for (int group = 0; group < groups; ++group) {
            std::vector<std::string> choices, present;
            for (const Field& field : table.fields) {
                if (field.need != Need::one_of || field.group != group) continue;
                choices.push_back(field.key);
                if (node.find(field.key)) present.push_back(field.key);
            }
            if (choices.empty() || present.size() == 1) continue;
            if (present.empty()) {
                report(node.place, path, filled("missing key; expected one of {}", join(choices, ", ")));
            } else {
                report(node.place, path,
                       filled("found {}; expected only one of them: remove {}", join(present, " and "),
                              present.size() == 2 ? "one" : "the others"));
            }
        }
    }

    // Of the keys of at_least_one there must be one or more.
    void require_some(const Node& node, const Table& table, const std::string& path)
    {
        std::vector<std::string> choices;
        for (const Field& field : table.fields) {
            if (field.need != Need::at_least_one) continue;
            if (node.find(field.key)) return;
            choices.push_back(field.key);
        }
        if (!choices.empty())
            report(node.place, path, filled("missing key; expected at least one of {}", join(choices, ", ")));
    }

    void read_value(const Node& node, const std::vector<Form>& forms, const std::string& path)
    {
        switch (node.kind) {
            case Node::Kind::empty:
                break;
            case Node::Kind::scalar:
                return read_scalar(node, forms, path);
            case Node::Kind::list:
                for (const Form& form : forms) {
                    if (const auto* list = std::get_if<List>(&form)) return read_list(node, *list, path);
                }
                break;
            case Node::Kind::map:
                for (const Form& form : forms) {
                    if (const auto* object = std::get_if<Object>(&form))
                        return read_map(node, object->open(), path);
                    if (const auto* tagged = std::get_if<Tagged>(&form))
                        return read_tagged(node, *tagged, path);
                    if (const auto* named = std::get_if<NamedMap>(&form))
                        return read_named(node, *named, path);
                }
                break;
        }
        report(node.place, path, filled("found {}; expected {}", found(node), expectation(forms)));
    }

    void read_list(const Node& node, const List& list, const std::string& path)
    {
        const int size = static_cast<int>(node.items.size());
        if (size < list.count.least || size > list.count.most) {
            report(node.place, path,
                   filled("found a list of {}; expected {}", counted(node.items.size(), "item"),
                          size < list.count.least ? filled("{} or more", list.count.least)
                                                  : filled("at most {}", list.count.most)));
            return;
        }
        for (int i = 0; i < size; ++i) {
            read_value(node.items[static_cast<std::size_t>(i)], list.add(), at_key(path, std::to_string(i)));
        }
    }

    void read_named(const Node& node, const NamedMap& named, const std::string& path)
    {
        if (node.entries.size() > static_cast<std::size_t>(several.most)) {
            report(
                node.place, path,
                filled("found {}; expected at most {}", counted(node.entries.size(), "name"), several.most));
            return;
        }
        for (const auto& entry : node.entries) {
            const Verdict wrong = named.check_name(entry.key);
            if (!wrong.empty()) report(entry.place, path, filled("{} {}", in_quotes(entry.key), wrong));
            read_value(entry.value, named.add(entry.key), at_key(path, entry.key));
        }
    }

    void read_tagged(const Node& node, const Tagged& tagged, const std::string& path)
    {
        std::vector<std::string> types;
        for (const auto& alternative : tagged.alternatives)
            types.push_back(alternative.type);
        const auto* type = node.find("type");
        if (!type) {
            report(node.place, path, filled("missing key \"type\"; expected one of {}", join(types, ", ")));
            return;
        }
        for (const auto& alternative : tagged.alternatives) {
            if (type->value.kind != Node::Kind::scalar || type->value.text != alternative.type) continue;
            Table table = alternative.open();
            table.fields.insert(table.fields.begin(), required("type", alternative.type));
            return read_map(node, table, path);
        }
        report(type->value.place, at_key(path, "type"),
               filled("found {}{}; expected one of {}", found(type->value),
                      suggestion(type->value.text, types), join(types, ", ")));
    }

    static Field required(const char* key, const std::string& word)
    {
        return {key, Need::required, {Word{word, [] {}}}, "", ""};
    }

    void read_scalar(const Node& node, const std::vector<Form>& forms, const std::string& path)
    {
        const std::string& text = node.text;
        std::vector<const Numbers*> numeric;
        const Text* free_text = nullptr;
        std::vector<std::string> words;
        for (const Form& form : forms) {
            if (const auto* word = std::get_if<Word>(&form)) {
                if (text == word->word) return word->set();
                words.push_back(word->word);
            } else if (const auto* flag = std::get_if<Flag>(&form)) {
                if (text == "true" || text == "false") return flag->set(text == "true");
            } else if (const auto* numbers = std::get_if<Numbers>(&form)) {
                numeric.push_back(numbers);
            } else if (const auto* any = std::get_if<Text>(&form)) {
                free_text = any;
            }
        }
        if (!numeric.empty()) return read_numbers(node, numeric, forms, words, path);
        if (free_text) {
            const Verdict wrong = free_text->set(text);
            if (!wrong.empty()) report(node.place, path, filled("{} {}", in_quotes(text), wrong));
            return;
        }
        report(
            node.place, path,
            filled("found {}{}; expected {}", in_quotes(text), suggestion(text, words), expectation(forms)));
    }

    void read_numbers(const Node& node, const std::vector<const Numbers*>& numeric,
                      const std::vector<Form>& forms, const std::vector<std::string>& words,
                      const std::string& path)
    {
        const Quantity quantity = parse_quantity(node.text);
        if (!quantity) {
            report(node.place, path,
                   filled("{}{}; expected {}", quantity.error, suggestion(node.text, words),
                          expectation(forms)));
            return;
        }
        // The form of that dimension, and of that many values where several have the dimension.
        const int size = static_cast<int>(quantity.values.size());
        bool right_dimension = false;
        for (const Numbers* form : numeric) {
            if (!(quantity.dimension == form->dimension)) continue;
            right_dimension = form->angle || form->dimension != dimension::none || !quantity.has_unit;
            right_dimension = right_dimension && (!form->angle || quantity.has_unit);
            if (right_dimension && form->count.least <= size && size <= form->count.most)
                return store(node, quantity, *form, path);
        }
        const std::string wrong = right_dimension      ? "has " + counted(quantity.values.size(), "value")
                                  : !quantity.has_unit ? "has no unit"
                                  : quantity.dimension == dimension::none
                                      ? "is an angle"
                                      : "is " + describe(quantity.dimension);
        report(node.place, path,
               filled("{} {}; expected {}", in_quotes(node.text), wrong, expectation(forms)));
    }

    void store(const Node& node, const Quantity& quantity, const Numbers& form, const std::string& path)
    {
        for (const double value : quantity.values) {
            if (form.whole && value != std::round(value)) {
                report(node.place, path,
                       filled("{} is not whole; expected {}", in_quotes(node.text), allowed(form)));
                return;
            }
            if (!form.range.holds(value)) {
                report(node.place, path,
                       filled("{} is out of range; expected {}", in_quotes(node.text), allowed(form)));
                return;
            }
        }
        const Verdict wrong = form.set(quantity.values);
        if (!wrong.empty()) report(node.place, path, filled("{} {}", in_quotes(node.text), wrong));
    }
};

}  // namespace

std::vector<Problem> read_by_table(const Node& tree, const Table& table)
{
    Reader reader;
    reader.read_map(tree, table, "");
    std::vector<Problem>& problems = reader.problems;
    std::stable_sort(problems.begin(), problems.end(), [](const Problem& a, const Problem& b) {
        return std::pair(a.line, a.column) < std::pair(b.line, b.column);
    });
    if (problems.size() > most_problems) {
        const std::size_t more = problems.size() - most_problems;
        const std::string count =
            problems.size() < enough_problems ? std::to_string(more) : filled("at least {}", more);
        problems.resize(most_problems);
        problems.push_back({tree.place.file, 0, 0, "",
                            filled("found {} more problem{} after these; correct these first", count,
                                   more == 1 ? "" : "s")});
    }
    return std::move(problems);
}

namespace {

/// Looks at items that name a number of the file: each number must stand there, once, and what is said of it
/// must have its dimension.
class NamedNumbers {
 public:
    NamedNumbers(Manipulator& manipulator, std::string list, const char* verb, const char* done)
        : manipulator_(manipulator), list_(std::move(list)), verb_(verb), done_(done)
    {
    }

    std::vector<Problem> problems_of(const Node& items, std::initializer_list<const char*> keys)
    {
        for (const Node& item : items.items) {
            const Node& path = item.find("path")->value;
            const auto index = static_cast<std::size_t>(&item - items.items.data());
            FoundInputs found = find_inputs(manipulator_, path.text);
            if (found && !found.inputs[0].present())
                found.error = filled("there is no {} in {}; expected the path of a value that stands there",
                                     in_quotes(steps_of(path.text).back()), parent_path(path.text));
            if (!found) {
                report(index, path, "path",
                       filled("{} cannot be {}: {}", in_quotes(path.text), verb_, found.error));
                continue;
            }
            if (found.inputs.size() > 1)
                report(index, path, "path",
                       filled("{} has {} values; expected one, such as {}.0", in_quotes(path.text),
                              found.inputs.size(), path.text));
            if (!paths_.insert(path.text).second)
                report(index, path, "path",
                       filled("{} is {} already; expected every path once", in_quotes(path.text), done_));
            for (const char* key : keys) {
                const auto* entry = item.find(key);
                if (!entry) continue;
                const Dimension said = parse_quantity(entry->value.text).dimension;
                const Dimension value = found.inputs[0].dimension();
                if (!(said == value))
                    report(index, entry->value, key,
                           filled("{} is {}; expected {}, as {} is", in_quotes(entry->value.text),
                                  describe(said), describe(value), path.text));
            }
        }
        return std::move(problems_);
    }

 private:
    void report(std::size_t item, const Node& at, const char* key, const std::string& message)
    {
        problems_.push_back(
            {at.place.file, at.place.line, at.place.column, filled("{}.{}.{}", list_, item, key), message});
    }

    Manipulator& manipulator_;
    std::string list_;
    const char *verb_, *done_;
    std::set<std::string> paths_;
    std::vector<Problem> problems_;
};

std::vector<Problem> problems_of_named_numbers(const Node& tree, Manipulator& manipulator)
{
    std::vector<Problem> problems;
    if (manipulator.fit)
        problems = NamedNumbers(manipulator, "fit.parameters", "fitted", "fitted")
                       .problems_of(tree.find("fit")->value.find("parameters")->value, {"lower", "upper"});
    if (!manipulator.uncertain.empty()) {
        auto more = NamedNumbers(manipulator, "uncertain", "uncertain", "uncertain")
                        .problems_of(tree.find("uncertain")->value, {"normal", "uniform"});
        problems.insert(problems.end(), more.begin(), more.end());
    }
    return problems;
}

}  // namespace

ReadManipulator read_manipulator(const Node& tree, const SideFiles& files)
{
    TableContext context;
    context.files = files;
    ReadManipulator read;
    read.problems = read_by_table(tree, manipulator_table(read.manipulator, context));
    if (read) read.problems = problems_of_named_numbers(tree, read.manipulator);
    return read;
}

}  // namespace supple
