/// @file
/// The study of s1 Sec. 4: tips of one segment against those of the exact rod over a grid of tip loads.
#pragma once

#include <supple/fit/fit.hpp>

namespace supple::test {

/// Every `stride`-th of the 7776 loads, each multiplied by `size`; parameters (γ1, k_η2, k_η3, k_θ2, k_θ3) of
/// universal joints, (γ1, k2, k3) of isotropic ones. Starts from Table 1, or from what is given. A load for
/// which the exact rod has no answer is missing.
FitProblem grid_problem(bool isotropic, std::size_t stride, double size = 1.0);

}  // namespace supple::test
