/// @file
/// A clamp that moves in a table whose rows follow one another: at each row it is where its history says at
/// the row's time. The row before tells how often it has turned: so a row turns it by less than half a turn,
/// and by less than that in all where the row before has no shape to go on from.
#pragma once

#include <supple/analysis/solve.hpp>
#include <supple/rod/constraint.hpp>

#include <array>
#include <string>
#include <vector>

namespace supple {

/// Whether some clamp has a history.
bool clamps_move(const Manipulator& manipulator);

/// The same without the histories of its clamps: their poses are set from row to row.
Manipulator with_still_clamps(Manipulator manipulator);

class MovingClamps {
 public:
    /// Resolves what is set row by row. @throws InputError where the description does not let it be set
    MovingClamps(const Manipulator& manipulator, Solver& solver);

    /// `follows`: the row before was solved, or there is none. The answer is empty, or why the turns are
    /// lost.
    std::string set(Solver& solver, double time, bool follows);

 private:
    struct Moving {
        SE3 X;  ///< as the file says
        History history;
        std::array<Solver::Input, 9> inputs;  ///< position, tangent, normal
        Vector3d before = Vector3d::Zero();   ///< rotation vector of the row before
    };
    std::vector<Moving> clamps_;
};

}  // namespace supple
