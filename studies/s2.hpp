/// @file
/// What the experiments of the MRI-steered catheter share [Greigarn 2017].
#pragma once

#include "examples.hpp"
#include "figure.hpp"
#include "solved.hpp"

#include <array>

namespace supple::app::s2 {

/// Chains of n ball joints: "3R-A" to "3R-H" by the reading of "uniform" (s2 Sec. 5), or "3R*", Table II.
SphericalModel chain(const std::string& tag);

/// Table II with its six stiffnesses put in another order or taken for compliances.
SphericalModel table_2(const std::vector<double>& bending, const std::vector<double>& twisting);

/// The catheter of examples/mri_catheter.yaml without weight, and without a chain's parameters: every
/// figure is of the bare tube.
Manipulator catheter(const ModelChoice& model = CosseratModel{}, const Vector3d& currents = Vector3d::Zero());

/// The 40 currents of examples/mri_catheter_currents.csv [A], and the tips that another program found [m].
struct Currents {
    std::vector<Vector3d> currents, tips;
};
Currents forty_currents();

/// Tips under currents [m]: of the exact rod, or of a chain.
std::vector<Vector3d> tips(const ModelChoice& model, const std::vector<Vector3d>& currents);

/// Distances [mm].
std::vector<double> distances(const std::vector<Vector3d>& a, const std::vector<Vector3d>& b);

/// Numbers as printed, to be met to one in the last digit each.
struct Printed {
    std::vector<double> values, last_digits;
};
Printed printed(const std::vector<std::string>& texts);

/// Eq. (9a): Σ |Δx|/L + half the angle between the frames over π, at the coils and at the tip, over the 30
/// loads of Table I, against the exact rod, which is solved once.
class Objective {
 public:
    Objective();
    double operator()(const ModelChoice& model) const;

 private:
    Manipulator loaded(const ModelChoice& model, const PointLoad& load) const;

    Manipulator bare_;
    std::vector<PointLoad> loads_;
    std::vector<std::array<SE3, 2>> truth_;
};

std::vector<Figure> tube();
std::vector<Figure> tips_of_the_rod();
std::vector<Figure> convergence(const std::string& reading, const std::vector<std::string>& means,
                                const std::vector<std::string>& largest);
std::vector<Figure> critical_currents();
std::vector<Figure> derivatives();
std::vector<Figure> null_direction();
std::vector<Figure> objectives();
std::vector<Figure> descent_from_table_2();
std::vector<Figure> circles(const std::string& tag, const std::vector<std::string>& expected,
                            double paper_seconds);
std::vector<Figure> least_currents();
std::vector<Figure> targets_of_the_rod();
std::vector<Figure> driven_circles();
std::vector<Figure> wrenches();
std::vector<Figure> walls();
std::vector<Figure> prototype();

}  // namespace supple::app::s2
