#include <supple/io/document.hpp>
#include <supple/text/words.hpp>

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <map>
#include <sstream>

namespace supple {
namespace {

constexpr std::size_t deepest = 16;
constexpr std::size_t most_nodes = 100'000;

/// Builds the tree from the parser's events; throws InputError at the first thing that format 1 does not
/// allow.
class TreeBuilder : public YAML::EventHandler {
 public:
    TreeBuilder(std::string_view text, std::string file) : text_(text), file_(std::move(file)) {}

    Node take() { return std::move(root_); }

    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override
    {
        refuse_anchor(mark, anchor);
        add(node(Node::Kind::empty, mark));
    }

    void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override
    {
        fail(mark, "found an alias (*name); aliases are not allowed: write the value out");
    }

    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& value) override
    {
        refuse_anchor(mark, anchor);
        refuse_tag(mark, tag);
        refuse_open_quote(mark);
        Node scalar = node(Node::Kind::scalar, mark);
        scalar.text = value;
        add(std::move(scalar));
    }

    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override
    {
        open(Node::Kind::list, mark, tag, anchor);
    }

    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override
    {
        open(Node::Kind::map, mark, tag, anchor);
    }

    void OnSequenceEnd() override { close(); }
    void OnMapEnd() override { close(); }

 private:
    /// A list or map that is still being read, and the key that waits for its value.
    struct Open {
        Node node;
        bool has_key = false;
        Node::Entry entry;
        std::map<std::string, int> lines;  ///< of the keys so far
    };

    SourcePlace place(const YAML::Mark& mark) const { return {file_, mark.line + 1, mark.column + 1}; }

    [[noreturn]] void fail(const YAML::Mark& mark, const std::string& message) const
    {
        throw InputError({Problem{file_, mark.line + 1, mark.column + 1, "", message}});
    }

    Node node(Node::Kind kind, const YAML::Mark& mark)
    {
        if (++nodes_ > most_nodes)
            fail(mark,
                 fmt::format("found more than {0} values in one file; expected at most {0}", most_nodes));
        Node n;
        n.kind = kind;
        n.place = place(mark);
        return n;
    }

    void refuse_anchor(const YAML::Mark& mark, YAML::anchor_t anchor) const
    {
        if (anchor != 0) fail(mark, "found an anchor (&name); anchors are not allowed: write the value out");
    }

    // The parser reports "?" for plain and "!" for quoted values; a tag somebody wrote starts with '!' in the
    // text.
    void refuse_tag(const YAML::Mark& mark, const std::string& tag) const
    {
        const auto at = static_cast<std::size_t>(mark.pos);
        const bool written = mark.pos >= 0 && at < text_.size() && text_[at] == '!';
        if (written || (!tag.empty() && tag != "?" && tag != "!")) {
            fail(mark, "found a tag (!type); tags are not allowed: write the plain value");
        }
    }

    // The parser takes the end of the file for the end of a quoted text.
    void refuse_open_quote(const YAML::Mark& mark) const
    {
        const auto begin = static_cast<std::size_t>(std::max(mark.pos, 0));
        if (begin >= text_.size() || (text_[begin] != '"' && text_[begin] != '\'')) return;
        const char quote = text_[begin];
        for (std::size_t at = begin + 1; at < text_.size(); ++at) {
            if (quote == '"' && text_[at] == '\\') {
                ++at;
            } else if (text_[at] == quote) {
                return;
            }
        }
        fail(mark, "found a quote that is not closed; expected another one at the end of the text");
    }

    void open(Node::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor)
    {
        refuse_anchor(mark, anchor);
        refuse_tag(mark, tag);
        if (open_.size() >= deepest)
            fail(mark, fmt::format("found values nested more than {0} deep; expected at most {0}", deepest));
        open_.push_back({node(kind, mark), false, {}, {}});
    }

    void close()
    {
        Node done = std::move(open_.back().node);
        open_.pop_back();
        add(std::move(done));
    }

    void add(Node value)
    {
        if (open_.empty()) {
            root_ = std::move(value);
            return;
        }
        Open& parent = open_.back();
        if (parent.node.kind == Node::Kind::list) {
            parent.node.items.push_back(std::move(value));
        } else if (!parent.has_key) {
            take_key(parent, std::move(value));
        } else {
            parent.entry.value = std::move(value);
            parent.node.entries.push_back(std::move(parent.entry));
            parent.has_key = false;
        }
    }

    void take_key(Open& parent, Node key) const
    {
        const SourcePlace& at = key.place;
        if (key.kind != Node::Kind::scalar) {
            throw InputError({Problem{file_, at.line, at.column, "",
                                      "found " + describe(key.kind) + " as a key; expected a plain word"}});
        }
        const auto [first, fresh] = parent.lines.emplace(key.text, at.line);
        if (!fresh) {
            throw InputError({Problem{
                file_, at.line, at.column, "",
                fmt::format("found the key {} a second time; expected it once (first in line {}): remove one",
                            in_quotes(key.text), first->second)}});
        }
        parent.entry = {key.text, key.place, {}};
        parent.has_key = true;
    }

    std::string_view text_;
    std::string file_;
    Node root_;
    std::vector<Open> open_;
    std::size_t nodes_ = 0;
};

[[noreturn]] void fail(const std::string& file, int line, int column, const std::string& message)
{
    throw InputError({Problem{file, line, column, "", message}});
}

[[noreturn]] void fail_at_byte(const std::string& file, std::string_view text, std::size_t at,
                               const std::string& message)
{
    const std::string_view before = text.substr(0, at);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t start = before.rfind('\n');  // npos + 1 is 0
    fail(file, static_cast<int>(line), static_cast<int>(at - (start + 1)) + 1, message);
}

/// What the parser complains of, in words of somebody who writes a model file.
std::string explain(const YAML::Exception& error, std::string_view text)
{
    if (error.msg == YAML::ErrorMsg::UNKNOWN_ANCHOR)
        return "found an alias (*name); aliases are not allowed: write the value out";
    if (error.msg == YAML::ErrorMsg::EOF_IN_SCALAR)
        return "found the end of the file inside a quote; expected the quote to be closed";
    // The line it stopped in, and whether that is indented by tabs.
    std::size_t start = 0;
    for (int line = 0; line < error.mark.line && start < text.size(); ++line)
        start = std::min(text.find('\n', start), text.size() - 1) + 1;
    const std::string_view line = text.substr(std::min(start, text.size()));
    if (line.substr(0, line.find_first_not_of(" \t")).find('\t') != std::string_view::npos)
        return "found a tab in the indentation; expected blanks";
    return "found text that is not YAML (" + error.msg +
           "); expected keys and values such as \"length: 50 mm\"";
}

}  // namespace

Node parse_document(std::string_view text, const std::string& file)
{
    if (text.size() > longest_model_file) {
        fail(file, 0, 0,
             fmt::format("found {} bytes; expected a model file of at most {} bytes", text.size(),
                         longest_model_file));
    }
    if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos)
        fail_at_byte(file, text, zero, "found a zero byte; expected UTF-8 text");
    if (const std::size_t end = utf8_end(text); end < text.size())
        fail_at_byte(file, text, end, "found a byte that is not UTF-8; expected text saved as UTF-8");
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    TreeBuilder builder(text, file);
    std::istringstream stream{std::string(text)};
    try {
        YAML::Parser parser(stream);
        if (!parser.HandleNextDocument(builder)) {
            fail(file, 0, 0, "found nothing; expected a model file that starts with \"supple: 1\"");
        }
        Node root = builder.take();
        TreeBuilder rest(text, file);
        if (parser.HandleNextDocument(rest)) {
            const SourcePlace second = rest.take().place;
            fail(file, second.line, second.column, "found a second document; expected one model in a file");
        }
        return root;
    } catch (const YAML::Exception& error) {
        fail(file, error.mark.line + 1, error.mark.column + 1, explain(error, text));
    }
}

}  // namespace supple
