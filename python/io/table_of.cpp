#include "cases.hpp"

#include <supple/io/case_columns.hpp>

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

namespace supple::python {

CaseTable table_of(const py::object& columns, const Manipulator& manipulator)
{
    if (py::isinstance<py::str>(columns) || py::hasattr(columns, "__fspath__"))
        return read_case_table(columns.cast<std::filesystem::path>());
    CaseTable table{.file_name = "cases"};
    table.header_line = 1;
    bool first = true;
    for (const py::handle each : columns) {
        const auto pair = each.cast<py::tuple>();
        const auto name = pair[0].cast<std::string>();
        const bool text = py::isinstance<py::list>(pair[1]);
        CaseColumn column =
            memory_column(name, text ? std::vector<double>() : numbers_of(pair[1], name), manipulator);
        if (text) {
            column.is_text = true;
            column.texts = pair[1].cast<std::vector<std::string>>();
        }
        const std::size_t rows = text ? column.texts.size() : column.values.size();
        if (!first && rows != table.rows)
            throw py::value_error(name + ": has " + std::to_string(rows) +
                                  " rows where the columns before have " + std::to_string(table.rows));
        if (table.find(column.path)) throw py::value_error(name + ": names a column a second time");
        table.rows = rows;
        first = false;
        table.columns.push_back(std::move(column));
    }
    return table;
}

}  // namespace supple::python
