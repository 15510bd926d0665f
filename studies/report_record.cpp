#include "run.hpp"

#include <supple/io/result_json.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace supple::app {
namespace {

/// In the order of the verdicts.
constexpr std::array<const char*, verdicts> keys = {"reproduced", "differs", "not_reproducible", "failed"};

void describe_counts(Describer& to, const std::array<std::size_t, verdicts>& counts)
{
    to.group({.name = "counts", .help = "figures with each verdict"}, true, [&](Describer& d) {
        for (std::size_t i = 0; i < verdicts; ++i)
            d.whole({.name = keys[i], .help = "figures"}, static_cast<long>(counts[i]));
    });
}

/// Text that a cell of a table can hold.
std::string cell(std::string text)
{
    for (std::size_t at = 0; (at = text.find_first_of("|*_<>", at)) != std::string::npos; at += 2)
        text.insert(at, "\\");
    return text;
}

std::string numbers(const std::vector<double>& values, const Figure& figure)
{
    return fmt::format("{}", fmt::join(with_decimals(values, figure), ", "));
}

std::string line(const Row& row)
{
    const Figure& f = row.figure;
    const std::string verdict =
        row.verdict == Verdict::reproduced ? name(row.verdict) : fmt::format("**{}**", name(row.verdict));
    return fmt::format("| {}{} | {} | {} | {} | {} | {}{} |\n", cell(f.name),
                       f.unit.empty() ? "" : " [" + f.unit + "]", fmt::format("{}", fmt::join(f.paper, ", ")),
                       numbers(f.reference, f), numbers(f.ours, f), cell(tolerance(f)), verdict,
                       f.remark.empty() ? "" : ": " + cell(f.remark));
}

}  // namespace

void describe(Describer& to, const Row& row)
{
    const Figure& f = row.figure;
    const auto values = [&](const char* name, const char* help, const std::vector<double>& list) {
        to.array({.name = name, .help = help, .shape = "[..]", .open = true}, list);
    };
    std::vector<double> tolerances;
    for (std::size_t i = 0; i < f.ours.size(); ++i)
        tolerances.push_back(allowed(f, i));
    to.text({.name = "system", .help = "the study"}, f.system);
    to.text({.name = "name", .help = "of the figure"}, f.name);
    to.text({.name = "unit", .help = "of its numbers"}, f.unit);
    values("paper", "as published", f.paper);
    values("reference", "what is expected", f.reference);
    values("ours", "computed here", f.ours);
    values("tolerance", "of each number of ours, absolute", tolerances);
    to.text({.name = "verdict", .help = "of the comparison"}, keys[static_cast<std::size_t>(row.verdict)]);
    to.text({.name = "remark", .help = "a sentence"}, f.remark);
}

void describe(Describer& to, const StudyResult& study)
{
    to.text({.name = "system", .help = "the study"}, study.system);
    to.text({.name = "title", .help = "of the study"}, study.title);
    describe_counts(to, count(study));
    to.number({.name = "seconds", .help = "of all its experiments", .unit = unit::time, .clock = true},
              study.seconds);
    to.texts({.name = "left_out", .help = "experiments that were not begun: interrupted"}, study.left_out);
}

void describe(Describer& to, const Reproduction& result)
{
    std::vector<Row> figures;
    for (const StudyResult& study : result.studies)
        figures.insert(figures.end(), study.rows.begin(), study.rows.end());
    to.flag({.name = "complete", .help = "false where it was interrupted"}, result.complete);
    describe_counts(to, count(result));
    to.number({.name = "seconds", .help = "from begin to end", .unit = unit::time, .clock = true},
              result.seconds);
    describe_list(to, {.name = "systems", .help = "the studies"}, result.studies);
    describe_list(to, {.name = "figures", .help = "numbers of the papers and ours", .rows = true}, figures);
}

std::string to_json(const Reproduction& result)
{
    return json_document([&](Describer& d) { describe(d, result); }, "reproduce");
}

std::string to_markdown(const Reproduction& result)
{
    std::string out;
    for (const StudyResult& study : result.studies) {
        out += fmt::format("## {}: {}\n\n", study.system, study.title);
        out +=
            "| figure | paper | expected | ours | tolerance | verdict |\n| --- | --- | --- | --- | --- | --- "
            "|\n";
        for (const Row& row : study.rows)
            out += line(row);
        const auto counts = count(study);
        out += fmt::format("\n{} reproduced, {} differ, {} not reproducible, {} failed.\n\n", counts[0],
                           counts[1], counts[2], counts[3]);
        for (const std::string& name : study.left_out)
            out += fmt::format("Interrupted before: {}.\n\n", cell(name));
    }
    for (const auto& [standing, title] : lists) {
        const auto rows = rows_of(result, standing);
        if (rows.empty()) continue;
        out += fmt::format("## {}\n\n", title);
        for (const Row* row : rows) {
            const Figure& f = row->figure;
            const std::string unit = f.unit.empty() ? "" : " " + f.unit;
            out += fmt::format("- {}, {}", f.system, cell(f.name));
            if (!f.paper.empty())
                out += fmt::format(": paper {}{}", fmt::format("{}", fmt::join(f.paper, ", ")), unit);
            if (!f.ours.empty())
                out += fmt::format("{}ours {}{}", f.paper.empty() ? ": " : ", ", numbers(f.ours, f), unit);
            out += fmt::format(". {}\n", cell(f.remark));
        }
        out += "\n";
    }
    return out;
}

}  // namespace supple::app
