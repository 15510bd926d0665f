#include <supple/algebra/decompositions.hpp>
#include <supple/dynamics/variational_modes.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace supple::variational {
namespace {

constexpr double two_pi = 2.0 * std::numbers::pi;

/// The tangent at rest; with a rate factor, and that times the damping of the material.
BlockTridiagonal tangent(const NodalRod& rod, std::span<const SE3> frames, double time,
                         double rate_factor = 0.0)
{
    BlockTridiagonal K(rod.nodes());
    std::vector<Vector6d> g;
    gradient_and_tangent(rod, frames, {}, rate_factor, {time, 1.0}, g, K);
    return K;
}

/// Mass of the directions [δp; η] of a node.
Vector6d masses(const NodalRod& rod, std::size_t a)
{
    Vector6d m;
    m << Vector3d::Constant(rod.mass[a]), rod.inertia[a];
    return m;
}

/// The directions that nothing holds, in a basis in which M is the identity.
class FreeDirections {
 public:
    FreeDirections(const NodalRod& rod, double time) : scale_(6 * rod.nodes())
    {
        HeldDirections held;
        held_at(rod, time, held);
        for (std::size_t a = 0; a < held.size(); ++a) {
            scale_.segment<6>(6 * static_cast<Eigen::Index>(a)) = masses(rod, a).cwiseSqrt().cwiseInverse();
            for (std::size_t i = 0; i < 6; ++i) {
                if (!held[a][i]) free_.push_back(static_cast<Eigen::Index>(6 * a + i));
            }
        }
    }

    MatrixXd scaled(const BlockTridiagonal& K) const
    {
        MatrixXd dense = MatrixXd::Zero(scale_.size(), scale_.size());
        for (std::size_t a = 0; a < K.D.size(); ++a) {
            const auto i = 6 * static_cast<Eigen::Index>(a);
            dense.block<6, 6>(i, i) = K.D[a];
            if (a + 1 == K.D.size()) continue;
            dense.block<6, 6>(i, i + 6) = K.U[a];
            dense.block<6, 6>(i + 6, i) = K.L[a];
        }
        const MatrixXd all = scale_.asDiagonal() * dense * scale_.asDiagonal();
        return all(free_, free_);
    }

    /// [δp; η] of every node from the free directions.
    template <class Columns>
    auto expanded(const Columns& columns) const
    {
        using Matrix = Eigen::Matrix<typename Columns::Scalar, Eigen::Dynamic, Eigen::Dynamic>;
        Matrix all = Matrix::Zero(scale_.size(), columns.cols());
        for (std::size_t k = 0; k < free_.size(); ++k)
            all.row(free_[k]) = scale_[free_[k]] * columns.row(static_cast<Eigen::Index>(k));
        return all;
    }

 private:
    VectorXd scale_;
    std::vector<Eigen::Index> free_;
};

/// K − σM with held directions far above every σ, in a basis in which M is the identity.
BlockTridiagonal shifted(const NodalRod& rod, const HeldDirections& held, const BlockTridiagonal& K,
                         double sigma)
{
    BlockTridiagonal A = K;
    std::vector<Vector6d> unused(K.D.size(), Vector6d::Zero());
    for (std::size_t a = 0; a < A.D.size(); ++a) {
        const Vector6d s = masses(rod, a).cwiseSqrt().cwiseInverse();
        A.D[a] = (s.asDiagonal() * K.D[a] * s.asDiagonal()).eval();
        A.D[a].diagonal().array() -= sigma;
        if (a + 1 == A.D.size()) continue;
        const Vector6d t = masses(rod, a + 1).cwiseSqrt().cwiseInverse();
        A.U[a] = (s.asDiagonal() * K.U[a] * t.asDiagonal()).eval();
        A.L[a] = (t.asDiagonal() * K.L[a] * s.asDiagonal()).eval();
    }
    for (std::size_t a = 0; a < A.D.size(); ++a)
        hold_directions(held[a], a, A, unused);
    return A;
}

/// Gershgorin: no eigenvalue of M⁻¹K is larger.
double bound(const NodalRod& rod, const HeldDirections& held, const BlockTridiagonal& K)
{
    const BlockTridiagonal A = shifted(rod, held, K, 0.0);
    double largest = 0.0;
    for (std::size_t a = 0; a < A.D.size(); ++a) {
        Vector6d sum = A.D[a].cwiseAbs().rowwise().sum();
        if (a > 0) sum += A.L[a - 1].cwiseAbs().rowwise().sum();
        if (a + 1 < A.D.size()) sum += A.U[a].cwiseAbs().rowwise().sum();
        largest = std::max(largest, sum.maxCoeff());
    }
    return largest;
}

/// Eigenvalues of M⁻¹K below σ. Held directions keep the eigenvalue 1 unshifted, so they never count.
int count_below(const NodalRod& rod, const HeldDirections& held, const BlockTridiagonal& K, double sigma)
{
    BlockTridiagonal A = shifted(rod, held, K, sigma);
    return negative_eigenvalues(A);
}

/// The n-th eigenvalue ω² from below, n from 1, by halving an interval that holds it. Eigenvalues smaller
/// than rounding makes those of rigid motion are not told from them.
double eigenvalue(const NodalRod& rod, const BlockTridiagonal& K, int n)
{
    HeldDirections held;
    held_at(rod, 0.0, held);
    double high = bound(rod, held, K);
    double low = 1e-16 * high;
    while (high > low * (1.0 + 1e-11)) {
        const double middle = high > 4.0 * low ? std::sqrt(low * high) : 0.5 * (low + high);
        (count_below(rod, held, K, middle) >= n ? high : low) = middle;
    }
    return high;
}

int free_directions(const NodalRod& rod)
{
    HeldDirections held;
    held_at(rod, 0.0, held);
    int count = 0;
    for (const auto& directions : held)
        count += static_cast<int>(std::count(directions.begin(), directions.end(), false));
    return count;
}

/// Motions that bend nothing: none where a whole frame is held, six where nothing is.
int rigid_motions(const NodalRod& rod, const BlockTridiagonal& K)
{
    HeldDirections held;
    held_at(rod, 0.0, held);
    const auto whole = [](const std::array<bool, 6>& d) { return std::count(d.begin(), d.end(), true) == 6; };
    if (std::any_of(held.begin(), held.end(), whole)) return 0;
    if (free_directions(rod) == 6 * rod.nodes()) return 6;
    // Between the two: what rounding leaves of zero.
    return count_below(rod, held, K, 1e-14 * bound(rod, held, K));
}

double largest_square(const NodalRod& rod, const BlockTridiagonal& K)
{
    return eigenvalue(rod, K, free_directions(rod));
}

}  // namespace

NodalModes natural_modes(const NodalRod& rod, std::span<const SE3> frames, double time)
{
    const FreeDirections free(rod, time);
    const MatrixXd K = free.scaled(tangent(rod, frames, time));
    const SymmetricEigenpairs eigen = symmetric_eigen(0.5 * (K + K.transpose()));
    NodalModes modes;
    modes.shapes = free.expanded(eigen.vectors);
    for (const double square : eigen.values)
        modes.frequencies.push_back(std::copysign(std::sqrt(std::abs(square)), square) / two_pi);
    return modes;
}

DampedModes damped_modes(const NodalRod& rod, std::span<const SE3> frames, double time)
{
    const FreeDirections free(rod, time);
    const MatrixXd K = free.scaled(tangent(rod, frames, time));
    const Eigen::Index n = K.rows();
    // Kelvin-Voigt: what the tangent gains with a rate factor of one.
    MatrixXd D = rod.damping.viscous_rate * MatrixXd::Identity(n, n);
    if (rod.damping.retardation_time > 0.0) D += free.scaled(tangent(rod, frames, time, 1.0)) - K;

    DampedModes modes;
    modes.motions = small_motions(K, D);
    if (!modes.motions) return modes;
    const auto& values = modes.motions->values;
    std::vector<Eigen::Index> order(values.size());
    std::iota(order.begin(), order.end(), 0);
    const auto value = [&values](Eigen::Index i) { return values[static_cast<std::size_t>(i)]; };
    std::stable_sort(order.begin(), order.end(),
                     [&](Eigen::Index i, Eigen::Index j) { return std::abs(value(i)) < std::abs(value(j)); });
    modes.symmetric = modes.motions->symmetric;
    for (const Eigen::Index i : order)
        modes.eigenvalues.push_back(value(i));
    modes.shapes = free.expanded(Eigen::MatrixXcd(modes.motions->vectors(Eigen::all, order)));
    return modes;
}

double first_frequency(const NodalRod& rod, std::span<const SE3> frames)
{
    const BlockTridiagonal K = tangent(rod, frames, 0.0);
    return std::sqrt(eigenvalue(rod, K, rigid_motions(rod, K) + 1)) / two_pi;
}

double largest_frequency(const NodalRod& rod, std::span<const SE3> frames)
{
    return std::sqrt(largest_square(rod, tangent(rod, frames, 0.0)));
}

double stability_limit(const NodalRod& rod)
{
    const NodalState rest = rest_state(rod);
    const double omega = largest_frequency(rod, rest.frames);
    if (rod.damping.retardation_time == 0.0) return 2.0 / omega;
    // Damping rate of the fastest bending mode: only bending and twist are damped.
    NodalRod bending = rod;
    bending.C1.setZero();
    bending.loads.clear();
    const double c =
        rod.damping.retardation_time * largest_square(bending, tangent(bending, rest.frames, 0.0));
    return 4.0 / (c + std::sqrt(c * c + 4.0 * omega * omega));
}

double correct_frequency(const Manipulator& manipulator, NodalRod& rod)
{
    if (rod.strain == StrainPlace::midpoint) return 1.0;
    const auto without_loads = [](NodalRod plain) {
        plain.loads.clear();
        std::fill(plain.weight.begin(), plain.weight.end(), Vector3d::Zero());
        return first_frequency(plain, rest_state(plain).frames);
    };
    const auto reference = [&](int elements) {
        return without_loads(nodal_rod(manipulator, elements, StrainPlace::midpoint).rod);
    };
    // Second order in the element length.
    const double coarse = reference(2 * rod.elements());
    const double fine = reference(4 * rod.elements());
    const double ratio = ((4.0 * fine - coarse) / 3.0) / without_loads(rod);
    rod.C1 *= ratio * ratio;
    rod.C2 *= ratio * ratio;
    return ratio * ratio;
}

NodalRodOrMistake model_rod(const Manipulator& manipulator)
{
    NodalRodOrMistake made = nodal_rod(manipulator);
    const auto* choice = std::get_if<VariationalModel>(&manipulator.model);
    if (choice && choice->frequency_correction && made.mistake.empty())
        correct_frequency(manipulator, made.rod);
    return made;
}

}  // namespace supple::variational
