/// @file
/// What a set of driven rods or tendons does in an equilibrium.
#pragma once

#include <string>
#include <vector>

namespace supple {

/// How friction entered.
enum class FrictionUsed {
    none,      ///< there is none
    sharp,     ///< Coulomb's law as it stands
    smoothed,  ///< its sign rounded off near zero slip
};

/// Its name as it stands in files: "smoothed".
const char* name(FrictionUsed friction);

/// All lists have an entry a rod.
struct DriveState {
    std::string name;
    FrictionUsed friction = FrictionUsed::none;
    std::vector<double> tensions;               ///< at the base, pull positive [N]
    std::vector<double> end_tensions;           ///< [N]
    std::vector<double> retractions;            ///< length pulled out at the base, with stretch [m]
    std::vector<std::vector<double>> contacts;  ///< force on each disk before the rod's end, towards the
                                                ///< centre of curvature [N]
};

}  // namespace supple
