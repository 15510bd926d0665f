#include "verbs.hpp"

#include <python/model/own.hpp>

#include <supple/analysis/simulate.hpp>
#include <supple/io/error.hpp>
#include <supple/io/motion_case.hpp>
#include <supple/result/describe.hpp>

namespace supple::python {
namespace {

py::object simulated(const PyManipulator& m, const py::object& progress, const std::string& spectrum_of,
                     int samples)
{
    if (!m.description->simulation) throw InputError(supple::simulate(*m).message);
    auto trajectory = std::make_shared<Trajectory>();
    const auto listener = std::make_shared<Listener>();
    const Described whole(m, listener);
    listener->total = whole->simulation->duration;
    run_here(*listener, progress, [&] {
        *trajectory = supple::simulate(*whole, [&](double time) {
            listener->done = time;
            return true;
        });
        if (!spectrum_of.empty() && trajectory->status == Status::converged)
            trajectory->spectrum = spectrum(*trajectory, *whole, spectrum_of, samples);
    });
    return result_object(told<Trajectory>(trajectory), shared(m));
}

py::object modes_of(const PyManipulator& m, int count)
{
    auto modes = std::make_shared<Modes>();
    const auto listener = std::make_shared<Listener>();
    const Described whole(m, listener);
    run_here(*listener, py::none(), [&] { *modes = find_modes(*whole, {.count = count}); });
    return result_object(told<Modes>(modes), shared(m));
}

}  // namespace

void add_motion(py::module_& module)
{
    module.def("simulate", &simulated, py::arg("manipulator"), py::kw_only(),
               py::arg("progress") = py::none(), py::arg("spectrum") = "", py::arg("samples") = 0);
    module.def("modes", &modes_of, py::arg("manipulator"), py::kw_only(), py::arg("count"));
}

}  // namespace supple::python
