/// @file
/// The memory of drives (rod/memory.hpp) in a table whose rows follow one another.
///
/// A sequence of solves and a fit let commands arrive by the same rules: the first row is where the memory
/// begins, an empty cell commands what the file says, and `time [s]` is the time of a row. Play needs no
/// times. Laws (tests/fit/test_memory.cpp):
///   1. A sequence gives what a fit evaluates at the same values.
///   2. A sequence gives what a motion tends to that is slow against all vibrations.
#pragma once

#include <supple/io/row_source.hpp>
#include <supple/rod/manipulator.hpp>

namespace supple {

/// What a number of the description is to a drive.
struct DriveNumber {
    enum class Role {
        none,
        command,     ///< a tension or a retraction
        play,        ///< of the memory
        relaxation,  ///< of the memory, or the time of it
    };
    Role role = Role::none;
    std::size_t attachment = 0;  ///< the drive
};

/// @pre the path names a number
DriveNumber drive_number(Manipulator& manipulator, const std::string& path);

/// The memory of a drive. @pre the attachment is one
const Memory& memory_of(const Manipulator& manipulator, std::size_t attachment);

/// Whether some drive has a memory, and whether some drive relaxes.
bool drives_remember(const Manipulator& manipulator);
bool drives_relax(const Manipulator& manipulator);

/// The times of rows that come some at a time, in the column `time [s]`.
class RowTimes {
 public:
    /// `why` the times are needed, a text that stays. @throws InputError where there is no such column
    explicit RowTimes(const CaseTable& head, std::string_view why = "the drives relax");

    /// The time of the next row [s]. @throws InputError where it is missing or before that of the row before
    double of(const CaseTable& rows, std::size_t row);

 private:
    std::size_t column_ = 0;
    double before_;
    std::string_view why_;
};

/// Looks at the times of all rows before the first is given. @throws InputError as RowTimes does
void check_times(RowSource& source, std::string_view why);

/// The time of each row [s]. @throws InputError as RowTimes does
std::vector<double> times_of_rows(const CaseTable& table);

}  // namespace supple
