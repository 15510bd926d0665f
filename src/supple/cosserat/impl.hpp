/// @file
/// What a Solver keeps.
#pragma once

#include <supple/cosserat/touches.hpp>

namespace supple::cosserat {

struct Solver::Impl {
    Options options;
    Problem problem;
    Workspace work;
    Touched touched{};                     ///< where the whole rod may touch something
    std::vector<Matrix3d> coil_constants;  ///< dipole per current of each attachment that is a coil set [m²]
    std::vector<Matrix6d> sweep;           ///< of the sensitivities
    bool stale = false;                    ///< loads were changed since they were measured
    bool solved = false;
};

/// What is solved: with the touches that were found where there are boundaries.
inline const Problem& solved_problem(const Solver::Impl& impl)
{
    return impl.problem.boundaries.empty() ? impl.problem : impl.touched.problem;
}

/// What the answer says of tubes and obstacles (report_touches.cpp).
void report_touches(const Solver::Impl& impl, Equilibrium& equilibrium);

/// Writes the answer in SI, with everything that can be checked checked.
void report(const Solver::Impl& impl, const PathEnd& end, Equilibrium& equilibrium);

}  // namespace supple::cosserat
