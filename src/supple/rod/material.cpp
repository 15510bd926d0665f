#include <supple/rod/material.hpp>

namespace supple {

std::optional<double> shear_modulus(const Material& material)
{
    if (material.shear_modulus) return material.shear_modulus;
    if (!material.youngs_modulus) return std::nullopt;
    return *material.youngs_modulus / (2.0 * (1.0 + material.poisson_ratio.value_or(default_poisson_ratio)));
}

}  // namespace supple
