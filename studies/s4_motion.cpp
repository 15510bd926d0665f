// What the explicit integrator keeps, and how fast it converges: s4 Sec. 8.
#include "s4.hpp"

#include <supple/dynamics/nodal_problem.hpp>
#include <supple/dynamics/variational_explicit.hpp>
#include <supple/lie/so3.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace supple::app::s4 {
namespace {

using namespace supple::variational;

const char* words(StrainPlace strain)
{
    return strain == StrainPlace::nodal ? "nodal strain" : "midpoint strain";
}

/// What a long motion does to energy, over the largest kinetic one, and to momenta, over their size.
struct Course {
    double energy = 0.0;   ///< largest deviation from the start
    double drift = 0.0;    ///< of its mean, first to last tenth
    double linear = 0.0;   ///< largest deviation
    double angular = 0.0;  ///< largest deviation
};

Course follow(const NodalRod& rod, NodalState state, double step, long steps)
{
    const MotionState start = motion_of(rod, state, 0.0);
    ExplicitIntegrator integrator(rod, state, step);
    std::vector<double> energies;
    Course course;
    double kinetic = 0.0;
    while (integrator.steps() < steps) {
        integrator.observe(state);
        const MotionState now = motion_of(rod, state, integrator.time());
        energies.push_back(now.total_energy);
        kinetic = std::max(kinetic, now.kinetic_energy);
        course.linear = std::max(course.linear, (now.linear_momentum - start.linear_momentum).norm());
        course.angular = std::max(course.angular, (now.angular_momentum - start.angular_momentum).norm());
        for (int i = 0; i < 20; ++i)
            if (!integrator.step()) throw std::runtime_error("the motion blew up");
    }
    const std::size_t tenth = energies.size() / 10;
    double first = 0.0, last = 0.0;
    for (std::size_t i = 0; i < tenth; ++i) {
        first += energies[i] / static_cast<double>(tenth);
        last += energies[energies.size() - 1 - i] / static_cast<double>(tenth);
    }
    for (const double energy : energies)
        course.energy = std::max(course.energy, std::abs(energy - energies[0]) / kinetic);
    course.drift = std::abs(last - first) / kinetic;
    course.linear /= start.linear_momentum.norm();
    course.angular /= start.angular_momentum.norm();
    return course;
}

/// The frames of the released soft rod after some time.
std::vector<SE3> frames_after(const NodalRod& rod, double step, double duration)
{
    NodalState state = rest_state(rod);
    ExplicitIntegrator integrator(rod, state, step);
    const long steps = std::lround(duration / step);
    while (integrator.steps() < steps)
        if (!integrator.step()) throw std::runtime_error("the motion blew up");
    integrator.observe(state);
    return state.frames;
}

/// Largest error of a position, or of a rotation, by the step; an eighth of it is taken as exact.
double error_of_step(const NodalRod& rod, double step, double duration, bool rotations)
{
    const auto coarse = frames_after(rod, step, duration), fine = frames_after(rod, step / 8.0, duration);
    double largest = 0.0;
    for (std::size_t a = 0; a < coarse.size(); ++a) {
        const Matrix3d turn = fine[a].rotation().transpose() * coarse[a].rotation();
        largest = std::max(
            largest, rotations ? so3::log(turn).norm() : (fine[a].position() - coarse[a].position()).norm());
    }
    return largest;
}

NodalRod soft_rod_under_its_weight(StrainPlace strain)
{
    Manipulator m = bare_rod_of(3, strain);
    m.environment.gravity = rod_of(3).environment.gravity;
    return nodal(m);
}

}  // namespace

std::vector<Figure> energy_of_the_released_rod(StrainPlace strain)
{
    const NodalRod rod = soft_rod_under_its_weight(strain);
    const Course course = follow(rod, rest_state(rod), 8e-5, 300000);
    return {{.name = fmt::format("experiment 3, 3e5 steps of 80 us, {}: deviation of energy", words(strain)),
             .unit = "of the largest kinetic energy",
             .reference = {strain == StrainPlace::nodal ? 3.4e-6 : 1.4e-6},
             .ours = {course.energy},
             .tolerance = 0.5,
             .relative = true},
            {.name = fmt::format("experiment 3, 3e5 steps of 80 us, {}: drift of energy, first to last tenth",
                                 words(strain)),
             .unit = "of the largest kinetic energy",
             .ours = {course.drift},
             .tolerance = 1e-8}};
}

std::vector<Figure> momenta_of_the_free_rod(StrainPlace strain)
{
    Manipulator m = bare_rod_of(3, strain);
    m.base.free = true;
    const NodalRod rod = nodal(m);
    const Course course = follow(rod, tumbling(rod), 8e-5, 200000);
    const double drift = strain == StrainPlace::nodal ? 6e-7 : 6e-8;
    return {{.name = fmt::format("free rod, 2e5 steps, {}: deviation of linear and angular momentum",
                                 words(strain)),
             .unit = "relative",
             .ours = {course.linear, course.angular},
             .tolerance = 1e-10},
            {.name = fmt::format("free rod, 2e5 steps, {}: deviation of energy", words(strain)),
             .unit = "of the largest kinetic energy",
             .ours = {course.energy},
             .tolerance = 3.0 * 3.5e-4},
            {.name = fmt::format("free rod, 2e5 steps, {}: drift of energy", words(strain)),
             .unit = "of the largest kinetic energy",
             .ours = {course.drift},
             .tolerance = 3.0 * drift}};
}

std::vector<Figure> order_of_the_step()
{
    std::vector<double> positions, rotations;
    for (const StrainPlace strain : {StrainPlace::nodal, StrainPlace::midpoint}) {
        const NodalRod rod = soft_rod_under_its_weight(strain);
        const auto order = [&](double step, double duration, bool turn) {
            return std::log2(error_of_step(rod, step, duration, turn) /
                             error_of_step(rod, step / 2.0, duration, turn));
        };
        positions.push_back(order(3.2e-5, 0.0512, false));
        rotations.push_back(order(1e-5, 3.2e-3, true));
    }
    return {{.name = "order in the step, positions after 51.2 ms: nodal, midpoint strain",
             .reference = {2.0, 2.0},
             .ours = positions,
             .tolerance = 0.15},
            {.name = "order in the step, rotations after 3.2 ms: nodal, midpoint strain",
             .reference = {2.0, 2.0},
             .ours = rotations,
             .tolerance = 0.1}};
}

}  // namespace supple::app::s4
