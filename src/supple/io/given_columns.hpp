/// @file
/// What a table of answers has of the table of cases: its columns, those of results called given.*.
#pragma once

#include <supple/io/case_table.hpp>

namespace supple {

class GivenColumns {
 public:
    explicit GivenColumns(const CaseTable& table);

    std::size_t count() const { return given_.size(); }

    /// The header's cells and those of a row, each with a comma behind it. @pre the rows have the table's
    /// columns
    std::string header() const;
    void append(std::string& line, const CaseTable& rows, std::size_t row) const;

 private:
    struct Given {
        std::size_t column = 0;
        CaseColumn head;
        Unit unit{};
    };
    std::vector<Given> given_;
};

/// Whether the column is called given.* in a table of answers.
bool is_renamed(const CaseColumn& column);

}  // namespace supple
