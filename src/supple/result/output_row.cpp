#include <supple/result/describe.hpp>
#include <supple/result/output_row.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace supple {
namespace {

/// Goes along the description and the outputs together: both are in one order.
class RowReader final : public Describer {
 public:
    RowReader(std::span<const Output> outputs, double* numbers, std::string_view* words)
        : outputs_(outputs), numbers_(numbers), words_(words), end_(outputs.size())
    {
    }

    void outcome(Status status, std::string_view message) override
    {
        if (here()) word(name(status));
        if (here()) word(message);
    }
    void text(const ResultField&, std::optional<std::string_view> value) override
    {
        if (here() && value) word(*value);
    }
    void texts(const ResultField&, const std::vector<std::string>& values) override
    {
        if (here()) number(static_cast<double>(values.size()));
    }
    void flag(const ResultField&, std::optional<bool> value) override
    {
        if (here() && value) number(*value ? 1.0 : 0.0);
    }
    void whole(const ResultField&, std::optional<long> value) override
    {
        if (here() && value) number(static_cast<double>(*value));
    }
    void numbers(const ResultField&, const ResultNumbers& values) override
    {
        if (!here() || !values.present) return;
        constexpr std::size_t widest = 16;
        double row[widest];
        const std::size_t width = values.width();
        if (width == 0 || width > widest) return;
        for (; at_field(); ++at_) {
            const std::size_t entry = outputs_[at_].entry;
            if (entry / width >= values.rows()) continue;
            values.read(entry / width, row);
            numbers_[at_] = row[entry % width];
        }
    }
    void ragged(const ResultField&, const std::vector<std::vector<double>>& lists) override
    {
        if (!here()) return;
        for (; at_field(); ++at_) {
            const std::size_t entry = outputs_[at_].entry;
            if (entry >= lists.size()) continue;
            double largest = 0.0;
            for (const double x : lists[entry])
                if (std::abs(x) > std::abs(largest) || std::isnan(x)) largest = x;
            numbers_[at_] = largest;
        }
    }
    void group(const ResultField&, bool present, FunctionRef<void(Describer&)> fields) override
    {
        if (here() && present) enter([&] { fields(*this); });
    }
    void list(const ResultField&, const Items& items) override
    {
        if (!here() || !items.present) return;
        while (at_field()) {
            const int item = step().item;
            if (static_cast<std::size_t>(item) >= items.count) return;
            enter([&] { items.describe(*this, static_cast<std::size_t>(item)); });
        }
    }

 private:
    const Output::Step& step() const { return outputs_[at_].steps[static_cast<std::size_t>(level_)]; }
    bool at_field() const { return at_ < end_ && step().field == field_; }

    /// Whether the next field is that of an output. Outputs of fields before it are not in this result.
    bool here()
    {
        ++field_;
        while (at_ < end_ && step().field < field_)
            ++at_;
        return at_field();
    }
    void word(std::string_view value) { words_[at_++] = value; }
    void number(double value) { numbers_[at_++] = value; }

    /// Visits the fields below, for the outputs that lie there.
    void enter(FunctionRef<void()> body)
    {
        const Output::Step within = step();
        std::size_t last = at_;
        const auto level = static_cast<std::size_t>(level_);
        while (last < end_ && outputs_[last].steps[level].field == within.field &&
               outputs_[last].steps[level].item == within.item)
            ++last;
        const std::size_t outer_end = std::exchange(end_, last);
        const int outer_field = std::exchange(field_, -1);
        ++level_;
        body();
        --level_;
        at_ = last;
        end_ = outer_end;
        field_ = outer_field;
    }

    std::span<const Output> outputs_;
    double* numbers_;
    std::string_view* words_;
    std::size_t at_ = 0, end_;
    int level_ = 0, field_ = -1;
};

}  // namespace

void read_row(std::span<const Output> outputs, const Equilibrium& equilibrium, double* numbers,
              std::string_view* words) noexcept
{
    std::fill_n(numbers, outputs.size(), std::numeric_limits<double>::quiet_NaN());
    std::fill_n(words, outputs.size(), std::string_view());
    RowReader reader(outputs, numbers, words);
    describe(reader, equilibrium);
}

}  // namespace supple
