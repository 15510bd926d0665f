#include <supple/result/verdict.hpp>
#include <supple/statics/determinacy.hpp>

#include <cmath>

namespace supple {
namespace {

constexpr double rigid = 1e-10;  // of an eigenvalue of F

/// The force and moment of each multiplier of a constraint, world axes.
Eigen::Matrix<double, 6, Eigen::Dynamic> wrenches(const FrameFunction& constraint, const SE3& X)
{
    Eigen::Matrix<double, 6, Eigen::Dynamic> W(6, constraint.size());
    for (int k = 0; k < constraint.size(); ++k) {
        double lambda[6] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
        lambda[k] = 1.0;
        FrameForce force;
        force.clear();
        constraint.add_force(X, lambda, force);
        W.col(k) = force.F;
    }
    return W;
}

/// The name of another constraint at the same place, empty where there is none.
std::string beside(const System& system, std::size_t i)
{
    const auto place = [&](std::size_t k) {
        return system.point_arclength[static_cast<std::size_t>(system.constraints[k]->point())];
    };
    for (std::size_t k = 0; k < system.constraints.size(); ++k) {
        if (k != i && std::abs(place(k) - place(i)) < 1e-9 * system.length)
            return system.constraints[k]->name();
    }
    return "";
}

}  // namespace

Determinacy::Determinacy(const StaticProblem& p)
{
    const System& system = p.system();
    const int m = p.held();
    F_.setZero(m, m);
    shifted_.setZero(m, m);
    work_.setZero(m, m);
    unit_.setOnes(m);
    int row = 0;
    for (const auto& constraint : system.constraints) {
        FrameFunction::Values phi;
        FrameFunction::Gradient gradient;
        const auto point = static_cast<std::size_t>(constraint->point());
        constraint->evaluate(system.model->frames()[point], phi, gradient);
        for (int k = 0; k < constraint->size(); ++k, ++row)
            unit_[row] = gradient.row(k).head<3>().isZero(0.0) ? system.length : 1.0;
    }
}

bool Determinacy::complete(StaticProblem& p) noexcept
{
    const System& system = p.system();
    const Model& model = *system.model;
    const int n = p.coordinates(), m = p.held(), s = p.slips();
    // The rows of the tangent are C over L, in scaled coordinates; guides are free along the rod.
    const VectorXd &scale = model.coordinate_scale(), &K = model.rest_stiffness();
    const double soft = system.section_stiffness.head<2>().mean() / system.length;
    F_.setZero();
    const Tangent::View lower = p.A.lower(), corner = p.A.corner();
    for (int j = 0; j < n + s; ++j) {
        const auto C = [&](int k) { return j < n ? lower(k, j) : corner(k, m + j - n); };
        const double weight = j < n ? soft / (K[j] * scale[j] * scale[j]) : 1.0;
        for (int b = 0; b < m; ++b) {
            const double weighted = weight * C(b);
            for (int a = b; a < m; ++a)
                F_(a, b) += C(a) * weighted;
        }
    }
    for (int b = 0; b < m; ++b) {
        for (int a = b; a < m; ++a)
            F_(a, b) = F_(b, a) = F_(a, b) * unit_[a] * unit_[b];
    }
    shifted_ = F_;
    shifted_.diagonal().array() -= rigid;
    return is_positive_definite(shifted_, m, work_);
}

void Determinacy::warn(const StaticProblem& p, std::vector<std::string>& warnings) const
{
    const System& system = p.system();
    const auto [values, vectors] = symmetric_eigen(F_);
    const auto open = (values.array() < rigid).count();
    const MatrixXd lambda = unit_.asDiagonal() * vectors.leftCols(open);
    int row = 0;
    for (std::size_t i = 0; i < system.constraints.size(); ++i) {
        const FrameFunction& constraint = *system.constraints[i];
        const SE3& X = system.model->frames()[static_cast<std::size_t>(constraint.point())];
        const MatrixXd W = wrenches(constraint, X) * lambda.middleRows(row, constraint.size());
        row += constraint.size();
        for (const bool moment : {false, true}) {
            const MatrixXd part = moment ? MatrixXd(W.bottomRows(3) / system.length) : MatrixXd(W.topRows(3));
            const auto [sizes, directions] = symmetric_eigen(part * part.transpose());
            for (int k = 0; k < 3; ++k) {
                // Vectors are of length one; what is this small beside them is rounding.
                if (sizes[k] < 1e-6) continue;
                warnings.push_back(
                    undetermined_in_words(constraint.name(), moment, directions.col(k), beside(system, i)));
            }
        }
    }
}

}  // namespace supple
