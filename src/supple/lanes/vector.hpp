/// @file
/// Numbers of several lanes, and vectors and matrices of them, in one instruction set.
///
/// This header is included by one source for each instruction set, compiled with the options of that set.
/// Everything here is in an unnamed namespace and uses no function of a library: a function that two of these
/// sources shared would be taken from either by the linker, and might not run on the machine.
///
/// Sums of products are written as fused or as separate multiplications, and compilers are told not to fuse
/// any by themselves. So adding a product with zero changes no bit.
#pragma once

#if defined(__FMA__)
#include <immintrin.h>
#endif

namespace supple::lanes {
namespace {

#if defined(__AVX512F__)
constexpr int width = 8;
#else
constexpr int width = 4;
#endif

using V = double __attribute__((vector_size(8 * width)));
#define SUPPLE_LANES_INLINE [[gnu::always_inline]] inline

SUPPLE_LANES_INLINE V load(const double* numbers, int k)
{
    V v;
    __builtin_memcpy(&v, numbers + k * width, sizeof v);
    return v;
}

SUPPLE_LANES_INLINE void store(double* numbers, int k, V v)
{
    __builtin_memcpy(numbers + k * width, &v, sizeof v);
}

/// a b + c
SUPPLE_LANES_INLINE V multiply_add(V a, V b, V c)
{
#if defined(__AVX512F__)
    return _mm512_fmadd_pd(a, b, c);
#elif defined(__FMA__)
    return _mm256_fmadd_pd(a, b, c);
#else
    return a * b + c;
#endif
}

/// c − a b
SUPPLE_LANES_INLINE V take_product(V c, V a, V b)
{
    return multiply_add(-a, b, c);
}

struct V3 {
    V x, y, z;
};

SUPPLE_LANES_INLINE V3 load3(const double* numbers, int k)
{
    return {load(numbers, 3 * k), load(numbers, 3 * k + 1), load(numbers, 3 * k + 2)};
}

SUPPLE_LANES_INLINE void store3(double* numbers, int k, const V3& a)
{
    store(numbers, 3 * k, a.x);
    store(numbers, 3 * k + 1, a.y);
    store(numbers, 3 * k + 2, a.z);
}

SUPPLE_LANES_INLINE V3 operator+(const V3& a, const V3& b)
{
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

/// a + s b
SUPPLE_LANES_INLINE V3 add(const V3& a, V s, const V3& b)
{
    return {multiply_add(s, b.x, a.x), multiply_add(s, b.y, a.y), multiply_add(s, b.z, a.z)};
}

SUPPLE_LANES_INLINE V3 scaled(V s, const V3& a)
{
    return {s * a.x, s * a.y, s * a.z};
}

SUPPLE_LANES_INLINE V dot(const V3& a, const V3& b)
{
    return multiply_add(a.z, b.z, multiply_add(a.y, b.y, a.x * b.x));
}

/// c + a·b
SUPPLE_LANES_INLINE V dot_add(const V3& a, const V3& b, V c)
{
    return multiply_add(a.z, b.z, multiply_add(a.y, b.y, multiply_add(a.x, b.x, c)));
}

SUPPLE_LANES_INLINE V3 cross(const V3& a, const V3& b)
{
    return {take_product(a.y * b.z, a.z, b.y), take_product(a.z * b.x, a.x, b.z),
            take_product(a.x * b.y, a.y, b.x)};
}

/// A 3 x 3 matrix by its columns.
struct M3 {
    V3 c[3];
};

SUPPLE_LANES_INLINE M3 load9(const double* numbers, int k)
{
    return {load3(numbers, 3 * k), load3(numbers, 3 * k + 1), load3(numbers, 3 * k + 2)};
}

SUPPLE_LANES_INLINE void store9(double* numbers, int k, const M3& A)
{
    for (int j = 0; j < 3; ++j)
        store3(numbers, 3 * k + j, A.c[j]);
}

/// c + A b
SUPPLE_LANES_INLINE V3 times_add(const M3& A, const V3& b, const V3& c)
{
    return add(add(add(c, b.x, A.c[0]), b.y, A.c[1]), b.z, A.c[2]);
}

SUPPLE_LANES_INLINE V3 times(const M3& A, const V3& b)
{
    return add(add(scaled(b.x, A.c[0]), b.y, A.c[1]), b.z, A.c[2]);
}

/// c + Aᵀ b
SUPPLE_LANES_INLINE V3 transposed_add(const M3& A, const V3& b, const V3& c)
{
    return {dot_add(A.c[0], b, c.x), dot_add(A.c[1], b, c.y), dot_add(A.c[2], b, c.z)};
}

SUPPLE_LANES_INLINE M3 operator*(const M3& A, const M3& B)
{
    return {times(A, B.c[0]), times(A, B.c[1]), times(A, B.c[2])};
}

}  // namespace
}  // namespace supple::lanes
