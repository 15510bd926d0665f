#include <supple/analysis/solve.hpp>
#include <supple/io/case_answers.hpp>
#include <supple/io/result_json.hpp>
#include <supple/result/check.hpp>
#include <supple/result/output_row.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

/// Whether two results name the same stations, reactions, contacts, drives and fields.
bool same_items(const Equilibrium& one, const Equilibrium& other)
{
    const auto same = [](const auto& a, const auto& b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                          [](const auto& x, const auto& y) { return x.name == y.name; });
    };
    return same(one.stations, other.stations) && same(one.reactions, other.reactions) &&
           same(one.contacts, other.contacts) && same(one.drives, other.drives) &&
           same(one.fields, other.fields);
}

}  // namespace

CaseAnswers::CaseAnswers(const CaseInputs& inputs, const Wanted& wanted) : inputs_(inputs), wanted_(wanted)
{
    // What a result of this model tells, and in which order, is read off one without loads.
    Manipulator bare = inputs_.base();
    bare.loads.clear();
    told_ = supple::solve(bare);
    // A shape has a tip, also where this one was not found.
    if (told_.shape.frames.empty()) {
        told_.shape.frames.emplace_back();
        told_.shape.arclength.push_back(0.0);
    }
    outputs_ = table_outputs(told_);
    rows_.resize(inputs_.table().rows);
    if (wanted_.numbers) numbers_.resize(rows_.size() * outputs_.size(), std::nan(""));
}

void CaseAnswers::keep(std::size_t number, const Equilibrium& eq)
{
    Row& row = rows_[number];
    row.status = eq.status;
    row.snapped = eq.snapped && claims_balance(eq.status);
    row.message = eq.message;
    if (wanted_.lines) row.json = to_json_line(eq, "solve", number + 1);
    if (!wanted_.numbers) return;
    // What a failed solve leaves behind is no result, nor are the numbers of another model.
    const bool told = claims_balance(eq.status) && same_items(eq, told_);
    std::vector<std::string_view> words(outputs_.size());
    if (told) read_row(outputs_, eq, numbers_.data() + number * outputs_.size(), words.data());
    for (std::size_t i = 0; i < outputs_.size(); ++i)
        if (outputs_[i].is_text) row.words.emplace_back(words[i]);
}

std::string CaseAnswers::label(std::size_t row) const
{
    const CaseColumn* column = inputs_.table().find("case");
    if (column && column->is_text && !column->texts[row].empty()) return column->texts[row];
    if (column && !column->is_text && !std::isnan(column->values[row]))
        return format_number(column->values[row]);
    return fmt::format("{}", row + 1);
}

Vector3d CaseAnswers::vector(std::size_t row, OutputOf of, int item, OutputPart part) const
{
    const auto first = std::find_if(outputs_.begin(), outputs_.end(), [&](const Output& o) {
        return o.of == of && o.item == item && o.part == part;
    });
    return Vector3d(numbers_.data() + row * outputs_.size() + (first - outputs_.begin()));
}

CaseTable CaseAnswers::table(const std::string& file_name, std::size_t rows) const
{
    CaseTable table{.file_name = file_name};
    table.rows = rows;
    for (const CaseColumn& given : inputs_.table().columns) {
        CaseColumn column = given;
        column.texts.resize(std::min(column.texts.size(), rows));
        column.values.resize(std::min(column.values.size(), rows));
        if (column_role(column.path) == ColumnRole::output && !column.path.starts_with("given."))
            column.path = "given." + column.path;
        if (table.find(column.path) == nullptr) table.columns.push_back(std::move(column));
    }
    CaseColumn status{.path = "status", .is_text = true}, message{.path = "message", .is_text = true};
    bool failed = false;
    for (std::size_t row = 0; row < rows; ++row) {
        status.texts.emplace_back(name(rows_[row].status));
        message.texts.push_back(rows_[row].message);
        failed = failed || rows_[row].status != Status::converged;
    }
    table.columns.push_back(std::move(status));
    if (failed) table.columns.push_back(std::move(message));
    for (std::size_t i = 0, word = 0; i < outputs_.size(); ++i) {
        const Output& output = outputs_[i];
        if (output.is_text) {
            CaseColumn words{.path = output.path, .is_text = true};
            for (std::size_t row = 0; row < rows; ++row)
                words.texts.push_back(rows_[row].words[word]);
            table.columns.push_back(std::move(words));
            ++word;
            continue;
        }
        std::vector<double> values(rows);
        for (std::size_t row = 0; row < rows; ++row) {
            const double value = numbers_[row * outputs_.size() + i];
            values[row] = std::isfinite(value) ? value : std::nan("");
        }
        add_column(table, output.path, output.unit.table, std::move(values));
    }
    return table;
}

}  // namespace supple
