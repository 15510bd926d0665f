#include <supple/fields/model_table.hpp>
#include <supple/io/schema.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <map>
#include <regex>

namespace supple {
namespace {

using Json = nlohmann::ordered_json;

Json schema_of(const Table& table);
Json schema_of(const std::vector<Form>& forms);

// `count` numbers apart by blanks, then a unit where one is asked for.
std::string pattern(const Numbers& n)
{
    const int least = n.count.least - 1, most = n.count.most - 1;
    std::string more;
    if (most > 0) {
        // A bound in the hundreds is checked by the reader alone: it would only make validators slow.
        const std::string times =
            n.count.most > 16 ? fmt::format("{},", least) : fmt::format("{},{}", least, most);
        more = fmt::format("({}{}){{{}}}", blanks_pattern, number_pattern, times);
    }
    const bool bare = n.dimension == dimension::none && !n.angle;
    return fmt::format("^{}{}{}$", number_pattern, more, bare ? "" : blanks_pattern + unit_pattern);
}

// What stands plainly in YAML may be a number or a truth value to its reader; the model file's takes text.
Json form_schema(const Numbers& n)
{
    const std::string shown = n.example.empty() ? example(n.dimension, n.count.least) : n.example;
    Json text = {{"type", "string"}, {"pattern", pattern(n)}, {"examples", {shown}}};
    if (!(n.dimension == dimension::none) || n.angle || n.count.least > 1) return text;
    Json number = {{"type", n.whole ? "integer" : "number"}};
    if (std::isfinite(n.range.lower)) number[n.range.above ? "exclusiveMinimum" : "minimum"] = n.range.lower;
    if (std::isfinite(n.range.upper)) number["maximum"] = n.range.upper;
    return {{"anyOf", {number, text}}};
}

Json form_schema(const Word& w)
{
    return {{"const", w.word}};
}
Json form_schema(const Text& text)
{
    const std::regex pattern(text.pattern);
    Json types = {"string"};
    if (std::regex_search("0", pattern)) types.push_back("number");
    if (std::regex_search("true", pattern)) types.push_back("boolean");
    return {{"type", types}, {"pattern", text.pattern}};
}
Json form_schema(const Flag&)
{
    return {{"enum", {true, false, "true", "false"}}};
}
Json form_schema(const Object& o)
{
    return schema_of(o.open());
}

Json form_schema(const Tagged& tagged)
{
    Json alternatives = Json::array();
    for (const auto& alternative : tagged.alternatives) {
        Table table = alternative.open();
        table.fields.insert(
            table.fields.begin(),
            Field{"type", Need::required, {Word{alternative.type, {}}}, alternative.help, ""});
        alternatives.push_back(schema_of(table));
    }
    return {{"oneOf", alternatives}};
}

Json form_schema(const List& list)
{
    return {{"type", "array"},
            {"minItems", list.count.least},
            {"maxItems", list.count.most},
            {"items", schema_of(list.add())}};
}

Json form_schema(const NamedMap& named)
{
    return {{"type", "object"},
            {"propertyNames", {{"pattern", name_pattern}}},
            {"additionalProperties", schema_of(named.add("name"))}};
}

Json schema_of(const std::vector<Form>& forms)
{
    Json all = Json::array();
    Json words = Json::array();
    for (const Form& form : forms) {
        if (const auto* word = std::get_if<Word>(&form)) {
            words.push_back(word->word);
        } else {
            all.push_back(std::visit([](const auto& f) { return form_schema(f); }, form));
        }
    }
    if (!words.empty()) all.insert(all.begin(), Json{{"enum", words}});
    return all.size() == 1 ? all[0] : Json{{"anyOf", all}};
}

Json schema_of(const Table& table)
{
    Json properties = Json::object(), needed = Json::array(), some = Json::array();
    std::map<int, Json> choices;  // by their groups
    for (const Field& field : table.fields) {
        Json property = {{"description", field.fallback.empty() ? field.help
                                                                : fmt::format("{} (without it: {})",
                                                                              field.help, field.fallback)}};
        property.update(schema_of(field.forms));
        properties[field.key] = property;
        if (field.need == Need::required) needed.push_back(field.key);
        if (field.need == Need::at_least_one) some.push_back({{"required", {field.key}}});
        if (field.need == Need::one_of) choices[field.group].push_back({{"required", {field.key}}});
    }
    Json schema = {{"type", "object"}, {"properties", properties}, {"additionalProperties", false}};
    if (!needed.empty()) schema["required"] = needed;
    if (!some.empty()) schema["anyOf"] = some;
    if (choices.size() == 1) schema["oneOf"] = choices.begin()->second;
    if (choices.size() > 1) {
        for (const auto& [group, keys] : choices)
            schema["allOf"].push_back({{"oneOf", keys}});
    }
    return schema;
}

/// Prints one heading a map, and under it a table of its keys; maps inside follow it.
class ReferenceWriter {
 public:
    std::string text;

    void write(const std::string& title, const std::string& help, const Table& table)
    {
        text += fmt::format(
            "## `{}`\n\n{}.\n\n| key | takes | meaning | without it |\n| --- | --- | --- | --- |\n", title,
            help);
        for (const Field& field : table.fields) {
            const char* without = field.need == Need::required       ? "*required*"
                                  : field.need == Need::one_of       ? "*one of these*"
                                  : field.need == Need::at_least_one ? "*at least one of these*"
                                                                     : "";
            text += fmt::format("| `{}` | {} | {} | {} |\n", field.key, takes(field.forms), field.help,
                                *without ? without : field.fallback);
        }
        text += "\n";
        for (const Field& field : table.fields) {
            for (const Form& form : field.forms)
                below(title == top ? field.key : title + "." + field.key, field.help, form);
        }
    }

    static constexpr const char* top = "model file";

 private:
    static std::string takes(const std::vector<Form>& forms) { return expectation(forms); }

    void below(const std::string& title, const std::string& help, const Form& form)
    {
        if (const auto* object = std::get_if<Object>(&form)) write(title, help, object->open());
        if (const auto* tagged = std::get_if<Tagged>(&form)) {
            for (const auto& alternative : tagged->alternatives) {
                write(fmt::format("{} (type: {})", title, alternative.type), alternative.help,
                      alternative.open());
            }
        }
        if (const auto* list = std::get_if<List>(&form)) {
            for (const Form& item : list->add())
                below(title + "[]", help, item);
        }
    }
};

}  // namespace

std::string model_schema()
{
    Manipulator manipulator;
    TableContext context;
    Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                   {"title", "supple model file, format 1"}};
    schema.update(schema_of(manipulator_table(manipulator, context)));
    return schema.dump(2) + "\n";
}

std::string model_reference()
{
    Manipulator manipulator;
    TableContext context;
    ReferenceWriter writer;
    writer.write(ReferenceWriter::top, "A file describes one manipulator",
                 manipulator_table(manipulator, context));
    return writer.text;
}

}  // namespace supple
