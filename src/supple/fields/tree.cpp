#include <supple/fields/tree.hpp>
#include <supple/text/sentence.hpp>

#include <algorithm>

namespace supple {
namespace {

constexpr std::size_t longest_line = 110;

/// Whether YAML reads the text back as it stands, also inside brackets.
bool is_plain(const std::string& text)
{
    const auto harmless = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               c == '.' || c == '/' || c == '^' || c == '+' || c == '-' || c == ' ';
    };
    if (text.empty() || text.front() == ' ' || text.back() == ' ') return false;
    if (text == "null" || text == "Null" || text == "NULL") return false;
    const bool number_or_word = text.front() != '-' || (text.size() > 1 && text[1] != ' ' && text[1] != '-');
    return number_or_word && text.substr(0, 3) != "..." && std::all_of(text.begin(), text.end(), harmless);
}

std::string scalar(const std::string& text)
{
    if (is_plain(text)) return text;
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') quoted += '\\';
        quoted += c;
    }
    return quoted + '"';
}

std::string on_one_line(const Node& node)
{
    std::vector<std::string> parts;
    switch (node.kind) {
        case Node::Kind::empty:
            return "";
        case Node::Kind::scalar:
            return scalar(node.text);
        case Node::Kind::list:
            for (const Node& item : node.items)
                parts.push_back(on_one_line(item));
            return "[" + join(parts, ", ") + "]";
        case Node::Kind::map:
            for (const Node::Entry& entry : node.entries)
                parts.push_back(scalar(entry.key) + ": " + on_one_line(entry.value));
            return "{" + join(parts, ", ") + "}";
    }
    return "";
}

/// Appends what stands below a key or a dash: on the same line where that is short, else indented.
void append(std::string& out, const Node& node, std::size_t indent, bool after_dash)
{
    const bool kind = after_dash && node.kind == Node::Kind::map && node.entries.size() == 1 &&
                      node.entries[0].value.kind == Node::Kind::map;
    if (kind) {
        out += " " + scalar(node.entries[0].key) + ":";
        append(out, node.entries[0].value, indent + 2, false);
        return;
    }
    const std::string line = on_one_line(node);
    const bool short_enough = node.kind == Node::Kind::scalar || indent + line.size() <= longest_line;
    if (short_enough) {
        out += " " + line + "\n";
        return;
    }
    const std::string margin(indent, ' ');
    bool first = after_dash;
    if (!after_dash) out += "\n";
    const auto begin = [&] {
        out += first ? " " : margin;
        first = false;
    };
    for (const Node& item : node.items) {
        begin();
        out += "-";
        append(out, item, indent + 2, true);
    }
    for (const Node::Entry& entry : node.entries) {
        begin();
        out += scalar(entry.key) + ":";
        append(out, entry.value, indent + 2, false);
    }
}

}  // namespace

std::string to_string(const Problem& problem)
{
    std::string place = problem.file;
    if (problem.line > 0) place += filled(":{}:{}", problem.line, problem.column);
    if (!problem.path.empty()) place += ": " + problem.path;
    return place + ": " + problem.message;
}

const Node::Entry* Node::find(std::string_view key) const
{
    for (const Entry& entry : entries) {
        if (entry.key == key) return &entry;
    }
    return nullptr;
}

Node::Entry* Node::find(std::string_view key)
{
    return const_cast<Entry*>(static_cast<const Node*>(this)->find(key));
}

bool same_text(const Node& a, const Node& b)
{
    return a.kind == b.kind && a.text == b.text &&
           std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(), same_text) &&
           std::equal(a.entries.begin(), a.entries.end(), b.entries.begin(), b.entries.end(),
                      [](const Node::Entry& x, const Node::Entry& y) {
                          return x.key == y.key && same_text(x.value, y.value);
                      });
}

std::string describe(Node::Kind kind)
{
    switch (kind) {
        case Node::Kind::empty:
            return "nothing";
        case Node::Kind::scalar:
            return "a plain value";
        case Node::Kind::list:
            return "a list";
        case Node::Kind::map:
            return "a map of keys";
    }
    return "nothing";
}

std::string to_yaml(const Node& tree)
{
    std::string out;
    for (const Node::Entry& entry : tree.entries) {
        out += scalar(entry.key) + ":";
        const bool list = entry.value.kind == Node::Kind::list && !entry.value.items.empty();
        if (!list) {
            append(out, entry.value, 2, false);
            continue;
        }
        // The items of the file's own lists stand one below the other.
        out += "\n";
        for (const Node& item : entry.value.items) {
            out += "  -";
            append(out, item, 4, true);
        }
    }
    return out;
}

}  // namespace supple
