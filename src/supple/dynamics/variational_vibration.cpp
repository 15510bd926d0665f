#include <supple/dynamics/modes.hpp>
#include <supple/dynamics/variational.hpp>
#include <supple/dynamics/variational_modes.hpp>
#include <supple/dynamics/variational_statics.hpp>
#include <supple/result/stop.hpp>

#include <algorithm>
#include <utility>

namespace supple {

Modes find_variational_modes(const Manipulator& manipulator, const ModesOptions& options)
{
    return find_variational_modes(manipulator, options, variational::solve_statics(manipulator));
}

Modes find_variational_modes(const Manipulator& manipulator, const ModesOptions& options,
                             Equilibrium equilibrium)
{
    Modes found;
    found.model = type_name(manipulator.model);
    found.equilibrium = std::move(equilibrium);
    found.status = found.equilibrium.status;
    found.message = found.equilibrium.message;
    if (found.status != Status::converged && found.status != Status::unstable) return found;
    const auto rod = variational::model_rod(manipulator);
    if (!rod.mistake.empty()) {
        found.status = Status::invalid;
        found.message = rod.mistake;
        return found;
    }
    const std::vector<SE3>& frames = found.equilibrium.shape.frames;
    const auto modes = variational::damped_modes(rod.rod, frames, variational::statics_time, options.count);
    if (!modes.motions) {
        found.status = Status::not_converged;
        found.message = stop_wanted() ? stopped_sentence
                                      : "the eigenvalues were not found, or not proven to be the slowest";
        return found;
    }
    found.arclength = found.equilibrium.shape.arclength;
    for (std::size_t i = 0; i < modes.eigenvalues.size(); ++i) {
        Mode mode = mode_of(modes.eigenvalues[i]);
        const Eigen::VectorXcd shape = modes.shapes.col(static_cast<Eigen::Index>(i));
        double largest = 0.0, turn = 0.0;
        for (Eigen::Index k = 0; k < shape.size(); k += 6) {
            largest = std::max(largest, shape.segment<3>(k).norm());
            turn = std::max(turn, shape.segment<3>(k + 3).norm());
        }
        mode.along_twist = largest < 1e-6 * turn * manipulator.rod.length;
        mode.coordinates = shape / (mode.along_twist ? turn : largest);
        for (Eigen::Index k = 0; k < shape.size(); k += 6)
            mode.displacement.emplace_back(mode.coordinates.segment<3>(k));
        found.modes.push_back(std::move(mode));
    }
    conclude(*modes.motions, found);
    found.all_judged = modes.all_judged;
    if (static_cast<int>(found.modes.size()) < options.count)
        found.warnings.push_back("only " + std::to_string(found.modes.size()) +
                                 " modes are told apart from those that follow them");
    if (!found.all_judged)
        found.warnings.emplace_back(
            "whether motions faster than these grow is not decided; without a number of modes all are looked "
            "at, at a cost that grows with the cube of the elements");
    return found;
}

}  // namespace supple
