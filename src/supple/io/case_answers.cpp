#include <supple/io/case_answers.hpp>
#include <supple/io/csv.hpp>
#include <supple/io/result_json.hpp>
#include <supple/result/check.hpp>
#include <supple/result/output_row.hpp>
#include <supple/text/path.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace supple {
namespace {

/// Gives the rows of a table, none of which failed, an empty cell for the message.
void add_message_cells(GrowingFile& file, const CaseAnswers& answers)
{
    file.rewrite([&answers](FileReader& from, GrowingFile& to) {
        std::string text = answers.header(true), bytes;
        MessageCells cells(answers.cells_before_message());
        bool head = true;
        for (; from.read(bytes); bytes.clear()) {
            std::string_view rest = bytes;
            if (head) rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
            head = head && rest.empty();
            cells.add(rest, text);
            if (to.add(text) < text.size()) to.refuse_to_grow();
            text.clear();
        }
    });
}

/// The outputs of these paths in the order of the description, and where each stands in the table.
std::vector<Output> chosen_outputs(const std::vector<Output>& all, const std::vector<std::string>& paths,
                                   std::vector<std::size_t>& order, const CaseForm& form,
                                   const std::vector<double>& disks)
{
    std::vector<std::string> wanted;
    for (const std::string& path : paths) {
        const OutputSearch found = find_output(path, form.like(), disks);
        if (!found) throw InputError(fmt::format("--outputs: {}: {}", path, found.problem));
        const std::size_t before = wanted.size();
        for (const Output& output : all) {
            if (is_at_or_below(output.path, found.output->path)) wanted.push_back(output.path);
        }
        if (wanted.size() == before)
            throw InputError(fmt::format("--outputs: {}: is no column of a table of cases", path));
    }
    std::vector<Output> kept;
    for (const Output& output : all) {
        if (std::find(wanted.begin(), wanted.end(), output.path) != wanted.end()) kept.push_back(output);
    }
    for (const std::string& path : wanted) {
        const auto same = [&path](const Output& output) { return output.path == path; };
        const auto at = static_cast<std::size_t>(std::find_if(kept.begin(), kept.end(), same) - kept.begin());
        if (std::find(order.begin(), order.end(), at) == order.end()) order.push_back(at);
    }
    return kept;
}

}  // namespace

CaseAnswers::CaseAnswers(const CaseInputs& inputs, const Wanted& wanted)
    : wanted_(wanted), form_(inputs.base()), outputs_(table_outputs(form_.like())), given_(inputs.table())
{
    if (wanted.outputs.empty()) {
        order_.resize(outputs_.size());
        std::iota(order_.begin(), order_.end(), std::size_t{0});
    } else {
        outputs_ = chosen_outputs(outputs_, wanted.outputs, order_, form_, disk_places(inputs.base()));
    }
    for (const Output& output : outputs_)
        units_.push_back(*output.unit.table ? parse_unit(output.unit.table) : Unit{});
    const CaseTable& table = inputs.table();
    std::size_t foreign = 0;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const CaseColumn& column = table.columns[i];
        if (is_renamed(column)) {
            // Names that no equilibrium has are those of steering (case_inputs.hpp).
            const OutputSearch found = find_output(column.path, form_.like(), disk_places(inputs.base()));
            if (!found && !found.misnamed && foreign++ == 0)
                foreign_ = fmt::format("{}:{}:{}: {}: {}", table.file_name, table.header_line, i + 1,
                                       column.path, found.problem);
        }
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
        given_.append(line, block.rows, row);
        line += name(eq.status);
        line += ',';
        kept.message_begin = line.size();
        if (!eq.message.empty()) line += csv_cell(eq.message);
        line += ',';
        kept.message_end = line.size();
        static thread_local std::vector<std::string_view> words;
        static thread_local std::vector<double> numbers;
        words.assign(outputs_.size(), std::string_view());
        numbers.assign(outputs_.size(), std::nan(""));
        if (tells(eq)) read_row(outputs_, eq, numbers.data(), words.data());
        for (const std::size_t i : order_) {
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
    std::string line = given_.header();
    line += messages ? "status,message," : "status,";
    for (const std::size_t i : order_) {
        const Output& output = outputs_[i];
        line += header_cell({.path = output.path, .unit = output.is_text ? "" : output.unit.table}) + ",";
    }
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
    text_.clear();
    std::size_t head = 0;
    if (table_) {
        const bool before = text_.messages;
        text_.add(block);
        if (text_.messages && !before && rows_ > 0) add_message_cells(file_, answers_);
        if (rows_ == 0) {
            const std::string header = answers_.header(text_.messages);
            text_.text.insert(0, header);
            head = header.size();
        }
    } else {
        text_.text = block.lines;
        for (const KeptRow& row : block.kept)
            text_.ends.push_back(row.lines_end);
    }
    for (std::size_t& end : text_.ends)
        end += head;
    const std::size_t before = file_.size(), written = file_.add(text_.text);
    const auto whole = std::upper_bound(text_.ends.begin(), text_.ends.end(), written);
    rows_ += static_cast<std::size_t>(whole - text_.ends.begin());
    if (written == text_.text.size()) return;
    file_.cut(rows_ == 0 ? 0 : whole == text_.ends.begin() ? before : before + *std::prev(whole));
    file_.refuse_to_grow();
}

}  // namespace supple
