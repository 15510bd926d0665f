#include <python/analysis/verbs.hpp>
#include <python/io/cases.hpp>
#include <python/model/own.hpp>

#include <supple/estimate/describe_estimate.hpp>
#include <supple/io/measured_points.hpp>

#include <pybind11/stl.h>

#include <algorithm>

namespace supple::python {
namespace {

py::object estimated(const PyManipulator& m, const py::object& data, int horizon, bool causal, double noise,
                     double rotational_rate, std::optional<double> step)
{
    auto named = measured_points(table_of(data, *m), *m);
    std::sort(named.begin(), named.end(),
              [](const NamedPoint& a, const NamedPoint& b) { return a.point.at < b.point.at; });
    auto record = std::make_shared<DampingRecord>();
    std::vector<MeasuredPoint> points;
    for (const NamedPoint& each : named) {
        record->points.push_back(each.name);
        points.push_back(each.point);
    }
    const DampingFilterOptions options{.horizon = horizon,
                                       .causal = causal,
                                       .noise = noise,
                                       .rotational_rate = rotational_rate,
                                       .step = step};
    const auto listener = std::make_shared<Listener>();
    const Described whole(m, listener);
    run_here(*listener, py::none(),
             [&] { record->runs.push_back(estimate_damping(*whole, points, options)); });
    return result_object(told<DampingRecord>(record), shared(m));
}

}  // namespace

void add_estimate(py::module_& module)
{
    module.def("estimate", &estimated, py::arg("manipulator"), py::arg("data"), py::kw_only(),
               py::arg("horizon"), py::arg("causal"), py::arg("noise"), py::arg("rotational_rate"),
               py::arg("step"));
}

}  // namespace supple::python
