#include "own.hpp"

#include <supple/io/error.hpp>
#include <supple/lie/so3.hpp>
#include <supple/model/frame_function.hpp>
#include <supple/model/load.hpp>
#include <supple/text/units.hpp>

#include <pybind11/eigen.h>

#include <array>
#include <cmath>

namespace supple::python {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor, 6, 6>;

/// The functions of one object, for one piece of work.
class Functions {
 public:
    Functions(const OwnPart& part, double length, std::shared_ptr<Listener> listener)
        : object_(part.object.inc_ref().ptr(), release),
          listener_(std::move(listener)),
          name_(part.name),
          length_(length)
    {
    }

    bool has(const char* function) const { return py::hasattr(object_.get(), function); }
    const std::string& name() const { return name_; }
    double length() const { return length_; }

    /// The answer of a function of a frame; NaN where it has none.
    Matrix at(const char* function, const SE3& X, int rows, int columns) const noexcept
    {
        Matrix values = Matrix::Constant(rows, columns, std::nan(""));
        if (listener_->stop) return values;
        const py::gil_scoped_acquire acquired;
        try {
            const py::object answer = py::handle(object_.get()).attr(function)(X.position(), X.rotation());
            read(answer, function, values);
        } catch (...) {
            listener_->keep(std::current_exception());
        }
        return values;
    }

 private:
    /// Where the last copy goes there may be no lock, and at the very end no interpreter.
    static void release(PyObject* object)
    {
        if (!Py_IsInitialized()) return;
        const py::gil_scoped_acquire acquired;
        Py_DECREF(object);
    }

    void read(const py::object& answer, const char* function, Matrix& values) const
    {
        const py::array given = py::module_::import("numpy").attr("asarray")(answer);
        const char kind = given.dtype().kind();
        const std::string what = name_ + "." + function + ": expected ";
        if (kind != 'f' && kind != 'i' && kind != 'u')
            throw py::type_error(what + "numbers, found " + py::cast<std::string>(py::str(given.dtype())));
        const bool flat = values.rows() == 1 || values.cols() == 1;
        const bool fits = flat ? given.ndim() <= 1 || (given.ndim() == 2 && given.shape(0) == values.rows())
                               : given.ndim() == 2 && given.shape(0) == values.rows();
        if (!fits || given.size() != values.size())
            throw py::value_error(what +
                                  (flat && values.size() == 1 ? std::string("one number")
                                   : flat                     ? std::to_string(values.size()) + " numbers"
                                          : "an array of shape (" + std::to_string(values.rows()) + ", " +
                                                std::to_string(values.cols()) + ")") +
                                  ", found an array of shape " +
                                  py::cast<std::string>(py::str(given.attr("shape"))));
        const py::array_t<double, py::array::c_style | py::array::forcecast> doubles(given);
        std::copy_n(doubles.data(), doubles.size(), values.data());
    }

    std::shared_ptr<PyObject> object_;
    std::shared_ptr<Listener> listener_;
    std::string name_;
    double length_;  ///< of the rod [m]: a step of differences is a part of it
};

/// The frame moved along δx_k: three shifts, then three turns, in world axes.
SE3 moved(const SE3& X, int k, double amount)
{
    if (k < 3) return {X.rotation(), X.position() + amount * Vector3d::Unit(k)};
    return {so3::exp(amount * Vector3d::Unit(k - 3)) * X.rotation(), X.position()};
}

class PyLoad final : public Load {
 public:
    PyLoad(std::shared_ptr<const Functions> functions, int point, double share)
        : f_(std::move(functions)),
          point_(static_cast<std::size_t>(point)),
          share_(share),
          knows_derivative_(f_->has("derivative")),
          knows_potential_(f_->has("potential"))
    {
    }

    void add_to(std::span<const SE3> frames, double scale,
                std::span<FrameForce> forces) const noexcept override
    {
        const SE3& X = frames[point_];
        forces[point_].F += scale * share_ * f_->at("wrench", X, 6, 1);
        forces[point_].dF_dx += scale * share_ * derivative(X);
        forces[point_].varies = true;
    }
    void add_in_motion(std::span<const SE3> frames, std::span<const Vector6d>,
                       std::span<FrameForce> forces) const noexcept override
    {
        forces[point_].F += share_ * f_->at("wrench", frames[point_], 6, 1);
    }
    bool conservative() const noexcept override { return knows_potential_; }
    double potential(std::span<const SE3> frames) const noexcept override
    {
        return knows_potential_ ? share_ * f_->at("potential", frames[point_], 1, 1)(0, 0) : 0.0;
    }
    int parameters() const noexcept override { return 0; }
    double& parameter(int) noexcept override { return share_; }
    std::string parameter_path(int) const override { return ""; }
    void add_derivative(int, std::span<const SE3>, std::span<FrameForce>) const noexcept override {}

 private:
    /// It decides how fast the balance is found, not which.
    Matrix6d derivative(const SE3& X) const noexcept
    {
        if (knows_derivative_) return f_->at("derivative", X, 6, 6);
        Matrix6d dF_dx;
        for (int k = 0; k < 6; ++k) {
            const double part = 6e-6, h = k < 3 ? part * f_->length() : part;
            dF_dx.col(k) =
                (f_->at("wrench", moved(X, k, h), 6, 1) - f_->at("wrench", moved(X, k, -h), 6, 1)) /
                (2.0 * h);
        }
        return dF_dx;
    }

    std::shared_ptr<const Functions> f_;
    std::size_t point_;
    double share_;
    bool knows_derivative_, knows_potential_;
};

class PyConstraint final : public FrameFunction {
 public:
    PyConstraint(std::shared_ptr<const Functions> functions, int point, int size)
        : f_(std::move(functions)), point_(point), size_(size), knows_gradient_(f_->has("gradient"))
    {
    }

    const std::string& name() const noexcept override { return f_->name(); }
    int point() const noexcept override { return point_; }
    int size() const noexcept override { return size_; }
    void evaluate(const SE3& X, Values& phi, Gradient& dphi_dx) const noexcept override
    {
        phi = f_->at("value", X, size_, 1);
        dphi_dx = gradient(X);
    }
    void add_force(const SE3& X, const double* lambda, FrameForce& force) const noexcept override
    {
        const Eigen::Map<const VectorXd> reaction(lambda, size_);
        force.F += gradient(X).transpose() * reaction;
        for (int k = 0; k < 6; ++k) {
            const double part = knows_gradient_ ? 6e-6 : 1e-4, h = k < 3 ? part * f_->length() : part;
            force.dF_dx.col(k) +=
                (gradient(moved(X, k, h)) - gradient(moved(X, k, -h))).transpose() * reaction / (2.0 * h);
        }
        force.varies = true;
    }
    int targets() const noexcept override { return 0; }
    std::string target_path(int) const override { return ""; }
    void move_target(int, double) noexcept override {}
    void target_derivative(int, const SE3&, const double*, Values&, Vector6d&) const noexcept override {}

 private:
    /// It decides along what the reaction acts: differences of fourth order keep it to ten digits and more.
    Gradient gradient(const SE3& X) const noexcept
    {
        if (knows_gradient_) return f_->at("gradient", X, size_, 6);
        Gradient dphi_dx(size_, 6);
        for (int k = 0; k < 6; ++k) {
            const double part = 1e-3, h = k < 3 ? part * f_->length() : part;
            const auto phi = [&](double step) { return f_->at("value", moved(X, k, step), size_, 1); };
            dphi_dx.col(k) = (8.0 * (phi(h) - phi(-h)) - (phi(2.0 * h) - phi(-2.0 * h))) / (12.0 * h);
        }
        return dphi_dx;
    }

    std::shared_ptr<const Functions> f_;
    int point_, size_;
    bool knows_gradient_;
};

/// Arc length [m] of "tip", of a text such as "27 mm", or of a number.
double place_of(const py::object& at, const std::string& name)
{
    if (!py::isinstance<py::str>(at)) return at.cast<double>();
    const auto text = at.cast<std::string>();
    if (text == "tip") return at_tip;
    const Quantity quantity = parse_quantity(text);
    if (!quantity || quantity.values.size() != 1 || quantity.dimension != dimension::length)
        throw InputError(name + ": at: \"" + text + "\" is no place; expected \"tip\", metres or a length " +
                         "such as \"27 mm\"");
    return quantity.values[0];
}

/// How many equations a constraint has: what it says, or one.
int size_of(const py::object& object, const std::string& name)
{
    const py::object told = py::getattr(object, "size", py::int_(1));
    const auto size = py::isinstance<py::int_>(told) ? told.cast<int>() : 0;
    if (size < 1 || size > 6)
        throw py::value_error(name +
                              ".size: expected a whole number from 1 to 6, the equations of the constraint");
    return size;
}

}  // namespace

Described::Described(const PyManipulator& m, std::shared_ptr<Listener> listener) : given_(m.description)
{
    if (m.own.empty()) return;
    Manipulator& whole = whole_.emplace(*given_);
    for (const OwnPart& part : m.own) {
        const auto f = std::make_shared<const Functions>(part, whole.rod.length, listener);
        if (part.size > 0) {
            whole.own.constraints.push_back({part.name, part.at, [f, size = part.size](int point) {
                                                 const py::gil_scoped_acquire acquired;
                                                 return std::make_unique<PyConstraint>(f, point, size);
                                             }});
        } else {
            whole.own.loads.push_back({part.name, part.at, [f](int point, double share) {
                                           const py::gil_scoped_acquire acquired;
                                           return std::make_unique<PyLoad>(f, point, share);
                                       }});
        }
    }
}

void add_own(PyManipulator& m, const py::object& object, bool holds, const py::object& at,
             const std::string& name)
{
    OwnPart part;
    part.object = object;
    part.name = name.empty() ? py::cast<std::string>(py::type::of(object).attr("__name__")) : name;
    const char* needed = holds ? "value" : "wrench";
    const py::object function = py::getattr(object, needed, py::none());
    if (!PyCallable_Check(function.ptr()))
        throw py::type_error(part.name + ": has no function " + needed + "(position, rotation); " +
                             (holds ? "a constraint" : "a load") + " needs one");
    part.size = holds ? size_of(object, part.name) : 0;
    part.at = place_of(at, part.name);
    const double length = m.description->rod.length;
    if (!(part.at > 0.0 && (part.at == at_tip || part.at <= length * (1.0 + 1e-9))))
        throw InputError(part.name + ": at: " + format_quantity(part.at, dimension::length) +
                         " is not on the rod, which is " + format_quantity(length, dimension::length) +
                         " long");
    for (const OwnPart& other : m.own)
        if (other.name == part.name)
            throw InputError(part.name + ": there is one of that name already; give another name");
    m.own.push_back(std::move(part));
}

}  // namespace supple::python
