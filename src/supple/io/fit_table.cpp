#include <supple/io/fit_table.hpp>
#include <supple/io/model_table.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace supple {
namespace {

Form any_quantity(std::optional<double>& target)
{
    return Text{"a quantity with the unit of the value at that path",
                [&target](const std::string& text) {
                    const Quantity quantity = parse_quantity(text);
                    if (!quantity)
                        return Verdict("is no bound: " + quantity.error +
                                       "; expected a quantity with the unit of the value at that path");
                    if (quantity.values.size() != 1) return Verdict("has several values; expected one bound");
                    target = quantity.values[0];
                    return Verdict();
                },
                fmt::format("^{}({}{})?$", number_pattern, blanks_pattern, unit_pattern)};
}

Table fit_parameter_table(FitParameter& parameter)
{
    return {
        {required("path",
                  {Text{"a dotted path",
                        [&parameter](const std::string& text) { return parameter.path = text, Verdict(); },
                        any_characters}},
                  "a number of this file: rod.bending_stiffness"),
         optional("lower", {any_quantity(parameter.lower)}, "least value", "none"),
         optional("upper", {any_quantity(parameter.upper)}, "greatest value", "none")},
        [&parameter]() -> std::optional<Mistake> {
            if (!parameter.lower || !parameter.upper || *parameter.lower < *parameter.upper)
                return std::nullopt;
            return Mistake{"upper", "is not above lower; expected a greater value"};
        }};
}

/// "a + b + c"
Form paths_of_sum(std::vector<std::string>& paths)
{
    return Text{"paths of fitted values with + between them",
                [&paths](const std::string& text) {
                    paths = sum_paths(text);
                    const bool complete =
                        paths.size() > 1 &&
                        std::none_of(paths.begin(), paths.end(), [](const auto& p) { return p.empty(); });
                    return complete ? Verdict() : Verdict("is no sum; expected two paths or more: a.0 + a.1");
                },
                R"(^[^+]+(\+[^+]+)+$)"};
}

Table fit_weight_table(FitWeight& weight)
{
    const auto value = [&weight](const std::string& text) {
        const Quantity quantity = parse_quantity(text);
        if (!quantity || quantity.values.size() != 1 || !(quantity.values[0] >= 0.0))
            return Verdict("is no weight; expected a number not below 0, as in \"10 1/m\" or 0.5");
        weight.weight = quantity.values[0];
        return Verdict();
    };
    return {{required("of",
                      {Text{"what is observed",
                            [&weight](const std::string& text) { return weight.of = text, Verdict(); },
                            any_characters}},
                      "tip.position, stations.NAME.quaternion, reactions.NAME.force"),
             required("weight",
                      {Text{"a weight", value,
                            fmt::format("^{}({}{})?$", number_pattern, blanks_pattern, unit_pattern)}},
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
    const auto parameter = [&fit] {
        return std::vector<Form>{
            Object{[&fit] { return fit_parameter_table(fit.parameters.emplace_back()); }}};
    };
    const auto sum = [&fit] { return std::vector<Form>{paths_of_sum(fit.sums.emplace_back())}; };
    const auto weight = [&fit] {
        return std::vector<Form>{Object{[&fit] { return fit_weight_table(fit.weights.emplace_back()); }}};
    };
    return {
        {required("parameters", {List{several, parameter}}, "values of this file that a fit may change"),
         optional("objective",
                  words(fit.objective, {{"least-squares", FitObjective::least_squares},
                                        {"mean-of-norms", FitObjective::mean_of_norms},
                                        {"huber", FitObjective::huber},
                                        {"cauchy", FitObjective::cauchy}}),
                  "what is made small", "least-squares"),
         optional("metric", words(fit.centred, {{"rmse", false}, {"rmse-centred", true}}),
                  "of positions; rmse-centred: their mean difference does not count", "rmse"),
         optional("sums", {List{several, sum}}, "fitted values whose sum stays: links.0 + links.1", "none"),
         optional("weights", {List{several, weight}}, "how much each thing observed counts", "1 of each")},
        {}};
}

}  // namespace supple
