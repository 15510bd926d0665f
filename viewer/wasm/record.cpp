#include "record.hpp"

#include "json.hpp"

#include <supple/result/check.hpp>

namespace supple::page {
namespace {

class Walker final : public Describer {
 public:
    explicit Walker(std::vector<double>& numbers) : numbers_(numbers) { json_.open('{'); }

    std::string take()
    {
        json_.close('}');
        return json_.take();
    }

    void outcome(Status status, std::string_view message) override
    {
        json_.key("status").text(name(status));
        json_.key("message").text(message);
    }
    void text(const ResultField& field, std::optional<std::string_view> value) override
    {
        if (open(field, value.has_value())) json_.text(*value);
    }
    void texts(const ResultField& field, const std::vector<std::string>& values) override
    {
        json_.key(field.name).open('[');
        for (const std::string& value : values)
            json_.text(value);
        json_.close(']');
    }
    void flag(const ResultField& field, std::optional<bool> value) override
    {
        if (open(field, value.has_value())) json_.flag(*value);
    }
    void whole(const ResultField& field, std::optional<long> value) override
    {
        if (open(field, value.has_value())) json_.number(static_cast<double>(*value));
    }
    void numbers(const ResultField& field, const ResultNumbers& values) override
    {
        if (!open(field, values.present)) return;
        if (values.rank == 0) {
            double value = 0.0;
            values.read(0, &value);
            json_.number(value);
            return;
        }
        const std::size_t width = values.width(), first = numbers_.size();
        numbers_.resize(first + values.rows() * width);
        for (std::size_t row = 0; row < values.rows(); ++row)
            values.read(row, numbers_.data() + first + row * width);
        json_.open('{').key("$").open('[').number(static_cast<double>(first));
        for (int axis = 0; axis < values.rank; ++axis)
            json_.number(static_cast<double>(values.shape[static_cast<std::size_t>(axis)]));
        json_.close(']').close('}');
    }
    void ragged(const ResultField& field, const std::vector<std::vector<double>>& lists) override
    {
        json_.key(field.name).open('[');
        for (const auto& list : lists)
            json_.numbers(list);
        json_.close(']');
    }
    void group(const ResultField& field, bool present, FunctionRef<void(Describer&)> fields) override
    {
        if (!open(field, present)) return;
        json_.open('{');
        fields(*this);
        json_.close('}');
    }
    void list(const ResultField& field, const Items& items) override
    {
        if (!open(field, items.present)) return;
        json_.open(field.keyed ? '{' : '[');
        for (std::size_t i = 0; i < items.count; ++i) {
            if (field.keyed) json_.key(items.name(i));
            json_.open('{');
            items.describe(*this, i);
            json_.close('}');
        }
        json_.close(field.keyed ? '}' : ']');
    }

 private:
    bool open(const ResultField& field, bool present)
    {
        if (!present && !field.null) return false;
        json_.key(field.name);
        if (!present) json_.null();
        return present;
    }

    Json json_;
    std::vector<double>& numbers_;
};

}  // namespace

void tell(Description result, Record& record)
{
    record.numbers.clear();
    Walker walker(record.numbers);
    const std::string problem = tell_checked(result, walker);
    record.text = walker.take();
    if (problem.empty()) return;
    Json refused;
    refused.open('{').key("refused").text(problem).close('}');
    record.text = refused.take();
}

}  // namespace supple::page
