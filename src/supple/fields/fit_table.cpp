#include <supple/fields/fit_table.hpp>
#include <supple/fields/model_table.hpp>
#include <supple/text/sentence.hpp>

#include <algorithm>

namespace supple {
namespace {

constexpr const char* with_its_unit = "a quantity with the unit of the value at that path";

std::string quantity_pattern()
{
    return filled("^{}({}{})?$", number_pattern, blanks_pattern, unit_pattern);
}

Form bound(FitParameter& parameter, std::optional<double>& target)
{
    return Text{with_its_unit,
                [&parameter, &target](const std::string& text) {
                    const Quantity quantity = parse_quantity(text);
                    if (!quantity)
                        return filled("is no bound: {}; expected {}", quantity.error, with_its_unit);
                    if (quantity.values.size() != 1) return Verdict("has several values; expected one bound");
                    target = quantity.values[0];
                    parameter.dimension = quantity.dimension;
                    return Verdict();
                },
                quantity_pattern(),
                [&parameter, &target] {
                    return target ? exact_quantity({*target}, parameter.dimension) : std::string();
                }};
}

Table fit_parameter_table(FitParameter& parameter)
{
    return {{required("path", {text("a dotted path", parameter.path, any_characters)},
                      "a number of this file: rod.bending_stiffness"),
             optional("lower", {bound(parameter, parameter.lower)}, "least value", "none"),
             optional("upper", {bound(parameter, parameter.upper)}, "greatest value", "none")},
            [&parameter] { return mistake_in(parameter); }};
}

/// "a + b + c"
std::vector<Form> paths_of_sum(std::vector<std::string>& paths)
{
    return {Text{"paths of fitted values with + between them",
                 [&paths](const std::string& text) {
                     paths = sum_paths(text);
                     const bool complete =
                         paths.size() > 1 &&
                         std::none_of(paths.begin(), paths.end(), [](const auto& p) { return p.empty(); });
                     return complete ? Verdict()
                                     : Verdict("is no sum; expected two paths or more: a.0 + a.1");
                 },
                 R"(^[^+]+(\+[^+]+)+$)", [&paths] { return join(paths, " + "); }}};
}

Table fit_weight_table(FitWeight& weight)
{
    const auto value = [&weight](const std::string& text) {
        const Quantity quantity = parse_quantity(text);
        if (!quantity || quantity.values.size() != 1 || !(quantity.values[0] >= 0.0))
            return Verdict("is no weight; expected a number not below 0, as in \"10 1/m\" or 0.5");
        weight.weight = quantity.values[0];
        weight.dimension = quantity.dimension;
        return Verdict();
    };
    return {{required("of", {text("what is observed", weight.of, any_characters)},
                      "tip.position, stations.NAME.quaternion, reactions.NAME.force"),
             required("weight",
                      {Text{"a weight", value, quantity_pattern(),
                            [&weight] { return exact_quantity({weight.weight}, weight.dimension); }}},
                      "factor of its difference, over a length or a force")},
            {}};
}

}  // namespace

std::vector<std::string> sum_paths(std::string_view text)
{
    std::vector<std::string> paths(1);
    for (const char c : text) {
        if (c == '+')
            paths.emplace_back();
        else if (c != ' ')
            paths.back() += c;
    }
    return paths;
}

Table fit_table(FitRequest& fit)
{
    return {{required("parameters", {list_of(fit.parameters, several, fit_parameter_table)},
                      "values of this file that a fit may change"),
             optional("objective",
                      words(fit.objective, {{"least-squares", FitObjective::least_squares},
                                            {"mean-of-norms", FitObjective::mean_of_norms},
                                            {"huber", FitObjective::huber},
                                            {"cauchy", FitObjective::cauchy}}),
                      "what is made small", "least-squares"),
             optional("metric", words(fit.centred, {{"rmse", false}, {"rmse-centred", true}}),
                      "of positions; rmse-centred: their mean difference does not count", "rmse"),
             optional("sums", {list_of_values(fit.sums, several, paths_of_sum)},
                      "fitted values whose sum stays: links.0 + links.1", "none"),
             optional("weights", {list_of(fit.weights, several, fit_weight_table)},
                      "how much each thing observed counts", "1 of each")},
            {}};
}

}  // namespace supple
