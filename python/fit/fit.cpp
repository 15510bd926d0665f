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

namespace supple::python {
namespace {

/// What was found, and what it was asked for.
struct Fitted {
    FitOutcome outcome;
};

void describe(Describer& to, const Fitted& fitted)
{
    const FitOutcome& o = fitted.outcome;
    supple::describe(to, FitRecord{o.file, o.data, o.objective.centred ? "rmse-centred" : "rmse", o.report,
                                   nullptr, o.cases});
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

py::object fitted(const PyManipulator& m, const py::object& data, const std::vector<std::string>& parameters,
                  const Bounds& bounds, const std::vector<std::vector<std::string>>& sums,
                  const std::map<std::string, double>& weights, const std::map<std::string, double>& sigmas,
                  const std::string& objective, std::optional<double> robust_size, bool centred, bool search,
                  unsigned seed, bool evaluate, int threads, const py::object& progress)
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
    const CaseTable table = table_of(data, *m);
    const auto listener = std::make_shared<Listener>();
    const Described whole(m, listener);
    FitProblem problem = fit_problem(*whole, table, setup);
    if (search && (!problem.lower.allFinite() || !problem.upper.allFinite()))
        throw py::value_error("search: looks through a box: give every value bounds");
    auto result = std::make_shared<Fitted>();
    FitOutcome* const outcome = &result->outcome;
    run_long(*listener, progress, [&] {
        problem.study.stop = &listener->stop;
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
    });
    outcome->file = m.file;
    outcome->data = table.file_name;
    outcome->objective = setup.objective;
    outcome->cases = table.rows;
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
}
