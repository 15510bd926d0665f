#include <supple/io/case_inputs.hpp>
#include <supple/io/drive_memory.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace supple {
namespace {

template <class Predicate>
bool any_drive(const Manipulator& manipulator, const Predicate& holds)
{
    return std::any_of(manipulator.attachments.begin(), manipulator.attachments.end(),
                       [&](const Attachment& attachment) {
                           const auto* rods = std::get_if<DrivenRods>(&attachment);
                           return rods && holds(rods->memory);
                       });
}

}  // namespace

DriveNumber drive_number(Manipulator& manipulator, const std::string& path)
{
    using Role = DriveNumber::Role;
    const Input number = input_at(manipulator, path);
    for (std::size_t k = 0; k < manipulator.attachments.size(); ++k) {
        if (!std::holds_alternative<DrivenRods>(manipulator.attachments[k])) continue;
        for (const auto& [key, role] : {std::pair{"tensions", Role::command},
                                        {"retractions", Role::command},
                                        {"play", Role::play},
                                        {"relaxation", Role::relaxation},
                                        {"relaxation_time", Role::relaxation}}) {
            const FoundInputs below = find_inputs(manipulator, fmt::format("attachments.{}.{}", k, key));
            if (std::find(below.inputs.begin(), below.inputs.end(), number) != below.inputs.end())
                return {role, k};
        }
    }
    return {};
}

const Memory& memory_of(const Manipulator& manipulator, std::size_t attachment)
{
    return std::get<DrivenRods>(manipulator.attachments[attachment]).memory;
}

bool drives_remember(const Manipulator& manipulator)
{
    return any_drive(manipulator, remembers);
}

bool drives_relax(const Manipulator& manipulator)
{
    return any_drive(manipulator, [](const Memory& memory) { return memory.relaxation != 0.0; });
}

RowTimes::RowTimes(const CaseTable& head, std::string_view why)
    : before_(-std::numeric_limits<double>::infinity()), why_(why)
{
    const CaseColumn* column = head.find("time");
    if (!column || column->is_text || !(column->dimension == dimension::time))
        throw InputError(
            fmt::format("{}:{}: {}, which needs the time of each row; expected a column \"time [s]\"",
                        head.file_name, head.header_line, why));
    column_ = static_cast<std::size_t>(column - head.columns.data());
}

double RowTimes::of(const CaseTable& rows, std::size_t row)
{
    const double now = rows.columns[column_].values[row];
    if (!(now >= before_))
        throw InputError(
            fmt::format("{}:{}: time is missing or runs backwards; expected rows in the "
                        "order of time, because {}",
                        rows.file_name, rows.line_of(row), why_));
    return before_ = now;
}

void check_times(RowSource& source, std::string_view why)
{
    constexpr std::size_t rows_at_once = 256;
    RowTimes times(source.head(), why);
    for (CaseTable rows; source.next(rows, rows_at_once);) {
        for (std::size_t row = 0; row < rows.rows; ++row)
            times.of(rows, row);
    }
    source.go_to(0);
}

std::vector<double> times_of_rows(const CaseTable& table)
{
    RowTimes times(table);
    std::vector<double> all;
    for (std::size_t row = 0; row < table.rows; ++row)
        all.push_back(times.of(table, row));
    return all;
}

}  // namespace supple
