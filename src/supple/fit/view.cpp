#include <supple/fit/spline.hpp>
#include <supple/fit/view.hpp>
#include <supple/lie/so3.hpp>

namespace supple {
namespace {

const Place& place_of(const System& system, const Observation& observation)
{
    return observation.index == Observation::tip
               ? system.samples.back().place
               : system.stations[static_cast<std::size_t>(observation.index)].place;
}

const FrameFunction& constraint_of(const System& system, const Observation& observation)
{
    return *system.constraints[static_cast<std::size_t>(observation.index)];
}

/// First of a constraint's multipliers in x.
int first_multiplier(const System& system, int constraint)
{
    int row = system.model->size();
    for (int i = 0; i < constraint; ++i)
        row += system.constraints[static_cast<std::size_t>(i)]->size();
    return row;
}

FrameForce reaction_of(StaticProblem& problem, const Observation& observation)
{
    const System& system = problem.system();
    const FrameFunction& held = constraint_of(system, observation);
    const int row = first_multiplier(system, observation.index);
    double lambda[6];
    for (int i = 0; i < held.size(); ++i)
        lambda[i] = problem.x[row + i] * problem.force_scale();
    FrameForce force;
    held.add_force(system.model->frames()[static_cast<std::size_t>(held.point())], lambda, force);
    return force;
}

}  // namespace

View::View(StaticProblem& problem, int curve_points) : problem_(problem)
{
    const System& system = problem.system();
    J_.setZero(6, problem.coordinates());
    if (curve_points == 0) return;
    const Model& model = *system.model;
    knots_.push_back(model.place_at(0.0));
    for (const Sample& sample : system.samples)
        knots_.push_back(sample.place);
    VectorXd at(static_cast<Eigen::Index>(knots_.size()));
    for (std::size_t i = 0; i < knots_.size(); ++i)
        at[static_cast<Eigen::Index>(i)] = model.arclength_at(knots_[i]);
    spline_ = not_a_knot_spline(at, VectorXd::LinSpaced(curve_points, 0.0, system.length));
    knot_positions_.resize(at.size(), 3);
    knot_J_.assign(knots_.size(), J_);
}

void View::look(bool with_derivatives)
{
    const Model& model = *problem_.system().model;
    for (std::size_t i = 0; i < knots_.size(); ++i) {
        knot_positions_.row(static_cast<Eigen::Index>(i)) = model.frame_at(knots_[i]).position();
        if (with_derivatives) model.jacobian_at(knots_[i], knot_J_[i]);
    }
}

Vector3d View::seen(const Observation& observation) const
{
    using Kind = Observation::Kind;
    const double weight = observation.weight;
    if (observation.kind == Kind::reaction)
        return weight * (reaction_of(problem_, observation).F.head<3>() - observation.value);
    if (observation.kind == Kind::curve)
        return weight * ((spline_.row(observation.index) * knot_positions_).transpose() - observation.value);
    const System& system = problem_.system();
    const SE3 X = system.model->frame_at(place_of(system, observation));
    if (observation.kind == Kind::position) return weight * (X.position() - observation.value);
    return weight * so3::log(X.rotation() * observation.rotation.transpose());
}

void View::derivative(const Observation& observation, int component, VectorXd& by_x)
{
    using Kind = Observation::Kind;
    const System& system = problem_.system();
    const Model& model = *system.model;
    const int n = problem_.coordinates();
    const double weight = observation.weight;
    by_x.setZero();
    if (observation.kind == Kind::curve) {
        for (std::size_t i = 0; i < knots_.size(); ++i)
            by_x.head(n) += weight * spline_(observation.index, static_cast<Eigen::Index>(i)) *
                            knot_J_[i].row(component).transpose();
        by_x.head(n) = by_x.head(n).cwiseProduct(model.coordinate_scale());
        return;
    }
    Eigen::Matrix<double, 1, 6> by_motion = Eigen::Matrix<double, 1, 6>::Zero();
    if (observation.kind == Kind::reaction) {
        const FrameFunction& held = constraint_of(system, observation);
        const int first = first_multiplier(system, observation.index);
        FrameFunction::Values phi;
        FrameFunction::Gradient gradient;
        held.evaluate(model.frames()[static_cast<std::size_t>(held.point())], phi, gradient);
        for (int i = 0; i < held.size(); ++i)
            by_x[first + i] = weight * gradient(i, component) * problem_.force_scale();
        const FrameForce force = reaction_of(problem_, observation);
        if (force.varies) by_motion = weight * force.dF_dx.row(component);
        model.jacobian(held.point(), J_);
    } else {
        const Place& place = place_of(system, observation);
        model.jacobian_at(place, J_);
        if (observation.kind == Kind::position) {
            by_motion[component] = weight;
        } else {
            const Matrix3d R = model.frame_at(place).rotation() * observation.rotation.transpose();
            by_motion.tail<3>() = weight * so3::left_jacobian_inverse(so3::log(R)).row(component);
        }
    }
    by_x.head(n) += (by_motion * J_).transpose().cwiseProduct(model.coordinate_scale());
}

}  // namespace supple
