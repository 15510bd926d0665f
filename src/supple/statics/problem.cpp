#include <supple/statics/problem.hpp>

#include <algorithm>
#include <cmath>

namespace supple {

StaticProblem::StaticProblem(System& system) : system_(system), n_(system.model->size()), m_(system.held())
{
    const int size = n_ + m_;
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
    start_from(system_.model->rest_coordinates());
}

void StaticProblem::start_from(const VectorXd& coordinates) noexcept
{
    x.head(n_) = coordinates.cwiseQuotient(system_.model->coordinate_scale());
    x.tail(m_).setZero();
}

void StaticProblem::evaluate(double t) noexcept
{
    Model& model = *system_.model;
    const VectorXd& scale = model.coordinate_scale();
    q = x.head(n_).cwiseProduct(scale);
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
    model.assemble(forces, g, &A);

    if (plain_) {
        r = g;
        return;
    }
    const double inverse = 1.0 / stiffness_;
    for (int j = 0; j < n_; ++j) {
        r[j] = g[j] * scale[j] * inverse;
        for (int i = 0; i < n_; ++i)
            A(i, j) *= scale[i] * scale[j] * inverse;
    }
    row = n_;
    for (const auto& constraint : system_.constraints) {
        FrameFunction::Values phi;
        FrameFunction::Gradient gradient;
        constraint->evaluate(frames[static_cast<std::size_t>(constraint->point())], phi, gradient);
        model.jacobian(constraint->point(), J_);
        for (int i = 0; i < constraint->size(); ++i, ++row) {
            r[row] = (phi[i] - (1.0 - t) * rest_phi_[row - n_]) / system_.length;
            for (int j = 0; j < n_; ++j) {
                A(row, j) = gradient.row(i).dot(J_.col(j)) * scale[j] / system_.length;
                A(j, row) = -A(row, j);
            }
        }
    }
    if (m_ > 0) {
        // Redundant constraints would make the tangent singular; on increments this term changes no solution.
        A.bottomRightCorner(m_, m_).setZero();
        A.bottomRightCorner(m_, m_).diagonal().setConstant(1e-11);
    }
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
