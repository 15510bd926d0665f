#include "verbs.hpp"

#include <python/model/own.hpp>

#include <supple/analysis/solve.hpp>
#include <supple/fields/input.hpp>
#include <supple/io/error.hpp>
#include <supple/result/describe.hpp>

#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <atomic>
#include <map>

namespace supple::python {
namespace {

struct PySolver;

/// A number of one solver that is set again and again.
struct Handle {
    Solver::Input input;
    const PySolver* of = nullptr;
    std::string path;
};

const char* name(InputCost cost)
{
    constexpr const char* names[] = {"store", "reshape", "rebuild"};
    return names[static_cast<int>(cost)];
}

const char* name(Derivatives how)
{
    constexpr const char* names[] = {"exact", "differences", "none"};
    return names[static_cast<int>(how)];
}

struct PySolver {
    PySolver(const PyManipulator& m, const SolveOptions& options)
        : listener(std::make_shared<Listener>()), solver(*Described(m, listener), options), about(m)
    {
    }

    /// A result object and the storage that it shows.
    struct Shown {
        py::object object;
        std::shared_ptr<Equilibrium> storage;
    };

    std::shared_ptr<Listener> listener;
    Solver solver;
    PyManipulator about;
    std::vector<Shown> shown;  ///< used again where nobody looks at them any more
    std::size_t oldest = 0;
    std::map<std::string, Handle, std::less<>> handles;
    std::map<std::string, Output, std::less<>> outputs;
    bool busy = false;  ///< on some thread, which has let go of the interpreter's lock
    Derivatives how = Derivatives::none;
};

void refuse_if_busy(const PySolver& s)
{
    if (s.busy)
        throw std::runtime_error("this Solver is at work on another thread; make one Solver a thread");
}

/// Works without the interpreter's lock; other threads are told so meanwhile.
template <typename Work>
void run(PySolver& s, const Work& work)
{
    refuse_if_busy(s);
    struct Busy {
        bool& busy;
        explicit Busy(bool& flag) : busy(flag) { busy = true; }
        ~Busy() { busy = false; }
    } const now(s.busy);
    run_here(*s.listener, py::none(), work);
}

const py::object& show(PySolver& s, const Equilibrium& equilibrium)
{
    constexpr std::size_t most = 4;
    for (PySolver::Shown& each : s.shown) {
        if (!is_free(each.object)) continue;
        *each.storage = equilibrium;
        refresh(each.object);
        return each.object;
    }
    auto storage = std::make_shared<Equilibrium>(equilibrium);
    PySolver::Shown fresh{result_object(told<Equilibrium>(storage), py::none()), storage};
    if (s.shown.size() < most) return s.shown.emplace_back(std::move(fresh)).object;
    s.oldest = (s.oldest + 1) % most;
    return (s.shown[s.oldest] = std::move(fresh)).object;
}

py::object solve(PySolver& s, bool cold)
{
    const Equilibrium* found = nullptr;
    run(s, [&] { found = cold ? &s.solver.solve_cold() : &s.solver.solve(); });
    return show(s, *found);
}

const Handle& handle(PySolver& s, std::string_view path)
{
    refuse_if_busy(s);
    if (const auto known = s.handles.find(path); known != s.handles.end()) return known->second;
    // A wrong path must not reach the solver, which would remember it.
    Manipulator trial = s.solver.manipulator();
    if (const FoundInput found = find_input(trial, path); !found)
        throw InputError({Problem{std::string(path), 0, 0, "", found.error}});
    const Handle made{s.solver.input(path), &s, std::string(path)};
    return s.handles.emplace(std::string(path), made).first->second;
}

const Output& output(PySolver& s, std::string_view path)
{
    refuse_if_busy(s);
    if (const auto known = s.outputs.find(path); known != s.outputs.end()) return known->second;
    if (s.solver.equilibrium().shape.frames.empty()) run(s, [&] { s.solver.solve_cold(); });
    if (const OutputSearch found =
            find_output(path, s.solver.equilibrium(), disk_places(s.solver.manipulator()));
        !found)
        throw InputError({Problem{std::string(path), 0, 0, "", found.problem}});
    return s.outputs.emplace(std::string(path), s.solver.output(path)).first->second;
}

void set(PySolver& s, const Handle& handle, double value)
{
    if (handle.of != &s) throw py::value_error(handle.path + ": belongs to another Solver");
    refuse_if_busy(s);
    if (s.solver.set(handle.input, value)) return;
    const std::string why = s.solver.mistake();
    // The value before is allowed; setting it makes the solver forget the refusal.
    s.solver.set(handle.input, s.solver.get(handle.input));
    throw InputError(why);
}

/// All numbers of a path: one, or the components of a vector.
std::vector<std::string> parts_of(PySolver& s, const std::string& path)
{
    Manipulator trial = s.solver.manipulator();
    const FoundInputs found = find_inputs(trial, path);
    if (!found) throw InputError({Problem{path, 0, 0, "", found.error}});
    std::vector<std::string> paths;
    for (const supple::Input& input : found.inputs)
        paths.push_back(input.path());
    return paths;
}

void set_path(PySolver& s, const std::string& path, const py::handle& value)
{
    if (py::isinstance<py::float_>(value) && s.handles.contains(path))
        return set(s, handle(s, path), value.cast<double>());
    const std::vector<std::string> parts = parts_of(s, path);
    const std::vector<double> values = numbers_of(value, path);
    if (values.size() != parts.size())
        throw py::value_error(path + ": found " + std::to_string(values.size()) + " numbers; expected " +
                              std::to_string(parts.size()));
    for (std::size_t i = 0; i < parts.size(); ++i)
        set(s, handle(s, parts.size() == 1 ? path : parts[i]), values[i]);
}

py::object get_path(PySolver& s, const std::string& path)
{
    const std::vector<std::string> parts = parts_of(s, path);
    if (parts.size() == 1) return py::float_(s.solver.get(handle(s, path).input));
    py::array_t<double> values(static_cast<py::ssize_t>(parts.size()));
    for (std::size_t i = 0; i < parts.size(); ++i)
        values.mutable_at(static_cast<py::ssize_t>(i)) = s.solver.get(handle(s, parts[i]).input);
    return values;
}

MatrixXd jacobian(PySolver& s, const std::vector<std::string>& outputs,
                  const std::vector<std::string>& inputs)
{
    std::vector<Output> rows;
    std::vector<Solver::Input> columns;
    for (const std::string& path : outputs)
        rows.push_back(output(s, path));
    for (const std::string& path : inputs)
        for (const std::string& part : parts_of(s, path))
            columns.push_back(handle(s, part).input);
    MatrixXd J;
    run(s, [&] { s.how = s.solver.jacobian(rows, columns, J); });
    return J;
}

Matrix6d compliance(PySolver& s, const std::string& pose)
{
    const Output& at = output(s, pose);
    Matrix6d C;
    run(s, [&] { s.how = s.solver.compliance(at, C); });
    return C;
}

}  // namespace

void add_solver(py::module_& module)
{
    py::class_<Handle>(module, "Input", "A number of a Solver, found once by its path.")
        .def_readonly("path", &Handle::path, "As it was asked for.")
        .def_property_readonly(
            "cost", [](const Handle& h) { return name(h.input.cost); },
            "What setting it costs: store, reshape or rebuild.")
        .def("__repr__",
             [](const Handle& h) { return "<Input " + h.path + ", " + name(h.input.cost) + ">"; });
    py::class_<PySolver>(module, "Solver")
        .def(py::init([](const PyManipulator& m, double tolerance, int max_iterations, bool arc_length,
                         bool eigenvalue, double max_seconds) {
                 return std::make_unique<PySolver>(m, SolveOptions{.arc_length = arc_length,
                                                                   .eigenvalue = eigenvalue,
                                                                   .tolerance = tolerance,
                                                                   .max_iterations = max_iterations,
                                                                   .max_seconds = max_seconds});
             }),
             py::arg("manipulator"), py::kw_only(), py::arg("tolerance") = SolveOptions{}.tolerance,
             py::arg("max_iterations") = SolveOptions{}.max_iterations, py::arg("arc_length") = false,
             py::arg("eigenvalue") = false, py::arg("max_seconds") = SolveOptions{}.max_seconds)
        .def(
            "input", [](PySolver& s, const std::string& path) { return handle(s, path); },
            "Finds a number by its path, once.")
        .def("set", &set, "Sets a number to a value in SI.")
        .def("__setitem__", &set_path)
        .def("__getitem__", &get_path)
        .def(
            "solve", [](PySolver& s) { return solve(s, false); },
            "The equilibrium of what was set, from the shape before.")
        .def(
            "solve_cold", [](PySolver& s) { return solve(s, true); }, "The same from the unloaded shape.")
        .def("_jacobian", &jacobian)
        .def("_compliance", &compliance)
        .def_property_readonly(
            "derivatives", [](const PySolver& s) { return name(s.how); },
            "How the last derivatives were formed: exact, differences or none.")
        .def_property_readonly(
            "joints", [](const PySolver& s) { return s.solver.joints(); },
            "How many joints, arcs or elements bend; 0 for the exact rod.")
        .def_property_readonly(
            "twists", [](const PySolver& s) { return s.solver.twists(); }, "Whether the model can twist.")
        .def_property_readonly(
            "manipulator",
            [](const PySolver& s) {
                refuse_if_busy(s);
                PyManipulator now = s.about;
                auto description = std::make_shared<Manipulator>(s.solver.manipulator());
                description->own = {};  // `now` has them as the objects that they are
                now.description = std::move(description);
                return now;
            },
            "The description with all that was set: a copy.");
}

}  // namespace supple::python
