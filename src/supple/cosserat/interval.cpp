#include <supple/cosserat/dop853.hpp>
#include <supple/cosserat/interval.hpp>
#include <supple/lie/so3.hpp>

#include <array>
#include <cmath>
#include <utility>

namespace supple::cosserat {
namespace {

using so3::hat;

/// Which columns of the variational equations are integrated beside the shape.
enum class Columns { none, wrench, weight, all };

/// The integrated numbers, one after the other: ρ, q (x y z w), I, energy, then rows of columns: δθ, δρ, δI.
/// Columns: δn₀ δm₀ | δw | C⁻¹ S⁻¹ κ⁰, three each. Counts are kept even for the sake of the vector unit.
template <bool Weight, Columns columns>
struct Layout {
    static constexpr int rho = 0;
    static constexpr int q = 3;
    static constexpr int I = 7;  // only with weight
    static constexpr int energy = Weight ? 10 : 7;
    static constexpr int shape = Weight ? 12 : 8;
    static constexpr int K = columns == Columns::none     ? 0
                             : columns == Columns::wrench ? 6
                             : columns == Columns::weight ? 10
                                                          : 18;
    static constexpr int theta = shape;
    static constexpr int drho = theta + 3 * K;
    static constexpr int dI = drho + 3 * K;
    static constexpr int size = Weight ? dI + 3 * K : dI;
    // First column of each group.
    static constexpr int n = 0, m = 3, w = 6, C = 9, S = 12, kappa = 15;
};

template <bool Weight, Columns columns>
struct Equations {
    using At = Layout<Weight, columns>;
    static constexpr int K = At::K;

    const Section& section;
    const State& start;

    /// Rates k at the arc length σ from the start.
    void operator()(double sigma, const double* y, double* k) const
    {
        const double qx = y[At::q], qy = y[At::q + 1], qz = y[At::q + 2], qw = y[At::q + 3];
        const Vector3d rho(y[0], y[1], y[2]);
        Matrix3d R;
        R << 1 - 2 * (qy * qy + qz * qz), 2 * (qx * qy - qw * qz), 2 * (qx * qz + qw * qy),  //
            2 * (qx * qy + qw * qz), 1 - 2 * (qx * qx + qz * qz), 2 * (qy * qz - qw * qx),   //
            2 * (qx * qz - qw * qy), 2 * (qy * qz + qw * qx), 1 - 2 * (qx * qx + qy * qy);

        // Internal wrench at this place, its body components, the strains they cause.
        Vector3d n = start.n;
        Vector3d I = Vector3d::Zero();
        if constexpr (Weight) {
            n -= sigma * section.weight;
            I = Vector3d(y[At::I], y[At::I + 1], y[At::I + 2]);
        }
        Vector3d m = start.m - rho.cross(n);
        if constexpr (Weight) m -= I.cross(section.weight);
        const Vector3d m_body = R.transpose() * m;
        const Vector3d u = section.rest_curvature + section.bending_compliance.cwiseProduct(m_body);
        const bool stretches = !section.stretch_compliance.isZero(0.0);
        Vector3d dr = R.col(2);
        Vector3d n_body = Vector3d::Zero();
        if (stretches || columns == Columns::all) {
            n_body = R.transpose() * n;
            dr += R * section.stretch_compliance.cwiseProduct(n_body);
        }

        k[0] = dr.x(), k[1] = dr.y(), k[2] = dr.z();
        k[At::q + 0] = 0.5 * (qw * u.x() + qy * u.z() - qz * u.y());
        k[At::q + 1] = 0.5 * (qw * u.y() + qz * u.x() - qx * u.z());
        k[At::q + 2] = 0.5 * (qw * u.z() + qx * u.y() - qy * u.x());
        k[At::q + 3] = -0.5 * (qx * u.x() + qy * u.y() + qz * u.z());
        if constexpr (Weight) {
            k[At::I] = rho.x(), k[At::I + 1] = rho.y(), k[At::I + 2] = rho.z();
            k[At::shape - 1] = 0.0;
        }
        k[At::energy] = 0.5 * section.bending_compliance.dot(m_body.cwiseAbs2());
        if (stretches) k[At::energy] += 0.5 * section.stretch_compliance.dot(n_body.cwiseAbs2());
        if constexpr (K > 0) vary(sigma, y, k, R, rho, I, n, m, dr, m_body, n_body, stretches);
    }

 private:
    void vary(double sigma, const double* y, double* k, const Matrix3d& R, const Vector3d& rho,
              const Vector3d& I, const Vector3d& n, const Vector3d& m, const Vector3d& dr,
              const Vector3d& m_body, const Vector3d& n_body, bool stretches) const
    {
        const double *thx = y + At::theta, *thy = thx + K, *thz = thy + K;
        const double *rx = y + At::drho, *ry = rx + K, *rz = ry + K;
        const Vector3d& w = section.weight;
        const Matrix3d A = R * section.bending_compliance.asDiagonal() * R.transpose();
        double vx[K], vy[K], vz[K];

        // v = δm − δθ × m, first what comes from δρ and δθ, then what is given.
        for (int j = 0; j < K; ++j) {
            vx[j] = rz[j] * n.y() - ry[j] * n.z() + (thz[j] * m.y() - thy[j] * m.z());
            vy[j] = rx[j] * n.z() - rz[j] * n.x() + (thx[j] * m.z() - thz[j] * m.x());
            vz[j] = ry[j] * n.x() - rx[j] * n.y() + (thy[j] * m.x() - thx[j] * m.y());
        }
        if constexpr (Weight) {
            const double *ix = y + At::dI, *iy = ix + K, *iz = iy + K;
            for (int j = 0; j < K; ++j) {
                vx[j] += iz[j] * w.y() - iy[j] * w.z();
                vy[j] += ix[j] * w.z() - iz[j] * w.x();
                vz[j] += iy[j] * w.x() - ix[j] * w.y();
            }
            for (int row = 0; row < 3; ++row) {
                for (int j = 0; j < K; ++j)
                    k[At::dI + row * K + j] = y[At::drho + row * K + j];
            }
        }
        add_cross(-rho, At::n, vx, vy, vz);
        vx[At::m] += 1.0, vy[At::m + 1] += 1.0, vz[At::m + 2] += 1.0;
        if constexpr (K > At::w) add_cross(sigma * rho - I, At::w, vx, vy, vz);

        double *ktx = k + At::theta, *kty = ktx + K, *ktz = kty + K;
        double *krx = k + At::drho, *kry = krx + K, *krz = kry + K;
        for (int j = 0; j < K; ++j) {
            ktx[j] = A(0, 0) * vx[j] + A(0, 1) * vy[j] + A(0, 2) * vz[j];
            kty[j] = A(1, 0) * vx[j] + A(1, 1) * vy[j] + A(1, 2) * vz[j];
            ktz[j] = A(2, 0) * vx[j] + A(2, 1) * vy[j] + A(2, 2) * vz[j];
            krx[j] = thy[j] * dr.z() - thz[j] * dr.y();
            kry[j] = thz[j] * dr.x() - thx[j] * dr.z();
            krz[j] = thx[j] * dr.y() - thy[j] * dr.x();
        }
        if (stretches) stretch(sigma, y, k, R, n);
        if constexpr (columns == Columns::all) {
            for (int j = 0; j < 3; ++j) {
                for (int row = 0; row < 3; ++row) {
                    k[At::theta + row * K + At::C + j] += R(row, j) * m_body[j];
                    k[At::theta + row * K + At::kappa + j] += R(row, j);
                    k[At::drho + row * K + At::S + j] += R(row, j) * n_body[j];
                }
            }
        }
    }

    /// Adds [v]ₓ to three columns.
    static void add_cross(const Vector3d& v, int column, double* x, double* y, double* z)
    {
        x[column + 1] -= v.z(), x[column + 2] += v.y();
        y[column] += v.z(), y[column + 2] -= v.x();
        z[column] -= v.y(), z[column + 1] += v.x();
    }

    /// Adds R S⁻¹Rᵀ (δn − δθ × n) to the rates of δρ.
    void stretch(double sigma, const double* y, double* k, const Matrix3d& R, const Vector3d& n) const
    {
        const Matrix3d A = R * section.stretch_compliance.asDiagonal() * R.transpose();
        for (int j = 0; j < K; ++j) {
            const Vector3d th(y[At::theta + j], y[At::theta + K + j], y[At::theta + 2 * K + j]);
            Vector3d v = n.cross(th);
            if (j < 3) v[j] += 1.0;
            if (At::w <= j && j < At::w + 3) v[j - At::w] -= sigma;
            const Vector3d rate = A * v;
            for (int row = 0; row < 3; ++row)
                k[At::drho + row * K + j] += rate[row];
        }
    }
};

/// Σ_j w_j k_j[d], leaving out the zeros of the tableau at compile time.
template <const std::array<double, dop853::stages>& w, int size, std::size_t... J>
inline double combine(const double (&k)[dop853::stages][size], int d, std::index_sequence<J...>)
{
    double sum = 0.0;
    (..., [&] {
        if constexpr (w[J] != 0.0) sum += w[J] * k[J][d];
    }());
    return sum;
}

template <int i>
inline constexpr std::array<double, dop853::stages> row = dop853::a[i];

template <int i, class F, int size>
inline void stage(const F& f, double h, const double (&y0)[size], double (&k)[dop853::stages][size])
{
    alignas(16) double y[size];
    for (int d = 0; d < size; ++d) {
        y[d] = y0[d] + h * combine<row<i>, size>(k, d, std::make_index_sequence<i>{});
    }
    f(dop853::c[i] * h, y, k[i]);
}

/// One step of order 8 from y, in place. Returns the error estimate of the first `judged` entries.
template <class F, int size>
double step(const F& f, double h, double (&y)[size], int judged)
{
    alignas(16) double k[dop853::stages][size];
    f(0.0, y, k[0]);
    [&]<std::size_t... i>(std::index_sequence<i...>)
    {
        (stage<static_cast<int>(i) + 1>(f, h, y, k), ...);
    }
    (std::make_index_sequence<dop853::stages - 1>{});

    constexpr auto all = std::make_index_sequence<dop853::stages>{};
    double e5 = 0.0;
    double e3 = 0.0;
    for (int d = 0; d < judged; ++d) {
        const double d5 = combine<dop853::e5, size>(k, d, all);
        const double d3 = combine<dop853::e3, size>(k, d, all);
        e5 += d5 * d5;
        e3 += d3 * d3;
    }
    for (int d = 0; d < size; ++d)
        y[d] += h * combine<dop853::b, size>(k, d, all);
    return e5 > 0.0 ? std::abs(h) * e5 / std::sqrt(e5 + 0.01 * e3) : 0.0;
}

template <bool Weight, Columns columns>
Step run(const Section& section, const State& start, double h, Transition* T, ParameterColumns* parameters)
{
    using At = Layout<Weight, columns>;
    constexpr int K = At::K;
    alignas(16) double y[At::size] = {};
    Eigen::Map<Eigen::Vector4d>(y + At::q) = start.q.coeffs();
    Step result;
    result.error = step(Equations<Weight, columns>{section, start}, h, y, 7);

    result.energy = y[At::energy];
    const Vector3d rho(y[0], y[1], y[2]);
    State& end = result.end;
    end.r = start.r + rho;
    end.q = Eigen::Quaterniond(y[At::q + 3], y[At::q], y[At::q + 1], y[At::q + 2]);
    end.q.normalize();
    end.n = start.n;
    end.m = start.m - rho.cross(end.n);
    if constexpr (Weight) {
        end.n -= h * section.weight;
        result.rho_integral = Vector3d(y[At::I], y[At::I + 1], y[At::I + 2]);
        end.m = start.m - rho.cross(end.n) - result.rho_integral.cross(section.weight);
    }
    if constexpr (K > 0) {
        using Rows = Eigen::Map<const Eigen::Matrix<double, 3, K, Eigen::RowMajor>>;
        const Rows theta(y + At::theta), drho(y + At::drho);
        const auto th = [&](int column) { return theta.template middleCols<3>(column); };
        const auto dr = [&](int column) { return drho.template middleCols<3>(column); };
        const Matrix3d n0 = hat(start.n), m0 = hat(start.m), n1 = hat(end.n);

        Matrix3d r_th = -hat(rho) + dr(At::n) * n0 + dr(At::m) * m0;
        Matrix3d th_th = Matrix3d::Identity() + th(At::n) * n0 + th(At::m) * m0;
        if constexpr (Weight) {
            r_th += dr(At::w) * hat(section.weight);
            th_th += th(At::w) * hat(section.weight);
        }
        Matrix3d m_th = n1 * r_th;
        Matrix3d m_n = n1 * dr(At::n) - hat(rho);
        Matrix3d m_m = Matrix3d::Identity() + n1 * dr(At::m);
        if constexpr (Weight) {
            const Rows dI(y + At::dI);
            const Matrix3d w = hat(section.weight);
            const Matrix3d I_n = dI.template middleCols<3>(At::n), I_m = dI.template middleCols<3>(At::m);
            const Matrix3d I_w = dI.template middleCols<3>(At::w);
            m_th += w * (-hat(result.rho_integral) + I_n * n0 + I_m * m0 + I_w * w);
            m_n += w * I_n;
            m_m += w * I_m;
        }
        T->A << Matrix3d::Identity(), r_th, Matrix3d::Zero(), th_th;
        T->B << dr(At::n), dr(At::m), th(At::n), th(At::m);
        T->C << Matrix3d::Zero(), Matrix3d::Zero(), Matrix3d::Zero(), m_th;
        T->D << Matrix3d::Identity(), Matrix3d::Zero(), m_n, m_m;
        if constexpr (columns == Columns::all) {
            const Rows dI(y + At::dI);
            // In the order of ParameterColumns: C, S, κ⁰ follow each other; w comes last.
            parameters->dc << theta.template middleCols<9>(At::C), theta.template middleCols<3>(At::w),
                theta.template middleCols<9>(At::C), theta.template middleCols<3>(At::w);
            parameters->dc.template topRows<3>() << drho.template middleCols<9>(At::C), dr(At::w);
            Eigen::Matrix<double, 3, ParameterColumns::count> dI_dx;
            dI_dx << dI.template middleCols<9>(At::C), dI.template middleCols<3>(At::w);
            parameters->dp.setZero();
            parameters->dp.template bottomRows<3>() =
                n1 * parameters->dc.template topRows<3>() + hat(section.weight) * dI_dx;
            parameters->dp.template topRightCorner<3, 3>() = -h * Matrix3d::Identity();
            parameters->dp.template bottomRightCorner<3, 3>() += h * hat(rho) - hat(result.rho_integral);
        }
    }
    return result;
}

}  // namespace

Step advance(const Section& section, const State& start, double h) noexcept
{
    return section.has_weight() ? run<true, Columns::none>(section, start, h, nullptr, nullptr)
                                : run<false, Columns::none>(section, start, h, nullptr, nullptr);
}

Step advance(const Section& section, const State& start, double h, Transition& transition) noexcept
{
    return section.has_weight() ? run<true, Columns::weight>(section, start, h, &transition, nullptr)
                                : run<false, Columns::wrench>(section, start, h, &transition, nullptr);
}

Step advance(const Section& section, const State& start, double h, Transition& transition,
             ParameterColumns& parameters) noexcept
{
    return run<true, Columns::all>(section, start, h, &transition, &parameters);
}

}  // namespace supple::cosserat
