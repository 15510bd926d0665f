#include <supple/result/describe.hpp>
#include <supple/result/describe_fit.hpp>

#include "support/results.hpp"

#include <gmock/gmock.h>

#include <map>

namespace supple::test_numbers_in_place {
namespace {

/// Where the numbers of each field lie, and whether they are those that are read.
class Places final : public Describer {
 public:
    std::map<std::string, const double*> all;
    std::vector<std::string> wrong;

    void outcome(Status, std::string_view) override {}
    void text(const ResultField&, std::optional<std::string_view>) override {}
    void texts(const ResultField&, const std::vector<std::string>&) override {}
    void flag(const ResultField&, std::optional<bool>) override {}
    void whole(const ResultField&, std::optional<long>) override {}
    void ragged(const ResultField&, const std::vector<std::vector<double>>&) override {}
    void numbers(const ResultField& field, const ResultNumbers& n) override
    {
        if (!n.present || !n.data) return;
        const std::string path = prefix_ + field.name;
        all[path] = n.data;
        std::vector<double> row(n.width());
        for (std::size_t i = 0; i < n.rows(); ++i) {
            n.read(i, row.data());
            std::size_t next = 0;
            for (std::size_t j = 0; j < (n.rank > 1 ? n.shape[1] : 1); ++j)
                for (std::size_t k = 0; k < (n.rank > 2 ? n.shape[2] : 1); ++k)
                    if (n.data[i * n.strides[0] + j * n.strides[1] + k * n.strides[2]] != row[next++])
                        wrong.push_back(path);
        }
    }
    void group(const ResultField& field, bool present, FunctionRef<void(Describer&)> fields) override
    {
        if (present) within(field.name, [&] { fields(*this); });
    }
    void list(const ResultField& field, const Items& items) override
    {
        for (std::size_t i = 0; items.present && i < items.count; ++i)
            within(field.name + std::to_string(i), [&] { items.describe(*this, i); });
    }

 private:
    void within(const std::string& name, FunctionRef<void()> body)
    {
        const std::string outer = prefix_;
        prefix_ += name + ".";
        body();
        prefix_ = outer;
    }
    std::string prefix_;
};

/// The same walk with other addresses of whatever is made on the way.
[[gnu::noinline]] Places walk_elsewhere(Description result)
{
    volatile char stack[20000] = {};
    const std::vector<std::string> heap(100, std::string(stack[0] + 1000, 'x'));
    Places places;
    result(places);
    return places;
}

template <typename Result>
void expect_in_place(const Result& result, std::initializer_list<const char*> some)
{
    const auto description = [&](Describer& d) { describe(d, result); };
    Places first;
    description(first);
    const Places second = walk_elsewhere(description);
    EXPECT_EQ(first.all, second.all);
    EXPECT_THAT(first.wrong, testing::IsEmpty());
    for (const char* path : some)
        EXPECT_TRUE(first.all.contains(path)) << path;
}

TEST(NumbersInPlace, OfAnEquilibriumLieInTheResultItself)
{
    expect_in_place(test::sample_equilibrium(), {"tip.position", "shape.position", "shape.arclength",
                                                 "coordinates", "base_reaction.force"});
}

TEST(NumbersInPlace, OfAMotionLieInTheResultItself)
{
    expect_in_place(test::sample_trajectory(), {"time", "energy.kinetic", "momentum.linear"});
}

TEST(NumbersInPlace, OfModesLieInTheResultItself)
{
    expect_in_place(test::sample_modes(),
                    {"modes0.displacement.real", "modes0.displacement.imag", "modes0.coordinates.imag"});
}

TEST(NumbersInPlace, OfAFitLieInTheResultItself)
{
    FitReport report;
    report.covariance = MatrixXd::Random(3, 3);
    report.correlation = MatrixXd::Random(3, 3);
    report.parameters.resize(3);
    expect_in_place(FitRecord{.file = "", .data = "", .metric = "", .report = report}, {"covariance"});
}

}  // namespace
}  // namespace supple::test_numbers_in_place
