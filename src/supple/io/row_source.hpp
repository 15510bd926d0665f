/// @file
/// Where rows of cases come from, some at a time, from any row on: a file of any length, or a table in
/// memory.
#pragma once

#include <supple/io/case_table.hpp>

#include <memory>

namespace supple {

class RowSource {
 public:
    virtual ~RowSource() = default;

    /// The columns without cells, with what is missing in each, and how many rows there are.
    virtual const CaseTable& head() const = 0;

    /// The next rows, at most so many, in place of those that `rows` held; false at the end. `rows` is empty
    /// or came from this source. Throws InputError where the rows cannot be read.
    virtual bool next(CaseTable& rows, std::size_t most) = 0;

    /// Makes that row the next one. @pre row <= head().rows
    virtual void go_to(std::size_t row) = 0;

    /// A short text that is the same for the same rows only.
    virtual std::string identity() const = 0;
};

/// Reads the file twice: once to know its columns and to find what is wrong with it, and once for the rows.
/// What an open stream brings is kept in a temporary file meanwhile. Holds some rows at a time.
/// Messages call it `shown`, or by its path where that is empty. @throws InputError as read_case_table does
std::unique_ptr<RowSource> open_cases(const std::filesystem::path& path, std::string shown = {});

/// Some rows of another source: those of the ranges, one range after the other. No block of rows holds rows
/// of two ranges. @pre the source outlives this
struct RowRange {
    std::size_t begin = 0, end = 0;
};
std::unique_ptr<RowSource> ranges_of(RowSource& source, std::vector<RowRange> ranges);

/// The rows of a table. @pre the table outlives the source
std::unique_ptr<RowSource> cases_in(const CaseTable& table);

}  // namespace supple
