#include <supple/io/case_answers.hpp>
#include <supple/io/csv.hpp>
#include <supple/io/result_json.hpp>
#include <supple/result/check.hpp>
#include <supple/result/output_row.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

/// Gives the rows of a table, none of which failed, an empty cell for the message.
void add_message_cells(GrowingFile& file, const CaseAnswers& answers)
{
    file.rewrite([&answers](FileReader& from, GrowingFile& to) {
        std::string text = answers.header(true), bytes;
        const std::size_t commas_before = answers.cells_before_message();
        std::size_t commas = 0;
        bool quoted = false, head = true;
        while (from.read(bytes)) {
            for (const char c : bytes) {
                if (!head) text += c;
                if (c == '"') quoted = !quoted;
                if (quoted) continue;
                if (c == ',' && ++commas == commas_before && !head) text += ',';
                if (c != '\n') continue;
                commas = 0;
                head = false;
            }
            if (to.add(text) < text.size()) to.refuse_to_grow();
            text.clear();
            bytes.clear();
        }
    });
}

}  // namespace

CaseAnswers::CaseAnswers(const CaseInputs& inputs, const Wanted& wanted)
    : wanted_(wanted), form_(inputs.base()), outputs_(table_outputs(form_.like()))
{
    for (const Output& output : outputs_)
        units_.push_back(*output.unit.table ? parse_unit(output.unit.table) : Unit{});
    const CaseTable& table = inputs.table();
    std::size_t foreign = 0;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const CaseColumn& column = table.columns[i];
        const bool renamed =
            column_role(column.path) == ColumnRole::output && !column.path.starts_with("given.");
        if (renamed) {
            // Names that no equilibrium has are those of steering (case_inputs.hpp).
            const OutputSearch found = find_output(column.path, form_.like(), disk_places(inputs.base()));
            if (!found && !found.misnamed && foreign++ == 0)
                foreign_ = fmt::format("{}:{}:{}: {}: {}", table.file_name, table.header_line, i + 1,
                                       column.path, found.problem);
        }
        const std::string path = renamed ? "given." + column.path : column.path;
        const auto same_path = [&](const Given& other) { return other.head.path == path; };
        if (std::none_of(given_.begin(), given_.end(), same_path))
            given_.push_back({i,
                              {.path = path, .unit = column.unit},
                              column.unit.empty() ? Unit{} : parse_unit(column.unit)});
    }
    if (foreign == 1) foreign_ += "; the column is kept as given";
    if (foreign > 1) foreign_ += fmt::format("; {} such columns are kept as given", foreign);
}

void CaseAnswers::keep(CaseBlock& block, std::size_t row, const Equilibrium& eq) const
{
    KeptRow kept{.status = eq.status};
    if (wanted_.lines) block.lines += to_json_line(eq, "solve", block.rows.first + row + 1);
    if (wanted_.table) {
        std::string& line = block.table;
        for (const Given& given : given_) {
            append_cell(line, block.rows.columns[given.column], given.unit, row);
            line += ',';
        }
        line += name(eq.status);
        line += ',';
        kept.message_begin = line.size();
        if (!eq.message.empty()) line += csv_cell(eq.message);
        line += ',';
        kept.message_end = line.size();
        std::vector<std::string_view> words(outputs_.size());
        std::vector<double> numbers(outputs_.size(), std::nan(""));
        if (tells(eq)) read_row(outputs_, eq, numbers.data(), words.data());
        for (std::size_t i = 0; i < outputs_.size(); ++i) {
            if (outputs_[i].is_text) {
                if (!words[i].empty()) line += csv_cell(words[i]);
            } else if (std::isfinite(numbers[i])) {
                append_number_cell(line, numbers[i], units_[i]);
            }
            line += ',';
        }
        line.back() = '\n';
    }
    kept.table_end = block.table.size();
    kept.lines_end = block.lines.size();
    block.kept.push_back(kept);
}

std::string CaseAnswers::header(bool messages) const
{
    std::string line;
    for (const Given& given : given_)
        line += header_cell(given.head) + ",";
    line += messages ? "status,message," : "status,";
    for (const Output& output : outputs_)
        line += header_cell({.path = output.path, .unit = output.is_text ? "" : output.unit.table}) + ",";
    line.back() = '\n';
    return line;
}

std::string case_label(const CaseTable& rows, std::size_t row)
{
    const CaseColumn* column = rows.find("case");
    if (column && column->is_text && !column->texts[row].empty()) return column->texts[row];
    if (column && !column->is_text && !std::isnan(column->values[row]))
        return format_number(column->values[row]);
    return fmt::format("{}", rows.first + row + 1);
}

CaseFile::CaseFile(const std::filesystem::path& path, const CaseAnswers& answers)
    : answers_(answers), table_(path.extension() == ".csv"), file_(path)
{
}

void CaseFile::add(const CaseBlock& block)
{
    if (block.kept.empty()) return;
    const auto failed = [](const KeptRow& row) { return row.status != Status::converged; };
    if (table_ && !messages_ && std::any_of(block.kept.begin(), block.kept.end(), failed)) {
        if (rows_ > 0) add_message_cells(file_, answers_);
        messages_ = true;
    }
    // The rows, and where each ends.
    text_ = table_ && rows_ == 0 ? answers_.header(messages_) : "";
    ends_.clear();
    std::size_t at = 0;
    for (const KeptRow& row : block.kept) {
        const std::string_view of = table_ ? block.table : block.lines;
        const std::size_t end = table_ ? row.table_end : row.lines_end;
        if (table_ && !messages_) {
            text_ += of.substr(at, row.message_begin - at);
            at = row.message_end;
        }
        text_ += of.substr(at, end - at);
        at = end;
        ends_.push_back(text_.size());
    }
    const std::size_t before = file_.size(), written = file_.add(text_);
    const auto whole = std::upper_bound(ends_.begin(), ends_.end(), written);
    rows_ += static_cast<std::size_t>(whole - ends_.begin());
    if (written == text_.size()) return;
    file_.cut(rows_ == 0 ? 0 : whole == ends_.begin() ? before : before + *std::prev(whole));
    file_.refuse_to_grow();
}

}  // namespace supple
