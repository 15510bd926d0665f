#include <supple/dynamics/small_motions.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace supple {
namespace {

using Complex = std::complex<double>;

/// Whether A and its transpose agree, each entry beside the diagonal ones of its row and column.
bool is_symmetric(const MatrixXd& A)
{
    const double floor = 1e-12 * A.diagonal().cwiseAbs().sum();
    double largest = 0.0;
    for (Eigen::Index j = 0; j < A.cols(); ++j) {
        for (Eigen::Index i = 0; i < j; ++i) {
            const double scale =
                std::sqrt(std::max(std::abs(A(i, i)), floor) * std::max(std::abs(A(j, j)), floor));
            const double off = std::abs(A(i, j) - A(j, i));
            if (off > 0.0) largest = std::max(largest, off / scale);
        }
    }
    return largest <= 1e-9;
}

/// Keeps of each pair the half with positive imaginary part. `shape(i)` is z of the i-th.
template <class Shape>
SmallMotions upper_half(const GeneralEigenpairs& eigen, const Shape& shape)
{
    SmallMotions out;
    std::vector<Eigen::Index> kept;
    for (Eigen::Index i = 0; i < eigen.values.size(); ++i) {
        if (eigen.values[i].imag() >= 0.0) kept.push_back(i);
    }
    const Eigen::Index n = eigen.values.size() / 2;
    out.vectors.resize(n, static_cast<Eigen::Index>(kept.size()));
    for (std::size_t k = 0; k < kept.size(); ++k) {
        out.values.push_back(eigen.values[kept[k]]);
        out.vectors.col(static_cast<Eigen::Index>(k)) = shape(kept[k]);
    }
    return out;
}

std::optional<SmallMotions> symmetric_motions(const MatrixXd& K, const MatrixXd& D)
{
    const Eigen::Index n = K.rows();
    const SymmetricEigenpairs modes = symmetric_eigen(0.5 * (K + K.transpose()));
    const double rounding = rounding_of_squares(modes.values.cwiseAbs().maxCoeff(), n);
    const bool diverges = modes.values.minCoeff() < -rounding;

    // A damping of the same rate in all directions.
    const double d = D.diagonal().mean();
    std::optional<SmallMotions> out;
    if ((D - d * MatrixXd::Identity(n, n)).norm() <= 1e-12 * D.norm()) {
        out = even_motions(modes, d, rounding);
    } else {
        const VectorXd omega = modes.values.cwiseAbs().cwiseSqrt();
        MatrixXd A = MatrixXd::Zero(2 * n, 2 * n);
        for (Eigen::Index i = 0; i < n; ++i) {
            A(i, n + i) = omega[i];
            A(n + i, i) = modes.values[i] < 0.0 ? omega[i] : -omega[i];
        }
        const MatrixXd damping = modes.vectors.transpose() * D * modes.vectors;
        A.bottomRightCorner(n, n) = -0.5 * (damping + damping.transpose());
        const auto eigen = general_eigen(A);
        if (!eigen) return std::nullopt;
        out = upper_half(*eigen, [&](Eigen::Index i) -> Eigen::VectorXcd {
            // ẏ = λ y; where λ is zero it is in the other half.
            const auto below = eigen->vectors.col(i).tail(n);
            const auto above = eigen->vectors.col(i).head(n);
            const bool rests = below.norm() < 1e-9 * above.norm();
            return modes.vectors * (rests ? above : below);
        });
    }
    out->diverges = diverges;
    return out;
}

std::optional<SmallMotions> general_motions(const MatrixXd& K, const MatrixXd& D)
{
    // In a time scale of the system's own both halves are of one size: rounding is relative to the largest
    // entry.
    const Eigen::Index n = K.rows();
    const double s = std::sqrt(std::max(K.norm(), std::numeric_limits<double>::min()));
    MatrixXd A = MatrixXd::Zero(2 * n, 2 * n);
    A.topRightCorner(n, n).diagonal().setConstant(s);
    A.bottomLeftCorner(n, n) = -K / s;
    A.bottomRightCorner(n, n) = -D;
    const auto eigen = general_eigen(A);
    if (!eigen) return std::nullopt;
    SmallMotions out =
        upper_half(*eigen, [&](Eigen::Index i) -> Eigen::VectorXcd { return eigen->vectors.col(i).head(n); });
    out.symmetric = false;
    const double square = rounding_of_squares(K.norm(), n), rate = rounding_of_squares(D.norm(), n);
    for (const Complex& value : out.values) {
        // Rounding moves λ² by its share of K, and of λD.
        const bool grows = 2.0 * value.real() * std::abs(value) > square + rate * std::abs(value);
        if (grows) (value.real() >= std::abs(value.imag()) ? out.diverges : out.flutters) = true;
    }
    return out;
}

}  // namespace

double rounding_of_squares(double largest_square, Eigen::Index n)
{
    return 8.0 * std::sqrt(static_cast<double>(n)) * std::numeric_limits<double>::epsilon() * largest_square;
}

SmallMotions even_motions(const SymmetricEigenpairs& modes, double d, double rounding)
{
    SmallMotions out;
    std::vector<Eigen::Index> column;
    const auto add = [&](Complex value, Eigen::Index of) {
        out.values.push_back(value);
        column.push_back(of);
    };
    for (Eigen::Index i = 0; i < modes.values.size(); ++i) {
        const double k = modes.values[i] < 0.0 && modes.values[i] >= -rounding ? 0.0 : modes.values[i];
        const double discriminant = k - 0.25 * d * d;
        const double root = std::sqrt(std::abs(discriminant));
        if (discriminant > 0.0) {
            add({-0.5 * d, root}, i);
        } else if (d == 0.0) {
            add({root, 0.0}, i);  // the growing one says all
        } else {
            const double far = -0.5 * d - root;  // no difference of close numbers
            add({k / far, 0.0}, i);
            add({far, 0.0}, i);
        }
    }
    out.vectors = modes.vectors(Eigen::all, column).cast<Complex>();
    return out;
}

std::optional<SmallMotions> small_motions(const MatrixXd& K, const MatrixXd& D)
{
    return is_symmetric(K) && is_symmetric(D) ? symmetric_motions(K, D) : general_motions(K, D);
}

}  // namespace supple
