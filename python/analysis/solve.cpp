#include "verbs.hpp"

#include <python/model/own.hpp>

#include <supple/analysis/solve.hpp>
#include <supple/compare/model_error.hpp>
#include <supple/io/result_file.hpp>
#include <supple/io/result_text.hpp>

#include <pybind11/stl/filesystem.h>

namespace supple::python {
namespace {

/// An equilibrium with how far its model is off.
struct SolvedAndJudged {
    Equilibrium equilibrium;
    std::optional<ModelError> error;
};

void describe(Describer& to, const SolvedAndJudged& solved)
{
    supple::describe(to, JudgedEquilibrium{solved.equilibrium, solved.error});
}

constexpr const char* command_of(const SolvedAndJudged&)
{
    return "solve";
}

py::object solved(const PyManipulator& m, const SolveOptions& options, bool judge)
{
    auto result = std::make_shared<SolvedAndJudged>();
    auto plain = std::make_shared<Equilibrium>();
    const auto listener = std::make_shared<Listener>();
    const Described whole(m, listener);
    run_here(*listener, py::none(), [&] {
        supple::solve(*whole, options, judge ? result->equilibrium : *plain);
        if (judge) result->error = model_error(*whole, result->equilibrium);
    });
    return result_object(judge ? told<SolvedAndJudged>(result) : told<Equilibrium>(plain), shared(m));
}

/// The result as the command line prints it; nothing where the command has no such text.
std::string text_of(const py::handle& result, const PyManipulator& m, bool brief)
{
    const Told& told = told_by(result);
    const TextOptions options{.brief = brief};
    if (const auto* equilibrium = as<Equilibrium>(told)) return to_text(*m, *equilibrium, options);
    if (const auto* trajectory = as<Trajectory>(told)) return to_text(*m, *trajectory, options);
    if (const auto* modes = as<Modes>(told)) return to_text(*m, *modes, options);
    if (const auto* solved = as<SolvedAndJudged>(told))
        return to_text(*m, JudgedEquilibrium{solved->equilibrium, solved->error}, options);
    return "";
}

/// Writes any result in the form that the name asks for. @throws InputError
void save(const py::handle& result, const std::filesystem::path& path)
{
    const Told& told = told_by(result);
    if (const auto* equilibrium = as<Equilibrium>(told); equilibrium && path.extension() == ".vtp")
        return write_result(path, *equilibrium);
    if (const auto* trajectory = as<Trajectory>(told); trajectory && path.extension() == ".pvd")
        return write_result(path, *trajectory);
    write_described(
        path, [&](Describer& d) { told.describe(d, told.result.get()); }, told.command, "a result");
}

}  // namespace

void add_solve(py::module_& module)
{
    module.def(
        "solve",
        [](const PyManipulator& m, double tolerance, int max_iterations, bool arc_length, bool eigenvalue,
           bool judge, double max_seconds) {
            return solved(m,
                          {.arc_length = arc_length,
                           .eigenvalue = eigenvalue,
                           .tolerance = tolerance,
                           .max_iterations = max_iterations,
                           .max_seconds = max_seconds},
                          judge);
        },
        py::arg("manipulator"), py::kw_only(), py::arg("tolerance"), py::arg("max_iterations"),
        py::arg("arc_length"), py::arg("eigenvalue"), py::arg("judge"), py::arg("max_seconds"));
    module.attr("tolerance") = SolveOptions{}.tolerance;
    module.attr("max_iterations") = SolveOptions{}.max_iterations;
    module.def("text_of", &text_of, py::arg("result"), py::arg("manipulator"), py::arg("brief") = false);
    module.def("save", &save);
}

}  // namespace supple::python
