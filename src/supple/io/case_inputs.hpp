/// @file
/// The rows of a case table as manipulators.
///
/// A column whose path begins with a key of the model file is an input: its cells are set there before the
/// file is understood, and an empty cell leaves what the file says. A column whose path lies in a result
/// (`tip.position.x`, `reactions.P1.force.y`, `status`) holds what was measured and is left alone, and `case`
/// names the rows. Anything else is refused: nothing is silently ignored.
///
/// Loads, currents, dipoles, gravity and a uniform field may take any value. They are set in the manipulator
/// itself, without understanding the file again. Laws (tests/io/test_case_inputs.cpp):
///   1. Either way gives the same manipulator, bit for bit.
#pragma once

#include <supple/io/case_table.hpp>
#include <supple/io/model_document.hpp>

#include <optional>

namespace supple {

enum class ColumnRole {
    label,   ///< `case`: names the rows
    input,   ///< a value of the model file
    output,  ///< a value of the result
};

/// What the column of that path is for; nothing where no table of cases has such a column.
std::optional<ColumnRole> column_role(std::string_view path);

class CaseInputs {
 public:
    /// Looks at the header; the cells are looked at row by row.
    /// @throws InputError "cases.csv:1:2: ..." where a column cannot be set, or the model itself is invalid
    CaseInputs(ModelDocument document, CaseTable table);

    const CaseTable& table() const { return table_; }
    const Manipulator& base() const { return base_; }  ///< what the model file says by itself

    /// Whether every input can be set without understanding the file again.
    bool direct() const { return direct_; }

    /// Makes the manipulator that of the row. @pre it is a copy of base(), or was set by an earlier call
    /// @throws InputError "cases.csv:7:2: ..." where the row's values make no valid model
    void set_row(std::size_t row, Manipulator& manipulator) const;

    /// The same, always by understanding the file.
    Manipulator read_row(std::size_t row) const;

 private:
    /// A number of the manipulator that may take any value.
    struct Slot {
        enum class Kind { force, moment, currents, dipole, drive, gravity, field };
        Kind kind;
        std::size_t item = 0;
        Eigen::Index component = 0;

        double& in(Manipulator& manipulator) const;
    };
    struct Input {
        std::size_t column = 0;
        Unit unit{};
        std::optional<Slot> slot{};
        double base = 0.0;  ///< what the file says at the slot
    };

    std::optional<Slot> find_slot(const std::string& path) const;
    void check_column(std::size_t column) const;

    ModelDocument document_;
    CaseTable table_;
    Manipulator base_;
    std::vector<Input> inputs_;
    bool direct_ = true;
};

}  // namespace supple
