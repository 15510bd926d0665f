#include <supple/algebra/jacobi.hpp>

#include <cmath>
#include <limits>

namespace supple {
namespace {

constexpr int most_sweeps = 60;

/// Turns two columns: a ← c a − s b, b ← s a + c b.
void rotate(MatrixXd& M, Eigen::Index a, Eigen::Index b, double c, double s) noexcept
{
    for (Eigen::Index i = 0; i < M.rows(); ++i) {
        const double x = M(i, a), y = M(i, b);
        M(i, a) = c * x - s * y;
        M(i, b) = s * x + c * y;
    }
}

/// Cosine and sine of the angle that makes the off-diagonal entry of [[p, o], [o, q]] vanish.
void angle(double p, double o, double q, double& c, double& s) noexcept
{
    // Entries that are rounding are not turned away, so that no square overflows.
    const double zeta = (q - p) / (2.0 * o);
    const double t = std::copysign(1.0, zeta) / (std::abs(zeta) + std::sqrt(1.0 + zeta * zeta));
    c = 1.0 / std::sqrt(1.0 + t * t);
    s = c * t;
}

}  // namespace

void ColumnSvd::compute(const MatrixXd& M) noexcept
{
    const Eigen::Index k = M.cols();
    constexpr double small = 4.0 * std::numeric_limits<double>::epsilon();
    US = M;
    V.setIdentity(k, k);
    // What is left of a column that depends on the others is rounding, and has no direction to speak of.
    const double nothing = small * small * M.squaredNorm();
    bool turned = true;
    for (int sweep = 0; turned && sweep < most_sweeps; ++sweep) {
        turned = false;
        for (Eigen::Index a = 0; a < k; ++a) {
            for (Eigen::Index b = a + 1; b < k; ++b) {
                const double p = US.col(a).squaredNorm(), q = US.col(b).squaredNorm();
                const double o = US.col(a).dot(US.col(b));
                if (!(p > nothing && q > nothing && o * o > small * small * p * q)) continue;
                double c, s;
                angle(p, o, q, c, s);
                rotate(US, a, b, c, s);
                rotate(V, a, b, c, s);
                turned = true;
            }
        }
    }
    sigma.resize(k);
    for (Eigen::Index i = 0; i < k; ++i)
        sigma[i] = US.col(i).norm();
    for (Eigen::Index i = 0; i < k; ++i) {
        Eigen::Index largest = i;
        for (Eigen::Index j = i + 1; j < k; ++j) {
            if (sigma[j] > sigma[largest]) largest = j;
        }
        if (largest == i) continue;
        std::swap(sigma[i], sigma[largest]);
        US.col(i).swap(US.col(largest));
        V.col(i).swap(V.col(largest));
    }
}

int ColumnSvd::rank(double part) const noexcept
{
    int count = 0;
    while (count < sigma.size() && sigma[count] > part * sigma[0])
        ++count;
    return count;
}

void SymmetricEigen::compute(const MatrixXd& A) noexcept
{
    const Eigen::Index k = A.cols();
    work_ = A;
    Q.setIdentity(k, k);
    const double scale = A.cwiseAbs().maxCoeff();
    const double small = std::numeric_limits<double>::epsilon() * scale;
    bool turned = std::isfinite(scale);
    for (int sweep = 0; turned && sweep < most_sweeps; ++sweep) {
        turned = false;
        for (Eigen::Index a = 0; a < k; ++a) {
            for (Eigen::Index b = a + 1; b < k; ++b) {
                if (!(std::abs(work_(a, b)) > small)) continue;
                double c, s;
                angle(work_(a, a), work_(a, b), work_(b, b), c, s);
                rotate(work_, a, b, c, s);
                // The same for the rows.
                for (Eigen::Index j = 0; j < k; ++j) {
                    const double x = work_(a, j), y = work_(b, j);
                    work_(a, j) = c * x - s * y;
                    work_(b, j) = s * x + c * y;
                }
                rotate(Q, a, b, c, s);
                turned = true;
            }
        }
    }
    mu = work_.diagonal();
}

}  // namespace supple
