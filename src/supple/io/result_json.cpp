#include <supple/io/error.hpp>
#include <supple/io/result_json.hpp>
#include <supple/result/check.hpp>
#include <supple/text/words.hpp>

#include <charconv>
#include <cmath>

namespace supple {
namespace {

void append_number(std::string& out, double value, bool whole = false)
{
    if (!std::isfinite(value)) {
        out += "null";
        return;
    }
    char digits[32];
    const char* end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    const std::string_view text(digits, static_cast<std::size_t>(end - digits));
    out += text;
    // A double stays one in languages that tell them from whole numbers.
    if (!whole && text.find_first_of(".e") == std::string_view::npos) out += ".0";
}

class JsonWriter final : public Describer {
 public:
    /// Pieces go `to` there, where it is given; the last one is taken.
    JsonWriter(std::string_view command, bool document, const Pieces* to = nullptr)
        : document_(document), to_(to)
    {
        out_ = "{";
        member({.name = "format"});
        out_ += json_text(result_format);
        member({.name = "command"});
        out_ += json_text(command);
    }

    std::string take(std::optional<std::size_t> case_number)
    {
        if (case_number) whole({.name = "case"}, static_cast<long>(*case_number));
        out_ += document_ ? "\n}\n" : "}\n";
        return std::move(out_);
    }

    void outcome(Status status, std::string_view message) override
    {
        text({.name = "status"}, name(status));
        text({.name = "message"}, message);
    }
    void text(const ResultField& field, std::optional<std::string_view> value) override
    {
        if (open(field, value.has_value())) out_ += json_text(*value);
    }
    void texts(const ResultField& field, const std::vector<std::string>& values) override
    {
        member(field);
        between('[', values.size(), ']', [&](std::size_t i) { out_ += json_text(values[i]); });
    }
    void flag(const ResultField& field, std::optional<bool> value) override
    {
        if (open(field, value.has_value())) out_ += *value ? "true" : "false";
    }
    void whole(const ResultField& field, std::optional<long> value) override
    {
        if (open(field, value.has_value())) out_ += std::to_string(*value);
    }
    void numbers(const ResultField& field, const ResultNumbers& values) override
    {
        if (!open(field, values.present)) return;
        row_.resize(values.width());
        if (values.rank == 0) {
            values.read(0, row_.data());
            return append_number(out_, row_[0]);
        }
        whole_ = field.integers;
        between('[', values.rows(), ']', [&](std::size_t i) {
            values.read(i, row_.data());
            const double* next = row_.data();
            append_axis(values, 1, next);
        });
    }
    void ragged(const ResultField& field, const std::vector<std::vector<double>>& lists) override
    {
        member(field);
        between('[', lists.size(), ']', [&](std::size_t i) {
            between('[', lists[i].size(), ']', [&](std::size_t j) { append_number(out_, lists[i][j]); });
        });
    }
    void group(const ResultField& field, bool present, FunctionRef<void(Describer&)> fields) override
    {
        if (open(field, present)) object([&] { fields(*this); });
    }
    void list(const ResultField& field, const Items& items) override
    {
        if (!open(field, items.present)) return;
        between(field.keyed ? '{' : '[', items.count, field.keyed ? '}' : ']', [&](std::size_t i) {
            if (field.keyed) out_ += json_text(items.name(i)) + ":";
            object([&] { items.describe(*this, i); });
        });
    }

 private:
    /// The name of a member, after what separates it from the one before.
    void member(const ResultField& field)
    {
        const bool first = out_.back() == '{';
        if (depth_ == 0 && document_) {
            out_ += first ? "\n " : ",\n ";
        } else if (!first) {
            out_ += ',';
        }
        out_ += json_text(field.name);
        out_ += depth_ == 0 && document_ ? ": " : ":";
    }
    bool open(const ResultField& field, bool present)
    {
        if (!present && !field.null) return false;
        member(field);
        if (!present) out_ += "null";
        return present;
    }
    void object(FunctionRef<void()> members)
    {
        out_ += '{';
        ++depth_;
        members();
        --depth_;
        out_ += '}';
    }
    void between(char opening, std::size_t count, char closing, FunctionRef<void(std::size_t)> item)
    {
        out_ += opening;
        for (std::size_t i = 0; i < count; ++i) {
            if (i > 0) out_ += ',';
            item(i);
            if (to_ && out_.size() > longest_piece) pass_on();
        }
        out_ += closing;
    }
    // The last character stays: what follows depends on it.
    void pass_on()
    {
        (*to_)(std::string_view(out_).substr(0, out_.size() - 1));
        out_.erase(0, out_.size() - 1);
    }
    void append_axis(const ResultNumbers& values, int axis, const double*& next)
    {
        if (axis == values.rank) return append_number(out_, *next++, whole_);
        between('[', values.shape[static_cast<std::size_t>(axis)], ']',
                [&](std::size_t) { append_axis(values, axis + 1, next); });
    }

    static constexpr std::size_t longest_piece = std::size_t{1} << 20;

    std::string out_;
    bool document_;
    const Pieces* to_;
    bool whole_ = false;  ///< the array being written holds whole numbers
    int depth_ = 0;
    std::vector<double> row_;
};

std::string write(Description result, std::string_view command, bool document,
                  std::optional<std::size_t> case_number, const Pieces* to = nullptr)
{
    JsonWriter writer(command, document, to);
    if (const std::string problem = tell_checked(result, writer); !problem.empty()) throw InputError(problem);
    return writer.take(case_number);
}

}  // namespace

std::string json_text(std::string_view text)
{
    std::string out = "\"";
    while (!text.empty()) {
        const std::size_t good = utf8_end(text);
        for (const char c : text.substr(0, good)) {
            if (c == '"' || c == '\\') {
                out += '\\';
                out += c;
            } else if (c == '\n') {
                out += "\\n";
            } else if (c == '\t') {
                out += "\\t";
            } else if (static_cast<unsigned char>(c) < 0x20) {
                constexpr const char* hex = "0123456789abcdef";
                out += "\\u00";
                out += hex[static_cast<unsigned char>(c) / 16];
                out += hex[static_cast<unsigned char>(c) % 16];
            } else {
                out += c;
            }
        }
        text.remove_prefix(good);
        if (text.empty()) break;
        out += "\xef\xbf\xbd";
        text.remove_prefix(1);
    }
    return out + '"';
}

std::string json_document(Description result, std::string_view command)
{
    return write(result, command, true, {});
}

void json_pieces(Description result, std::string_view command, const Pieces& to)
{
    to(write(result, command, true, {}, &to));
}

std::string json_line(Description result, std::string_view command, std::optional<std::size_t> case_number)
{
    return write(result, command, false, case_number);
}

}  // namespace supple
