#include <supple/statics/problem.hpp>

#include <algorithm>
#include <cmath>

namespace supple {

StaticProblem::StaticProblem(System& system) : system_(system), n_(system.model->size()), m_(system.held())
{
    const int size = n_ + m_ + slips();
    x.setZero(size);
    r.setZero(size);
    A.setZero(size, size);
    work.setZero(size, size);
    for (VectorXd* v : {&step, &rate, &saved, &predicted, &tangent, &settled, &turning, &turning_tangent})
        v->setZero(size);
    lu = DenseLu(size);
    q.setZero(n_);
    g.setZero(n_);
    J_.setZero(6, n_);
    dg_.setZero(n_);
    motion_.assign(system.model->frames().size(), Vector6d::Zero());
    forces.resize(system.model->frames().size());
    const VectorXd& scale = system.model->coordinate_scale();
    stiffness_ = system.model->rest_stiffness().cwiseProduct(scale).cwiseProduct(scale).maxCoeff();

    plain_ = m_ == 0 && (scale.array() == 1.0).all();

    // What the constraints read on the unloaded shape: from there their targets move with the load factor.
    rest_phi_.setZero(m_);
    system.model->place(system.model->rest_coordinates());
    int row = 0;
    for (const auto& constraint : system.constraints) {
        FrameFunction::Values phi;
        FrameFunction::Gradient gradient;
        constraint->evaluate(system.model->frames()[static_cast<std::size_t>(constraint->point())], phi,
                             gradient);
        rest_phi_.segment(row, phi.size()) = phi;
        row += constraint->size();
    }
}

void StaticProblem::start_from_rest() noexcept
{
    for (int i = 0; i < slips(); ++i)
        system_.slips.move(i, system_.slips.start(i));
    system_.slips.update(*system_.model);
    start_from(system_.model->rest_coordinates());
}

void StaticProblem::start_from(const VectorXd& coordinates) noexcept
{
    x.head(n_) = coordinates.cwiseQuotient(system_.model->coordinate_scale());
    x.segment(n_, m_).setZero();
    for (int i = 0; i < slips(); ++i)
        x[n_ + m_ + i] = system_.slips.at(i) / system_.length;
}

void StaticProblem::start_from(const Equilibrium& eq) noexcept
{
    for (int i = 0; i < slips() && eq.reactions.size() == system_.constraints.size(); ++i)
        system_.slips.move(i, eq.reactions[static_cast<std::size_t>(system_.slips.constraint(i))].at);
    start_from(eq.coordinates);
}

void StaticProblem::start_from(const StaticProblem& other) noexcept
{
    x.head(n_) = other.q.cwiseQuotient(system_.model->coordinate_scale());
    x.segment(n_, m_) = other.x.segment(n_, m_) * (other.force_scale() / force_scale());
    x.tail(slips()) = other.x.tail(slips()) * (other.system_.length / system_.length);
}

// The columns of the guides' arc lengths and the rows that keep their forces perpendicular to the rod.
void StaticProblem::add_slips() noexcept
{
    Model& model = *system_.model;
    const VectorXd& scale = model.coordinate_scale();
    const auto frames = model.frames();
    const auto multipliers = [&](int i) {
        int row = n_;
        for (int k = 0; k < system_.slips.constraint(i); ++k)
            row += system_.constraints[static_cast<std::size_t>(k)]->size();
        return row;
    };
    for (int i = 0; i < slips(); ++i) {
        const int row = n_ + m_ + i, force = multipliers(i);
        const auto constraint = static_cast<std::size_t>(system_.slips.constraint(i));
        const int point = system_.constraints[constraint]->point();
        const Vector3d t = frames[static_cast<std::size_t>(point)].rotation().col(2);
        const Vector3d turned = t.cross(x.segment<3>(force));
        r[row] = -t.dot(x.segment<3>(force));
        A.row(row).setZero();
        model.jacobian(point, J_);
        for (int j = 0; j < n_; ++j)
            A(row, j) = -turned.dot(J_.col(j).tail<3>()) * scale[j];
        for (int a = 0; a < 3; ++a)
            A(row, force + a) = -t[a];
    }
    for (int i = 0; i < slips(); ++i) {
        const int column = n_ + m_ + i;
        model.vary(system_.slips.rate(i), forces, dg_, motion_);
        for (int j = 0; j < n_; ++j)
            A(j, column) = dg_[j] * scale[j] * system_.length / stiffness_;
        int row = n_;
        for (const auto& constraint : system_.constraints) {
            FrameFunction::Values phi;
            FrameFunction::Gradient gradient;
            const auto point = static_cast<std::size_t>(constraint->point());
            constraint->evaluate(frames[point], phi, gradient);
            for (int k = 0; k < constraint->size(); ++k, ++row)
                A(row, column) = gradient.row(k).dot(motion_[point]);
        }
    }
}

void StaticProblem::evaluate(double t, bool with_tangent) noexcept
{
    Model& model = *system_.model;
    const VectorXd& scale = model.coordinate_scale();
    q = x.head(n_).cwiseProduct(scale);
    if (slips() > 0) {
        for (int i = 0; i < slips(); ++i)
            system_.slips.move(i, x[n_ + m_ + i] * system_.length);
        system_.slips.update(model);
    }
    model.place(q);
    const auto frames = model.frames();

    for (FrameForce& force : forces)
        force.clear();
    for (const auto& load : system_.loads)
        load->add_to(frames, t, forces);
    int row = n_;
    for (const auto& constraint : system_.constraints) {
        const auto point = static_cast<std::size_t>(constraint->point());
        double lambda[6];
        for (int i = 0; i < constraint->size(); ++i)
            lambda[i] = x[row + i] * force_scale();
        constraint->add_force(frames[point], lambda, forces[point]);
        row += constraint->size();
    }
    model.assemble(forces, g, with_tangent ? &A : nullptr);

    if (plain_) {
        r = g;
        return;
    }
    const double inverse = 1.0 / stiffness_;
    for (int j = 0; j < n_; ++j) {
        r[j] = g[j] * scale[j] * inverse;
        for (int i = 0; with_tangent && i < n_; ++i)
            A(i, j) *= scale[i] * scale[j] * inverse;
    }
    row = n_;
    for (const auto& constraint : system_.constraints) {
        FrameFunction::Values phi;
        FrameFunction::Gradient gradient;
        constraint->evaluate(frames[static_cast<std::size_t>(constraint->point())], phi, gradient);
        if (with_tangent) model.jacobian(constraint->point(), J_);
        for (int i = 0; i < constraint->size(); ++i, ++row) {
            r[row] = (phi[i] - (1.0 - t) * rest_phi_[row - n_]) / system_.length;
            for (int j = 0; with_tangent && j < n_; ++j) {
                A(row, j) = gradient.row(i).dot(J_.col(j)) * scale[j] / system_.length;
                A(j, row) = -A(row, j);
            }
        }
    }
    if (m_ > 0 && with_tangent) {
        // Redundant constraints would make the tangent singular; on increments this term changes no solution.
        A.block(n_, n_, m_, m_).setZero();
        A.block(n_, n_, m_, m_).diagonal().setConstant(1e-11);
    }
    add_slips();
}

double StaticProblem::residual() const noexcept
{
    double largest = 0.0;
    for (const double entry : r) {
        // A NaN is larger than anything.
        if (std::isnan(entry)) return entry;
        largest = std::max(largest, std::abs(entry));
    }
    return plain_ ? largest / stiffness_ : largest;
}

void StaticProblem::load_derivative(double t, VectorXd& dr_dt) noexcept
{
    evaluate(t + 1.0);
    dr_dt = r;
    evaluate(t);
    dr_dt -= r;
}

bool StaticProblem::factor() noexcept
{
    lu.factor(A);
    return !lu.singular;
}

}  // namespace supple
