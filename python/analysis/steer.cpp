#include "verbs.hpp"

#include <python/io/cases.hpp>
#include <python/model/own.hpp>

#include <supple/analysis/steer.hpp>
#include <supple/io/error.hpp>
#include <supple/io/target_text.hpp>
#include <supple/lie/so3.hpp>
#include <supple/steer/describe_steering.hpp>

#include <pybind11/stl.h>

#include <cmath>

namespace supple::python {
namespace {

/// What was found, with what was asked for.
struct SteeredTo {
    Steering steering;
    Target target;
    std::string at;
};

void describe(Describer& to, const SteeredTo& s)
{
    supple::describe(to, SteeringRecord{s.steering, s.target, s.at});
}

constexpr const char* command_of(const SteeredTo&)
{
    return "steer";
}

struct PySteerer {
    PySteerer(const PyManipulator& m, const SteerChoice& choice)
        : about(m),
          listener(std::make_shared<Listener>()),
          steerer(*Described(m, listener), choice),
          at(choice.station.empty() ? "tip" : choice.station)
    {
        if (!steerer.mistake().empty()) throw InputError(steerer.mistake());
    }

    PyManipulator about;
    std::shared_ptr<Listener> listener;
    Steerer steerer;
    Steering last;
    std::string at;
    bool busy = false;
};

/// A position in metres, NaN where it is free; and the tangent or the quaternion that is wanted there.
Target target_of(const std::vector<double>& position, const std::optional<std::vector<double>>& tangent,
                 const std::optional<std::vector<double>>& quaternion)
{
    Target target;
    if (position.size() != 3)
        throw py::value_error("target: expected x, y, z in metres, NaN where it is free; found " +
                              std::to_string(position.size()) + " numbers");
    for (std::size_t i = 0; i < 3; ++i) {
        if (std::isinf(position[i])) throw py::value_error("target: a position is not finite");
        if (!std::isnan(position[i])) target.position[i] = position[i];
    }
    if (tangent && quaternion) throw py::value_error("target: give a tangent or a quaternion, not both");
    if (tangent) {
        const Vector3d t =
            Eigen::Map<const VectorXd>(tangent->data(), static_cast<Eigen::Index>(tangent->size()));
        if (tangent->size() != 3 || !(t.norm() > 0.0) || !t.allFinite())
            throw py::value_error("tangent: expected three numbers that are not all zero");
        target.tangent = t.normalized();
    }
    if (quaternion) {
        const auto& q = *quaternion;
        if (q.size() != 4) throw py::value_error("quaternion: expected w, x, y, z");
        const Eigen::Quaterniond turn(q[0], q[1], q[2], q[3]);
        if (!(turn.norm() > 0.0) || !turn.coeffs().allFinite())
            throw py::value_error("quaternion: expected four numbers that are not all zero");
        target.rotation = turn.normalized().toRotationMatrix();
    }
    if (target.size() == 0) throw py::value_error("target: everything is free");
    return target;
}

py::object steered(PySteerer& s, const Target& target, const SteerOptions& options)
{
    if (s.busy)
        throw std::runtime_error("this Steerer is at work on another thread; make one Steerer a thread");
    struct Busy {
        bool& busy;
        explicit Busy(bool& flag) : busy(flag) { busy = true; }
        ~Busy() { busy = false; }
    } const now(s.busy);
    run_here(*s.listener, py::none(), [&] { s.steerer.steer(target, options, s.last); });
    return result_object(told<SteeredTo>(std::make_shared<SteeredTo>(SteeredTo{s.last, target, s.at})),
                         shared(s.about));
}

}  // namespace

void add_steer(py::module_& module)
{
    py::class_<Target>(module, "Target");
    module.def("parse_target", [](const std::string& text) {
        return text.find(',') == std::string::npos ? parse_position(text, "target")
                                                   : parse_pose(text, "target");
    });
    module.def("make_target", &target_of, py::arg("position"), py::arg("tangent") = py::none(),
               py::arg("quaternion") = py::none());
    module.def("read_targets", [](const py::object& columns, const PyManipulator& m, const std::string& at) {
        return read_path(table_of(columns, *m), at == "tip" ? at : "stations." + at);
    });
    module.attr("steer_tolerance") = SteerOptions{}.tolerance;
    module.attr("steer_iterations") = SteerOptions{}.max_iterations;
    module.attr("steer_starts") = SteerOptions{}.starts;
    py::class_<PySteerer>(module, "Steerer")
        .def(py::init([](const PyManipulator& m, const std::string& actuate, const std::string& at) {
                 return std::make_unique<PySteerer>(m, SteerChoice{actuate, at == "tip" ? "" : at});
             }),
             py::arg("manipulator"), py::kw_only(), py::arg("actuate") = "", py::arg("at") = "tip")
        .def(
            "_steer",
            [](PySteerer& s, const Target& target, bool warm, double tolerance, int max_iterations,
               int starts) {
                return steered(s, target, {tolerance, max_iterations, starts, warm});
            },
            py::arg("target"), py::kw_only(), py::arg("warm"), py::arg("tolerance"),
            py::arg("max_iterations"), py::arg("starts"))
        .def_property_readonly(
            "actuations",
            [](const PySteerer& s) {
                std::vector<std::string> paths;
                for (const Actuation& actuation : s.steerer.actuations())
                    paths.push_back(actuation.parameter.path);
                return paths;
            },
            "Paths of what is steered with.");
}

}  // namespace supple::python
