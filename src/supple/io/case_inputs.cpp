#include <supple/fields/model_table.hpp>
#include <supple/fields/tree_path.hpp>
#include <supple/fields/writer.hpp>
#include <supple/io/case_inputs.hpp>
#include <supple/result/describe.hpp>
#include <supple/result/member_names.hpp>
#include <supple/result/output.hpp>
#include <supple/steer/describe_steering.hpp>
#include <supple/text/words.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace supple {
namespace {

/// The names with which paths into results of solve and steer, and into tables of theirs, begin.
const std::set<std::string>& result_names()
{
    static const std::set<std::string> names = [] {
        const Equilibrium equilibrium;
        const Steering steering;
        const Target target;
        std::set<std::string> all = {"given", "disks"};
        for (std::string& each : member_names([&](Describer& d) { describe(d, equilibrium); }))
            all.insert(std::move(each));
        for (std::string& each : member_names([&](Describer& d) {
                 describe(d, SteeringRecord{steering, target});
             }))
            all.insert(std::move(each));
        return all;
    }();
    return names;
}

/// What is wrong with the names of a path into a result; empty where a result of solve or steer may have it,
/// with other items or in another model.
std::string misnamed_output(std::string_view path)
{
    const Equilibrium equilibrium;
    const OutputSearch solved = find_output(path, equilibrium);
    if (!solved.misnamed) return "";
    const Steering steering;
    const Target target;
    const SteeringRecord record{steering, target};
    const OutputSearch steered = find_output(path, [&](Describer& d) { describe(d, record); });
    if (!steered.misnamed) return "";
    const auto names = member_names([&](Describer& d) { describe(d, equilibrium); });
    const bool of_steering = std::find(names.begin(), names.end(), steps_of(path)[0]) == names.end();
    return of_steering ? steered.problem : solved.problem;
}

enum class ModelKey { none, list, other };

/// The names with which paths into the model file begin, and whether they are lists of items.
const std::map<std::string, ModelKey, std::less<>>& model_keys()
{
    static const std::map<std::string, ModelKey, std::less<>> keys = [] {
        Manipulator manipulator;
        TableContext context;
        std::map<std::string, ModelKey, std::less<>> all;
        for (const Field& field : manipulator_table(manipulator, context).fields)
            all[field.key] = std::holds_alternative<List>(field.forms[0]) ? ModelKey::list : ModelKey::other;
        return all;
    }();
    return keys;
}

ModelKey model_key(std::string_view name)
{
    const auto& keys = model_keys();
    const auto found = keys.find(name);
    return found == keys.end() ? ModelKey::none : found->second;
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
    if (path == "time") return ColumnRole::time;
    const auto steps = steps_of(path);
    const bool in_file = model_key(steps[0]) != ModelKey::none, in_result = result_names().contains(steps[0]);
    // Two names stand in both. `stations.coil` is a place in the model file and what lies below it a pose of
    // the result; `model` is the file's.
    if (in_result && (!in_file || (steps[0] == "stations" && steps.size() > 2))) return ColumnRole::output;
    return in_file ? std::optional(ColumnRole::input) : std::nullopt;
}

std::string no_such_column(std::string_view path)
{
    std::vector<std::string> known(result_names().begin(), result_names().end());
    for (const auto& [key, kind] : model_keys())
        known.push_back(key);
    const std::string first = steps_of(path)[0];
    return no_such_path(first, "the file and its results", nearest_word(first, known));
}

// Whether the path can be set, to a value of the column's dimension; values are checked row by row.
void CaseInputs::check_column(std::size_t i)
{
    const CaseColumn& column = table_.columns[i];
    const auto refuse = [&](const std::string& why) {
        throw InputError(
            fmt::format("{}:{}:{}: {}: {}", table_.file_name, table_.header_line, i + 1, column.path, why));
    };
    const FoundInputs found = find_inputs(base_, column.path);
    const bool present = found && found.inputs[0].present();
    const bool text = column.is_text && column.missing < table_.rows;
    if (present) {
        const Dimension dimension = found.inputs[0].dimension();
        if (text) refuse(fmt::format("the column holds text where the file has {}", describe(dimension)));
        if (!column.is_text && !(dimension == column.dimension)) {
            refuse(column.unit.empty()
                       ? fmt::format("the column has no unit; expected {}, as in \"{} [{}]\"",
                                     describe(dimension), column.path,
                                     example(dimension).substr(example(dimension).find(' ') + 1))
                       : fmt::format("the column's unit {} is that of {}; expected {}",
                                     in_quotes(column.unit), describe(column.dimension),
                                     describe(dimension)));
        }
    }
    const bool handle = present && found.inputs.size() == 1 && !column.is_text;
    by_handles_ = by_handles_ && handle;
    direct_ = direct_ && handle && found.inputs[0].free();
    if (handle) return;
    // A list that the file does not have is not made.
    if (found.misnamed || (!found && model_key(steps_of(column.path)[0]) == ModelKey::list))
        refuse(found.error);
    Node trial = document_.root;
    const std::string unit = column.unit == "1" ? "" : column.unit;
    const std::string wrong =
        set_text(trial, column.path, column.is_text ? "text" : fmt::format("1 {}", unit), "");
    if (!wrong.empty()) refuse(wrong);
}

CaseInputs::CaseInputs(ModelDocument document, CaseTable table)
    : document_(std::move(document)), table_(std::move(table)), base_(read_model(document_))
{
    check_columns();
}

CaseInputs::CaseInputs(const Manipulator& manipulator, const std::filesystem::path& folder, CaseTable table)
    : document_{to_tree(manipulator), folder}, table_(std::move(table)), base_(manipulator)
{
    check_columns();
}

void CaseInputs::check_columns()
{
    for (std::size_t i = 0; i < table_.columns.size(); ++i) {
        const CaseColumn& column = table_.columns[i];
        const auto role = column_role(column.path);
        if (!role)
            throw InputError(fmt::format(
                "{}:{}:{}: {}: {}; expected a path such as \"loads.0.force.x [mN]\" or \"tip.position.x "
                "[mm]\", or \"case\" for the name of a row or \"time [s]\" for its time",
                table_.file_name, table_.header_line, i + 1, column.path, no_such_column(column.path)));
        if (*role == ColumnRole::output && !column.path.starts_with("given.")) {
            if (const std::string wrong = misnamed_output(column.path); !wrong.empty())
                throw InputError(fmt::format("{}:{}:{}: {}: {}", table_.file_name, table_.header_line, i + 1,
                                             column.path, wrong));
        }
        if (*role != ColumnRole::input) continue;
        check_column(i);
        inputs_.push_back({i, column.unit.empty() ? Unit{} : parse_unit(column.unit)});
    }
    if (!by_handles_) return;
    for (Column& each : inputs_)
        each.base = input_at(base_, table_.columns[each.column].path).get();
}

Manipulator CaseInputs::read_row(const CaseTable& rows, std::size_t row) const
{
    ModelDocument changed = document_;
    for (const Column& input : inputs_) {
        const CaseColumn& column = rows.columns[input.column];
        if (is_missing(column, row)) continue;
        const std::string origin =
            fmt::format("{}:{}:{}", rows.file_name, rows.line_of(row), input.column + 1);
        set_value(changed, {column.path, cell_text(column, input.unit, row)}, origin);
    }
    Manipulator manipulator = read_model(changed);
    manipulator.own = base_.own;
    return manipulator;
}

CaseRows::CaseRows(const CaseInputs& inputs, Manipulator& manipulator)
    : inputs_(inputs), manipulator_(manipulator)
{
    bind();
}

void CaseRows::bind()
{
    if (!inputs_.by_handles_) return;
    stores_.clear();
    for (const CaseInputs::Column& each : inputs_.inputs_) {
        const Input input = input_at(manipulator_, inputs_.table_.columns[each.column].path);
        stores_.push_back({each.column, input, each.base});
        checked_ = checked_ || !input.free();
    }
}

// Whether the row's numbers were stored and make a valid model.
bool CaseRows::store(const CaseTable& rows, std::size_t row) const
{
    for (const auto& [column, input, base] : stores_) {
        const double cell = rows.columns[column].values[row];
        const double value = std::isnan(cell) ? base : cell;
        if (!input.allows(value)) return false;
        input.set(value);
    }
    return !checked_ || !mistake_in(manipulator_);
}

void CaseRows::set(const CaseTable& rows, std::size_t row)
{
    if (inputs_.by_handles_ && store(rows, row)) return;
    // What is wrong is said where the file is read.
    manipulator_ = inputs_.read_row(rows, row);
    bind();
}

}  // namespace supple
