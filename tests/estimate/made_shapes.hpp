/// @file
/// Shapes of the exact rod with noise, for estimates.
#pragma once

#include "support/random.hpp"
#include "support/rods.hpp"

#include <supple/estimate/force_unknowns.hpp>
#include <supple/estimate/shape_data.hpp>

#include <random>

namespace supple::test {

/// A rod of 100 mm with EI = 2.05e5 mN mm², along x: force unit 20.5 mN.
inline Manipulator plain_rod(const ModelChoice& model = CosseratModel{})
{
    Manipulator m = rod_along_z(0.1, 2.05e-4);
    m.rod.torsional_stiffness = 1.5769e-4;
    m.model = model;
    return m;
}

inline estimation::Sections sections_of(const Manipulator& m, const estimation::Pushes& pushes,
                                        const std::vector<double>& places)
{
    const estimation::MadeShape made = estimation::make_forward_shape(m);
    estimation::Sections sections;
    if (!made.model || !made.model->predict(pushes, places, false, sections)) return {};
    return sections;
}

/// m points, equally spaced to the tip, each coordinate with noise sigma/L.
inline ShapeData points_of(const Manipulator& m, const estimation::Pushes& pushes, int count, double sigma,
                           std::mt19937& engine, bool labelled = true)
{
    std::vector<double> places;
    for (int i = 1; i <= count; ++i)
        places.push_back(static_cast<double>(i) / count);
    const estimation::Sections at = sections_of(m, pushes, places);
    const double L = m.rod.length;
    std::normal_distribution<double> normal;
    ShapeData data;
    for (int i = 0; i < count; ++i) {
        PointOfShape point;
        if (labelled) point.at = L * places[static_cast<std::size_t>(i)];
        point.position = L * at.r[static_cast<std::size_t>(i)];
        for (double& x : point.position)
            x += L * sigma * normal(engine);
        point.sigma.setConstant(L * std::max(sigma, 1e-6));
        data.points.push_back(point);
    }
    return data;
}

/// The same of curvatures; sigma over the largest one.
inline ShapeData curvatures_of(const Manipulator& m, const estimation::Pushes& pushes, int count,
                               double sigma, std::mt19937& engine)
{
    std::vector<double> places;
    for (int i = 1; i <= count; ++i)
        places.push_back(static_cast<double>(i) / count);
    const estimation::Sections at = sections_of(m, pushes, places);
    const double L = m.rod.length;
    double largest = 0.0;
    for (const Vector3d& kappa : at.kappa)
        largest = std::max(largest, kappa.head<2>().norm() / L);
    std::normal_distribution<double> normal;
    ShapeData data;
    for (int i = 0; i < count; ++i) {
        CurvatureOfShape c;
        c.at = L * places[static_cast<std::size_t>(i)];
        c.curvature = at.kappa[static_cast<std::size_t>(i)].head<2>() / L;
        for (double& x : c.curvature)
            x += largest * sigma * normal(engine);
        c.sigma.setConstant(largest * std::max(sigma, 1e-6));
        data.curvatures.push_back(c);
    }
    return data;
}

}  // namespace supple::test
