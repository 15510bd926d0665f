#include <supple/contact/obstacle.hpp>
#include <supple/contact/wall.hpp>
#include <supple/statics/sensitivity.hpp>

#include <limits>

namespace supple {

// A touch is a stiff spring, which would cost a chain's elimination its digits.
Sensitivity::Sensitivity(System& system, Elimination how)
    : system_(system), problem_(system, system.obstacles.empty() ? how : Elimination::dense)
{
    const auto points = system.model->frames().size();
    b_.setZero(problem_.x.size());
    dx_ = lambda_ = b_;
    elastic_.setZero(problem_.coordinates());
    dg_ = elastic_;
    J_.setZero(6, problem_.coordinates());
    dF_.resize(points);
    motion_.assign(points, Vector6d::Zero());
    dF_target_.assign(system.constraints.size(), Vector6d::Zero());
    weight_.setZero();
}

bool Sensitivity::linearise(const Equilibrium& equilibrium) noexcept
{
    StaticProblem& p = problem_;
    if (equilibrium.coordinates.size() != p.coordinates()) return false;
    p.start_from(equilibrium);
    p.evaluate(1.0);
    if (p.held() > 0) {
        // g is linear in the multipliers: one Newton step from zero finds them.
        if (!p.A.factor()) return false;
        p.step = p.r;
        p.A.solve(p.step);
        p.x.segment(p.coordinates(), p.held()) -= p.step.segment(p.coordinates(), p.held());
        p.evaluate(1.0);
    }
    return linearise_here();
}

bool Sensitivity::linearise_here() noexcept
{
    StaticProblem& p = problem_;
    if (!(p.residual() < 1e-6)) return false;
    // Nor does the tangent contain what holds the rod at the walls of single points.
    if (!system_.obstacles.empty() && !hold_touches()) return false;
    for (const Wall* wall : system_.walls) {
        if (wall->state != ContactState::open) return false;
    }
    // Without the term that spares redundant constraints a singular tangent, unless there are any.
    p.A.corner().topLeftCorner(p.held(), p.held()).setZero();
    if (!p.A.factor()) {
        p.evaluate(1.0);
        if (p.held() == 0 || !p.A.factor()) return false;
    }
    for (FrameForce& force : dF_)
        force.clear();
    system_.model->assemble(dF_, elastic_, nullptr);
    dx_.setZero();
    elements_ = {};
    return true;
}

/// The tangent with what presses held along its normal, by so stiff a spring that what is left of its motion
/// is rounding. With friction the way counts, which no tangent knows.
bool Sensitivity::hold_touches() noexcept
{
    const double EI = system_.section_stiffness.head<2>().maxCoeff();
    const double force = EI / (system_.length * system_.length);
    const auto weigh = [&](double weight) {
        for (Obstacle* obstacle : system_.obstacles)
            for (Obstacle::Sample& sample : obstacle->samples)
                sample.weight = sample.force > 1e-7 * force ? weight : 0.0;
    };
    for (const Obstacle* obstacle : system_.obstacles)
        if (obstacle->friction > 0.0) return false;
    weigh(1e8 * force / system_.length);
    problem_.evaluate(1.0);
    weigh(0.0);
    return true;
}

// −Σ Jᵀ dF is what assemble says of these forces less what it says of none.
void Sensitivity::add_forces() noexcept
{
    system_.model->assemble(dF_, dg_, nullptr);
    b_.head(problem_.coordinates()) += dg_ - elastic_;
}

// As problem.hpp scales its equations.
void Sensitivity::scale_rows() noexcept
{
    const int n = problem_.coordinates();
    b_.head(n) = b_.head(n).cwiseProduct(system_.model->coordinate_scale()) * problem_.row_scale();
    b_.segment(n, problem_.held()) *= 1.0 / system_.length;
}

void Sensitivity::differentiate(const Parameter& parameter) noexcept
{
    Model& model = *system_.model;
    const auto frames = model.frames();
    const int n = problem_.coordinates();
    b_.setZero();
    for (FrameForce& force : dF_)
        force.F.setZero();
    for (Vector6d& dF : dF_target_)
        dF.setZero();
    elements_ = parameter.elements;

    // Through the loads.
    for (const auto& [index, k] : parameter.loads)
        system_.loads[static_cast<std::size_t>(index)]->add_derivative(k, frames, dF_);
    if (parameter.field_source >= 0) {
        for (const auto& load : system_.loads)
            load->add_field_derivative(parameter.field_source, frames, dF_);
    }

    // Through the constraints: their targets, and the points they hold.
    if (!elements_.empty()) model.vary(elements_, problem_.forces, dg_, motion_);
    if (!elements_.empty()) b_.head(n) += dg_;
    int row = n;
    for (std::size_t i = 0; i < system_.constraints.size(); ++i) {
        const FrameFunction& constraint = *system_.constraints[i];
        const auto point = static_cast<std::size_t>(constraint.point());
        double lambda[6];
        for (int k = 0; k < constraint.size(); ++k)
            lambda[k] = problem_.x[row + k] * problem_.force_scale();
        for (const auto& [index, k] : parameter.targets) {
            if (index != static_cast<int>(i)) continue;
            FrameFunction::Values dphi;
            Vector6d dF;
            constraint.target_derivative(k, frames[point], lambda, dphi, dF);
            b_.segment(row, constraint.size()) += dphi;
            dF_target_[i] += dF;
            dF_[point].F += dF;
        }
        if (!elements_.empty()) {
            FrameFunction::Values phi;
            FrameFunction::Gradient gradient;
            constraint.evaluate(frames[point], phi, gradient);
            b_.segment(row, constraint.size()) += gradient * motion_[point];
        }
        row += constraint.size();
    }
    if (!parameter.loads.empty() || !parameter.targets.empty() || parameter.field_source >= 0) add_forces();
    scale_rows();

    // Through lengths that are held.
    row = problem_.first_unknown();
    for (const CoupledLoad* load : system_.coupled) {
        for (int u = 0; u < load->unknowns(); ++u, ++row) {
            for (const auto& [index, k] : parameter.loads) {
                const bool own = system_.loads[static_cast<std::size_t>(index)].get() == load;
                if (own && problem_.closed(row - problem_.first_unknown()))
                    b_[row] += load->gap_by_parameter(u, k) / system_.length;
            }
        }
    }
}

void Sensitivity::solve_forward() noexcept
{
    const int n = problem_.coordinates();
    dx_ = -b_;
    problem_.A.solve(dx_);
    dx_.head(n) = dx_.head(n).cwiseProduct(system_.model->coordinate_scale());
    dx_.segment(n, problem_.held()) *= problem_.force_scale();
    dx_.segment(n + problem_.held(), problem_.slips()) *= system_.length;
    dx_.tail(problem_.unknowns()) *= problem_.force_scale();
}

void Sensitivity::solve(const Parameter& parameter) noexcept
{
    differentiate(parameter);
    solve_forward();
}

void Sensitivity::solve(const Place& place, const Vector6d& wrench) noexcept
{
    const int n = problem_.coordinates();
    b_.setZero();
    for (Vector6d& dF : dF_target_)
        dF.setZero();
    elements_ = {};
    system_.model->jacobian_at(place, J_);
    b_.head(n).noalias() = J_.transpose() * wrench;
    b_ *= -1.0;
    scale_rows();
    solve_forward();
}

/// How a place moves as the rod slips.
Vector6d Sensitivity::slipped(const Place& place) const noexcept
{
    Vector6d dX = Vector6d::Zero();
    for (int i = 0; i < problem_.slips(); ++i) {
        const double ds = dx_[problem_.coordinates() + problem_.held() + i];
        dX += ds * system_.model->drift_at(place, system_.slips.rate(i));
    }
    return dX;
}

Vector6d Sensitivity::pose(const Place& place) noexcept
{
    system_.model->jacobian_at(place, J_);
    Vector6d dX = J_ * dx_.head(problem_.coordinates()) + slipped(place);
    if (!elements_.empty()) dX += system_.model->drift_at(place, elements_);
    return dX;
}

Vector6d Sensitivity::reaction(int index) noexcept
{
    int row = problem_.coordinates();
    for (int i = 0; i < index; ++i)
        row += system_.constraints[static_cast<std::size_t>(i)]->size();
    const FrameFunction& constraint = *system_.constraints[static_cast<std::size_t>(index)];
    const auto point = static_cast<std::size_t>(constraint.point());
    const SE3& X = system_.model->frames()[point];

    double lambda[6];
    for (int k = 0; k < constraint.size(); ++k)
        lambda[k] = problem_.x[row + k] * problem_.force_scale();
    FrameForce force;
    force.clear();
    constraint.add_force(X, lambda, force);
    FrameFunction::Values phi;
    FrameFunction::Gradient gradient;
    constraint.evaluate(X, phi, gradient);
    system_.model->jacobian(constraint.point(), J_);
    Vector6d dX = J_ * dx_.head(problem_.coordinates()) + slipped(system_.model->points()[point]);
    if (!elements_.empty()) dX += motion_[point];

    Vector6d dF = gradient.transpose() * dx_.segment(row, constraint.size());
    if (force.varies) dF += force.dF_dx * dX;
    return dF + dF_target_[static_cast<std::size_t>(index)];
}

void Sensitivity::solve_adjoint(const Place& place, const Vector6d& gradient) noexcept
{
    const int n = problem_.coordinates();
    weighed_ = place;
    weight_ = gradient;
    system_.model->jacobian_at(place, J_);
    lambda_.setZero();
    lambda_.head(n).noalias() = J_.transpose() * gradient;
    lambda_.head(n) = lambda_.head(n).cwiseProduct(system_.model->coordinate_scale());
    for (int i = 0; i < problem_.slips(); ++i)
        lambda_[n + problem_.held() + i] =
            system_.length * gradient.dot(system_.model->drift_at(place, system_.slips.rate(i)));
    problem_.A.solve_transposed(lambda_);
}

double Sensitivity::adjoint(const Parameter& parameter) noexcept
{
    differentiate(parameter);
    double df = -lambda_.dot(b_);
    if (!elements_.empty()) df += weight_.dot(system_.model->drift_at(weighed_, elements_));
    return df;
}

namespace {

template <class Column>
MatrixXd columns(System& system, const Equilibrium& equilibrium, Eigen::Index rows,
                 std::span<const Parameter> parameters, const Column& column)
{
    MatrixXd D = MatrixXd::Constant(rows, static_cast<Eigen::Index>(parameters.size()),
                                    std::numeric_limits<double>::quiet_NaN());
    Sensitivity sensitivity(system);
    if (!sensitivity.linearise(equilibrium)) return D;
    for (std::size_t k = 0; k < parameters.size(); ++k) {
        sensitivity.solve(parameters[k]);
        D.col(static_cast<Eigen::Index>(k)) = column(sensitivity);
    }
    return D;
}

}  // namespace

MatrixXd coordinate_sensitivity(System& system, const Equilibrium& equilibrium,
                                std::span<const Parameter> parameters)
{
    return columns(system, equilibrium, system.model->size(), parameters,
                   [](Sensitivity& s) { return s.coordinates(); });
}

MatrixXd pose_sensitivity(System& system, const Equilibrium& equilibrium, const Place& place,
                          std::span<const Parameter> parameters)
{
    return columns(system, equilibrium, 6, parameters, [&](Sensitivity& s) { return s.pose(place); });
}

MatrixXd reaction_sensitivity(System& system, const Equilibrium& equilibrium, int constraint,
                              std::span<const Parameter> parameters)
{
    return columns(system, equilibrium, 6, parameters,
                   [&](Sensitivity& s) { return s.reaction(constraint); });
}

Matrix6d compliance(System& system, const Equilibrium& equilibrium, const Place& of, const Place& to)
{
    Matrix6d C = Matrix6d::Constant(std::numeric_limits<double>::quiet_NaN());
    Sensitivity sensitivity(system);
    if (!sensitivity.linearise(equilibrium)) return C;
    for (int k = 0; k < 6; ++k) {
        sensitivity.solve(to, Vector6d::Unit(k));
        C.col(k) = sensitivity.pose(of);
    }
    return C;
}

MatrixXd actuation_jacobian(System& system, const Equilibrium& equilibrium)
{
    return pose_sensitivity(system, equilibrium, tip_of(system), actuations(system)).topRows<3>();
}

Place tip_of(const System& system)
{
    return system.samples.back().place;
}

}  // namespace supple
