#include "long_work.hpp"
#include "verbs.hpp"

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
    run_long(progress, [&](LongWork& work) {
        work.total = m.description->simulation->duration;
        *trajectory = supple::simulate(*m, [&](double time) {
            work.done = time;
            return !work.stop;
        });
        if (!spectrum_of.empty() && trajectory->status == Status::converged)
            trajectory->spectrum = spectrum(*trajectory, *m, spectrum_of, samples);
    });
    return result_object(told<Trajectory>(trajectory), shared(m));
}

py::object modes_of(const PyManipulator& m)
{
    auto modes = std::make_shared<Modes>();
    run_long(py::none(), [&](LongWork&) { *modes = find_modes(*m); });
    return result_object(told<Modes>(modes), shared(m));
}

}  // namespace

void add_motion(py::module_& module)
{
    module.def("simulate", &simulated, py::arg("manipulator"), py::kw_only(),
               py::arg("progress") = py::none(), py::arg("spectrum") = "", py::arg("samples") = 0);
    module.def("modes", &modes_of, py::arg("manipulator"));
}

}  // namespace supple::python
