/// @file
/// The distribution of χ², for what is to be believed of a fit.
///
/// P(χ² > x) with n degrees of freedom is the regularised incomplete gamma function Q(n/2, x/2), by its
/// series below x/2 = n/2 + 1 and by its continued fraction above.
#pragma once

namespace supple::estimation {

/// P(χ² > x) with n degrees of freedom. @pre n >= 1
double chi_square_above(double x, int n) noexcept;

/// The x with P(χ² <= x) = p. @pre 0 < p < 1
double chi_square_quantile(double p, int n) noexcept;

}  // namespace supple::estimation
