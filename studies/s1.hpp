/// @file
/// What the experiments of the multi-load study share [Venkiteswaran 2019].
#pragma once

#include "examples.hpp"
#include "figure.hpp"
#include "solved.hpp"

namespace supple::app::s1 {

/// Segments with universal joints: Table 1 as examples/catheter.yaml has it, Table 3, and any other set
/// γ₁, k_η2, k_η3, k_θ2, k_θ3 of a symmetric segment.
SegmentModel table_1(int segments = 1);
SegmentModel table_3(int segments = 1);
SegmentModel symmetric(const std::vector<double>& parameters, int segments = 1);
/// The same γ₁, k₂, k₃ for joints without a preferred axis.
SegmentModel isotropic(double gamma, double k2, double k3);
/// The parameters of three-point Gauss quadrature.
SegmentModel gauss_3(int segments = 1);

struct Wrench {
    Vector3d force;   ///< [N]
    Vector3d moment;  ///< [N m]
};

/// The values of a component: F [mN] or M [mN mm]. The captions of Fig. 3 name ±2.5 mN, which the uniform
/// grid has not.
extern const std::vector<double> uniform_forces, caption_forces, moments;

/// All loads of the grid; or only those with positive lateral forces. Rod and segments are mirror-symmetric
/// in y and in z, and so is the grid: that quarter has the mean of the whole.
std::vector<Wrench> grid(const std::vector<double>& fx, const std::vector<double>& fy,
                         const std::vector<double>& fz, const std::vector<double>& my,
                         const std::vector<double>& mz);
std::vector<Wrench> quarter(const std::vector<double>& forces, const std::vector<double>& moments);

/// Tips of the exact rod of examples/catheter.yaml.
std::vector<SE3> exact_tips(const std::vector<Wrench>& loads, bool moment_turns_with_the_tip = false);

/// Distances of the segments' tips from those [mm].
std::vector<double> tip_errors(const SegmentModel& model, const std::vector<Wrench>& loads,
                               const std::vector<SE3>& tips);

std::vector<Figure> whole_grid();
std::vector<Figure> other_readings();
std::vector<Figure> other_grids();
std::vector<Figure> fit_of_five();
std::vector<Figure> fit_on_the_captions();
std::vector<Figure> fit_without_axes();
std::vector<Figure> tips_of_figure_3();
std::vector<Figure> shapes_of_figure_4();
std::vector<Figure> two_supports();
std::vector<Figure> constrained_catheter();
std::vector<Figure> numbers_in_the_text();
std::vector<Figure> measurements();
std::vector<Figure> times();

}  // namespace supple::app::s1
