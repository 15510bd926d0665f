#include "cases.hpp"

#include <python/analysis/long_work.hpp>
#include <python/analysis/verbs.hpp>
#include <python/model/own.hpp>

#include <supple/io/case_columns.hpp>
#include <supple/result/stop.hpp>

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

namespace supple::python {

namespace {

/// The numbers of the outputs one after another, as an array that owns them.
py::array owned(std::vector<double> values, std::size_t rows, std::size_t width)
{
    auto* kept = new std::vector<double>(std::move(values));
    const py::capsule owner(kept, [](void* all) { delete static_cast<std::vector<double>*>(all); });
    return py::array_t<double>({rows, width}, kept->data(), owner);
}

/// (values [rows][width], outputs (path, size, unit, help), codes of statuses, messages of rows that failed).
py::tuple solve_table(const PyManipulator& m, const py::object& columns,
                      const std::vector<std::string>& outputs, int threads, bool sequence,
                      const py::object& progress, const SolveOptions& solve)
{
    const auto listener = std::make_shared<Listener>();
    const Described whole(m, listener);
    const CaseInputs inputs(*whole, m.folder, table_of(columns, *m));
    std::optional<CaseColumns> answers;
    run_long(*listener, progress, [&] {
        answers.emplace(inputs, outputs);
        listener->total = static_cast<double>(answers->rows());
        const auto source = cases_in(inputs.table());
        const BatchOptions options{solve, threads, &listener->stop};
        const CaseSink sink =
            answers->sink([&](std::size_t done) { listener->done = static_cast<double>(done); });
        const std::size_t solved = sequence ? solve_sequence(inputs, *source, options, sink)
                                            : solve_cases(inputs, *source, options, sink);
        for (std::size_t row = solved; row < answers->rows(); ++row)
            if (answers->statuses[row] == Status::invalid && answers->messages[row].empty()) {
                answers->statuses[row] = Status::not_converged;
                answers->messages[row] = stopped_sentence;
            }
    });
    py::list told;
    for (const Output& output : answers->outputs())
        told.append(py::make_tuple(output.path, output.size, output.unit.si, output.help));
    py::array_t<signed char> codes(static_cast<py::ssize_t>(answers->rows()));
    py::dict messages;
    for (std::size_t row = 0; row < answers->rows(); ++row) {
        codes.mutable_data()[row] = static_cast<signed char>(answers->statuses[row]);
        if (!answers->messages[row].empty()) messages[py::int_(row)] = answers->messages[row];
    }
    const std::size_t rows = answers->rows(), width = answers->width();
    return py::make_tuple(owned(std::move(answers->values), rows, width), told, codes, messages);
}

/// A file of cases as (name, values) in SI, units in brackets.
py::list read_table(const std::filesystem::path& path)
{
    const CaseTable table = read_case_table(path);
    py::list columns;
    for (const CaseColumn& column : table.columns) {
        const py::object values =
            column.is_text ? py::cast(column.texts)
                           : py::object(py::array_t<double>(static_cast<py::ssize_t>(column.values.size()),
                                                            column.values.data()));
        columns.append(py::make_tuple(column.path, column.unit, values));
    }
    return columns;
}

}  // namespace

void add_cases(py::module_& module)
{
    module.def(
        "solve_table",
        [](const PyManipulator& m, const py::object& columns, const std::vector<std::string>& outputs,
           int threads, bool sequence, const py::object& progress, double tolerance, int max_iterations,
           bool arc_length, bool eigenvalue) {
            return solve_table(m, columns, outputs, threads, sequence, progress,
                               {.arc_length = arc_length,
                                .eigenvalue = eigenvalue,
                                .tolerance = tolerance,
                                .max_iterations = max_iterations});
        },
        py::arg("manipulator"), py::arg("columns"), py::arg("outputs"), py::arg("threads"),
        py::arg("sequence"), py::arg("progress"), py::kw_only(), py::arg("tolerance"),
        py::arg("max_iterations"), py::arg("arc_length"), py::arg("eigenvalue"));
    module.def("read_table", &read_table);
    py::list statuses;
    for (const Status status :
         {Status::converged, Status::unstable, Status::not_converged, Status::infeasible, Status::invalid})
        statuses.append(name(status));
    module.attr("statuses") = py::tuple(statuses);
}

}  // namespace supple::python
