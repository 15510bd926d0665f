#include <supple/result/check.hpp>
#include <supple/result/describe.hpp>
#include <supple/result/describe_fit.hpp>
#include <supple/result/verdict.hpp>

#include "support/allocations.hpp"
#include "support/results.hpp"
#include "support/toy_result.hpp"

#include <gmock/gmock.h>

#include <limits>
#include <set>

namespace supple {
namespace {

using test::sample_equilibrium;
using test::sample_modes;
using test::sample_trajectory;
using testing::HasSubstr;

/// The names of all fields in the order of their visit, lists by the fields of their first item.
class Names final : public Describer {
 public:
    std::vector<std::string> all;
    std::vector<std::string> without_help;

    void outcome(Status, std::string_view) override { all.push_back(prefix_ + "status"); }
    void text(const ResultField& field, std::optional<std::string_view>) override { add(field); }
    void texts(const ResultField& field, const std::vector<std::string>&) override { add(field); }
    void flag(const ResultField& field, std::optional<bool>) override { add(field); }
    void whole(const ResultField& field, std::optional<long>) override { add(field); }
    void numbers(const ResultField& field, const ResultNumbers&) override { add(field); }
    void ragged(const ResultField& field, const std::vector<std::vector<double>>&) override { add(field); }
    void group(const ResultField& field, bool, FunctionRef<void(Describer&)> fields) override
    {
        within(field, [&] { fields(*this); });
    }
    void list(const ResultField& field, const Items& items) override
    {
        within(field, [&] { items.describe(*this, items.count == 0 ? prototype : 0); });
    }

 private:
    void add(const ResultField& field)
    {
        all.push_back(prefix_ + field.name);
        if (*field.help == '\0') without_help.push_back(all.back());
    }
    void within(const ResultField& field, FunctionRef<void()> body)
    {
        const std::string outer = prefix_;
        prefix_ += std::string(field.name) + ".";
        body();
        prefix_ = outer;
    }
    std::string prefix_;
};

template <typename Result>
Names names_of(const Result& result)
{
    Names names;
    describe(names, result);
    return names;
}

/// Counts numbers without looking at them.
class Nothing final : public Describer {
 public:
    int fields = 0;
    void outcome(Status, std::string_view) override { ++fields; }
    void text(const ResultField&, std::optional<std::string_view>) override { ++fields; }
    void texts(const ResultField&, const std::vector<std::string>&) override { ++fields; }
    void flag(const ResultField&, std::optional<bool>) override { ++fields; }
    void whole(const ResultField&, std::optional<long>) override { ++fields; }
    void numbers(const ResultField&, const ResultNumbers&) override { ++fields; }
    void ragged(const ResultField&, const std::vector<std::vector<double>>&) override { ++fields; }
    void group(const ResultField&, bool, FunctionRef<void(Describer&)> body) override { body(*this); }
    void list(const ResultField&, const Items& items) override
    {
        for (std::size_t i = 0; i < items.count; ++i)
            items.describe(*this, i);
    }
};

TEST(Describe, VisitsTheSameFieldsWhateverTheResultHolds)
{
    EXPECT_EQ(names_of(sample_equilibrium()).all, names_of(Equilibrium{}).all);
    EXPECT_EQ(names_of(sample_trajectory()).all, names_of(Trajectory{}).all);
    EXPECT_EQ(names_of(sample_modes()).all, names_of(Modes{}).all);
    EXPECT_GT(names_of(sample_equilibrium()).all.size(), 40U);
}

TEST(Describe, EveryFieldHasALineOfHelpAndANameOfItsOwn)
{
    const FitReport report;
    const FitRecord fit{.file = "", .data = "", .metric = "", .report = report};
    for (const Names& names :
         {names_of(Equilibrium{}), names_of(Trajectory{}), names_of(Modes{}), names_of(fit)}) {
        EXPECT_THAT(names.without_help, testing::IsEmpty());
        EXPECT_EQ(std::set<std::string>(names.all.begin(), names.all.end()).size(), names.all.size());
    }
}

TEST(Describe, AWalkAllocatesNothing)
{
    const Equilibrium e = sample_equilibrium();
    Nothing walker;
    const auto before = test::allocations();
    describe(walker, e);
    EXPECT_EQ(test::allocations(), before);
    EXPECT_GT(walker.fields, 45);
}

/// What a walker is told of status, message and stability.
class Outcomes final : public Describer {
 public:
    std::vector<std::string> told;
    void outcome(Status status, std::string_view message) override
    {
        told.push_back(std::string(name(status)) + ": " + std::string(message));
    }
    void text(const ResultField& field, std::optional<std::string_view> value) override
    {
        if (field.withdrawn) told.emplace_back(*value);
    }
    void texts(const ResultField&, const std::vector<std::string>&) override {}
    void flag(const ResultField& field, std::optional<bool> value) override
    {
        if (field.withdrawn) told.emplace_back(!value ? "unknown" : *value ? "stable" : "not stable");
    }
    void whole(const ResultField&, std::optional<long>) override {}
    void numbers(const ResultField&, const ResultNumbers&) override {}
    void ragged(const ResultField&, const std::vector<std::vector<double>>&) override {}
    void group(const ResultField&, bool, FunctionRef<void(Describer&)> body) override { body(*this); }
    void list(const ResultField&, const Items&) override {}
};

template <typename Result>
std::vector<std::string> told(const Result& result)
{
    Outcomes outcomes;
    EXPECT_EQ(tell_checked([&](Describer& d) { describe(d, result); }, outcomes), "");
    return outcomes.told;
}

TEST(Check, OnlyThePartThatHoldsANaNIsSpoilt)
{
    Modes modes = sample_modes();
    EXPECT_THAT(told(modes), testing::ElementsAre("converged: ", "converged: ", "stable", "energy"));
    modes.modes[1].frequency = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THAT(told(modes), testing::ElementsAre(HasSubstr("invalid: the result holds numbers"),
                                                  "converged: ", "stable", "energy"));
    modes = sample_modes();
    modes.equilibrium.drives[0].contacts[0][1] = std::numeric_limits<double>::infinity();
    EXPECT_THAT(told(modes), testing::ElementsAre(HasSubstr("invalid: "), HasSubstr("invalid: "), "unknown",
                                                  "not-assessed"));
}

TEST(Check, AFailureKeepsItsOwnWords)
{
    Equilibrium e = sample_equilibrium();
    e.status = Status::not_converged;
    e.message = "not converged after 50 iterations";
    e.balance = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(told(e)[0], "not_converged: not converged after 50 iterations");
}

TEST(Verdict, SaysHowASolveEnded)
{
    EXPECT_EQ(ended_in_words(Status::converged, false, ""), "converged");
    EXPECT_EQ(ended_in_words(Status::converged, true, ""), "converged, snapped");
    EXPECT_EQ(ended_in_words(Status::infeasible, false, "no shape"), "infeasible: no shape");
}

TEST(Verdict, NamesWhatHasNoEnergy)
{
    Equilibrium e;
    e.stability = {true, StabilityKind::divergence_only};
    EXPECT_EQ(stability_in_words(e),
              "no divergence; flutter is not excluded (a moment, a follower load or a guide has no energy)");
    DriveState rods;
    rods.friction = FrictionUsed::sharp;
    e.drives = {rods};
    EXPECT_EQ(stability_in_words(e),
              "no divergence; flutter is not excluded (friction of the drives has no energy)");
    Contact wall;
    wall.state = ContactState::slip;
    wall.friction = 0.3;
    e.contacts = {wall};
    EXPECT_EQ(stability_in_words(e), "no divergence beside the wall; friction has no energy to judge by");
    e.stability.stable = false;
    EXPECT_EQ(stability_in_words(e), "unstable: the rod diverges from this shape");
    e.stability = {true, StabilityKind::energy, 0.25};
    EXPECT_EQ(stability_in_words(e),
              "stable: the energy has a minimum here; smallest eigenvalue 0.25 (1 unloaded, 0 at buckling)");
}

}  // namespace
}  // namespace supple
