#include <supple/io/csv.hpp>
#include <supple/io/error.hpp>
#include <supple/text/words.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace supple {
namespace {

constexpr std::size_t longest_record = std::size_t{1} << 20;  // bytes
constexpr std::size_t most_columns = 4096;

bool is_space(char c)
{
    return c == ' ' || c == '\t';
}

}  // namespace

CsvReader::CsvReader(std::string_view text, std::string file_name)
    : text_(text), file_name_(std::move(file_name))
{
    if (text_.substr(0, 3) == "\xEF\xBB\xBF") at_ = 3;
}

CsvReader::CsvReader(More more, std::string file_name)
    : more_(std::move(more)), file_name_(std::move(file_name))
{
    fill();
    if (text_.substr(0, 3) == "\xEF\xBB\xBF") at_ = 3;
}

// Behind the place where the reader stands there is a whole record then, or more than one may have.
void CsvReader::fill()
{
    if (!more_ || text_.size() > at_ + longest_record + 16) return;
    held_.erase(0, at_);
    dropped_ += at_;
    at_ = 0;
    while (more_ && held_.size() < 4 * longest_record)
        if (!more_(held_)) more_ = nullptr;
    text_ = held_;
}

void CsvReader::go_on(More more, Place place)
{
    more_ = std::move(more);
    held_.clear();
    text_ = held_;
    at_ = 0;
    dropped_ = place.byte;
    line_ = place.line;
    fill();
}

void CsvReader::refuse(std::size_t line, std::size_t cell, std::string_view why) const
{
    throw InputError(fmt::format("{}:{}:{}: {}", file_name_, line, cell, why));
}

bool CsvReader::at_line_end() const
{
    return at_ >= text_.size() || text_[at_] == '\n' || text_.substr(at_, 2) == "\r\n";
}

bool CsvReader::skip_line_without_cells()
{
    std::size_t first = at_;
    while (first < text_.size() && is_space(text_[first]))
        ++first;
    const bool comment = first < text_.size() && text_[first] == '#';
    const bool empty = first == text_.size() || text_[first] == '\n' || text_.substr(first, 2) == "\r\n";
    if (!comment && !empty) return false;
    const std::size_t end = text_.find('\n', first);
    if (end == text_.npos && more_)
        refuse(line_, 1, fmt::format("the line is longer than {} bytes", longest_record));
    at_ = std::min(end, text_.size() - 1) + 1;
    ++line_;
    return true;
}

bool CsvReader::next(std::vector<CsvCell>& cells)
{
    do
        fill();
    while (at_ < text_.size() && skip_line_without_cells());
    cells.clear();
    unquoted_.clear();
    if (at_ >= text_.size()) return false;

    record_begin_ = at_;
    for (bool more = true; more;) {
        if (cells.size() == most_columns)
            refuse(line_, cells.size(), fmt::format("more than {} columns; split the table", most_columns));
        CsvCell& cell = cells.emplace_back();
        while (at_ < text_.size() && is_space(text_[at_]))
            ++at_;
        cell.line = line_;
        const bool quoted = at_ < text_.size() && text_[at_] == '"';
        cell.text = quoted ? read_quoted(cell, cells.size()) : read_plain(cell, cells.size());

        // A comma brings another cell, perhaps an empty one.
        more = at_ < text_.size() && text_[at_] == ',';
        if (more) ++at_;
    }
    at_ = std::min(text_.find('\n', at_), text_.size() - 1) + 1;
    ++line_;
    return true;
}

std::string_view CsvReader::read_quoted(const CsvCell& cell, std::size_t number)
{
    std::string& text = unquoted_.emplace_back();
    for (++at_;; ++at_) {
        if (at_ >= text_.size() || at_ - record_begin_ >= longest_record)
            refuse(cell.line, number,
                   fmt::format("the quote that opens here is not closed{}; close it or double it",
                               at_ >= text_.size() ? "" : fmt::format(" within {} bytes", longest_record)));
        if (text_[at_] == '"') {
            if (text_.substr(at_, 2) != "\"\"") break;
            ++at_;
        }
        line_ += text_[at_] == '\n' ? 1 : 0;
        text += text_[at_];
    }
    for (++at_; at_ < text_.size() && is_space(text_[at_]);)
        ++at_;
    if (!at_line_end() && text_[at_] != ',')
        refuse(cell.line, number,
               fmt::format("text follows the closing quote of {}; double a quote inside a cell",
                           in_quotes(text)));
    refuse_unless_utf8(cell, text, number);
    return text;
}

std::string_view CsvReader::read_plain(const CsvCell& cell, std::size_t number)
{
    // Almost all bytes are plain; the others are looked at one by one.
    const std::size_t begin = at_, furthest = record_begin_ + longest_record;
    bool ascii = true;
    for (; at_ < text_.size(); ++at_) {
        const auto byte = static_cast<unsigned char>(text_[at_]);
        if (byte > 0x2C && byte < 0x7F && at_ < furthest) continue;
        if (byte == ',' || at_line_end()) break;
        if (at_ >= furthest)
            refuse(cell.line, number, fmt::format("the line is longer than {} bytes", longest_record));
        ascii = ascii && byte < 0x80;
        if (byte == '"')
            refuse(cell.line, number,
                   "a quote inside a cell; put the whole cell in quotes and double the quote");
        if ((byte < 0x20 && byte != '\t') || byte == 0x7F)
            refuse(cell.line, number,
                   fmt::format("a control character, {}; is this a text file with lines that end "
                               "in LF or CR LF?",
                               in_quotes(text_.substr(at_, 1))));
    }
    const std::string_view text = trim(text_.substr(begin, at_ - begin));
    if (!ascii) refuse_unless_utf8(cell, text, number);
    return text;
}

void CsvReader::refuse_unless_utf8(const CsvCell& cell, std::string_view text, std::size_t number) const
{
    if (!is_utf8(text))
        refuse(cell.line, number, fmt::format("{} is not UTF-8; save the file as UTF-8", in_quotes(text)));
}

std::string csv_cell(std::string_view text)
{
    const bool plain = trim(text) == text && !text.empty() && text[0] != '#' &&
                       std::none_of(text.begin(), text.end(), [](char c) {
                           return c == ',' || c == '"' || static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
                       });
    if (plain) return std::string(text);
    std::string cell = "\"";
    for (const char c : text)
        cell += c == '"' ? std::string("\"\"") : std::string(1, c);
    return cell + "\"";
}

}  // namespace supple
