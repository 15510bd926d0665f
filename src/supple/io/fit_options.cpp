#include <supple/fields/fit_table.hpp>
#include <supple/io/case_inputs.hpp>
#include <supple/io/column_map.hpp>
#include <supple/io/fit_options.hpp>
#include <supple/io/fit_problem.hpp>
#include <supple/text/words.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace supple {
namespace {

const std::map<std::string, FitObjective> objectives = {{"least-squares", FitObjective::least_squares},
                                                        {"mean-of-norms", FitObjective::mean_of_norms},
                                                        {"huber", FitObjective::huber},
                                                        {"cauchy", FitObjective::cauchy}};

/// "PATH=TEXT" of an option.
std::pair<std::string, std::string> pair_of(const std::string& text, const char* option, const char* expected)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        throw InputError(fmt::format("{} {}: expected {}", option, in_quotes(text), expected));
    return {text.substr(0, equals), std::string(trim(text.substr(equals + 1)))};
}

double bound_of(const std::string& text, Dimension dimension, const std::string& path)
{
    const Quantity bound = parse_quantity(text);
    if (!bound || bound.values.size() != 1 || !(bound.dimension == dimension))
        throw InputError(fmt::format("--bounds {}: found {}; expected {}, such as {}", path, in_quotes(text),
                                     describe(dimension), example(dimension)));
    return bound.values[0];
}

}  // namespace

FitSetup fit_setup(Manipulator base, const FitTexts& texts)
{
    FitSetup setup = fit_setup(base);
    if (!texts.parameters.empty()) {
        setup.parameters.clear();
        setup.sums.clear();
    }
    for (const std::string& path : texts.parameters)
        setup.parameters.push_back({path, {}, {}});
    for (const std::string& text : texts.bounds) {
        const char* expected = "PATH=LOWER,UPPER, as in rod.bending_stiffness='10 N mm^2, 30 N mm^2'";
        const auto [path, both] = pair_of(text, "--bounds", expected);
        const std::size_t comma = both.find(',');
        if (comma == std::string::npos)
            throw InputError(fmt::format("--bounds {}: expected {}", in_quotes(text), expected));
        const Input bounded = input_at(base, path);
        const auto parameter =
            std::find_if(setup.parameters.begin(), setup.parameters.end(),
                         [&](const FitParameter& p) { return input_at(base, p.path) == bounded; });
        if (parameter == setup.parameters.end())
            throw InputError(fmt::format("--bounds {}: that value is not fitted", path));
        const Dimension dimension = bounded.dimension();
        const std::string lower(trim(both.substr(0, comma))), upper(trim(both.substr(comma + 1)));
        if (!lower.empty()) parameter->lower = bound_of(lower, dimension, path);
        if (!upper.empty()) parameter->upper = bound_of(upper, dimension, path);
    }
    if (!texts.sums.empty()) setup.sums.clear();
    for (const std::string& text : texts.sums)
        setup.sums.push_back(sum_paths(text));
    for (const std::string& text : texts.weights) {
        const auto [path, value] = pair_of(text, "--weights", "PATH=WEIGHT, as in tip.position='10 1/m'");
        const Quantity weight = parse_quantity(value);
        if (!weight || weight.values.size() != 1 || !(weight.values[0] >= 0.0))
            throw InputError(fmt::format("--weights {}: found {}; expected a number, as in '10 1/m' or 0.5",
                                         path, in_quotes(value)));
        setup.weights[path] = weight.values[0];
    }
    for (const std::string& text : texts.sigmas) {
        const auto [path, value] = pair_of(text, "--sigma", "PATH=SIZE, as in loads.0.force.x='0.1 mN'");
        const Quantity sigma = parse_quantity(value);
        const Dimension dimension = input_at(base, path).dimension();
        if (!sigma || sigma.values.size() != 1 || !(sigma.dimension == dimension) ||
            !(sigma.values[0] >= 0.0))
            throw InputError(fmt::format("--sigma {}: found {}; expected {} not below 0, such as {}", path,
                                         in_quotes(value), describe(dimension), example(dimension)));
        setup.deviations[path] = sigma.values[0];
    }
    if (!texts.objective.empty()) setup.objective.kind = objectives.at(texts.objective);
    if (texts.robust_size > 0.0) setup.objective.robust_size = texts.robust_size;
    if (!texts.metric.empty()) setup.objective.centred = texts.metric == "rmse-centred";
    setup.threads = texts.threads;
    return setup;
}

void add_uncertain(FitSetup& setup, Manipulator& base, const CaseTable& data)
{
    for (const Uncertain& each : base.uncertain) {
        for (const CaseColumn& column : data.columns) {
            if (column_role(column.path) == ColumnRole::input &&
                input_at(base, column.path) == input_at(base, each.path))
                setup.deviations[column.path] = each.deviation();
        }
    }
}

}  // namespace supple
