// All numbers and words of a result that a table of cases shows.
#include <supple/result/describe.hpp>
#include <supple/result/output.hpp>

namespace supple {
namespace {

/// Collects paths; find_output then says where each of them stands.
class Collector final : public Describer {
 public:
    std::vector<std::string> take() { return std::move(paths_); }

    void outcome(Status, std::string_view) override {}  // columns of their own
    void text(const ResultField& field, std::optional<std::string_view>) override
    {
        // Items go by their names: these are in the paths.
        if (field.name != std::string_view("name") &&
            !(prefix_.empty() && field.name == std::string_view("model")))
            add(field, "");
    }
    void texts(const ResultField& field, const std::vector<std::string>&) override { add(field, ".count"); }
    void flag(const ResultField& field, std::optional<bool>) override { add(field, ""); }
    void whole(const ResultField& field, std::optional<long>) override { add(field, ""); }
    void numbers(const ResultField& field, const ResultNumbers& values) override
    {
        if (!values.present || field.clock || field.in_table == InTable::nothing) return;
        if (values.rank == 0) return add(field, "");
        if (values.rank > 1) return;
        std::string_view components = field.components;
        for (std::size_t i = 0; i < values.shape[0]; ++i) {
            const std::size_t end = std::min(components.find(' '), components.size());
            add(field,
                "." + (components.empty() ? std::to_string(i) : std::string(components.substr(0, end))));
            components.remove_prefix(std::min(end + 1, components.size()));
        }
    }
    void ragged(const ResultField& field, const std::vector<std::vector<double>>& lists) override
    {
        for (std::size_t i = 0; i < lists.size(); ++i)
            add(field, "." + std::to_string(i) + ".largest");
    }
    void group(const ResultField& field, bool present, FunctionRef<void(Describer&)> fields) override
    {
        if (!present || field.in_table == InTable::nothing) return;
        within(field.name, [&] { fields(*this); });
    }
    void list(const ResultField& field, const Items& items) override
    {
        if (!items.present || field.in_table == InTable::nothing) return;
        for (std::size_t i = 0; i < items.count; ++i) {
            const std::string_view name = items.name(i);
            within(std::string(field.name) + "." + (name.empty() ? std::to_string(i) : std::string(name)),
                   [&] { items.describe(*this, i); });
        }
    }

 private:
    void add(const ResultField& field, const std::string& rest)
    {
        if (!field.clock && field.in_table != InTable::nothing) paths_.push_back(prefix_ + field.name + rest);
    }
    void within(const std::string& name, FunctionRef<void()> body)
    {
        const std::string outer = prefix_;
        prefix_ += name + ".";
        body();
        prefix_ = outer;
    }

    std::string prefix_;
    std::vector<std::string> paths_;
};

}  // namespace

std::vector<Output> table_outputs(const Equilibrium& like)
{
    Collector collector;
    describe(collector, like);
    std::vector<Output> outputs;
    for (const std::string& path : collector.take())
        if (auto found = find_output(path, like)) outputs.push_back(std::move(*found.output));
    return outputs;
}

}  // namespace supple
