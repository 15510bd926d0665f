/// @file
/// What a Solver keeps.
#pragma once

#include <supple/cosserat/path.hpp>

namespace supple::cosserat {

struct Solver::Impl {
    Options options;
    Problem problem;
    Workspace work;
    std::vector<Matrix3d> coil_constants;  ///< dipole per current of each attachment that is a coil set [m²]
    std::vector<Matrix6d> sweep;           ///< of the sensitivities
    bool stale = false;                    ///< loads were changed since they were measured
    bool solved = false;
};

/// Writes the answer in SI, with everything that can be checked checked.
void report(const Solver::Impl& impl, const PathEnd& end, Equilibrium& equilibrium);

}  // namespace supple::cosserat
