#include <supple/compare/describe_comparison.hpp>

namespace supple {
namespace {

void describe_tried(Describer& to, const Tried& model)
{
    const std::optional<JointLayout> layout = layout_of(model.candidate.model);
    to.text({.name = "model", .help = "type of the model"}, type_name(model.candidate.model));
    to.text({.name = "layout", .help = "of ball joints", .absent = "the model has none", .null = true},
            layout ? std::optional<std::string_view>(name(*layout)) : std::nullopt);
    const std::string words = setting(model.candidate.model);
    to.text({.name = "setting", .help = "what to write into a model file"}, words);
    to.flag({.name = "as_written", .help = "the file's own model"}, model.candidate.as_written);
    to.text({.name = "role", .help = "as written or tried"},
            model.candidate.as_written ? "as written" : "tried");
    const bool carries = model.reason.empty();
    to.whole({.name = "joints", .help = "of the chain", .absent = "it cannot carry the file"},
             carries ? std::optional<long>(model.joints) : std::nullopt);
    to.flag(
        {.name = "twists", .help = "else it is judged by its tangent", .absent = "it cannot carry the file"},
        carries ? std::optional(model.twists) : std::nullopt);
    to.text({.name = "reason", .help = "why it cannot carry the file", .absent = "it can"},
            carries ? std::nullopt : std::optional<std::string_view>(model.reason));
}

void describe_unsupported(Describer& to, const Tried& model)
{
    describe_tried(to, model);
    to.text({.name = "status", .help = "unsupported"}, "unsupported");
}

void describe_judge(Describer& to, const Judge& judge)
{
    to.text({.name = "model", .help = "the judge"}, type_name(judge.model));
    const std::string words = setting(judge.model);
    to.text({.name = "setting", .help = "of the finest chain", .absent = "the judge is the exact rod"},
            judge.exact() ? std::nullopt : std::optional<std::string_view>(words));
    to.text({.name = "role", .help = "exact or finest chain"}, judge.exact() ? "exact" : "finest chain");
    to.text({.name = "reason", .help = "why it is not the exact rod", .absent = "it is"},
            judge.exact() ? std::nullopt : std::optional<std::string_view>(judge.reason));
}

void describe_time(Describer& to, double seconds)
{
    to.number({.name = "seconds",
               .help = "median of cold solves",
               .unit = unit::time,
               .clock = true,
               .column = "time"},
              seconds);
}

void describe_error(Describer& to, const char* name, const char* help, double value, FieldUnit unit = {})
{
    to.number({.name = name, .help = help, .unit = unit, .null = true, .open = true}, value);
}

void describe_judged(Describer& to, const Judged& one, double length)
{
    describe_tried(to, one.model);
    to.outcome(one.status, one.message);
    to.flag({.name = "snapped", .help = "the load path jumped to another branch on its way"}, one.snapped);
    describe_error(to, "tip_error", "of its position", one.error.position, unit::length);
    describe_error(to, "tip_error_relative", "over the rod's length", one.error.position / length);
    describe_error(to, "rotation_error", "of the tip frame", one.error.rotation, unit::angle);
    describe_error(to, "tangent_error", "of the tip's tangent", one.error.tangent, unit::angle);
    describe_error(to, "reaction_error_relative", "over the largest reaction", one.error.reaction);
    describe_time(to, one.seconds);
    to.texts({.name = "warnings", .help = "sentences", .shape = "[..]", .in_table = InTable::count},
             one.warnings);
}

void describe_statistics_of(Describer& to, const CasesJudged& one, std::size_t done, bool measured)
{
    const auto group = [](Describer& d, const char* name, const char* help, const Statistics& s,
                          FieldUnit unit = {}) {
        d.group({.name = name, .help = help}, true, [&](Describer& g) { describe_statistics(g, s, unit); });
    };
    to.whole({.name = "cases", .help = "that were done"}, static_cast<long>(done));
    to.whole({.name = "converged", .help = "of them"}, static_cast<long>(one.converged));
    to.text({.name = "first_failure", .help = "the first case that did not, and why"}, one.first_failure);
    group(to, "tip_error", "from the judge", one.position, unit::length);
    group(to, "tip_error_relative", "over the case's length of rod", one.relative);
    group(to, "rotation_error", "of the tip frame", one.rotation, unit::angle);
    group(to, "tangent_error", "of the tip's tangent", one.tangent, unit::angle);
    group(to, "reaction_error_relative", "over the case's largest reaction", one.reaction);
    to.group({.name = "table", .help = "from what was measured", .absent = "the table has no tips"}, measured,
             [&](Describer& d) {
                 group(d, "tip_error", "of its position", one.measured_position, unit::length);
                 group(d, "tip_error_relative", "over the case's length of rod", one.measured_relative);
                 group(d, "rotation_error", "of the tip frame", one.measured_rotation, unit::angle);
             });
    to.group({.name = "seconds", .help = "one cold solve a case", .in_table = InTable::nothing}, true,
             [&](Describer& d) { describe_statistics(d, one.seconds, unit::time); });
    to.number(
        {.name = "time", .help = "median of cold solves", .unit = unit::time, .open = true, .clock = true},
        one.seconds.median);
}

/// Those that can carry the file, or those that cannot.
template <typename One>
std::vector<const One*> chosen(const std::vector<One>& all, bool carries)
{
    std::vector<const One*> some;
    for (const One& one : all)
        if (one.model.reason.empty() == carries) some.push_back(&one);
    return some;
}

template <typename One, typename Describe>
void describe_models(Describer& to, const std::vector<One>& all, Describe describe_one)
{
    const auto no_name = [](std::size_t) { return std::string_view(); };
    const std::vector<const One*> carried = chosen(all, true), refused = chosen(all, false);
    to.list({.name = "models", .help = "that can carry the file", .rows = true},
            {carried.size(), no_name,
             [&](Describer& d, std::size_t i) { describe_one(d, i == prototype ? One{} : *carried[i]); }});
    to.list({.name = "unsupported", .help = "that cannot", .rows = true},
            {refused.size(), no_name, [&](Describer& d, std::size_t i) {
                 describe_unsupported(d, i == prototype ? Tried{{}, "-"} : refused[i]->model);
             }});
}

void describe_file(Describer& to, const Comparison& all, double length)
{
    to.group({.name = "exact", .help = "the judge: the exact rod or the finest chain", .row = true}, true,
             [&](Describer& d) {
                 describe_judge(d, all.judge);
                 d.outcome(all.exact.status, all.exact.message);
                 d.flag({.name = "snapped", .help = "the load path jumped to another branch on its way"},
                        all.exact.snapped);
                 describe_time(d, all.exact_seconds);
             });
    describe_models(to, all.models,
                    [&](Describer& d, const Judged& one) { describe_judged(d, one, length); });
}

void describe_cases(Describer& to, const CasesComparison& all, std::size_t asked, bool measured)
{
    to.whole({.name = "cases", .help = "asked for"}, static_cast<long>(asked));
    to.whole({.name = "done", .help = "of them"}, static_cast<long>(all.done));
    to.group({.name = "exact", .help = "the judge: the exact rod or the finest chain", .row = true}, true,
             [&](Describer& d) {
                 describe_judge(d, all.judge);
                 describe_statistics_of(d, all.exact, all.done, measured);
             });
    describe_models(to, all.models, [&](Describer& d, const CasesJudged& one) {
        describe_tried(d, one.model);
        describe_statistics_of(d, one, all.done, measured);
    });
}

}  // namespace

void describe(Describer& to, const JointNeed& need)
{
    to.text({.name = "models", .help = "the family"}, need.family);
    to.whole({.name = "joints",
              .help = "the least number that is enough",
              .absent = "none that was tried is",
              .null = true},
             need.joints ? std::optional<long>(*need.joints) : std::nullopt);
    to.text({.name = "setting", .help = "what to write for it", .absent = "none is enough", .null = true},
            need.joints ? std::optional<std::string_view>(need.setting) : std::nullopt);
    to.numbers({.name = "tried", .help = "numbers of joints", .shape = "[..]", .integers = true},
               {1, {need.tried.size()}, [&](std::size_t i, double* out) { *out = need.tried[i]; }});
}

void describe(Describer& to, const ComparisonRecord& record)
{
    to.text({.name = "file", .help = "that was compared"}, record.file);
    to.number({.name = "length", .help = "of the rod", .unit = unit::length}, record.length);
    to.flag({.name = "complete", .help = "false where it was interrupted"}, record.complete);
    if (record.of_file) {
        describe_file(to, *record.of_file, record.length);
    } else if (record.of_cases) {
        describe_cases(to, *record.of_cases, record.asked, record.measured);
    }
    to.number({.name = "tolerance_relative", .help = "of the tip, over the rod's length"}, record.tolerance);
    describe_list(to, {.name = "enough", .help = "how many joints each family needs for the tolerance"},
                  record.enough);
}

}  // namespace supple
