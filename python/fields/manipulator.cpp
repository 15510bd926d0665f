#include "manipulator.hpp"

#include <python/model/own.hpp>

#include <supple/fields/input.hpp>
#include <supple/fields/writer.hpp>
#include <supple/io/file.hpp>
#include <supple/io/model_document.hpp>
#include <supple/rod/model_traits.hpp>

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

namespace supple::python {
namespace {

PyManipulator opened(ModelDocument document, const std::string& file, const std::vector<Setting>& settings)
{
    apply_settings(document, settings);
    return {std::make_shared<Manipulator>(read_model(document)), document.folder, document.files_allowed,
            file};
}

std::vector<Setting> settings_of(const std::map<std::string, std::string>& values)
{
    std::vector<Setting> settings;
    for (const auto& [path, value] : values)
        settings.push_back({path, value});
    return settings;
}

PyManipulator load(const std::filesystem::path& file, const std::map<std::string, std::string>& values)
{
    return opened(open_model(file), file.string(), settings_of(values));
}

PyManipulator loads(const std::string& text, const std::map<std::string, std::string>& values)
{
    return opened({parse_document(text, "model"), {}, false}, "", settings_of(values));
}

ModelDocument document_of(const PyManipulator& m)
{
    return {to_tree(*m), m.folder, m.files_allowed};
}

/// The same manipulator by another model, and the keys that the other model does not have.
py::tuple with_model(const PyManipulator& m, const std::string& type)
{
    ModelDocument document = document_of(m);
    const std::vector<std::string> dropped = choose_model(document, type);
    PyManipulator other = m;
    auto read = std::make_shared<Manipulator>(read_model(document));
    other.description = std::move(read);
    return py::make_tuple(other, dropped);
}

/// All inputs as (path, value, unit, lower, upper, help).
py::list inputs_of(const PyManipulator& m)
{
    Manipulator copy = *m;
    py::list all;
    for (const Input& input : inputs(copy)) {
        const py::object value = input.present() ? py::object(py::float_(input.get())) : py::none();
        all.append(py::make_tuple(input.path(), value, input.unit(), input.range().lower, input.range().upper,
                                  input.help()));
    }
    return all;
}

[[noreturn]] void refuse(const std::string& path, const std::string& why)
{
    throw InputError({Problem{path, 0, 0, "", why}});
}

/// The word or text at a path of the tree; nothing where something else stands there.
const Node* node_at(const Node& tree, std::string_view path)
{
    const Node* node = &tree;
    for (const std::string& step : steps_of(path)) {
        const auto index = index_of(step);
        if (node->kind == Node::Kind::map) {
            const Node::Entry* entry = node->find(step);
            if (!entry) return nullptr;
            node = &entry->value;
        } else if (node->kind == Node::Kind::list && index && *index < node->items.size()) {
            node = &node->items[*index];
        } else {
            return nullptr;
        }
    }
    return node;
}

}  // namespace

void PyManipulator::set_text(const std::string& path, const std::string& text)
{
    ModelDocument document = document_of(*this);
    Manipulator copy = **this;
    if (const FoundInputs found = find_inputs(copy, path); found.misnamed) refuse(path, found.error);
    set_value(document, {path, text}, file.empty() ? "model" : file);
    description = std::make_shared<Manipulator>(read_model(document));
}

void PyManipulator::set_numbers(const std::string& path, const std::vector<double>& values)
{
    auto changed = std::make_shared<Manipulator>(**this);
    const FoundInputs found = find_inputs(*changed, path);
    if (!found) refuse(path, found.error);
    if (found.inputs.size() != values.size())
        refuse(path, "found " + std::to_string(values.size()) + " numbers; expected " +
                         std::to_string(found.inputs.size()));
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Input& input = found.inputs[i];
        if (!std::isfinite(values[i])) refuse(input.path(), "the value is not a finite number");
        if (!input.allows(values[i]))
            refuse(input.path(),
                   input.text(values[i]) + " is out of range; expected a value " +
                       (input.whole() ? "that is whole and in its range" : input.range().words));
        input.set(values[i]);
    }
    for (const Input& input : found.inputs)
        if (const std::string wrong = input.verify(); !wrong.empty()) refuse(input.path(), wrong);
    description = std::move(changed);
}

py::object PyManipulator::get(const std::string& path) const
{
    Manipulator copy = **this;
    const FoundInputs found = find_inputs(copy, path);
    if (found && found.inputs[0].present()) {
        if (found.inputs.size() == 1) return py::float_(found.inputs[0].get());
        py::array_t<double> values(static_cast<py::ssize_t>(found.inputs.size()));
        for (std::size_t i = 0; i < found.inputs.size(); ++i)
            values.mutable_at(static_cast<py::ssize_t>(i)) = found.inputs[i].get();
        return values;
    }
    const Node tree = to_tree(**this);
    const Node* node = node_at(tree, path);
    if (node && node->kind == Node::Kind::scalar) return py::str(node->text);
    if (node)
        throw InputError(
            {Problem{path, 0, 0, "", "is " + describe(node->kind) + "; expected the path of a value"}});
    refuse(path, found ? "nothing is written there" : found.error);
}

void add_manipulator(py::module_& module)
{
    py::class_<PyManipulator>(module, "Manipulator",
                              "What one model file says: data in SI, without mechanics.")
        .def("__getitem__", &PyManipulator::get)
        .def("__setitem__", &PyManipulator::set_text)
        .def("__setitem__", [](PyManipulator& m, const std::string& path,
                               const py::handle& values) { m.set_numbers(path, numbers_of(values, path)); })
        .def("_inputs", &inputs_of)
        .def("_with_model", &with_model)
        .def(
            "to_yaml",
            [](const PyManipulator& m) {
                if (!m.own.empty())
                    throw InputError(m.own[0].name + ": no file can hold a load or a constraint of Python");
                return to_yaml(*m);
            },
            "The description as a model file; what is read from it is the same description.")
        .def(
            "copy", [](const PyManipulator& m) { return m; },
            "A manipulator of its own with the same values.")
        .def("__copy__", [](const PyManipulator& m) { return m; })
        .def("__deepcopy__", [](const PyManipulator& m, const py::dict&) { return m; })
        .def("__eq__",
             [](const PyManipulator& a, const PyManipulator& b) {
                 const auto same = [](const OwnPart& x, const OwnPart& y) {
                     return x.object.is(y.object) && x.name == y.name && x.at == y.at;
                 };
                 return same_description(*a, *b) &&
                        std::equal(a.own.begin(), a.own.end(), b.own.begin(), b.own.end(), same);
             })
        .def("_add_own", &add_own)
        .def_property_readonly(
            "name", [](const PyManipulator& m) { return m.description->name; }, "As the file says.")
        .def_property_readonly(
            "model", [](const PyManipulator& m) { return type_name(m.description->model); },
            "Type of the model.")
        .def_property_readonly(
            "file", [](const PyManipulator& m) { return m.file; },
            "The file it was read from; empty where it was text.")
        .def(py::pickle(
            [](const PyManipulator& m) {
                py::list own;
                for (const OwnPart& part : m.own)
                    own.append(py::make_tuple(part.name, part.at, part.size, part.object));
                return py::make_tuple(to_yaml(*m), m.folder, m.files_allowed, m.file, own);
            },
            [](const py::tuple& state) {
                ModelDocument document{parse_document(state[0].cast<std::string>(), "model"),
                                       state[1].cast<std::filesystem::path>(), state[2].cast<bool>()};
                PyManipulator m{std::make_shared<Manipulator>(read_model(document)), document.folder,
                                document.files_allowed, state[3].cast<std::string>()};
                for (const py::handle& part : state[4]) {
                    const auto own = part.cast<py::tuple>();
                    m.own.push_back(
                        {own[0].cast<std::string>(), own[1].cast<double>(), own[2].cast<int>(), own[3]});
                }
                return m;
            }));
    module.def("load", &load, py::arg("file"), py::arg("set"));
    module.def("loads", &loads, py::arg("text"), py::arg("set"));
    module.def("model_types", &model_types);
}

}  // namespace supple::python
