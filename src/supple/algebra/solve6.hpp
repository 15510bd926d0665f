/// @file
/// Six linear equations by elimination with row pivoting, over rows that lie in one piece: at this size it
/// beats a general routine.
#pragma once

#include <supple/lie/linear_algebra.hpp>

#include <cmath>
#include <utility>

namespace supple {

/// The equations A X = B as rows [A B], then their solution. Laws (tests/algebra/test_solve6.cpp):
///   1. What solve() leaves in B satisfies the equations, with or without exchanges of rows.
///   2. The sign that it returns is that of det A.
template <int columns>
class Equations6 {
    static_assert(columns % 2 == 0, "rows of an even length keep their alignment");

 public:
    auto A() { return M_.template leftCols<6>(); }
    auto B() { return M_.template rightCols<columns>(); }

    /// Replaces B by A⁻¹B and destroys A; returns the sign of det A. A singular A leaves what is not finite.
    double solve() noexcept
    {
        double sign = 1.0;
        const auto eliminate = [&]<int... k>(std::integer_sequence<int, k...>)
        {
            (..., (sign *= column<k>()));
        };
        eliminate(std::make_integer_sequence<int, 6>{});
        for (int k = 5; k >= 0; --k) {
            B().row(k) *= inverse_[k];
            for (int i = 0; i < k; ++i)
                B().row(i) -= M_(i, k) * B().row(k);
        }
        return sign;
    }

 private:
    /// Eliminates the unknown k from the rows below; returns the sign of its pivot, exchange included.
    template <int k>
    double column() noexcept
    {
        int pivot = k;
        for (int i = k + 1; i < 6; ++i)
            if (std::abs(M_(i, k)) > std::abs(M_(pivot, k))) pivot = i;
        if (pivot != k) M_.row(k).swap(M_.row(pivot));
        inverse_[k] = 1.0 / M_(k, k);
        // From an even column on, for the sake of the vector unit.
        constexpr int width = 6 + columns - (k + k % 2);
        for (int i = k + 1; i < 6; ++i)
            M_.row(i).template tail<width>() -= M_(i, k) * inverse_[k] * M_.row(k).template tail<width>();
        return (pivot != k) == (M_(k, k) < 0.0) ? 1.0 : -1.0;
    }

    Eigen::Matrix<double, 6, 6 + columns, Eigen::RowMajor> M_;
    double inverse_[6] = {};
};

}  // namespace supple
