/// @file
/// What a simulation answers: the rod's shape at the output times.
#pragma once

#include <supple/result/equilibrium.hpp>

namespace supple {

struct Trajectory {
    std::string model;
    Status status = Status::invalid;
    std::string message;                             ///< one sentence, empty when converged
    std::vector<double> time;                        ///< [s], ascending
    std::vector<double> arclength;                   ///< [m], the same at every time
    std::vector<std::vector<SE3>> frames;            ///< one shape a time
    std::vector<std::vector<StationPose>> stations;  ///< one set a time; empty when there are none
    std::vector<std::string> warnings;
};

}  // namespace supple
