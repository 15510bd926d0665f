/// @file
/// What a rod is made of: plain data, each value known or not.
#pragma once

#include <optional>

namespace supple {

/// Isotropic and linearly elastic. Either the shear modulus or Poisson's ratio, not both.
struct Material {
    std::optional<double> youngs_modulus;  ///< E [Pa]
    std::optional<double> shear_modulus;   ///< G [Pa]
    std::optional<double> poisson_ratio;   ///< ν, in (−1, 0.5]
    std::optional<double> density;         ///< ρ [kg/m³]
};

/// Taken where neither the shear modulus nor Poisson's ratio is given; then GJ = EI/1.3 for a round section.
inline constexpr double default_poisson_ratio = 0.3;

/// G as given, or E/2(1+ν). Empty without E and G.
std::optional<double> shear_modulus(const Material& material);

}  // namespace supple
