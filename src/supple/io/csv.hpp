/// @file
/// Comma-separated text by RFC 4180, cell by cell, with the place of each cell.
///
/// A cell is `text` without blanks at its ends, or `"text"` with its blanks kept, line ends and commas
/// allowed and a doubled quote for a quote. Lines end in LF or CR LF. Empty lines, and lines whose first
/// character other than a blank is `#`, are left out. A byte-order mark at the start is left out too.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace supple {

struct CsvCell {
    std::string_view text;  ///< valid until the next record is read
    std::size_t line = 0;   ///< where the cell begins, from 1
};

class CsvReader {
 public:
    /// Appends the next bytes of the text; false at its end.
    using More = std::function<bool(std::string& bytes)>;

    /// @pre the text outlives the reader
    CsvReader(std::string_view text, std::string file_name);
    /// Holds some records at a time, however long the text is.
    CsvReader(More more, std::string file_name);
    CsvReader(const CsvReader&) = delete;
    CsvReader& operator=(const CsvReader&) = delete;

    /// The next record into `cells`; false at the end. Throws InputError on text that is not CSV, is not
    /// UTF-8, or has a record longer than 1 MiB or of more than 4096 cells.
    bool next(std::vector<CsvCell>& cells);

    /// Where the next record begins, or lines that are left out before it.
    struct Place {
        std::size_t byte = 0;  ///< of the text, from 0
        std::size_t line = 1;
    };
    Place place() const { return {dropped_ + at_, line_}; }
    /// Goes on with another text, which begins at a place of the first.
    void go_on(More more, Place place);

    /// Throws InputError with the place in front: "cases.csv:3:2: ...". `cell` counts from 1.
    [[noreturn]] void refuse(std::size_t line, std::size_t cell, std::string_view why) const;

 private:
    void fill();
    bool skip_line_without_cells();
    std::string_view read_quoted(const CsvCell& cell, std::size_t number);
    std::string_view read_plain(const CsvCell& cell, std::size_t number);
    void refuse_unless_utf8(const CsvCell& cell, std::string_view text, std::size_t number) const;
    bool at_line_end() const;

    More more_;              ///< none where all of the text is at hand
    std::string held_;       ///< what came of it and was not yet read
    std::string_view text_;  ///< all of the text, or what is held of it
    std::string file_name_;
    std::size_t at_ = 0;
    std::size_t dropped_ = 0;  ///< bytes before what is held
    std::size_t line_ = 1;
    std::size_t record_begin_ = 0;
    std::deque<std::string> unquoted_;  ///< texts of quoted cells of the record
};

/// The text as a cell: quoted only where it must be to be read back the same.
std::string csv_cell(std::string_view text);

}  // namespace supple
