#include <supple/io/case_inputs.hpp>
#include <supple/io/model_table.hpp>
#include <supple/io/path.hpp>
#include <supple/io/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace supple {
namespace {

constexpr std::array result_names = {"tip",          "reactions", "base_reaction", "drives",    "balance",
                                     "snapped",      "energy",    "solver",        "stability", "status",
                                     "message",      "given",     "contacts",      "residual",  "turn",
                                     "conditioning", "shape"};

bool is_model_key(std::string_view name)
{
    Manipulator manipulator;
    TableContext context;
    const Table table = manipulator_table(manipulator, context);
    return std::any_of(table.fields.begin(), table.fields.end(),
                       [&](const Field& field) { return field.key == name; });
}

/// x, y, z or 0, 1, 2.
std::optional<Eigen::Index> axis_of(const std::string& step)
{
    constexpr std::string_view axes = "xyz012";
    const std::size_t found = step.size() == 1 ? axes.find(step[0]) : axes.npos;
    if (found == axes.npos) return std::nullopt;
    return static_cast<Eigen::Index>(found % 3);
}

/// The item that a step names, by index or by name.
template <typename Items, typename NameOf>
std::optional<std::size_t> item_of(const Items& items, const std::string& step, NameOf name_of)
{
    std::size_t index = 0;
    const char* end = step.data() + step.size();
    if (const auto [stop, error] = std::from_chars(step.data(), end, index);
        error == std::errc() && stop == end)
        return index < items.size() ? std::optional(index) : std::nullopt;
    for (std::size_t i = 0; i < items.size(); ++i)
        if (name_of(items[i]) == step) return i;
    return std::nullopt;
}

/// The cell as it would stand in the file.
std::string cell_text(const CaseColumn& column, const Unit& unit, std::size_t row)
{
    if (column.is_text) return std::string(trim(column.texts[row]));
    const std::string number = format_number(column.values[row], unit);
    return column.unit.empty() || column.unit == "1" ? number : number + " " + column.unit;
}

bool is_missing(const CaseColumn& column, std::size_t row)
{
    return column.is_text ? trim(column.texts[row]).empty() : std::isnan(column.values[row]);
}

}  // namespace

std::optional<ColumnRole> column_role(std::string_view path)
{
    if (path == "case") return ColumnRole::label;
    const auto steps = steps_of(path);
    const bool in_result =
        std::find(result_names.begin(), result_names.end(), steps[0]) != result_names.end();
    // `stations.coil` is a place in the model file; what lies below it is a pose of the result.
    if (in_result || (steps[0] == "stations" && steps.size() > 2)) return ColumnRole::output;
    if (is_model_key(steps[0])) return ColumnRole::input;
    return std::nullopt;
}

double& CaseInputs::Slot::in(Manipulator& m) const
{
    switch (kind) {
        case Kind::force:
            return m.loads[item].force[component];
        case Kind::moment:
            return m.loads[item].moment[component];
        case Kind::currents:
            return std::get<CoilSet>(m.attachments[item]).currents[component];
        case Kind::dipole:
            return std::get<Magnet>(m.attachments[item]).dipole[component];
        case Kind::drive:
            return std::get<DrivenRods>(m.attachments[item]).drive[static_cast<std::size_t>(component)];
        case Kind::gravity:
            return m.environment.gravity[component];
        case Kind::field:
            return m.environment.magnetic_field.uniform[component];
    }
    return m.environment.gravity[component];
}

// The path is one that set_value accepts, so only where it leads is asked here.
std::optional<CaseInputs::Slot> CaseInputs::find_slot(const std::string& path) const
{
    using Kind = Slot::Kind;
    const auto steps = steps_of(path);
    const auto name_of = [](const Attachment& attachment) {
        return std::visit([](const auto& a) { return a.name; }, attachment);
    };
    if (steps[0] == "attachments" && steps.size() == 4) {
        // Tensions of cables must not be negative: those the reader looks at.
        const auto item = item_of(base_.attachments, steps[1], name_of);
        const auto* rods = item ? std::get_if<DrivenRods>(&base_.attachments[*item]) : nullptr;
        if (rods && steps[2] == (rods->by_retraction ? "retractions" : "tensions") &&
            (rods->by_retraction || !rods->cable)) {
            const auto rod = item_of(rods->drive, steps[3], [](double) { return std::string(); });
            if (rod) return Slot{Kind::drive, *item, static_cast<Eigen::Index>(*rod)};
        }
    }
    const auto axis = axis_of(steps.back());
    if (!axis || steps.size() < 3) return std::nullopt;
    if (steps[0] == "environment") {
        if (steps[1] == "gravity" && steps.size() == 3) return Slot{Kind::gravity, 0, *axis};
        const bool uniform = steps.size() == 3 || (steps.size() == 4 && steps[2] == "uniform");
        if (steps[1] == "magnetic_field" && uniform) return Slot{Kind::field, 0, *axis};
        return std::nullopt;
    }
    if (steps.size() != 4) return std::nullopt;
    if (steps[0] == "loads") {
        const auto item = item_of(base_.loads, steps[1], [](const PointLoad& load) { return load.name; });
        if (item && steps[2] == "force") return Slot{Kind::force, *item, *axis};
        if (item && steps[2] == "moment") return Slot{Kind::moment, *item, *axis};
    } else if (steps[0] == "attachments") {
        const auto item = item_of(base_.attachments, steps[1], name_of);
        if (item && steps[2] == "currents" && std::holds_alternative<CoilSet>(base_.attachments[*item]))
            return Slot{Kind::currents, *item, *axis};
        if (item && steps[2] == "dipole" && std::holds_alternative<Magnet>(base_.attachments[*item]))
            return Slot{Kind::dipole, *item, *axis};
    }
    return std::nullopt;
}

// Whether the path can be set, to a value of the column's dimension; the value itself is a row's affair.
void CaseInputs::check_column(std::size_t i) const
{
    const CaseColumn& column = table_.columns[i];
    const auto refuse = [&](const std::string& why) {
        throw InputError(
            fmt::format("{}:{}:{}: {}: {}", table_.file_name, table_.header_line, i + 1, column.path, why));
    };
    Node trial = document_.root;
    std::optional<Quantity> present;
    try {
        present = quantity_at(trial, column.path, "");
    } catch (const InputError&) {
        present.reset();  // not in the file yet, or not a number
    }
    if (present && column.is_text && column.missing < table_.rows)
        refuse(fmt::format("the column holds text where the file has {}", describe(present->dimension)));
    if (present && !column.is_text && !(present->dimension == column.dimension)) {
        refuse(
            column.unit.empty()
                ? fmt::format("the column has no unit; expected {}, as in \"{} [{}]\"",
                              describe(present->dimension), column.path,
                              example(present->dimension).substr(example(present->dimension).find(' ') + 1))
                : fmt::format("the column's unit {} is that of {}; expected {}", in_quotes(column.unit),
                              describe(column.dimension), describe(present->dimension)));
    }
    try {
        const std::string unit = column.unit == "1" ? "" : column.unit;
        set_value(trial, column.path, column.is_text ? "text" : fmt::format("1 {}", unit), "");
    } catch (const InputError& error) {
        refuse(error.problems().empty() ? error.what() : error.problems().front().message);
    }
}

CaseInputs::CaseInputs(ModelDocument document, CaseTable table)
    : document_(std::move(document)), table_(std::move(table)), base_(read_model(document_))
{
    for (std::size_t i = 0; i < table_.columns.size(); ++i) {
        const CaseColumn& column = table_.columns[i];
        const auto role = column_role(column.path);
        if (!role)
            throw InputError(fmt::format(
                "{}:{}:{}: {} is neither a value of the model file nor of a result; expected a path such as "
                "\"loads.0.force.x [mN]\" or \"tip.position.x [mm]\", or \"case\" for the name of a row",
                table_.file_name, table_.header_line, i + 1, in_quotes(column.path)));
        if (*role != ColumnRole::input) continue;
        check_column(i);
        Input input{i, column.unit.empty() ? Unit{} : parse_unit(column.unit), find_slot(column.path)};
        if (input.slot) {
            input.base = input.slot->in(base_);
        } else {
            direct_ = false;
        }
        inputs_.push_back(std::move(input));
    }
}

void CaseInputs::set_row(std::size_t row, Manipulator& manipulator) const
{
    if (!direct_) {
        manipulator = read_row(row);
        return;
    }
    for (const Input& input : inputs_) {
        const double value = table_.columns[input.column].values[row];
        input.slot->in(manipulator) = std::isnan(value) ? input.base : value;
    }
}

Manipulator CaseInputs::read_row(std::size_t row) const
{
    ModelDocument changed = document_;
    for (const Input& input : inputs_) {
        const CaseColumn& column = table_.columns[input.column];
        if (is_missing(column, row)) continue;
        const std::string origin =
            fmt::format("{}:{}:{}", table_.file_name, table_.lines.empty() ? row + 1 : table_.lines[row],
                        input.column + 1);
        set_value(changed.root, column.path, cell_text(column, input.unit, row), origin);
    }
    return read_model(changed);
}

}  // namespace supple
