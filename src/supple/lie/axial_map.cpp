#include <supple/lie/axial_map.hpp>
#include <supple/lie/so3.hpp>

namespace supple::axial {

using so3::hat;

Matrix3d matrix(const AxialCoefficients& f, const Vector3d& phi) noexcept
{
    // φ^² = φφᵀ − x I; the diagonal of φφᵀ − x I is formed without x, which would cancel.
    const double xx = phi.x() * phi.x(), yy = phi.y() * phi.y(), zz = phi.z() * phi.z();
    const double xy = f.b * phi.x() * phi.y(), xz = f.b * phi.x() * phi.z(), yz = f.b * phi.y() * phi.z();
    const Vector3d u = f.a * phi;
    Matrix3d A;
    A << 1.0 - f.b * (yy + zz), xy - u.z(), xz + u.y(),  //
        xy + u.z(), 1.0 - f.b * (xx + zz), yz - u.x(),   //
        xz - u.y(), yz + u.x(), 1.0 - f.b * (xx + yy);
    return A;
}

AxialCoefficients transpose(AxialCoefficients f) noexcept
{
    f.a = -f.a;
    f.da = -f.da;
    f.dda = -f.dda;
    return f;
}

namespace {

/// ∂(φ×(φ×v))/∂φ
Matrix3d double_cross_derivative(const Vector3d& phi, const Vector3d& v) noexcept
{
    Matrix3d D = phi * v.transpose() - 2.0 * v * phi.transpose();
    D.diagonal().array() += phi.dot(v);
    return D;
}

}  // namespace

Matrix3d derivative(const AxialCoefficients& f, const Vector3d& phi, const Vector3d& v) noexcept
{
    // A v = v + a φ×v + b φ×(φ×v), and ∂a/∂φ = 2 a′ φᵀ.
    const Vector3d once = phi.cross(v);
    const Vector3d twice = phi.cross(once);
    return f.b * double_cross_derivative(phi, v) - hat(f.a * v) +
           2.0 * (f.da * once + f.db * twice) * phi.transpose();
}

Matrix3d directional(const AxialCoefficients& f, const Vector3d& phi, const Vector3d& rho) noexcept
{
    // φ^ρ^ + ρ^φ^ = φρᵀ + ρφᵀ − 2 (φ·ρ) I
    const double along = phi.dot(rho);
    Matrix3d D =
        f.b * (phi * rho.transpose() + rho * phi.transpose()) + hat(f.a * rho + 2.0 * f.da * along * phi);
    D += 2.0 * f.db * along * phi * phi.transpose();
    D.diagonal().array() -= 2.0 * along * (f.b + f.db * phi.squaredNorm());
    return D;
}

Matrix3d second_derivative(const AxialCoefficients& f, const Vector3d& phi, const Vector3d& rho,
                           const Vector3d& v) noexcept
{
    // directional v = a ρ×v + 2 a′ (φ·ρ) φ×v + b P + 2 b′ (φ·ρ) φ×(φ×v),  P = ∂(φ×(φ×v))/∂φ ρ
    const Vector3d once = phi.cross(v);
    const Vector3d twice = phi.cross(once);
    const double along = phi.dot(rho);
    const Matrix3d D = double_cross_derivative(phi, v);
    const Vector3d along_phi =
        2.0 * f.da * rho.cross(v) + 4.0 * along * (f.dda * once + f.ddb * twice) + 2.0 * f.db * (D * rho);
    Matrix3d S = along_phi * phi.transpose() + 2.0 * (f.da * once + f.db * twice) * rho.transpose();
    S += f.b * (rho * v.transpose() - 2.0 * v * rho.transpose()) - 2.0 * f.da * along * hat(v);
    S += 2.0 * f.db * along * D;
    S.diagonal().array() += f.b * v.dot(rho);
    return S;
}

Matrix3d hessian(const AxialCoefficients& f, const Vector3d& phi, const Vector3d& w,
                 const Vector3d& v) noexcept
{
    // wᵀA v = w·v + a φ·n + b φᵀBφ/2 with n = v×w and B = vwᵀ + wvᵀ − 2 (v·w) I
    const Vector3d n = v.cross(w);
    const Vector3d B_phi = v * w.dot(phi) + w * v.dot(phi) - 2.0 * v.dot(w) * phi;
    const double odd = phi.dot(n);
    const double even = 0.5 * phi.dot(B_phi);
    const Vector3d mixed = 2.0 * (f.da * n + f.db * B_phi) + 2.0 * (f.dda * odd + f.ddb * even) * phi;
    Matrix3d H = f.b * v * w.transpose() + mixed * phi.transpose();
    H.diagonal().array() += f.da * odd + f.db * even - f.b * v.dot(w);
    return H + H.transpose().eval();  // symmetric to the last bit
}

}  // namespace supple::axial
