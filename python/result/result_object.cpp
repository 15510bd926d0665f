#include "result_object.hpp"

#include "member_lists.hpp"

#include <supple/io/result_file.hpp>
#include <supple/io/result_json.hpp>
#include <supple/result/check.hpp>

#include <new>

namespace supple::python {
namespace {

/// A whole result.
struct ResultObject {
    PyObject_HEAD Told told;
    PyObject* about;   ///< a Manipulator or None
    PyObject* copies;  ///< arrays that are no views, by their places; null where there is none
};

/// A group, an item of a list or a list of a result.
struct PartObject {
    PyObject_HEAD ResultObject* whole;
    Place place;
    bool is_list;
};

PyTypeObject *result_type = nullptr, *part_type = nullptr, *list_type = nullptr;
PyObject* classes = nullptr;  ///< by command, as the package gives them

py::object make_part(ResultObject* whole, const Place& place, bool is_list)
{
    PyTypeObject* type = is_list ? list_type : part_type;
    auto* part = reinterpret_cast<PartObject*>(type->tp_alloc(type, 0));
    if (!part) throw py::error_already_set();
    Py_INCREF(whole);
    part->whole = whole;
    new (&part->place) Place(place);
    part->is_list = is_list;
    return py::reinterpret_steal<py::object>(reinterpret_cast<PyObject*>(part));
}

void tell(const ResultObject* whole, Describer& to)
{
    whole->told.describe(to, whole->told.result.get());
}

/// The same with verdicts withdrawn where a number is not finite.
void tell_honestly(const ResultObject* whole, Describer& to)
{
    const std::string problem = tell_checked([&](Describer& d) { tell(whole, d); }, to);
    if (!problem.empty()) throw std::runtime_error(problem);
}

/// The member of that name at a place, as Python sees it.
class FindMember final : public Walk {
 public:
    FindMember(ResultObject* whole, const Place& place, const char* name)
        : Walk(place), whole_(whole), at_(place), name_(name)
    {
    }

    py::object value;      ///< null where there is none
    bool verdict = false;  ///< it is one that is withdrawn where a number is not finite

 private:
    bool is(const char* name) const { return !value && std::strcmp(name, name_) == 0; }
    bool is(const ResultField& field)
    {
        const bool found = is(field.name);
        verdict = verdict || (found && field.withdrawn);
        return found;
    }

    void on_outcome(Status status, std::string_view message, int) override
    {
        const bool found = is("status") || is("message");
        verdict = verdict || found;
        if (is("status")) value = py::str(name(status));
        if (is("message")) value = py::str(message.data(), message.size());
    }
    void on_text(const ResultField& field, std::optional<std::string_view> text, int) override
    {
        if (is(field)) value = converted(text);
    }
    void on_texts(const ResultField& field, const std::vector<std::string>& texts, int) override
    {
        if (is(field)) value = py::cast(texts);
    }
    void on_flag(const ResultField& field, std::optional<bool> flag, int) override
    {
        if (is(field)) value = py::cast(flag);
    }
    void on_whole(const ResultField& field, std::optional<long> number, int) override
    {
        if (is(field)) value = py::cast(number);
    }
    void on_ragged(const ResultField& field, const std::vector<std::vector<double>>& lists, int) override
    {
        if (is(field)) value = converted(lists);
    }
    void on_group(const ResultField& field, bool present, FunctionRef<void(Describer&)>, int member) override
    {
        if (is(field)) value = present ? make_part(whole_, at_.below(member), false) : py::none();
    }
    void on_list(const ResultField& field, const Items& items, int member) override
    {
        if (is(field)) value = items.present ? make_part(whole_, at_.below(member), true) : py::none();
    }
    void on_numbers(const ResultField& field, const ResultNumbers& n, int member) override
    {
        if (!is(field)) return;
        const bool in_place = n.present && n.rank > 0 && n.data && !field.integers;
        if (in_place) {
            value = array_view({n.data, n.rank, n.shape, n.strides}, reinterpret_cast<PyObject*>(whole_));
        } else if (!n.present || n.rank == 0) {
            value = converted(field, n);
        } else {
            if (!whole_->copies) whole_->copies = py::dict().release().ptr();
            const py::str key(at_.below(member).text());
            PyObject* known = PyDict_GetItem(whole_->copies, key.ptr());
            value = known ? py::reinterpret_borrow<py::object>(known) : converted(field, n);
            if (!known) PyDict_SetItem(whole_->copies, key.ptr(), value.ptr());
        }
    }

    ResultObject* whole_;
    Place at_;
    const char* name_;
};

/// The member of a group by its name; null where there is none.
py::object member(ResultObject* whole, const Place& place, const char* name)
{
    FindMember found(whole, place, name);
    tell(whole, found);
    if (!found.verdict) return found.value;
    FindMember checked(whole, place, name);
    tell_honestly(whole, checked);
    return checked.value;
}

template <typename Make>
PyObject* guarded(const Make& make) noexcept
{
    try {
        return make().release().ptr();
    } catch (py::error_already_set& error) {
        error.restore();
    } catch (py::builtin_exception& error) {
        error.set_error();
    } catch (const std::exception& error) {
        PyErr_SetString(PyExc_RuntimeError, error.what());
    }
    return nullptr;
}

/// Members first; what begins with an underscore is Python's own.
PyObject* attribute(PyObject* self, PyObject* name, ResultObject* whole, const Place& place)
{
    const char* text = PyUnicode_AsUTF8(name);
    if (!text) return nullptr;
    if (*text != '_') {
        PyObject* found = guarded([&] { return member(whole, place, text); });
        if (found || PyErr_Occurred()) return found;
    }
    return PyObject_GenericGetAttr(self, name);
}

PyObject* result_attribute(PyObject* self, PyObject* name)
{
    return attribute(self, name, reinterpret_cast<ResultObject*>(self), Place{});
}

PyObject* part_attribute(PyObject* self, PyObject* name)
{
    auto* part = reinterpret_cast<PartObject*>(self);
    return attribute(self, name, part->whole, part->place);
}

void free_result(PyObject* self)
{
    auto* result = reinterpret_cast<ResultObject*>(self);
    PyTypeObject* type = Py_TYPE(self);
    result->told.~Told();
    Py_XDECREF(result->about);
    Py_XDECREF(result->copies);
    type->tp_free(self);
    Py_DECREF(type);
}

void free_part(PyObject* self)
{
    PyTypeObject* type = Py_TYPE(self);
    Py_DECREF(reinterpret_cast<PartObject*>(self)->whole);
    type->tp_free(self);
    Py_DECREF(type);
}

ResultObject* whole_of(PyObject* self)
{
    if (PyObject_TypeCheck(self, result_type)) return reinterpret_cast<ResultObject*>(self);
    return reinterpret_cast<PartObject*>(self)->whole;
}

Place place_of(PyObject* self)
{
    if (PyObject_TypeCheck(self, result_type)) return {};
    return reinterpret_cast<PartObject*>(self)->place;
}

PyObject* members(PyObject* self, PyObject*)
{
    return guarded([&] {
        py::list all;
        ListMembers walk(place_of(self), all);
        tell_honestly(whole_of(self), walk);
        return py::object(std::move(all));
    });
}

PyObject* to_dict(PyObject* self, PyObject*)
{
    return guarded([&] {
        py::dict all;
        ToDict walk(place_of(self), all);
        tell_honestly(whole_of(self), walk);
        return py::object(std::move(all));
    });
}

PyObject* to_json(PyObject* self, PyObject*)
{
    return guarded([&] {
        const auto* whole = reinterpret_cast<ResultObject*>(self);
        return py::object(py::str(json_document([&](Describer& d) { tell(whole, d); }, whole->told.command)));
    });
}

PyObject* about(PyObject* self, void*)
{
    PyObject* object = reinterpret_cast<ResultObject*>(self)->about;
    Py_INCREF(object);
    return object;
}

Py_ssize_t length(PyObject* self)
{
    const auto* part = reinterpret_cast<PartObject*>(self);
    FindItem walk(part->place, "");
    tell(part->whole, walk);
    return static_cast<Py_ssize_t>(walk.count);
}

PyObject* item_at(PyObject* self, Py_ssize_t index)
{
    auto* part = reinterpret_cast<PartObject*>(self);
    const Py_ssize_t count = length(self);
    if (index < 0 || index >= count) {
        PyErr_Format(PyExc_IndexError, "there is no item %zd; the list has %zd", index, count);
        return nullptr;
    }
    return guarded([&] { return make_part(part->whole, part->place.item(static_cast<int>(index)), false); });
}

PyObject* item(PyObject* self, PyObject* key)
{
    if (PyUnicode_Check(key)) {
        return guarded([&]() -> py::object {
            auto* part = reinterpret_cast<PartObject*>(self);
            const auto name = py::cast<std::string>(key);
            FindItem walk(part->place, name);
            tell(part->whole, walk);
            if (walk.found >= 0) return make_part(part->whole, part->place.item(walk.found), false);
            throw py::key_error("there is no item \"" + name + "\"; there are: " + walk.all_names());
        });
    }
    const Py_ssize_t index = PyNumber_AsSsize_t(key, PyExc_IndexError);
    if (index == -1 && PyErr_Occurred()) return nullptr;
    return item_at(self, index < 0 ? index + length(self) : index);
}

PyObject* item_names(PyObject* self, PyObject*)
{
    return guarded([&] {
        auto* part = reinterpret_cast<PartObject*>(self);
        FindItem walk(part->place, "");
        tell(part->whole, walk);
        py::list names;
        for (const std::string& name : walk.names)
            names.append(name);
        return py::object(std::move(names));
    });
}

PyMethodDef result_methods[] = {
    {"members", members, METH_NOARGS, "Name, unit and meaning of each member, as (name, unit, help)."},
    {"to_dict", to_dict, METH_NOARGS, "All members, as the JSON record has them; numbers are arrays."},
    {"to_json", to_json, METH_NOARGS, "The record that the command line prints with --json."},
    {nullptr, nullptr, 0, nullptr}};
PyMethodDef part_methods[] = {{"members", members, METH_NOARGS, result_methods[0].ml_doc},
                              {"to_dict", to_dict, METH_NOARGS, result_methods[1].ml_doc},
                              {nullptr, nullptr, 0, nullptr}};
PyMethodDef list_methods[] = {
    {"names", item_names, METH_NOARGS, "Names of the items; empty where they have none."},
    {nullptr, nullptr, 0, nullptr}};
PyGetSetDef result_getters[] = {
    {"manipulator", about, nullptr, "The manipulator that was solved; None from a Solver.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

template <typename F>
void* slot(F function)
{
    return reinterpret_cast<void*>(function);
}

PyTypeObject* make_type(py::module_& module, const char* name, int size, unsigned extra, PyType_Slot* slots)
{
    PyType_Spec spec = {name, size, 0, static_cast<unsigned>(Py_TPFLAGS_DEFAULT) | extra, slots};
    PyObject* type = PyType_FromSpec(&spec);
    if (!type) throw py::error_already_set();
    module.add_object(std::strrchr(name, '.') + 1, py::reinterpret_borrow<py::object>(type));
    return reinterpret_cast<PyTypeObject*>(type);
}

}  // namespace

void add_result_types(py::module_& module)
{
    PyType_Slot result_slots[] = {{Py_tp_dealloc, slot(free_result)},
                                  {Py_tp_getattro, slot(result_attribute)},
                                  {Py_tp_methods, result_methods},
                                  {Py_tp_getset, result_getters},
                                  {0, nullptr}};
    PyType_Slot part_slots[] = {{Py_tp_dealloc, slot(free_part)},
                                {Py_tp_getattro, slot(part_attribute)},
                                {Py_tp_methods, part_methods},
                                {0, nullptr}};
    PyType_Slot list_slots[] = {{Py_tp_dealloc, slot(free_part)},
                                {Py_sq_length, slot(length)},
                                {Py_sq_item, slot(item_at)},
                                {Py_mp_length, slot(length)},
                                {Py_mp_subscript, slot(item)},
                                {Py_tp_methods, list_methods},
                                {0, nullptr}};
    const unsigned closed = Py_TPFLAGS_DISALLOW_INSTANTIATION;
    result_type = make_type(module, "supple._core.Result", sizeof(ResultObject), Py_TPFLAGS_BASETYPE | closed,
                            result_slots);
    part_type = make_type(module, "supple._core.Part", sizeof(PartObject), closed, part_slots);
    list_type = make_type(module, "supple._core.Items", sizeof(PartObject), closed, list_slots);
    classes = py::dict().release().ptr();
    module.add_object("result_classes", py::reinterpret_borrow<py::object>(classes));
}

void use_result_types()
{
    const py::module_ core = py::module_::import("supple._core");
    const auto type = [&](const char* name) {
        return reinterpret_cast<PyTypeObject*>(py::object(core.attr(name)).release().ptr());
    };
    result_type = type("Result");
    part_type = type("Part");
    list_type = type("Items");
    classes = py::object(core.attr("result_classes")).release().ptr();
}

py::object result_object(const Told& told, const py::object& about)
{
    PyObject* found = PyDict_GetItemString(classes, told.command);
    auto* type = found ? reinterpret_cast<PyTypeObject*>(found) : result_type;
    auto* result = reinterpret_cast<ResultObject*>(type->tp_alloc(type, 0));
    if (!result) throw py::error_already_set();
    new (&result->told) Told(told);
    result->about = about.inc_ref().ptr();
    result->copies = nullptr;
    return py::reinterpret_steal<py::object>(reinterpret_cast<PyObject*>(result));
}

bool is_free(const py::object& result)
{
    return result.ref_count() == 1;
}

void refresh(const py::object& result)
{
    Py_CLEAR(reinterpret_cast<ResultObject*>(result.ptr())->copies);
}

const Told& told_by(const py::handle& result)
{
    if (!PyObject_TypeCheck(result.ptr(), result_type)) throw py::type_error("expected a result of supple");
    return reinterpret_cast<ResultObject*>(result.ptr())->told;
}

}  // namespace supple::python
