#include <supple/compare/describe_comparison.hpp>
#include <supple/compare/model_error.hpp>
#include <supple/estimate/describe_estimate.hpp>
#include <supple/estimate/describe_forces.hpp>
#include <supple/io/result_reference.hpp>
#include <supple/result/describe_fit.hpp>
#include <supple/steer/describe_steering.hpp>

#include <fmt/format.h>

namespace supple {
namespace {

/// One row of a table a field.
class FieldRows final : public Describer {
 public:
    std::string take() { return std::move(rows_); }

    void outcome(Status, std::string_view) override
    {
        row({.name = "status", .help = "converged, unstable, not_converged, infeasible or invalid"}, "text");
        row({.name = "message", .help = "one sentence; empty when converged"}, "text");
    }
    void text(const ResultField& field, std::optional<std::string_view>) override { row(field, "text"); }
    void texts(const ResultField& field, const std::vector<std::string>&) override { row(field, "texts"); }
    void flag(const ResultField& field, std::optional<bool>) override { row(field, "true or false"); }
    void whole(const ResultField& field, std::optional<long>) override { row(field, "whole number"); }
    void numbers(const ResultField& field, const ResultNumbers& values) override
    {
        row(field, values.rank == 0 ? "number" : "numbers");
    }
    void ragged(const ResultField& field, const std::vector<std::vector<double>>&) override
    {
        row(field, "numbers");
    }
    void group(const ResultField& field, bool, FunctionRef<void(Describer&)> fields) override
    {
        if (*field.help != '\0' || *field.absent != '\0') row(field, "group");
        within(field, fmt::format("{}.", field.name), [&] { fields(*this); });
    }
    void list(const ResultField& field, const Items& items) override
    {
        row(field, field.keyed ? "group by name" : "list");
        within(field, fmt::format("{}{}.", field.name, field.keyed ? ".NAME" : "[]"),
               [&] { items.describe(*this, items.count == 0 ? prototype : 0); });
    }

 private:
    void row(const ResultField& field, std::string_view kind)
    {
        const std::string unit = *field.unit.si ? fmt::format(" in {}", field.unit.si) : "";
        const std::string absent =
            *field.absent ? fmt::format("{} where {}", field.null ? "null" : "left out", field.absent) : "";
        rows_ +=
            fmt::format("| `{}{}` | {}{}{}{} | {} | {} | {} |\n", prefix_, field.name, kind,
                        *field.shape ? " " : "", field.shape, unit, field.help, absent, in_tables(field));
    }
    std::string in_tables(const ResultField& field) const
    {
        if (hidden_ || field.in_table == InTable::nothing) return "not in a row";
        if (field.clock) return "not in tables of cases";
        if (field.in_table == InTable::count) return "`.count`";
        if (field.in_table == InTable::largest) return "`.largest` of each";
        return *field.unit.table ? fmt::format("in {}", field.unit.table) : "";
    }
    void within(const ResultField& field, const std::string& name, FunctionRef<void()> body)
    {
        const std::string outer = prefix_;
        const bool outer_hidden = hidden_;
        prefix_ += name;
        hidden_ = hidden_ || field.in_table == InTable::nothing;
        body();
        prefix_ = outer;
        hidden_ = outer_hidden;
    }

    std::string rows_, prefix_;
    bool hidden_ = false;
};

template <typename Result>
std::string section(const Result& result, std::string_view help)
{
    FieldRows rows;
    describe(rows, result);
    return fmt::format(
        "## `{}`\n\n{}.\n\n| member | is | meaning | absent | in tables |\n| --- | --- | --- | --- | --- "
        "|\n{}\n",
        command_of(result), help, rows.take());
}

}  // namespace

std::string result_reference()
{
    const Steering steering;
    const Target target;
    const FitReport report;
    Comparison comparison;
    comparison.models.emplace_back();
    const Equilibrium equilibrium;
    ComparisonRecord compared;
    compared.of_file = &comparison;
    return section(JudgedEquilibrium{equilibrium, ModelError{}}, "A static equilibrium") +
           section(Trajectory{}, "A motion in time") +
           section(Modes{}, "Small vibrations about an equilibrium") +
           section(SteeringRecord{steering, target}, "An actuation that reaches a target, and its shape") +
           section(
               compared,
               "Models judged by the exact rod or the finest chain; with `--cases`, errors are statistics") +
           section(FitRecord{.file = "", .data = "", .metric = "", .report = report}, "Fitted parameters") +
           section(ForceRecord{},
                   "Forces from a measured shape; of a stream these are the items of `steps`") +
           section(DampingRecord{}, "Damping from a measured motion");
}

}  // namespace supple
