/// @file
/// The rows of a case table one after another, however many there are (case_table.hpp).
#pragma once

#include <supple/io/case_table.hpp>
#include <supple/io/csv.hpp>

namespace supple {

class CaseReader {
 public:
    /// Reads the header. Throws InputError "file:line:cell: ..." on text that is no header.
    CaseReader(CsvReader::More more, std::string file_name);
    /// The same for a text that is at hand and outlives this.
    CaseReader(std::string_view text, std::string file_name);

    /// The columns, without cells.
    const CaseTable& head() const { return head_; }

    /// The next rows, at most so many, appended to a table that began as the head; false where there is none.
    /// Throws InputError on text that is no row.
    bool read(CaseTable& table, std::size_t most);

    /// Where the next row begins; and to begin there, with another stream of the same text.
    CsvReader::Place place() const { return csv_.place(); }
    void go_on(CsvReader::More more, CsvReader::Place place) { csv_.go_on(std::move(more), place); }

    /// What is known of the cells of a column.
    struct Kind {
        Unit unit{};
        bool numbers = false;  ///< some cell was a number
    };

 private:
    void read_head();

    CsvReader csv_;
    CaseTable head_;
    std::vector<Kind> kinds_;
    std::vector<CsvCell> cells_;
};

/// Whether a cell of text would be taken for a number, or for one gone wrong such as "nan".
bool reads_as_number(std::string_view text);

}  // namespace supple
