/// @file
/// Equilibria at which every sensitivity is judged: each kind of chain under each kind of load, free and
/// held.
#pragma once

#include <supple/assembly/discretize.hpp>
#include <supple/assembly/model_parameters.hpp>
#include <supple/statics/equilibrium.hpp>
#include <supple/statics/sensitivity.hpp>

#include <iosfwd>

namespace supple::test {

/// A case with a name that may stand in a test's name.
struct SensitivityCase {
    std::string name;
    Manipulator manipulator;
};

void PrintTo(const SensitivityCase& c, std::ostream* out);

/// One soft rod of 80 mm by every kind of chain, nothing on it; the second is curved and twisted at rest.
std::vector<SensitivityCase> chains();

/// Dead force and couple inside, a follower at the tip: no potential.
void add_wrenches(Manipulator& m);

/// Weight, a magnet in fields of every kind, coils: all with a potential.
void add_fields(Manipulator& m);

/// Two coordinates of a point beyond the middle.
void hold(Manipulator& m);

/// The rod is curved at rest: a straight inextensible one resists shortening without limit.
void clamp_tip(Manipulator& m);

/// Every chain under every set of loads, free and held.
std::vector<SensitivityCase> sensitivity_cases();

/// A place that is not the end of an element.
Place inside_of(const System& system);

/// A step that turns the coordinates by at most about 1e-4 and changes no element by more than a hundredth.
double step_of(const Parameter& parameter, const System& system, double speed);

/// All that an equilibrium answers: coordinates, poses of tip and of a place inside by their turn from a
/// reference, reactions.
struct Answer {
    VectorXd coordinates;
    Vector6d tip, inside;
    MatrixXd reactions;  ///< 6 x constraints
};

/// Central differences of solved equilibria, extrapolated once: d answer/d parameter.
class Differences {
 public:
    Differences(System& system, const Equilibrium& at);
    Answer by(const Parameter& parameter, double step);

 private:
    Answer solved(const Parameter& parameter, double amount);
    Answer central(const Parameter& parameter, double h);

    System& system_;
    StaticSolver solver_;
    const Equilibrium& at_;
    SE3 tip_, inside_;
};

}  // namespace supple::test
