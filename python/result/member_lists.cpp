#include "member_lists.hpp"

#include <pybind11/stl.h>

#include <cmath>

namespace supple::python {

py::object converted(std::optional<std::string_view> text)
{
    if (!text) return py::none();
    return py::str(text->data(), text->size());
}

py::object converted(const std::vector<std::vector<double>>& lists)
{
    py::list all;
    for (const std::vector<double>& list : lists)
        all.append(py::array_t<double>(static_cast<py::ssize_t>(list.size()), list.data()));
    return all;
}

py::object converted(const ResultField& field, const ResultNumbers& numbers)
{
    if (!numbers.present) return py::none();
    if (numbers.rank == 0) {
        double number = 0.0;
        numbers.read(0, &number);
        return py::float_(number);
    }
    std::vector<py::ssize_t> shape;
    for (int axis = 0; axis < numbers.rank; ++axis)
        shape.push_back(static_cast<py::ssize_t>(numbers.shape[static_cast<std::size_t>(axis)]));
    py::array_t<double> array(shape);
    double* out = array.mutable_data();
    for (std::size_t row = 0; row < numbers.rows(); ++row, out += numbers.width())
        numbers.read(row, out);
    if (field.integers) return py::array_t<long>(std::move(array));
    array.attr("flags").attr("writeable") = false;
    return array;
}

void ListMembers::add(const ResultField& field, bool present)
{
    if (present) all_.append(py::make_tuple(field.name, field.unit.si, field.help));
}

void ListMembers::on_outcome(Status, std::string_view, int)
{
    all_.append(py::make_tuple("status", "", "how it ended"));
    all_.append(py::make_tuple("message", "", "one sentence, empty when converged"));
}

void ToDict::add(const ResultField& field, bool present, const py::object& value)
{
    if (present || field.null) all_[field.name] = present ? value : py::none();
}

void ToDict::on_outcome(Status status, std::string_view message, int)
{
    all_["status"] = name(status);
    all_["message"] = converted(message);
}

void ToDict::on_texts(const ResultField& f, const std::vector<std::string>& v, int)
{
    add(f, true, py::cast(v));
}

void ToDict::on_flag(const ResultField& f, std::optional<bool> v, int)
{
    add(f, v.has_value(), py::cast(v));
}

void ToDict::on_whole(const ResultField& f, std::optional<long> v, int)
{
    add(f, v.has_value(), py::cast(v));
}

void ToDict::on_group(const ResultField& f, bool present, FunctionRef<void(Describer&)> fields, int)
{
    py::dict inner;
    ToDict walk(Place{}, inner);
    if (present) fields(walk);
    add(f, present, inner);
}

void ToDict::on_list(const ResultField& f, const Items& items, int)
{
    if (!items.present) return add(f, false, py::none());
    py::dict named;
    py::list all;
    for (std::size_t i = 0; i < items.count; ++i) {
        py::dict inner;
        ToDict walk(Place{}, inner);
        items.describe(walk, i);
        if (f.keyed)
            named[converted(items.name(i))] = inner;
        else
            all.append(inner);
    }
    add(f, true, f.keyed ? py::object(named) : py::object(all));
}

void FindItem::on_items(const ResultField&, const Items& items)
{
    count = items.count;
    for (std::size_t i = 0; i < count; ++i) {
        names.emplace_back(items.name(i));
        if (found < 0 && !names.back().empty() && names.back() == name_) found = static_cast<int>(i);
    }
}

std::string FindItem::all_names() const
{
    std::string all;
    for (const std::string& each : names)
        all += (all.empty() ? "" : ", ") + each;
    return all.empty() ? "none" : all;
}

std::vector<double> numbers_of(const py::handle& values, const std::string& what)
{
    py::object array = py::module_::import("numpy").attr("asarray")(values);
    const char kind = py::cast<std::string>(array.attr("dtype").attr("kind"))[0];
    if (kind != 'f' && kind != 'i' && kind != 'u')
        throw py::type_error(what + ": expected numbers, found " +
                             py::cast<std::string>(py::str(array.attr("dtype"))));
    const auto axes = py::cast<int>(array.attr("ndim"));
    if (axes > 1)
        throw py::value_error(what + ": expected one axis, found an array of shape " +
                              py::cast<std::string>(py::str(array.attr("shape"))));
    const auto doubles = py::array_t<double, py::array::c_style | py::array::forcecast>(array);
    return {doubles.data(), doubles.data() + doubles.size()};
}

}  // namespace supple::python
