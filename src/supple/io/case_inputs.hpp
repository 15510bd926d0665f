/// @file
/// The rows of a case table as manipulators.
///
/// A column whose path begins with a key of the model file is an input: its cells are set there before the
/// file is understood, and an empty cell leaves what the file says. A column whose path lies in a result
/// (`tip.position.x`, `reactions.P1.force.y`, `status`) holds what was measured and is left alone, and `case`
/// names the rows. `time` is when a row was commanded, for drives that remember. Anything else is refused,
/// and so is a path whose names no result has (`tip.positon.x`): nothing is silently ignored.
///
/// Numbers are stored in the manipulator itself by handles (fields/input.hpp), and what depends on them is
/// checked. The file is understood again only where a column holds text or adds a key that the file does not
/// have, and to say what is wrong with a row. Laws (tests/io/test_case_inputs.cpp):
///   1. Either way gives the same manipulator, bit for bit.
///   2. Either way refuses the same rows.
#pragma once

#include <supple/io/case_table.hpp>
#include <supple/io/model_document.hpp>

#include <optional>

namespace supple {

enum class ColumnRole {
    label,   ///< `case`: names the rows
    time,    ///< `time`: when a row was commanded (drive_memory.hpp)
    input,   ///< a value of the model file
    output,  ///< a value of the result
};

/// What the column of that path is for; nothing where no table of cases has such a column.
std::optional<ColumnRole> column_role(std::string_view path);

/// What is said of a path that has no role.
std::string no_such_column(std::string_view path);

class CaseInputs {
 public:
    /// Looks at the header; the cells are looked at row by row, and the table may be without them.
    /// @throws InputError "cases.csv:1:2: ..." where a column cannot be set, or the model itself is invalid
    CaseInputs(ModelDocument document, CaseTable table);

    /// The same for a description in memory. Files that it names are looked for in the folder.
    CaseInputs(const Manipulator& manipulator, const std::filesystem::path& folder, CaseTable table);

    const CaseTable& table() const { return table_; }  ///< as it was given here
    const Manipulator& base() const { return base_; }  ///< what the model file says by itself

    /// Whether every input is a load, a current, a field or the like: a number that may take any value.
    bool direct() const { return direct_; }

    /// The manipulator of a row, by understanding the file anew. @pre the rows have the table's columns
    /// @throws InputError "cases.csv:7:2: ..." where the row's values make no valid model
    Manipulator read_row(const CaseTable& rows, std::size_t row) const;

 private:
    friend class CaseRows;

    struct Column {
        std::size_t column = 0;
        Unit unit{};
        double base = 0.0;  ///< what the file says, where the column is a number of it
    };

    void check_columns();
    void check_column(std::size_t column);

    ModelDocument document_;
    CaseTable table_;
    Manipulator base_;
    std::vector<Column> inputs_;
    bool direct_ = true;
    bool by_handles_ = true;  ///< every input has its place in the manipulator
};

/// Makes one manipulator that of a row, again and again.
class CaseRows {
 public:
    /// @pre both outlive this; the manipulator stays where it is and is changed by this alone
    CaseRows(const CaseInputs& inputs, Manipulator& manipulator);

    /// @pre the rows have the columns of the inputs' table
    /// @throws InputError "cases.csv:7:2: ..." where the row's values make no valid model
    void set(const CaseTable& rows, std::size_t row);

 private:
    struct Store {
        std::size_t column;
        Input input;
        double base;  ///< what the file says
    };

    void bind();
    bool store(const CaseTable& rows, std::size_t row) const;

    const CaseInputs& inputs_;
    Manipulator& manipulator_;
    std::vector<Store> stores_;
    bool checked_ = false;  ///< some number is not free to take any value
};

}  // namespace supple
