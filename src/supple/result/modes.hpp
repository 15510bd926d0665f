/// @file
/// What an analysis of small vibrations answers: natural frequencies, damping and shapes about an
/// equilibrium.
#pragma once

#include <supple/result/equilibrium.hpp>

#include <complex>

namespace supple {

/// A motion δq = Re(shape e^{λt}) that the linearised system performs by itself.
struct Mode {
    std::complex<double> eigenvalue;  ///< λ [1/s]; of a pair the one with positive imaginary part
    double frequency = 0.0;           ///< |λ|/2π where it oscillates, else 0 [Hz]
    double damping_ratio = 0.0;       ///< −Re λ/|λ|: below 0 it grows, from 1 on it creeps back
    Eigen::VectorXcd coordinates;     ///< of the model, scaled as the displacements are
    std::vector<Eigen::Vector3cd> displacement;  ///< at each arc length, world axes; the largest is 1
    bool along_twist = false;                    ///< the rod's centre line hardly moves: it twists
};

/// What is asked of an analysis of small vibrations.
struct ModesOptions {
    int count = 0;  ///< the slowest that are enough, where finding all costs more; 0: all
};

struct Modes {
    std::string model;
    Status status = Status::invalid;  ///< `unstable` where a mode grows
    std::string message;              ///< one sentence, empty when converged
    Equilibrium equilibrium;          ///< about which the system was linearised
    std::vector<double> arclength;    ///< [m], of the displacements
    std::vector<Mode> modes;          ///< by |λ|, ascending
    bool symmetric = true;            ///< the stiffness is symmetric: no flutter is possible
    bool flutter = false;             ///< an oscillation grows
    bool divergence = false;          ///< a motion grows without oscillating
    bool all_judged = true;           ///< false: motions faster than those given may grow
    std::vector<std::string> warnings;
};

}  // namespace supple
