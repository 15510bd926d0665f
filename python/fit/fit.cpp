// The module supple._fit_core: fits, loaded when the first is asked for.
#include <python/analysis/long_work.hpp>
#include <python/fields/manipulator.hpp>
#include <python/io/cases.hpp>
#include <python/model/own.hpp>
#include <python/result/result_object.hpp>

#include <supple/io/fit_text.hpp>
#include <supple/result/describe_fit.hpp>

#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>

namespace supple::python {
namespace {

/// What was found, and what it was asked for.
struct Fitted {
    FitOutcome outcome;
    CaseTable data;
};

void describe(Describer& to, const Fitted& fitted)
{
    const FitOutcome& o = fitted.outcome;
    supple::describe(to, FitRecord{o.file, o.data, o.objective.centred ? "rmse-centred" : "rmse", o.report,
                                   o.validation ? &*o.validation : nullptr, o.cases});
}

constexpr const char* command_of(const Fitted&)
{
    return "fit";
}

FitObjective objective_of(const std::string& word)
{
    for (const FitObjective kind : {FitObjective::least_squares, FitObjective::mean_of_norms,
                                    FitObjective::huber, FitObjective::cauchy})
        if (word == name(kind)) return kind;
    throw py::value_error("objective: expected least-squares, mean-of-norms, huber or cauchy, found \"" +
                          word + "\"");
}

using Bounds = std::map<std::string, std::pair<std::optional<double>, std::optional<double>>>;

/// What is fitted: what the file's block names, or these paths.
FitSetup setup_of(const Manipulator& m, const std::vector<std::string>& parameters, const Bounds& bounds)
{
    FitSetup setup = fit_setup(m);
    if (!parameters.empty()) {
        setup.parameters.clear();
        setup.sums.clear();
    }
    for (const std::string& path : parameters)
        setup.parameters.push_back({path, {}, {}});
    Manipulator named = m;
    for (const auto& [path, both] : bounds) {
        const Input bounded = input_at(named, path);
        const auto found =
            std::find_if(setup.parameters.begin(), setup.parameters.end(),
                         [&](const FitParameter& p) { return input_at(named, p.path) == bounded; });
        if (found == setup.parameters.end()) throw py::value_error("bounds: " + path + " is not fitted");
        if (both.first) found->lower = *both.first;
        if (both.second) found->upper = *both.second;
    }
    return setup;
}

/// How many of the rows are fitted to: the others, at the end, are kept back.
std::size_t rows_to_fit(const py::object& validate, std::size_t rows)
{
    if (!py::isinstance<py::float_>(validate)) return rows;
    const auto part = validate.cast<double>();
    const double fitted =
        part > 0.0 && part < 1.0 ? std::round((1.0 - part) * static_cast<double>(rows)) : 0.0;
    if (!(fitted > 0.0 && fitted < static_cast<double>(rows)))
        throw py::value_error(
            "validate: expected a table, or a part of the rows such as 0.25 that leaves some to "
            "fit and some to keep back");
    return static_cast<std::size_t>(fitted);
}

/// Scores fitted values on other cases.
FitReport scored(FitProblem problem, const FitReport& fitted)
{
    for (std::size_t i = 0; i < fitted.parameters.size(); ++i)
        problem.start[static_cast<Eigen::Index>(i)] = fitted.parameters[i].value;
    FitOptions score;
    score.evaluate_only = true;
    return fit(problem, score);
}

py::object fitted(const PyManipulator& m, const py::object& data, const std::vector<std::string>& parameters,
                  const Bounds& bounds, const std::vector<std::vector<std::string>>& sums,
                  const std::map<std::string, double>& weights, const std::map<std::string, double>& sigmas,
                  const std::string& objective, std::optional<double> robust_size, bool centred, bool search,
                  unsigned seed, bool evaluate, int threads, const py::object& progress,
                  const py::object& validate)
{
    FitSetup setup = setup_of(*m, parameters, bounds);
    if (!sums.empty()) setup.sums = sums;
    for (const auto& [path, weight] : weights)
        setup.weights[path] = weight;
    for (const auto& [path, sigma] : sigmas)
        setup.deviations[path] = sigma;
    setup.objective.kind = objective_of(objective);
    if (robust_size) setup.objective.robust_size = *robust_size;
    setup.objective.centred = setup.objective.centred || centred;
    setup.threads = threads;
    auto result = std::make_shared<Fitted>();
    const CaseTable& table = result->data = table_of(data, *m);
    const std::size_t rows = rows_to_fit(validate, table.rows);
    const auto listener = std::make_shared<Listener>();
    const Described whole(m, listener);
    // All rows together, for drives remember: of those kept back what came before is known.
    FitProblem all = fit_problem(*whole, table, setup);
    all.study.stop = &listener->stop;
    const FitProblem problem = part_of(all, 0, rows);
    std::optional<FitProblem> others;
    if (rows < table.rows)
        others = part_of(all, rows, table.rows);
    else if (!validate.is_none())
        others = fit_problem(*whole, table_of(validate, *m), setup);
    if (search && (!problem.lower.allFinite() || !problem.upper.allFinite()))
        throw py::value_error("search: looks through a box: give every value bounds");
    FitOutcome* const outcome = &result->outcome;
    run_long(*listener, progress, [&] {
        FitOptions options;
        options.search = search;
        options.seed = seed;
        options.evaluate_only = evaluate;
        listener->total = options.max_passes;
        options.progress = [&](int pass, double) {
            listener->done = pass;
            return !listener->stop;
        };
        outcome->report = fit(problem, options);
        if (others && outcome->report.status == Status::converged)
            outcome->validation = scored(*std::move(others), outcome->report);
    });
    outcome->file = m.file;
    outcome->data = table.file_name;
    outcome->objective = setup.objective;
    outcome->cases = rows;
    outcome->scored = evaluate;
    outcome->positions = std::any_of(
        table.columns.begin(), table.columns.end(),
        [](const CaseColumn& column) { return column.path.find("position.") != std::string::npos; });
    Manipulator base = *m;
    for (const FitParameter& parameter : setup.parameters)
        outcome->dimensions.push_back(input_at(base, parameter.path).dimension());
    return result_object(told<Fitted>(result), py::cast(PyManipulator(m)));
}

std::string text_of(const py::handle& result, bool brief)
{
    const auto* fitted = as<Fitted>(told_by(result));
    return fitted ? fit_text(fitted->outcome, brief) : "";
}

/// The data with error, residuals and spreads of each case: (path, SI values or texts).
py::list cases_of(const py::handle& result)
{
    const auto* fitted = as<Fitted>(told_by(result));
    py::list columns;
    if (!fitted || fitted->outcome.report.parameters.empty()) return columns;
    const CaseTable table = fit_table(fitted->data, fitted->outcome);
    for (const CaseColumn& column : table.columns)
        columns.append(py::make_tuple(
            column.path, column.is_text
                             ? py::cast(column.texts)
                             : py::object(py::array_t<double>(static_cast<py::ssize_t>(column.values.size()),
                                                              column.values.data()))));
    return columns;
}

}  // namespace
}  // namespace supple::python

PYBIND11_MODULE(_fit_core, module)
{
    namespace py = pybind11;
    using namespace supple::python;
    use_result_types();
    py::register_local_exception_translator([](std::exception_ptr raised) {
        try {
            if (raised) std::rethrow_exception(raised);
        } catch (const supple::InputError& error) {
            PyErr_SetString(py::module_::import("supple._core").attr("ModelError").ptr(), error.what());
        }
    });
    module.def("fit", &fitted);
    module.def("text_of", &text_of);
    module.def("cases_of", &cases_of);
}
