#include "s4.hpp"

#include <supple/analysis/solve.hpp>

#include <array>
#include <cmath>

namespace supple::app {
namespace s4 {
namespace {

constexpr std::array<const char*, 6> files = {"variational_1_aluminium_rod.yaml",
                                              "variational_2_thin_rod.yaml",
                                              "variational_3_soft_rod.yaml",
                                              "variational_4_magnet_at_the_tip.yaml",
                                              "variational_5_levelled_by_a_field.yaml",
                                              "variational_6_two_magnets.yaml"};

}  // namespace

Manipulator rod_of(int experiment, const std::vector<Setting>& settings)
{
    const std::string file = files.at(static_cast<std::size_t>(experiment - 1));
    if (experiment != 6) return example(file, settings);
    // The course of its field in time is a file of its own; no figure here needs it.
    std::string text(example_text(file));
    const std::string course = ", history: alternating_field.csv";
    if (const auto at = text.find(course); at != std::string::npos) text.erase(at, course.size());
    return parse_model(text, "examples/" + file, settings);
}

Manipulator bare_rod_of(int experiment, StrainPlace strain)
{
    Manipulator m = rod_of(experiment);
    m.environment = {};
    m.rod.damping = {};
    m.constraints.clear();
    discretise(m, experiment <= 2 ? 15 : 10, strain);
    return m;
}

void discretise(Manipulator& m, int elements, StrainPlace strain)
{
    m.model = VariationalModel{elements, strain, false};
}

variational::NodalRod nodal(const Manipulator& m)
{
    auto made = variational::nodal_rod(m);
    if (!made.mistake.empty()) throw InputError(made.mistake);
    return std::move(made.rod);
}

Equilibrium settled(const Manipulator& m)
{
    return converged(supple::solve(m));
}

variational::NodalState tumbling(const variational::NodalRod& rod)
{
    variational::NodalState state = variational::rest_state(rod);
    for (std::size_t a = 0; a < state.v.size(); ++a) {
        const double s = rod.arclength[a] / rod.length();
        state.v[a] = Vector3d(0.1, 0.3 * std::sin(3.0 * s), 0.2 * std::cos(4.0 * s));
        state.omega[a] = Vector3d(5.0 * s, -3.0, 20.0 * (1.0 - s));
    }
    return state;
}

}  // namespace s4

std::vector<Experiment> experiments_of_s4()
{
    using namespace s4;
    constexpr StrainPlace midpoint = StrainPlace::midpoint, at_nodes = StrainPlace::nodal;
    return {
        {"discrete equations", discrete_equations},
        {"rotation of a step", rotation_of_a_step},
        {"recorded trajectory", recorded_trajectory},
        {"energy of the released rod, nodal strain", [] { return energy_of_the_released_rod(at_nodes); }},
        {"energy of the released rod, midpoint strain", [] { return energy_of_the_released_rod(midpoint); }},
        {"momenta of the free rod, nodal strain", [] { return momenta_of_the_free_rod(at_nodes); }},
        {"momenta of the free rod, midpoint strain", [] { return momenta_of_the_free_rod(midpoint); }},
        {"order of the step", order_of_the_step},
        {"frequencies", frequencies},
        {"locking", locking},
        {"step limits", step_limits},
        {"shapes at rest", shapes_at_rest},
        {"slips of units", slips_of_units},
        {"levelling field", levelling_field},
        {"damping filter over eight seeds", filter_over_seeds},
        {"recorded experiments", recorded_experiments}};
}

}  // namespace supple::app
