// Small vibrations of the arm: s3 Sec. 7, modes and poles; errata 1, 2 and 9.
#include "s3.hpp"

#include <supple/analysis/simulate.hpp>
#include <supple/rod/completed.hpp>
#include <supple/rod/disk_inertia.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace supple::app::s3 {
namespace {

/// Frequencies of the modes that move the tip up and down [Hz].
std::vector<double> vertical_frequencies(const Modes& found)
{
    std::vector<double> frequencies;
    for (const Mode& mode : found.modes) {
        const auto& way = mode.displacement.back();
        if (std::abs(way.x()) > std::abs(way.y())) frequencies.push_back(mode.frequency);
    }
    return frequencies;
}

/// Real and imaginary part of the slowest oscillation that friction damps [1/s].
std::vector<double> first_pole(const std::string& tensions)
{
    for (const Mode& mode : find_modes(arm({.tensions = tensions})).modes) {
        if (mode.damping_ratio > 1e-6 && mode.frequency > 0.0)
            return {mode.eigenvalue.real(), mode.eigenvalue.imag()};
    }
    throw std::runtime_error(tensions + ": friction damps no oscillation");
}

/// The largest rate at which a small motion about the equilibrium grows [1/s].
double growth(const Pull& pull)
{
    const Modes found = find_modes(arm(pull));
    if (found.modes.empty()) throw std::runtime_error(found.message);
    double rate = -std::numeric_limits<double>::infinity();
    for (const Mode& mode : found.modes)
        rate = std::max(rate, mode.eigenvalue.real());
    return rate;
}

}  // namespace

std::vector<Figure> vibrations()
{
    const std::vector<double> printed = vertical_frequencies(find_modes(arm({})));
    const std::vector<double> physical = vertical_frequencies(
        find_modes(example("rod_driven_arm.yaml", {{"attachments.rods.tensions", "0 0 0 0 0 0 N"}})));
    return {
        {.name = "natural frequencies in the vertical plane, inertia as printed",
         .unit = "Hz",
         .reference = {8.222805, 33.15625, 72.14842, 101.94814, 139.01493, 159.16194, 180.51106, 192.70989},
         .ours = printed,
         .tolerance = 1e-5,
         .relative = true},
        {.name = "first natural frequency, physical inertia of the disks",
         .unit = "Hz",
         .paper = {9.76},
         .reference = {8.835921},
         .ours = {physical.at(0)},
         .tolerance = 1e-5,
         .relative = true,
         .standing = Standing::differs,
         .remark = "The paper's figure is that of its finite elements, and next to a bin of a transform of "
                   "512 samples at 1 kHz, 9.765625 Hz: a figure so coarse cannot judge the model."}};
}

std::vector<Figure> steps_of_tension()
{
    std::vector<Figure> figures = {{.name = "first pole under T11 = 10 N, real and imaginary part",
                                    .unit = "1/s",
                                    .reference = {-0.4837, 53.166},
                                    .ours = first_pole("10 0 0 0 0 0 N"),
                                    .tolerance = 1e-4 * std::hypot(0.4837, 53.166)},
                                   {.name = "first pole under T22 = 10 N, real and imaginary part",
                                    .unit = "1/s",
                                    .reference = {-2.2303, 55.726},
                                    .ours = first_pole("0 0 0 0 10 0 N"),
                                    .tolerance = 1e-4 * std::hypot(2.2303, 55.726)}};
    // 125 to 362 1/s, rounded, at the equilibria out of the plane: their middle and half their distance.
    std::vector<double> least_squares, tendon;
    const char* out_of_plane[] = {"0 10 0 0 0 0 N", "0 0 0 8 0 0 N", "0 15 0 0 0 8 N", "12 0 0 6 0 0 N"};
    for (const char* tensions : out_of_plane) {
        least_squares.push_back(growth({.tensions = tensions}));
        tendon.push_back(growth({.tensions = tensions, .contact = "tendon"}));
    }
    const char* cases = "T12 = 10; T21 = 8; T12 = 15, T23 = 8; T11 = 12, T21 = 6 N";
    figures.push_back({.name = fmt::format("growth of small motions, least squares, {}", cases),
                       .unit = "1/s",
                       .reference = std::vector<double>(4, 243.5),
                       .ours = least_squares,
                       .tolerance = 119.0,
                       .standing = Standing::differs,
                       .remark =
                           "Out of the plane the paper's contact law flutters: its stiffness is far from "
                           "symmetric, because each disk may push in one direction only. The spatial "
                           "motions the model is meant for do not settle."});
    figures.push_back({.name = fmt::format("growth of small motions, tendon limit, {}", cases),
                       .unit = "1/s",
                       .ours = tendon,
                       .tolerance = 1e-3,
                       .remark = "The same arm without the least squares."});
    return figures;
}

std::vector<Figure> inertia_of_the_disks()
{
    // Core and rods of steel, 1.04 mm; disks of 30 mm diameter and 2 mm thickness, which give the paper's
    // masses.
    const char* text = R"(
supple: 1
rod: {length: 240 mm, section: {circle: {diameter: 1.04 mm}}, material: {youngs_modulus: 210 GPa, density: 7850 kg/m^3}}
base: {tangent: z, normal: x}
model: {type: curvature}
attachments:
  - disks: {count: 8, radius: 15 mm, thickness: 2 mm, density: 1038.8 kg/m^3}
  - rods: {name: rods, radius: 12.5 mm, angles: 0 120 240 60 180 300 deg, end_disks: 4 4 4 8 8 8, diameter: 1.04 mm, youngs_modulus: 210 GPa, density: 7850 kg/m^3, tensions: 0 0 0 0 0 0 N}
)";
    const Manipulator m = completed(parse_model(text, "the arm by its shape"));
    const std::vector<BodyInertia> lumped = disk_inertia(m);
    const BodyInertia &proximal = lumped.at(0), &distal = lumped.at(7);
    // What one rod adds to a disk with its distance, in metres, in place of the square.
    const auto& rods = std::get<DrivenRods>(m.attachments.at(1));
    const double d = rods.radii.at(0),
                 slip = rods.mass_per_length.at(0) * m.rod.length / 8.0 * (d - d * d) / 2.0;
    return {
        {.name = "mass of a proximal and a distal disk (Table 1)",
         .unit = "g",
         .paper = {2.869, 2.269},
         .reference = {2.869, 2.269},
         .ours = {1e3 * proximal.mass, 1e3 * distal.mass},
         .tolerance = 5e-4},
        {.name = "radial inertia of a proximal and a distal disk (Table 1)",
         .unit = "g mm^2",
         .paper = {7690, 3894},
         .reference = {282.0071, 190.0667},
         .ours = {1e9 * proximal.radial_inertia, 1e9 * distal.radial_inertia},
         .tolerance = 5e-4,
         .relative = true,
         .standing = Standing::differs,
         .remark = "Table 1 adds the rods' mass times their distance from the core, 12.5 mm, where the "
                   "square of the distance belongs."},
        {.name = "radial inertia of the disks with the rods' distance in place of its square (Table 1)",
         .unit = "g mm^2",
         .paper = {7690, 3894},
         .reference = {7690.3, 3894.2},
         .ours = {1e9 * (proximal.radial_inertia + 6.0 * slip), 1e9 * (distal.radial_inertia + 3.0 * slip)},
         .tolerance = 5e-4,
         .relative = true},
        {.name = "axial inertia of a proximal and a distal disk (Table 1)",
         .unit = "g mm^2",
         .paper = {353.1, 259.3},
         .reference = {353.1, 259.3},
         .ours = {1e9 * proximal.axial_inertia, 1e9 * distal.axial_inertia},
         .tolerance = 1e-3,
         .relative = true}};
}

std::vector<Figure> what_has_no_data()
{
    return {{.name = "error against the paper's experiments",
             .unit = "%",
             .paper = {4.89, 5.53, 8.02},
             .standing = Standing::not_reproducible,
             .remark = "The measured positions and the fields of the finite elements are not published."}};
}

}  // namespace supple::app::s3
