#include <supple/result/member_names.hpp>

namespace supple {
namespace {

class NameCollector final : public Describer {
 public:
    std::vector<std::string> take() { return std::move(names_); }

    void outcome(Status, std::string_view) override
    {
        names_.emplace_back("status");
        names_.emplace_back("message");
    }
    void text(const ResultField& field, std::optional<std::string_view>) override { add(field); }
    void texts(const ResultField& field, const std::vector<std::string>&) override { add(field); }
    void flag(const ResultField& field, std::optional<bool>) override { add(field); }
    void whole(const ResultField& field, std::optional<long>) override { add(field); }
    void numbers(const ResultField& field, const ResultNumbers&) override { add(field); }
    void ragged(const ResultField& field, const std::vector<std::vector<double>>&) override { add(field); }
    void group(const ResultField& field, bool, FunctionRef<void(Describer&)>) override { add(field); }
    void list(const ResultField& field, const Items&) override { add(field); }

 private:
    void add(const ResultField& field) { names_.emplace_back(field.name); }

    std::vector<std::string> names_;
};

}  // namespace

std::vector<std::string> member_names(Description result)
{
    NameCollector collector;
    result(collector);
    return collector.take();
}

}  // namespace supple
