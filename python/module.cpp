// The module supple._core: what the package supple is made of. No mechanics here.
#include <python/analysis/verbs.hpp>

#include <supple/io/error.hpp>
#include <supple/io/part.hpp>
#include <supple/version.hpp>

PYBIND11_MODULE(_core, module)
{
    using namespace supple::python;
    pybind11::register_exception<supple::InputError>(module, "ModelError", PyExc_ValueError).doc() =
        "Something is wrong with a model, a path or a table; says where, what was found and what to do.";
    add_result_types(module);
    add_manipulator(module);
    add_geometry(module);
    add_solve(module);
    add_solver(module);
    add_motion(module);
    add_steer(module);
    add_cases(module);
    add_compare(module);
    add_estimate(module);
    module.def("parts_folder", &supple::look_for_parts_in);
    module.attr("version") = supple::version;
    // What pybind11 makes of arrays depends on NumPy's layout, which changed with NumPy 2.
    module.attr("for_numpy_2") = PYBIND11_VERSION_HEX >= 0x020C0000;
}
