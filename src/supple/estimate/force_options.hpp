/// @file
/// What is asked for when forces are estimated.
#pragma once

namespace supple {

struct ForceOptions {
    bool tip_force = false;      ///< unknown
    bool tip_moment = false;     ///< unknown
    bool weight = false;         ///< a load per length, unknown
    bool patch = false;          ///< a uniform pressure along a stretch, unknown
    int max_contacts = 0;        ///< up to so many forces at unknown places
    bool axial = false;          ///< contacts may have a component along the rod (friction)
    bool roll = false;           ///< the fibre's angle about the rod is unknown
    bool robust = false;         ///< Cauchy's loss: outliers lose their weight
    bool unknown_sigma = false;  ///< the deviations are right up to one factor, found from the data
    double stiffness_sd = 0.0;   ///< relative standard deviation of EI
    bool intervals = true;       ///< profile intervals of the places
};

}  // namespace supple
