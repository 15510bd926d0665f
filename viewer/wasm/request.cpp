#include "request.hpp"

#include <supple/field/field_map.hpp>
#include <supple/text/sentence.hpp>
#include <supple/text/words.hpp>

#include <charconv>
#include <limits>

namespace supple::page {
namespace {

constexpr int deepest = 16;
constexpr std::size_t most_nodes = 100'000;
constexpr std::size_t most_cells = 2'000'000;

struct Part {
    char kind = 0;  ///< 0: the text is no request
    int line = 0, column = 0;
    std::size_t size = 0;
};

class Reader {
 public:
    explicit Reader(std::string_view text) : text_(text) {}

    bool broken() const { return broken_; }

    Part part(char wanted = 0)
    {
        Part part;
        const std::size_t end = text_.find('\n', at_);
        if (end == text_.npos || end < at_ + 2) return fail();
        part.kind = text_[at_++];
        part.line = static_cast<int>(whole(end));
        part.column = static_cast<int>(whole(end));
        part.size = whole(end);
        at_ = end + 1;
        if (broken_ || (wanted != 0 && part.kind != wanted)) return fail();
        return part;
    }

    std::string text(const Part& part)
    {
        if (broken_ || part.kind != 't' || part.size >= text_.size() - at_) {
            broken_ = true;
            return {};
        }
        std::string text(text_.substr(at_, part.size));
        at_ += part.size + 1;
        return text;
    }
    std::string text() { return text(part('t')); }

    Node node(int depth)
    {
        const Part part = this->part();
        Node node;
        node.place = {"", part.line, part.column};
        if (++nodes_ > most_nodes || depth > deepest) broken_ = true;
        if (broken_) return node;
        if (part.kind == 't') {
            node.kind = Node::Kind::scalar;
            node.text = text(part);
        } else if (part.kind == 'l') {
            node.kind = Node::Kind::list;
            for (std::size_t i = 0; i < part.size && !broken_; ++i)
                node.items.push_back(this->node(depth + 1));
        } else if (part.kind == 'm') {
            node.kind = Node::Kind::map;
            for (std::size_t i = 0; i < part.size && !broken_; ++i) {
                const Part key = this->part('t');
                Node::Entry entry;
                entry.place = {"", key.line, key.column};
                entry.key = text(key);
                entry.value = this->node(depth + 1);
                node.entries.push_back(std::move(entry));
            }
        } else if (part.kind != 'e') {
            broken_ = true;
        }
        return node;
    }

 private:
    Part fail()
    {
        broken_ = true;
        return {};
    }
    std::size_t whole(std::size_t end)
    {
        while (at_ < end && text_[at_] == ' ')
            ++at_;
        std::size_t value = 0;
        const auto [rest, error] = std::from_chars(text_.data() + at_, text_.data() + end, value);
        if (error != std::errc{} || value > (1U << 30U)) broken_ = true;
        at_ = static_cast<std::size_t>(rest - text_.data());
        return value;
    }

    std::string_view text_;
    std::size_t at_ = 0, nodes_ = 0;
    bool broken_ = false;
};

/// A column of numbers, or of text where no cell is a number and no unit is named.
std::string fill(SideColumn& column, const std::string& unit_text, const std::vector<std::string>& cells,
                 const std::vector<std::size_t>& lines)
{
    const Unit unit = unit_text.empty() || unit_text == "1" ? Unit{} : parse_unit(unit_text);
    if (!unit) return filled("{} [{}]: {}", column.path, unit_text, unit.error);
    column.dimension = unit.dimension;
    std::size_t wrong = 0, first_wrong = 0;
    for (std::size_t row = 0; row < cells.size(); ++row) {
        column.values.push_back(std::numeric_limits<double>::quiet_NaN());
        if (cells[row].empty()) {
            ++column.missing;
            continue;
        }
        const Number number = parse_number(cells[row], unit);
        if (number) {
            column.values.back() = number.value;
        } else if (wrong++ == 0) {
            first_wrong = row;
        }
    }
    column.is_text = wrong > 0 && unit_text.empty() && wrong + column.missing == cells.size();
    if (wrong > 0 && !column.is_text)
        return filled("line {}: found {} in the column {}; expected a number", lines[first_wrong],
                      in_quotes(cells[first_wrong]), in_quotes(column.path));
    return {};
}

void read_table(Reader& in, Request& request)
{
    const std::string name = in.text();
    const Part columns = in.part('c');
    SideTable table;
    std::vector<std::string> units;
    for (std::size_t i = 0; i < columns.size && !in.broken(); ++i) {
        table.columns.push_back({.path = in.text()});
        units.push_back(in.text());
    }
    const Part rows = in.part('r');
    if (in.broken() || columns.size == 0 || rows.size > most_cells / columns.size) return;
    table.rows = rows.size;
    std::vector<std::vector<std::string>> cells(columns.size);
    for (std::size_t row = 0; row < rows.size && !in.broken(); ++row) {
        for (std::size_t i = 0; i < columns.size && !in.broken(); ++i) {
            const Part cell = in.part('t');
            if (i == 0) table.lines.push_back(static_cast<std::size_t>(cell.line));
            cells[i].push_back(in.text(cell));
        }
    }
    if (in.broken()) return;
    for (std::size_t i = 0; i < columns.size; ++i) {
        const std::string wrong = fill(table.columns[i], units[i], cells[i], table.lines);
        if (!wrong.empty()) request.mistakes.emplace(name, "cannot be used: " + wrong);
    }
    request.tables[name] = std::move(table);
}

}  // namespace

Request read_request(std::string_view text)
{
    Request request;
    Reader in(text);
    request.tree = in.node(1);
    const Part tables = in.part('f');
    for (std::size_t i = 0; i < tables.size && !in.broken(); ++i)
        read_table(in, request);
    request.good = !in.broken();
    return request;
}

SideFiles side_files(const Request& request)
{
    const auto open = [&request](const std::string& file, const SideTable*& table) -> Verdict {
        if (const auto wrong = request.mistakes.find(file); wrong != request.mistakes.end())
            return wrong->second;
        const auto found = request.tables.find(file);
        if (found == request.tables.end()) return "is not here; drop the file onto the page";
        table = &found->second;
        return {};
    };
    return {[open](const std::string& file, const std::vector<HistoryValue>& values, History& history) {
                const SideTable* table = nullptr;
                Verdict wrong = open(file, table);
                return wrong.empty() ? history_of(*table, values, history) : wrong;
            },
            [open](const std::string& file, FieldMap& map) {
                const SideTable* table = nullptr;
                Verdict wrong = open(file, table);
                if (wrong.empty()) wrong = field_map_of(*table, map);
                if (wrong.empty()) fit_spline(map);
                return wrong;
            }};
}

}  // namespace supple::page
