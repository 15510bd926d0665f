#include <supple/dynamics/slow_motions.hpp>
#include <supple/dynamics/variational_modes.hpp>
#include <supple/result/stop.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace supple::variational {
namespace {

constexpr double two_pi = 2.0 * std::numbers::pi;

// Directions up to which all motions are found at once, at a cost that grows with their cube: milliseconds in
// a symmetric system, less than a second in any other, which then is judged as a whole.
constexpr Eigen::Index most_dense_symmetric = 120, most_dense = 300;

/// Motions that bend nothing: none where a whole frame is held, six where nothing is.
int rigid_motions(const NodalRod& rod, const LinearRod& linear)
{
    HeldDirections held;
    held_at(rod, 0.0, held);
    const auto whole = [](const std::array<bool, 6>& d) { return std::count(d.begin(), d.end(), true) == 6; };
    if (std::any_of(held.begin(), held.end(), whole)) return 0;
    if (linear.free() == linear.size()) return 6;
    // Between the two: what rounding leaves of zero.
    return linear.count_below(1e-14 * linear.bound());
}

double largest_square(const NodalRod& rod, std::span<const SE3> frames)
{
    const LinearRod linear(rod, frames, 0.0);
    return linear.eigenvalue(static_cast<int>(linear.free()));
}

}  // namespace

NodalModes natural_modes(const NodalRod& rod, std::span<const SE3> frames, double time)
{
    const LinearRod linear(rod, frames, time);
    const MatrixXd K = linear.dense_stiffness();
    const SymmetricEigenpairs eigen = symmetric_eigen(0.5 * (K + K.transpose()));
    NodalModes modes;
    modes.shapes = linear.displacements(linear.expanded(eigen.vectors)).real();
    for (const double square : eigen.values)
        modes.frequencies.push_back(std::copysign(std::sqrt(std::abs(square)), square) / two_pi);
    return modes;
}

DampedModes damped_modes(const NodalRod& rod, std::span<const SE3> frames, double time, int count)
{
    const LinearRod linear(rod, frames, time);
    DampedModes modes;
    modes.symmetric = linear.symmetric();
    const Eigen::Index dense = modes.symmetric ? most_dense_symmetric : most_dense;
    if (count > 0 && linear.free() > std::max<Eigen::Index>(dense, 4 * count)) {
        if (auto slow = slow_motions(linear, count)) {
            modes.all_judged = slow->all_judged;
            modes.eigenvalues = slow->motions.values;
            modes.shapes = linear.displacements(slow->motions.vectors);
            modes.motions = std::move(slow->motions);
            return modes;
        }
        // All at once, where that takes less than a second.
        if (linear.free() > most_dense || stop_wanted()) return modes;
    }
    modes.motions = small_motions(linear.dense_stiffness(), linear.dense_damping());
    if (!modes.motions) return modes;
    modes.symmetric = modes.motions->symmetric;
    const auto& values = modes.motions->values;
    std::vector<Eigen::Index> order(values.size());
    std::iota(order.begin(), order.end(), 0);
    const auto value = [&values](Eigen::Index i) { return values[static_cast<std::size_t>(i)]; };
    std::stable_sort(order.begin(), order.end(),
                     [&](Eigen::Index i, Eigen::Index j) { return std::abs(value(i)) < std::abs(value(j)); });
    for (const Eigen::Index i : order)
        modes.eigenvalues.push_back(value(i));
    modes.shapes = linear.displacements(linear.expanded(modes.motions->vectors(Eigen::all, order)));
    return modes;
}

double first_frequency(const NodalRod& rod, std::span<const SE3> frames)
{
    const LinearRod linear(rod, frames, 0.0);
    return std::sqrt(linear.eigenvalue(rigid_motions(rod, linear) + 1)) / two_pi;
}

double largest_frequency(const NodalRod& rod, std::span<const SE3> frames)
{
    return std::sqrt(largest_square(rod, frames));
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
    const double c = rod.damping.retardation_time * largest_square(bending, rest.frames);
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
