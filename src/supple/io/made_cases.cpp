#include <supple/fields/input.hpp>
#include <supple/io/error.hpp>
#include <supple/io/fingerprint.hpp>
#include <supple/io/made_cases.hpp>
#include <supple/text/words.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace supple {
namespace {

constexpr std::size_t most_made_rows = 1'000'000'000'000;

/// Rows whose numbers follow from their place.
class MadeSource : public RowSource {
 public:
    const CaseTable& head() const final { return head_; }
    void go_to(std::size_t row) final { given_ = row; }
    std::string identity() const final { return identity_; }

    bool next(CaseTable& rows, std::size_t most) final
    {
        if (rows.columns.size() != head_.columns.size()) rows = head_;
        rows.first = given_;
        rows.rows = std::min(most, head_.rows - given_);
        for (std::size_t i = 0; i < rows.columns.size(); ++i) {
            std::vector<double>& values = rows.columns[i].values;
            values.resize(rows.rows);
            for (std::size_t k = 0; k < rows.rows; ++k)
                values[k] = value(given_ + k, i);
        }
        given_ += rows.rows;
        return rows.rows > 0;
    }

 protected:
    virtual double value(std::size_t row, std::size_t column) const = 0;

    CaseTable head_;
    std::string identity_;

 private:
    std::size_t given_ = 0;
};

[[noreturn]] void refuse_grid(const std::string& text, std::string_view why)
{
    throw InputError(fmt::format("--grid {}: {}", in_quotes(text), why));
}

/// The values of one column; the unit is left in the column.
std::vector<double> grid_values(const std::string& text, std::string values, CaseColumn& column)
{
    constexpr std::size_t most = 10'000'000;
    const char* form = "expected FROM:TO:COUNT UNIT, as in loads.0.force.x='-4:4:9 mN'";
    std::size_t count = 0;
    const std::size_t blank = std::min(values.find(' '), values.size());
    const std::size_t first = values.find(':'), second = first < blank ? values.find(':', first + 1) : first;
    if (first < blank) {
        if (second >= blank) refuse_grid(text, form);
        const std::string number = values.substr(second + 1, blank - second - 1);
        if (number.empty() || number.size() > 8 ||
            number.find_first_not_of("0123456789") != std::string::npos)
            refuse_grid(text, fmt::format("found {} as a count; {}", in_quotes(number), form));
        count = std::stoul(number);
        if (count < 2 || count > most)
            refuse_grid(text, fmt::format("the count is {}; expected one from 2 to {}", count, most));
        values = values.substr(0, first) + " " + values.substr(first + 1, second - first - 1) +
                 values.substr(blank);
    }
    const Quantity quantity = parse_quantity(values);
    if (!quantity) refuse_grid(text, quantity.error);
    column.unit = quantity.unit;
    column.dimension = quantity.dimension;
    if (count == 0) return quantity.values;
    if (quantity.values.size() != 2) refuse_grid(text, form);
    std::vector<double> all;
    for (std::size_t k = 0; k < count; ++k) {
        const double part = static_cast<double>(k) / static_cast<double>(count - 1);
        all.push_back(k + 1 == count ? quantity.values[1]
                                     : quantity.values[0] + part * (quantity.values[1] - quantity.values[0]));
    }
    return all;
}

class GridSource final : public MadeSource {
 public:
    explicit GridSource(const std::vector<std::string>& columns)
    {
        head_.file_name = "--grid";
        head_.rows = 1;
        for (const std::string& text : columns) {
            const std::size_t equals = text.find('=');
            if (equals == std::string::npos)
                refuse_grid(text, "expected PATH=VALUES UNIT, as in loads.0.force.x='-4 0 4 mN'");
            CaseColumn column{.path = std::string(trim(text.substr(0, equals)))};
            choices_.push_back(grid_values(text, std::string(trim(text.substr(equals + 1))), column));
            const auto same = [&column](const CaseColumn& other) { return other.path == column.path; };
            if (std::any_of(head_.columns.begin(), head_.columns.end(), same))
                refuse_grid(text, "that path has values already; name each once");
            head_.columns.push_back(std::move(column));
            if (head_.rows > most_made_rows / choices_.back().size())
                throw InputError(fmt::format("the grid has more than {} rows", most_made_rows));
            head_.rows *= choices_.back().size();
        }
        Fingerprint all;
        for (const std::string& text : columns)
            all.add(text + "\n");
        identity_ = "grid " + all.text();
        // How many rows pass before a column takes its next value.
        std::size_t period = 1;
        periods_.resize(choices_.size());
        for (std::size_t i = choices_.size(); i-- > 0;) {
            periods_[i] = period;
            period *= choices_[i].size();
        }
    }

 private:
    double value(std::size_t row, std::size_t column) const override
    {
        return choices_[column][row / periods_[column] % choices_[column].size()];
    }

    std::vector<std::vector<double>> choices_;
    std::vector<std::size_t> periods_;
};

class SampleSource final : public MadeSource {
 public:
    SampleSource(const Manipulator& manipulator, const SampleWish& wish)
        : uncertain_(manipulator.uncertain), draws_(wish.drawing, wish.seed, wish.rows, uncertain_.size())
    {
        Manipulator copy = manipulator;
        head_.file_name = "--sample";
        head_.rows = wish.rows;
        Fingerprint all;
        for (const Uncertain& each : uncertain_) {
            const FoundInputs found = find_inputs(copy, each.path);
            const std::string unit = found ? found.inputs[0].unit() : "";
            head_.columns.push_back({.path = each.path, .unit = unit, .dimension = each.dimension});
            all.add(
                fmt::format("{} {} {} {}\n", each.path, static_cast<int>(each.law), each.first, each.second));
        }
        all.add(fmt::format("{} {} {}", wish.rows, wish.seed, static_cast<int>(wish.drawing)));
        identity_ = "sample " + all.text();
    }

 private:
    double value(std::size_t row, std::size_t column) const override
    {
        const Uncertain& each = uncertain_[column];
        const double u = draws_.at(row, column);
        return each.law == Uncertain::Law::uniform ? each.first + u * (each.second - each.first)
                                                   : each.first + normal_quantile(u) * each.second;
    }

    std::vector<Uncertain> uncertain_;
    Draws draws_;
};

}  // namespace

std::unique_ptr<RowSource> grid_cases(const std::vector<std::string>& columns)
{
    return std::make_unique<GridSource>(columns);
}

CaseTable grid_table(const std::vector<std::string>& columns)
{
    constexpr std::size_t most = 1'000'000;
    GridSource source(columns);
    if (source.head().rows > most) throw InputError(fmt::format("the grid has more than {} rows", most));
    CaseTable table;
    source.next(table, most);
    return table;
}

std::unique_ptr<RowSource> sampled_cases(const Manipulator& manipulator, const SampleWish& wish)
{
    if (manipulator.uncertain.empty())
        throw InputError(
            "--sample: the file calls nothing uncertain; expected a list such as \"uncertain: "
            "[{path: rod.bending_stiffness, normal: 17 1 N mm^2}]\"");
    const std::size_t most = Draws::most_columns(wish.drawing);
    if (manipulator.uncertain.size() > most)
        throw InputError(
            fmt::format("--sample: {} numbers are uncertain; this way of drawing takes {} at most",
                        manipulator.uncertain.size(), most));
    return std::make_unique<SampleSource>(manipulator, wish);
}

}  // namespace supple
