#include <supple/model/base_spring.hpp>
#include <supple/statics/problem.hpp>

#include <algorithm>
#include <cmath>

namespace supple {

namespace {

int unknown_tensions(const System& system)
{
    int unknowns = 0;
    for (const CoupledLoad* load : system.coupled)
        unknowns += load->unknowns();
    return unknowns;
}

int couplings_of(const System& system)
{
    int couplings = 0;
    for (const CoupledLoad* load : system.coupled)
        couplings += load->couplings(*system.model);
    return couplings;
}

}  // namespace

StaticProblem::StaticProblem(System& system, Elimination how)
    : values(system),
      A(system.model->block_sizes(), system.held() + system.slips.size() + unknown_tensions(system),
        couplings_of(system), how),
      system_(system),
      n_(system.model->size()),
      m_(system.held()),
      closed_(static_cast<std::size_t>(unknown_tensions(system)), true)
{
    const int size = first_unknown() + unknowns();
    x.setZero(size);
    unloaded.resize(n_);
    r.setZero(size);
    std::fill_n(A.roles.begin(), m_, BorderRole::held);
    std::fill_n(A.roles.begin() + m_ + slips(), unknowns(), BorderRole::follows);
    for (VectorXd* v :
         {&step, &rate, &saved, &predicted, &tangent, &settled, &turning, &turning_tangent, &origin})
        v->setZero(size);
    q.setZero(n_);
    g.setZero(n_);
    J_.setZero(6, n_);
    dg_.setZero(n_);
    motion_.assign(system.model->frames().size(), Vector6d::Zero());
    forces.resize(system.model->frames().size());
    const VectorXd& scale = system.model->coordinate_scale();
    stiffness_ = system.model->rest_stiffness().cwiseProduct(scale).cwiseProduct(scale).maxCoeff();

    plain_ = m_ == 0 && unknowns() == 0 && (scale.array() == 1.0).all();

    start_phi_.setZero(m_);
    start_along_.setZero(slips());
    system.model->place(system.model->rest_coordinates());
    read_constraints();
}

/// What the constraints read at the frames as they are: from there their targets move with the load factor.
void StaticProblem::read_constraints() noexcept
{
    int row = 0;
    for (const auto& constraint : system_.constraints) {
        FrameFunction::Values phi;
        FrameFunction::Gradient gradient;
        constraint->evaluate(system_.model->frames()[static_cast<std::size_t>(constraint->point())], phi,
                             gradient);
        start_phi_.segment(row, phi.size()) = phi;
        row += constraint->size();
    }
}

void StaticProblem::take(Way way) noexcept
{
    if (way == Way::together) {
        for (int i = 0; i < slips(); ++i)
            system_.slips.move(i, system_.slips.start(i));
        system_.slips.update(*system_.model);
        system_.model->place(system_.model->rest_coordinates());
        pushed_ = -1;
    }
    if (way != Way::released && way != Way::bending) read_constraints();
    way_ = way;
    if (way != Way::slipping) return;
    pushed_ = -1;
    start_along_.setZero();
    evaluate(1.0);
    start_along_ = r.segment(n_ + m_, slips());
}

void StaticProblem::push(int point, const Vector3d& force) noexcept
{
    pushed_ = point;
    push_ = force;
}

void StaticProblem::start_from_rest() noexcept
{
    for (int i = 0; i < slips(); ++i)
        system_.slips.move(i, system_.slips.start(i));
    system_.slips.update(*system_.model);
    start_from(system_.model->rest_coordinates());
    if (system_.base_spring) measure_base();
}

/// A pinned base starts with a spring that is large beside the loads; where it has to carry a push, or what
/// is held, beside the rod too.
void StaticProblem::measure_base() noexcept
{
    system_.model->place(system_.model->rest_coordinates());
    for (FrameForce& force : forces)
        force.clear();
    for (const auto& load : system_.loads)
        load->add_to(system_.model->frames(), 1.0, forces);
    double moment = 0.0;
    for (const FrameForce& force : forces)
        moment += force.F.head<3>().norm() * system_.length + force.F.tail<3>().norm();
    const double soft = system_.base_spring->soft();
    system_.base_spring->set_strength(m_ > 0 || moment == 0.0 ? 2.0 * moment + 10.0 * soft : 2.0 * moment);
}

void StaticProblem::start_from(const VectorXd& coordinates) noexcept
{
    x.head(n_) = coordinates.cwiseQuotient(system_.model->coordinate_scale());
    x.segment(n_, m_).setZero();
    for (int i = 0; i < slips(); ++i)
        x[n_ + m_ + i] = system_.slips.at(i) / system_.length;
    x.tail(unknowns()).setZero();
}

void StaticProblem::start_from(const Equilibrium& eq) noexcept
{
    for (int i = 0; i < slips() && eq.reactions.size() == system_.constraints.size(); ++i)
        system_.slips.move(i, eq.reactions[static_cast<std::size_t>(system_.slips.constraint(i))].at);
    start_from(eq.coordinates);
    int row = first_unknown();
    for (std::size_t i = 0; i < system_.coupled.size() && eq.drives.size() == system_.coupled.size(); ++i) {
        // Those whose tension is unknown come last.
        const std::vector<double>& tensions = eq.drives[i].tensions;
        const std::size_t unknown = static_cast<std::size_t>(system_.coupled[i]->unknowns());
        for (std::size_t k = tensions.size() - unknown; k < tensions.size(); ++k)
            x[row++] = tensions[k] / force_scale();
    }
}

void StaticProblem::start_from(const StaticProblem& other) noexcept
{
    x.head(n_) = other.q.cwiseQuotient(system_.model->coordinate_scale());
    x.segment(n_, m_) = other.x.segment(n_, m_) * (other.force_scale() / force_scale());
    x.segment(n_ + m_, slips()) = other.x.segment(n_ + m_, slips()) * (other.system_.length / system_.length);
    x.tail(unknowns()) = other.x.tail(unknowns()) * (other.force_scale() / force_scale());
}

// The columns of the guides' arc lengths and the rows that keep their forces perpendicular to the rod.
void StaticProblem::add_slips(double t) noexcept
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
    Tangent::View right = A.right(), lower = A.lower(), corner = A.corner();
    right.middleCols(m_, slips()).setZero();
    lower.middleRows(m_, slips()).setZero();
    corner.middleRows(m_, slips()).setZero();
    corner.middleCols(m_, slips()).setZero();
    if (holds_nothing() || way_ == Way::holding) {
        corner.diagonal().segment(m_, slips()).setOnes();
        r.segment(n_ + m_, slips()).setZero();
        return;
    }
    for (int i = 0; i < slips(); ++i) {
        const int row = n_ + m_ + i, force = multipliers(i);
        const auto constraint = static_cast<std::size_t>(system_.slips.constraint(i));
        const int point = system_.constraints[constraint]->point();
        const Vector3d tangent_there = frames[static_cast<std::size_t>(point)].rotation().col(2);
        const Vector3d turned = tangent_there.cross(x.segment<3>(force));
        r[row] = -tangent_there.dot(x.segment<3>(force));
        if (way_ == Way::slipping) r[row] -= (1.0 - t) * start_along_[i];
        model.jacobian(point, J_);
        for (int j = 0; j < n_; ++j)
            lower(m_ + i, j) = -turned.dot(J_.col(j).tail<3>()) * scale[j];
        for (int a = 0; a < 3; ++a)
            corner(m_ + i, force - n_ + a) = -tangent_there[a];
    }
    for (int i = 0; i < slips(); ++i) {
        const int column = m_ + i;
        model.vary(system_.slips.rate(i), forces, dg_, motion_);
        for (int j = 0; j < n_; ++j)
            right(j, column) = dg_[j] * scale[j] * system_.length / stiffness_;
        int row = 0;
        for (const auto& constraint : system_.constraints) {
            FrameFunction::Values phi;
            FrameFunction::Gradient gradient;
            const auto point = static_cast<std::size_t>(constraint->point());
            constraint->evaluate(frames[point], phi, gradient);
            for (int k = 0; k < constraint->size(); ++k, ++row)
                corner(row, column) = gradient.row(k).dot(motion_[point]);
        }
    }
}

// The tensions' columns, and the rows that hold lengths or leave a cable slack.
void StaticProblem::add_unknowns(double t) noexcept
{
    const VectorXd& scale = system_.model->coordinate_scale();
    const double L = system_.length;
    Tangent::View right = A.right(), lower = A.lower(), corner = A.corner();
    lower.bottomRows(unknowns()).setZero();
    corner.bottomRows(unknowns()).setZero();
    corner.rightCols(unknowns()).setZero();
    int row = first_unknown();
    for (const CoupledLoad* load : system_.coupled) {
        for (int u = 0; u < load->unknowns(); ++u, ++row) {
            const CoupledLoad::Gap gap = load->gap(u, t);
            // For an elastic cable, w < c u means that its path is longer than the cable: the shape alone
            // decides.
            const double own = gap.by_force * force_scale() / L;
            const double weight = own > 1e-8 ? own : 1.0;
            const bool closed = !load->never_negative(u) || gap.value / L < weight * x[row];
            closed_[static_cast<std::size_t>(row - first_unknown())] = closed;
            load->unknown_force(u, dg_);
            const int b = row - n_;
            right.col(b) = -dg_.cwiseProduct(scale) / L;
            r[row] = closed ? gap.value / L : weight * x[row];
            corner(b, b) = closed ? own : weight;
            if (!closed) continue;
            load->gap_gradient(u, dg_);
            lower.row(b) = dg_.cwiseProduct(scale).transpose() / L;
        }
    }
}

void StaticProblem::add_loads(double t) noexcept
{
    for (FrameForce& force : forces)
        force.clear();
    if (way_ == Way::reloading) values.set(t);
    const bool full = way_ == Way::holding || way_ == Way::slipping || way_ == Way::reloading;
    const double part = full ? 1.0 : way_ == Way::bending ? 0.0 : t;
    for (const auto& load : system_.loads)
        load->add_to(system_.model->frames(), passive_loads_full && !load->actuates() ? 1.0 : part, forces);
    if (pushed_ >= 0)
        forces[static_cast<std::size_t>(pushed_)].F.head<3>() += (holds_nothing() ? t : 1.0 - t) * push_;
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

    int row = first_unknown();
    for (CoupledLoad* load : system_.coupled) {
        for (int u = 0; u < load->unknowns(); ++u)
            load->set_unknown(u, x[row++] * force_scale());
    }
    add_loads(t);
    row = n_;
    for (const auto& constraint : system_.constraints) {
        if (holds_nothing()) break;
        const auto point = static_cast<std::size_t>(constraint->point());
        double lambda[6];
        for (int i = 0; i < constraint->size(); ++i)
            lambda[i] = x[row + i] * force_scale();
        constraint->add_force(frames[point], lambda, forces[point]);
        row += constraint->size();
    }
    if (with_tangent && A.is_chain()) {
        model.assemble(forces, g, A.chain());
        int first = 0;
        for (CoupledLoad* load : system_.coupled) {
            const int own = load->couplings(model);
            load->subtract_tangent(model, A.chain(), A.coupling_columns().middleCols(first, own),
                                   A.coupling_rows().middleRows(first, own));
            first += own;
        }
    } else {
        model.assemble(forces, g, with_tangent ? &A.dense() : nullptr);
        for (CoupledLoad* load : system_.coupled) {
            if (with_tangent) load->subtract_tangent(model, A.dense());
        }
    }

    if (plain_) {
        r = g;
        return;
    }
    const double inverse = 1.0 / stiffness_;
    for (int j = 0; j < n_; ++j)
        r[j] = g[j] * scale[j] * inverse;
    if (with_tangent) A.scale(scale, inverse);
    add_constraints(t, with_tangent);
    if (slips() > 0) add_slips(t);
    if (unknowns() > 0) add_unknowns(t);
}

void StaticProblem::add_constraints(double t, bool with_tangent) noexcept
{
    if (m_ == 0) return;
    Model& model = *system_.model;
    const VectorXd& scale = model.coordinate_scale();
    const auto frames = model.frames();
    Tangent::View right = A.right(), lower = A.lower(), corner = A.corner();
    if (holds_nothing()) {
        r.segment(n_, m_) = x.segment(n_, m_);
        right.leftCols(m_).setZero();
        lower.topRows(m_).setZero();
        corner.topRows(m_).setZero();
        corner.leftCols(m_).setZero();
        corner.diagonal().head(m_).setOnes();
        return;
    }
    int row = 0;
    bool turns = false;
    for (const auto& constraint : system_.constraints) {
        FrameFunction::Values phi;
        FrameFunction::Gradient gradient;
        constraint->evaluate(frames[static_cast<std::size_t>(constraint->point())], phi, gradient);
        turns = turns || gradient.row(gradient.rows() - 1).head<3>().isZero(0.0);
        if (with_tangent) model.jacobian(constraint->point(), J_);
        for (int i = 0; i < constraint->size(); ++i, ++row) {
            // At full load the start does not count, even where a function has no value there.
            r[n_ + row] = (t == 1.0 ? phi[i] : phi[i] - (1.0 - t) * start_phi_[row]) / system_.length;
            for (int j = 0; with_tangent && j < n_; ++j) {
                lower(row, j) = gradient.row(i).dot(J_.col(j)) * scale[j] / system_.length;
                right(j, row) = -lower(row, j);
            }
        }
    }
    if (!with_tangent) return;
    // Redundant constraints would make the tangent singular; on increments this term changes no solution. It
    // must be seen beside the rows of turns, which are over a length that may be short.
    constexpr double seen_from = 0.01;  // m
    const double largest = turns ? std::max(1.0, seen_from / system_.length) : 1.0;
    corner.topLeftCorner(m_, m_).setZero();
    corner.diagonal().head(m_).setConstant(1e-11 * largest);
}

double StaticProblem::residual() const noexcept
{
    double largest = 0.0;
    for (const double entry : r) {
        // A NaN must not pass as small.
        if (std::isnan(entry)) return entry;
        largest = std::max(largest, std::abs(entry));
    }
    return plain_ ? largest / stiffness_ : largest;
}

void StaticProblem::load_derivative(double t, VectorXd& dr_dt) noexcept
{
    // Rounded friction is not quite linear, a cable may be about to go slack, and a dipole and its field may
    // both grow: then a short step.
    const double dt = system_.coupled.empty() && way_ != Way::reloading ? 1.0 : 1e-5;
    evaluate(t + dt);
    dr_dt = r;
    evaluate(t);
    dr_dt = (dr_dt - r) / dt;
}

}  // namespace supple
