// The searches behind a fit by SciPy, where Ceres, NLopt and pagmo are not linked: in a wheel. Each looks for
// the same minimum of the same objective (fit/search.hpp).
#include <supple/fit/search.hpp>

#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <limits>

namespace supple {
namespace {

namespace py = pybind11;
using namespace py::literals;

constexpr double bad = 1e12;  ///< in place of an objective where there is none

py::object optimize()
{
    try {
        return py::module_::import("scipy.optimize");
    } catch (py::error_already_set& error) {
        if (!error.matches(PyExc_ImportError)) throw;
        throw std::runtime_error("this build fits by SciPy, which is not installed: pip install scipy");
    }
}

/// Evaluates without the interpreter's lock.
bool at(FitEvaluation& evaluation, const VectorXd& y, bool with_derivatives)
{
    const py::gil_scoped_release released;
    return evaluation.at(y, with_derivatives);
}

double unit_of(double start)
{
    return start > 0.0 ? start : 1.0;
}

py::object bounds_of(const FitEvaluation& evaluation)
{
    const FreeVariables& v = evaluation.variables();
    return py::make_tuple(v.lower(), v.upper());
}

void stop_if_asked(const FitEvaluation& evaluation)
{
    if (evaluation.stopped()) throw py::stop_iteration("stopped");
}

/// Runs a search of SciPy; a stop from outside ends it, and the best so far is in the evaluation.
template <typename Search>
void searched(const Search& search)
{
    try {
        search();
    } catch (py::error_already_set& error) {
        if (!error.matches(PyExc_StopIteration)) throw;
    }
}

}  // namespace

void search_least_squares(FitEvaluation& evaluation, const FitOptions& options, VectorXd y)
{
    if (evaluation.problem().objective.kind != FitObjective::least_squares)
        return search_quasi_newton(evaluation, options, std::move(y));
    const py::gil_scoped_acquire acquired;
    if (!at(evaluation, y, false)) return;
    // Squares of errors in metres are tiny numbers, and SciPy's limits are not relative: in units of the
    // start.
    const Eigen::Index rows = evaluation.residuals().e.size();
    const double unit = unit_of(evaluation.residuals().e.norm());
    const auto residuals = [&](const VectorXd& x) -> VectorXd {
        const bool valid = at(evaluation, x, false);
        stop_if_asked(evaluation);
        if (!valid) return VectorXd::Constant(rows, bad);
        return evaluation.residuals().e / unit;
    };
    const auto jacobian = [&](const VectorXd& x) -> MatrixXd {
        const bool valid = at(evaluation, x, true);
        stop_if_asked(evaluation);
        return valid ? MatrixXd(evaluation.residuals().J / unit) : MatrixXd::Zero(rows, x.size());
    };
    searched([&] {
        optimize().attr("least_squares")(py::cpp_function(residuals), y, "jac"_a = py::cpp_function(jacobian),
                                         "bounds"_a = bounds_of(evaluation), "method"_a = "trf",
                                         "ftol"_a = 1e-15, "xtol"_a = 1e-15, "gtol"_a = 1e-15,
                                         "max_nfev"_a = options.max_passes);
    });
}

void search_quasi_newton(FitEvaluation& evaluation, const FitOptions& options, VectorXd y)
{
    const py::gil_scoped_acquire acquired;
    if (!at(evaluation, y, true)) return;
    const double unit = unit_of(evaluation.cost());
    const auto cost = [&](const VectorXd& x) -> py::tuple {
        const bool valid = at(evaluation, x, true);
        stop_if_asked(evaluation);
        if (!valid) return py::make_tuple(bad, VectorXd::Zero(x.size()).eval());
        return py::make_tuple(evaluation.cost() / unit, VectorXd(evaluation.gradient() / unit));
    };
    const py::object scipy = optimize();
    const FreeVariables& v = evaluation.variables();
    searched([&] {
        scipy.attr("minimize")(py::cpp_function(cost), y, "jac"_a = true, "method"_a = "SLSQP",
                               "bounds"_a = scipy.attr("Bounds")(v.lower(), v.upper()),
                               "options"_a = py::dict("maxiter"_a = options.max_passes, "ftol"_a = 1e-15));
    });
}

std::vector<VectorXd> search_swarm(FitEvaluation& evaluation, const FitOptions& options)
{
    const py::gil_scoped_acquire acquired;
    const auto cost = [&](const VectorXd& x) -> double {
        const bool valid = at(evaluation, x, false);
        stop_if_asked(evaluation);
        return valid ? evaluation.cost()
                     : bad * (1.0 + evaluation.variables().outside(evaluation.variables().expand(x)));
    };
    const py::object scipy = optimize();
    const FreeVariables& v = evaluation.variables();
    std::vector<VectorXd> found;
    searched([&] {
        const py::object answer = scipy.attr("differential_evolution")(
            py::cpp_function(cost), scipy.attr("Bounds")(v.lower(), v.upper()), "seed"_a = options.seed,
            "maxiter"_a = options.swarms * options.generations, "popsize"_a = options.particles,
            "polish"_a = false);
        found.push_back(answer.attr("x").cast<VectorXd>());
    });
    if (found.empty() && evaluation.best.size() > 0) found.push_back(evaluation.best);
    return found;
}

}  // namespace supple
