/// @file
/// Linear equations of several lanes, factored without exchanging rows, and the step that solves them. See
/// vector.hpp for how this is compiled.
#pragma once

#include <supple/lanes/equations.hpp>

namespace supple::lanes {
namespace {

/// Calls work<n>() with the number of coordinates as one that the compiler knows where it is a common one,
/// else work<0>().
template <class Work>
SUPPLE_LANES_INLINE void with_size(int n, const Work& work)
{
    if (n == 6) return work.template operator()<6>();
    if (n == 9) return work.template operator()<9>();
    return work.template operator()<0>();
}

template <int known>
void judge(const ChainView& chain, double* verdict) noexcept
{
    const int n = known ? known : chain.coordinates;
    double* A = chain.factors;  // its lower triangle
    for (int j = 0; j < n; ++j) {
        for (int i = j; i < n; ++i)
            store(A, j * n + i, 0.5 * (load(chain.G, j * n + i) + load(chain.G, i * n + j)));
    }
    V all = V{} + 1.0;
    for (int k = 0; k < n; ++k) {
        const V pivot = load(A, k * n + k), inverse = 1.0 / pivot;
        all = pivot > 0.0 ? all : V{};
        for (int j = k + 1; j < n; ++j) {
            const V part = load(A, k * n + j) * inverse;
            for (int i = j; i < n; ++i)
                store(A, j * n + i, take_product(load(A, j * n + i), load(A, k * n + i), part));
        }
    }
    store(verdict, 0, all);
}

template <int known>
void factor_and_solve(const ChainView& chain) noexcept
{
    const int n = known ? known : chain.coordinates;
    double *A = chain.factors, *x = chain.step;
    for (int k = 0; k < n * n; ++k)
        store(A, k, load(chain.G, k));
    for (int k = 0; k < n; ++k)
        store(x, k, load(chain.g, k));
    for (int k = 0; k < n; ++k) {
        const V inverse = 1.0 / load(A, k * n + k);
        store(A, k * n + k, inverse);
        for (int i = k + 1; i < n; ++i)
            store(A, k * n + i, load(A, k * n + i) * inverse);
        for (int j = k + 1; j < n; ++j) {
            const V above = load(A, j * n + k);
            for (int i = k + 1; i < n; ++i)
                store(A, j * n + i, take_product(load(A, j * n + i), load(A, k * n + i), above));
        }
        const V x_k = load(x, k);
        for (int i = k + 1; i < n; ++i)
            store(x, i, take_product(load(x, i), load(A, k * n + i), x_k));
    }
    for (int k = n; k-- > 0;) {
        const V x_k = load(x, k) * load(A, k * n + k);
        store(x, k, x_k);
        for (int i = 0; i < k; ++i)
            store(x, i, take_product(load(x, i), load(A, k * n + i), x_k));
    }
}

void positive(const ChainView& chain, double* verdict) noexcept
{
    with_size(chain.coordinates, [&]<int n>() { judge<n>(chain, verdict); });
}

void solve(const ChainView& chain) noexcept
{
    with_size(chain.coordinates, [&]<int n>() { factor_and_solve<n>(chain); });
}

void largest(const double* numbers, int count, double* result) noexcept
{
    V most{}, wrong{};
    for (int k = 0; k < count; ++k) {
        const V x = load(numbers, k), size = x < 0.0 ? -x : x;
        most = size > most ? size : most;
        wrong = wrong + (x - x);  // zero, or not a number
    }
    store(result, 0, most + wrong);
}

void advance(const ChainView& chain, const double* parts, double* largest_angle_squared) noexcept
{
    const V part = load(parts, 0);
    V most{};
    for (int e = 0; e < chain.joints; ++e) {
        V angle{};
        for (int j = chain.first_coordinate[e]; j < chain.first_coordinate[e + 1]; ++j) {
            const V before = load(chain.q, j);
            const V q = part == 0.0 ? before : take_product(before, part, load(chain.step, j));
            store(chain.q, j, q);
            angle = multiply_add(q, q, angle);
        }
        most = angle > most ? angle : most;
    }
    store(largest_angle_squared, 0, most);
}

constexpr Kernel functions(const char* name)
{
    return {name, width, place, assemble, positive, solve, largest, advance};
}

}  // namespace
}  // namespace supple::lanes
