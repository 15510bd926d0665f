/// @file
/// How many eigenvalues of a small symmetric matrix are negative, without computing them.
#pragma once

#include <supple/lie/linear_algebra.hpp>

namespace supple {

/// By elimination with pivots of one or two rows, the largest that there are (Bunch and Parlett), so that no
/// pivot is small beside what it is taken from; by Sylvester's law their signs are those of the eigenvalues.
/// Rows beyond n are not looked at. What is zero within rounding counts as not negative. Overwrites A;
/// allocates nothing. Law (tests/algebra/test_inertia.cpp): it is the count of the eigenvalues.
int count_negative_eigenvalues(MatrixXd& A, int n) noexcept;

}  // namespace supple
