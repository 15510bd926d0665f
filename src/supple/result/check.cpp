#include <supple/result/check.hpp>
#include <supple/text/words.hpp>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

constexpr const char* not_finite = "the result holds numbers that are not finite";

/// Which outcomes, in the order of the description, are spoilt; and what no format can hold.
class Checker final : public Describer {
 public:
    std::string problem;
    std::vector<bool> spoilt;

    void outcome(Status status, std::string_view) override
    {
        parts_.back().outcome = static_cast<int>(spoilt.size());
        parts_.back().claims = claims_balance(status);
        spoilt.push_back(false);
    }
    void text(const ResultField&, std::optional<std::string_view>) override {}
    void texts(const ResultField&, const std::vector<std::string>&) override {}
    void flag(const ResultField&, std::optional<bool>) override {}
    void whole(const ResultField&, std::optional<long>) override {}
    void numbers(const ResultField& field, const ResultNumbers& values) override
    {
        if (!values.present || field.open || !problem.empty()) return;
        row_.resize(values.width());
        for (std::size_t i = 0; i < values.rows(); ++i) {
            values.read(i, row_.data());
            look_at(row_);
        }
    }
    void ragged(const ResultField& field, const std::vector<std::vector<double>>& lists) override
    {
        for (const auto& list : lists)
            if (!field.open) look_at(list);
    }
    void group(const ResultField&, bool present, FunctionRef<void(Describer&)> fields) override
    {
        if (present) within([&] { fields(*this); });
    }
    void list(const ResultField& field, const Items& items) override
    {
        if (!items.present) return;
        for (std::size_t i = 0; i < items.count; ++i) {
            for (std::size_t j = 0; field.keyed && j < i; ++j)
                if (items.name(i) == items.name(j) && problem.empty())
                    problem = std::string("two ") + field.name + " are named " + in_quotes(items.name(i));
            within([&] { items.describe(*this, i); });
        }
    }
    void must_match(const char* list, std::size_t found, std::size_t expected) override
    {
        if (found == expected || !problem.empty()) return;
        problem = std::string("the result's ") + list + " has " + std::to_string(found) + " entries where " +
                  std::to_string(expected) + " belong to it";
    }
    void finish() { close(); }

 private:
    struct Part {
        int outcome = -1;
        bool claims = false;
        bool finite = true;
    };
    void look_at(const std::vector<double>& numbers)
    {
        if (std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); })) return;
        for (Part& part : parts_)
            part.finite = false;
    }
    void within(FunctionRef<void()> body)
    {
        parts_.emplace_back();
        body();
        close();
    }
    void close()
    {
        const Part part = parts_.back();
        parts_.pop_back();
        if (part.outcome >= 0) spoilt[static_cast<std::size_t>(part.outcome)] = part.claims && !part.finite;
    }

    std::vector<Part> parts_{1};
    std::vector<double> row_;
};

/// Tells another walker the same, but for what is spoilt.
class Corrector final : public Describer {
 public:
    Corrector(Describer& to, const std::vector<bool>& spoilt) : to_(to), spoilt_(spoilt) {}

    void outcome(Status status, std::string_view message) override
    {
        withdrawn_ = spoilt_[next_++];
        if (withdrawn_) return to_.outcome(Status::invalid, not_finite);
        to_.outcome(status, message);
    }
    void text(const ResultField& field, std::optional<std::string_view> value) override
    {
        to_.text(field, withdrawn_ && field.withdrawn ? field.withdrawn : value);
    }
    void texts(const ResultField& field, const std::vector<std::string>& values) override
    {
        to_.texts(field, values);
    }
    void flag(const ResultField& field, std::optional<bool> value) override
    {
        to_.flag(field, withdrawn_ && field.withdrawn ? std::nullopt : value);
    }
    void whole(const ResultField& field, std::optional<long> value) override { to_.whole(field, value); }
    void numbers(const ResultField& field, const ResultNumbers& values) override
    {
        to_.numbers(field, values);
    }
    void ragged(const ResultField& field, const std::vector<std::vector<double>>& lists) override
    {
        to_.ragged(field, lists);
    }
    void group(const ResultField& field, bool present, FunctionRef<void(Describer&)> fields) override
    {
        to_.group(field, present, [&](Describer& inner) { within(inner, fields); });
    }
    void list(const ResultField& field, const Items& items) override
    {
        to_.list(field, {items.count, items.name,
                         [&](Describer& inner, std::size_t i) {
                             if (i == prototype) return items.describe(inner, i);
                             within(inner, [&](Describer& d) { items.describe(d, i); });
                         },
                         items.present});
    }

 private:
    /// A part without an outcome of its own shares that of the part around it.
    void within(Describer& inner, FunctionRef<void(Describer&)> body)
    {
        Corrector part(inner, spoilt_);
        part.next_ = next_;
        part.withdrawn_ = withdrawn_;
        body(part);
        next_ = part.next_;
    }

    Describer& to_;
    const std::vector<bool>& spoilt_;
    std::size_t next_ = 0;
    bool withdrawn_ = false;
};

}  // namespace

std::string why_not_told(Description result)
{
    Checker checker;
    result(checker);
    return checker.problem;
}

std::string tell_checked(Description result, Describer& to)
{
    Checker checker;
    result(checker);
    checker.finish();
    if (!checker.problem.empty()) return checker.problem;
    if (std::find(checker.spoilt.begin(), checker.spoilt.end(), true) == checker.spoilt.end()) {
        result(to);
    } else {
        Corrector corrector(to, checker.spoilt);
        result(corrector);
    }
    return "";
}

}  // namespace supple
