#include <supple/io/error.hpp>
#include <supple/io/result_csv.hpp>
#include <supple/io/result_json.hpp>
#include <supple/result/check.hpp>

#include <cmath>
#include <limits>
#include <sstream>

namespace supple {
namespace {

constexpr double empty_cell = std::numeric_limits<double>::quiet_NaN();

/// Names along the last axis: "x", "y", "z", or numbers from 0.
std::vector<std::string> axis_names(const ResultField& field, std::size_t length)
{
    std::vector<std::string> names;
    std::istringstream given(field.components);
    for (std::string name; given >> name;)
        names.push_back(name);
    for (std::size_t i = names.size(); i < length; ++i)
        names.push_back(std::to_string(i));
    return names;
}

class TableWriter final : public Describer {
 public:
    explicit TableWriter(std::string_view command)
    {
        title_ = std::string(result_format) + " " + std::string(command);
    }

    ResultTable take()
    {
        std::vector<std::string> head{title_};
        if (!message_.empty()) head.push_back(json_text(message_));
        head.insert(head.end(), head_.begin(), head_.end());
        for (CaseColumn& column : columns_) {
            if (column.is_text) {
                column.texts.resize(rows_);
                column.values.clear();
                table_.columns.push_back(std::move(column));
            } else {
                column.values.resize(rows_, empty_cell);
                add_column(table_, column.path, column.unit, std::move(column.values));
            }
        }
        table_.rows = rows_;
        return {std::move(head), std::move(table_)};
    }

    void outcome(Status status, std::string_view message) override
    {
        if (prefix_.empty() && !row_) {
            title_ += std::string(" ") + name(status);
            message_ = message;
            return;
        }
        text({.name = "status"}, name(status));
        text({.name = "message"}, message);
    }
    void text(const ResultField& field, std::optional<std::string_view> value) override
    {
        const bool model = field.name == std::string_view("model");
        if (row_) {
            CaseColumn& words = cell(field, "");
            words.is_text = true;
            words.texts[*row_] = std::string(value.value_or(""));
        } else if (model && prefix_.empty() && value) {
            title_ += " " + std::string(*value);
        } else if (value && item_name_ != *value) {
            line(field, "", json_text(*value));
        }
    }
    void texts(const ResultField& field, const std::vector<std::string>& values) override
    {
        if (row_) {
            cell(field, ".count").values[*row_] = static_cast<double>(values.size());
            return;
        }
        line(field, ".count", std::to_string(values.size()));
        for (std::size_t i = 0; i < values.size(); ++i)
            line(field, "." + std::to_string(i), json_text(values[i]));
    }
    void flag(const ResultField& field, std::optional<bool> value) override
    {
        if (row_) {
            cell(field, "").values[*row_] = value ? (*value ? 1.0 : 0.0) : empty_cell;
        } else if (value || field.null) {
            line(field, "", !value ? "null" : *value ? "true" : "false");
        }
    }
    void whole(const ResultField& field, std::optional<long> value) override
    {
        if (row_) {
            cell(field, "").values[*row_] = value ? static_cast<double>(*value) : empty_cell;
        } else if (value) {
            line(field, "", std::to_string(*value));
        }
    }
    void numbers(const ResultField& field, const ResultNumbers& values) override
    {
        if (row_) return add_cells(field, values);
        if (!values.present) return;
        const bool stated = field.rows && (values.rank == 3 || field.in_table == InTable::nothing);
        if (stated) return state(field, values);
        if (field.rows && !hidden_) return add_columns(field, values);
        if (values.rank < 2) return line(field, "", all_of(values, field));
        // One line a component, as a column would be.
        const std::vector<std::string> names = axis_names(field, values.width());
        std::vector<std::string> texts(values.width());
        std::vector<double> row(values.width());
        for (std::size_t i = 0; i < values.rows(); ++i) {
            values.read(i, row.data());
            for (std::size_t j = 0; j < row.size(); ++j)
                texts[j] += (i > 0 ? " " : "") + shown(row[j], field);
        }
        for (std::size_t j = 0; j < texts.size(); ++j)
            line(field, "." + names[j], texts[j]);
    }
    void ragged(const ResultField& field, const std::vector<std::vector<double>>& lists) override
    {
        for (std::size_t i = 0; i < lists.size(); ++i) {
            std::string text;
            for (const double x : lists[i])
                text += (text.empty() ? "" : " ") + shown(x, field);
            line(field, "." + std::to_string(i), text);
        }
    }
    void group(const ResultField& field, bool present, FunctionRef<void(Describer&)> fields) override
    {
        if (!present && !row_) return;
        if (row_ && field.in_table == InTable::nothing) return state_group(field);
        if (field.row && !row_) return add_row([&] { fields(*this); });
        const bool hides = field.in_table == InTable::nothing && !field.rows;
        // The points of the shape are the rows: their columns need no prefix.
        within(field.rows && !hidden_ ? std::string() : prefix_ + column_name(field) + ".", hides || hidden_,
               [&] { fields(*this); });
    }
    void list(const ResultField& field, const Items& items) override
    {
        if (!items.present) return;
        if (field.rows && !row_) return add_rows(field, items);
        for (std::size_t i = 0; i < items.count; ++i) {
            // Items that share a name, as the contacts of one tube do, are told apart by their places.
            std::string_view name = items.name(i);
            for (std::size_t j = 0; j < items.count && !name.empty(); ++j)
                if (j != i && items.name(j) == items.name(i)) name = {};
            const std::string outer = item_name_;
            item_name_ = name;
            within(prefix_ + field.name + "." + (name.empty() ? std::to_string(i) : std::string(name)) + ".",
                   hidden_, [&] { items.describe(*this, i); });
            item_name_ = outer;
        }
    }

 private:
    static std::string column_name(const ResultField& field)
    {
        return *field.column != '\0' ? field.column : field.name;
    }
    static std::string shown(double value, const ResultField& field)
    {
        if (!std::isfinite(value)) return "nan";
        return format_number(value, parse_unit(*field.unit.table == '\0' ? "1" : field.unit.table));
    }
    static std::string all_of(const ResultNumbers& values, const ResultField& field)
    {
        std::string text;
        double number = 0.0;
        for (std::size_t i = 0; i < values.rows(); ++i) {
            values.read(i, &number);
            text += (i > 0 ? " " : "") + shown(number, field);
        }
        return text;
    }

    void line(const ResultField& field, const std::string& rest, const std::string& value)
    {
        const bool unit = *field.unit.table != '\0' && !rest.ends_with(".count");
        head_.push_back(prefix_ + field.name + rest +
                        (unit ? std::string(" [") + field.unit.table + "]" : "") + " = " + value);
    }
    void state(const ResultField& field, const ResultNumbers& values)
    {
        std::string sizes;
        for (int axis = 0; axis < values.rank; ++axis)
            sizes += "[" + std::to_string(values.shape[static_cast<std::size_t>(axis)]) + "]";
        head_.push_back(prefix_ + field.name + ": " + sizes + ", in .json and .h5");
    }
    void state_group(const ResultField& field)
    {
        if (*row_ == first_row_) head_.push_back(prefix_ + field.name + ": in .json and .h5");
    }

    CaseColumn& column(const std::string& path, const std::string& unit)
    {
        for (CaseColumn& one : columns_)
            if (one.path == path) return one;
        columns_.push_back({.path = path, .unit = unit});
        return columns_.back();
    }
    /// The column of a field of an item, long enough for the row.
    CaseColumn& cell(const ResultField& field, const std::string& rest)
    {
        CaseColumn& one = column(prefix_ + column_name(field) + rest, field.unit.table);
        one.values.resize(*row_ + 1, empty_cell);
        one.texts.resize(*row_ + 1);
        return one;
    }
    void add_cells(const ResultField& field, const ResultNumbers& values)
    {
        if (values.rank > 1 || field.in_table == InTable::nothing) return;
        const std::vector<std::string> names = axis_names(field, values.rows());
        for (std::size_t i = 0; i < values.rows(); ++i) {
            double number = empty_cell;
            if (values.present) values.read(i, &number);
            cell(field, values.rank == 0 ? "" : "." + names[i]).values[*row_] =
                std::isfinite(number) ? number : empty_cell;
        }
    }
    void add_columns(const ResultField& field, const ResultNumbers& values)
    {
        rows_ = std::max(rows_, values.rows());
        const std::string path = prefix_ + column_name(field);
        const std::vector<std::string> names = axis_names(field, values.width());
        std::vector<double> row(values.width());
        std::vector<std::vector<double>> lists(values.width(), std::vector<double>(values.rows()));
        for (std::size_t i = 0; i < values.rows(); ++i) {
            values.read(i, row.data());
            for (std::size_t j = 0; j < row.size(); ++j)
                lists[j][i] = std::isfinite(row[j]) ? row[j] : empty_cell;
        }
        for (std::size_t j = 0; j < lists.size(); ++j)
            column(path + (values.rank == 1 ? "" : "." + names[j]), field.unit.table).values =
                std::move(lists[j]);
    }
    void add_rows(const ResultField& field, const Items& items)
    {
        for (std::size_t i = 0; i < items.count; ++i) {
            first_row_ = i == 0 ? rows_ : first_row_;
            if (*field.column != '\0') {
                CaseColumn& number = column(field.column, "");
                number.values.resize(rows_ + 1, empty_cell);
                number.values.back() = static_cast<double>(i + 1);
            }
            add_row([&] { items.describe(*this, i); });
        }
    }
    void add_row(FunctionRef<void()> fields)
    {
        row_ = rows_++;
        within("", false, fields);
        row_.reset();
    }
    void within(const std::string& prefix, bool hidden, FunctionRef<void()> body)
    {
        const std::string outer = prefix_;
        const bool outer_hidden = hidden_;
        prefix_ = prefix;
        hidden_ = hidden;
        body();
        prefix_ = outer;
        hidden_ = outer_hidden;
    }

    std::string title_, message_, prefix_, item_name_;
    std::vector<std::string> head_;
    std::vector<CaseColumn> columns_;
    CaseTable table_{.file_name = ""};
    std::size_t rows_ = 0, first_row_ = 0;
    std::optional<std::size_t> row_;  ///< the item being told is this row
    bool hidden_ = false;
};

}  // namespace

ResultTable result_table(Description result, std::string_view command)
{
    TableWriter writer(command);
    if (const std::string problem = tell_checked(result, writer); !problem.empty()) throw InputError(problem);
    return writer.take();
}

std::string csv_text(Description result, std::string_view command)
{
    const ResultTable table = result_table(result, command);
    std::ostringstream stream;
    for (const std::string& line : table.head)
        stream << "# " << line << "\n";
    write_case_table(table.rows, stream);
    return stream.str();
}

}  // namespace supple
