/// @file
/// Vectors and quaternions of one node, for loops over the rows of nodal_kernel.hpp.
///
/// All operations are written out, so that the loop around them is vectorised.
#pragma once

// The rows of one call never overlap, which the compiler cannot see.
#if defined(__GNUC__) && !defined(__clang__)
#define SUPPLE_ROWS_ARE_APART _Pragma("GCC ivdep")
#else
#define SUPPLE_ROWS_ARE_APART
#endif

namespace supple::variational {

/// Three numbers of one node.
struct V3 {
    double x, y, z;
};

inline V3 operator+(V3 a, V3 b)
{
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline V3 operator-(V3 a, V3 b)
{
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline V3 operator*(double s, V3 a)
{
    return {s * a.x, s * a.y, s * a.z};
}
inline V3 times(V3 a, V3 b)
{
    return {a.x * b.x, a.y * b.y, a.z * b.z};
}
inline double dot(V3 a, V3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline V3 cross(V3 a, V3 b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

struct Q {
    double w;
    V3 u;
};

/// The rotation of a quaternion of any length, s = 2/|q|².
struct M3 {
    V3 r0, r1, r2;
};

inline M3 matrix(Q q, double s)
{
    const double x = s * q.u.x, y = s * q.u.y, z = s * q.u.z;
    const double xx = x * q.u.x, yy = y * q.u.y, zz = z * q.u.z, xy = x * q.u.y, xz = x * q.u.z,
                 yz = y * q.u.z, wx = q.w * x, wy = q.w * y, wz = q.w * z;
    return {{1.0 - yy - zz, xy - wz, xz + wy},
            {xy + wz, 1.0 - xx - zz, yz - wx},
            {xz - wy, yz + wx, 1.0 - xx - yy}};
}

inline V3 forward(const M3& R, V3 a)
{
    return {dot(R.r0, a), dot(R.r1, a), dot(R.r2, a)};
}
inline V3 back(const M3& R, V3 a)
{
    return a.x * R.r0 + a.y * R.r1 + a.z * R.r2;
}

inline V3 load(const double* x, const double* y, const double* z, int i)
{
    return {x[i], y[i], z[i]};
}
inline void store(double* x, double* y, double* z, int i, V3 a)
{
    x[i] = a.x;
    y[i] = a.y;
    z[i] = a.z;
}

}  // namespace supple::variational
