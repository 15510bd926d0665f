#include <supple/statics/touching_tangent.hpp>

#include <cmath>

namespace supple {
namespace {

constexpr int sizes[] = {4, 8, 16, 32, 64};  // touches of the tangents

}  // namespace

bool TouchingTangent::pays(const System& system)
{
    const bool alone = system.constraints.empty() && system.coupled.empty() && system.slips.size() == 0;
    return alone && system.model->size() >= 15 + 2 * sizes[0];
}

TouchingTangent::TouchingTangent(System& system)
    : system_(system),
      problem_(system, Elimination::chain),
      unit_(1.0 / (system.length * problem_.row_scale()))
{
    constexpr double stiff = 1e8;  // C over EI/L³
    const double L = system.length, EI = system.section_stiffness.head<2>().maxCoeff();
    corner_ = unit_ * L * L / (stiff * EI);

    const std::vector<int> blocks = system.model->block_sizes();
    for (const int size : sizes) {
        if (system.model->size() < 15 + 2 * size) break;
        sized_.push_back(
            {Tangent(blocks, size, 0, Elimination::chain), VectorXd::Zero(problem_.coordinates() + size)});
    }
    J_.setZero(6, problem_.coordinates());
    ones_.setOnes(problem_.coordinates());
}

bool TouchingTangent::begin(std::size_t touches, double pressed) noexcept
{
    softness_ = corner_ / (1.0 + 1e-2 * pressed);
    at_ = nullptr;
    held_ = 0;
    for (std::size_t i = sized_.size(); i-- > 0;)
        if (touches <= static_cast<std::size_t>(sizes[i])) at_ = &sized_[i];
    return at_ != nullptr;
}

void TouchingTangent::take_tangent() noexcept
{
    at_->tangent.take(problem_.A);
    at_->x.setZero();
}

void TouchingTangent::hold(int point, const Vector3d& gradient, double gap) noexcept
{
    const VectorXd& scale = system_.model->coordinate_scale();
    system_.model->jacobian(point, J_);
    Tangent::View right = at_->tangent.right(), lower = at_->tangent.lower(), corner = at_->tangent.corner();
    for (int j = 0; j < problem_.coordinates(); ++j) {
        lower(held_, j) = gradient.dot(J_.col(j).head<3>()) * scale[j] / system_.length;
        right(j, held_) = -lower(held_, j);
    }
    corner(held_, held_) = softness_;
    at_->tangent.roles[static_cast<std::size_t>(held_)] = BorderRole::held;
    at_->x[problem_.coordinates() + held_] = -gap / system_.length;
    ++held_;
}

bool TouchingTangent::find_step() noexcept
{
    double shift = 0.0;
    while (negative_eigenvalues(shift) != 0) {
        shift = shift == 0.0 ? 1e-4 * problem_.tangent_scale() : 8.0 * shift;
        if (!(shift < 1e12 * problem_.tangent_scale())) return false;
    }
    if (shift > 0.0) at_->tangent.add_diagonal(shift);
    at_->x.head(problem_.coordinates()) = -problem_.r;
    if (!at_->tangent.factor()) return false;
    at_->tangent.solve(at_->x);
    return true;
}

double TouchingTangent::force(std::size_t touch) const noexcept
{
    return unit_ * at_->x[problem_.coordinates() + static_cast<Eigen::Index>(touch)];
}

int TouchingTangent::negative_eigenvalues(double shift) noexcept
{
    return at_->tangent.negative_where_free(ones_, shift);
}

}  // namespace supple
