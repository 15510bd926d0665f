#include <supple/result/verdict.hpp>
#include <supple/text/sentence.hpp>

#include <algorithm>
#include <cmath>

namespace supple {

const char* const held_after_loads =
    "the loads were applied before the constraints, because the path on which both grow together does not "
    "lead to a shape; another shape may meet them too";
const char* const held_from_bent =
    "the rod was bent before the constraints took hold of it, because the path on which loads and "
    "constraints grow together does not lead to a shape; another shape may meet them too";

std::string ended_in_words(Status status, bool snapped, std::string_view message)
{
    std::string words = name(status);
    if (snapped) words += ", snapped";
    if (!message.empty()) words += ": " + std::string(message);
    return words;
}

std::string undetermined_in_words(const std::string& name, bool moment, const Vector3d& along,
                                  const std::string& other)
{
    Vector3d d = along.sum() < 0.0 ? Vector3d(-along) : along;
    for (double& x : d)
        x = std::abs(x) < 5e-4 ? 0.0 : x;
    std::string text = std::string(moment ? "the moment" : "the reaction") + " of '" + name + "' " +
                       (moment ? "about " : "along ") + significant(d.x(), 3) + " " + significant(d.y(), 3) +
                       " " + significant(d.z(), 3) + " is not determined: ";
    text += !other.empty() ? "'" + other + "' holds the same"
            : moment       ? "the rod is straight, does not twist and is held at both ends"
                           : "the rod is straight, does not stretch and is held at both ends";
    return text + "; the value stated is one of many";
}

bool found_beside(const Equilibrium& eq)
{
    return eq.snapped || std::any_of(eq.warnings.begin(), eq.warnings.end(), [](const std::string& warning) {
               return warning == held_after_loads || warning == held_from_bent;
           });
}

std::string stability_in_words(const Equilibrium& eq)
{
    std::string text = "not assessed";
    if (eq.stability.kind == StabilityKind::energy) {
        text = !eq.stability.stable          ? "neutral: a motion of the rod costs no energy here"
               : eq.stability.stable == true ? "stable: the energy has a minimum here"
                                             : "unstable: the energy has no minimum here";
    } else if (eq.stability.kind == StabilityKind::divergence_only) {
        const bool rubs = std::any_of(eq.contacts.begin(), eq.contacts.end(), [](const Contact& c) {
            return c.state != ContactState::open && c.friction > 0.0;
        });
        const bool drags = std::any_of(eq.drives.begin(), eq.drives.end(), [](const DriveState& drive) {
            return drive.friction != FrictionUsed::none;
        });
        text = eq.stability.stable == false ? "unstable: the rod diverges from this shape"
               : rubs  ? "no divergence beside the wall; friction has no energy to judge by"
               : drags ? "no divergence; flutter is not excluded (friction of the drives has no energy)"
               : eq.drives.empty() ? "no divergence; flutter is not excluded (a moment, a follower load or a "
                                     "guide has no energy)"
                                   : "no divergence; flutter is not excluded (a moment, or what rods do to "
                                     "disks, has no energy)";
    }
    if (eq.stability.smallest_eigenvalue)
        text += "; smallest eigenvalue " + significant(*eq.stability.smallest_eigenvalue, 4) +
                " (1 unloaded, 0 at buckling)";
    return text;
}

}  // namespace supple
