#include <supple/algebra/decompositions.hpp>
#include <supple/algebra/left_eigenvalues.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace supple::variational {
namespace {

BlockTridiagonal shifted_by(const BlockTridiagonal& A, const BlockTridiagonal& M, double sigma)
{
    BlockTridiagonal B = A;
    for (std::size_t a = 0; a < B.D.size(); ++a) {
        B.D[a] += sigma * M.D[a];
        if (a + 1 == B.D.size()) break;
        B.U[a] += sigma * M.U[a];
        B.L[a] += sigma * M.L[a];
    }
    return B;
}

/// The shift that makes the symmetric part positive definite, a power of two above 1.
std::optional<double> positive_shift(const BlockTridiagonal& A, const BlockTridiagonal& M)
{
    for (double sigma = 1.0; sigma < 1e18; sigma *= 2.0) {
        BlockTridiagonal B = shifted_by(A, M, sigma);
        if (negative_eigenvalues(B) == 0) return sigma;
    }
    return std::nullopt;
}

/// (A + σM)⁻¹ M.
class InverseOperator {
 public:
    InverseOperator(const BlockTridiagonal& A, const BlockTridiagonal& M, double sigma)
        : M_(M), factors_(A.size()), blocks_(M.D.size())
    {
        regular_ = factors_.factor(shifted_by(A, M, sigma));
    }

    bool regular() const { return regular_; }
    Eigen::Index size() const { return 6 * static_cast<Eigen::Index>(blocks_.size()); }
    bool moves(Eigen::Index i) const { return M_.D[static_cast<std::size_t>(i / 6)](i % 6, i % 6) > 0.0; }
    Eigen::Index free() const
    {
        Eigen::Index count = 0;
        for (Eigen::Index i = 0; i < size(); ++i)
            count += moves(i) ? 1 : 0;
        return count;
    }

    VectorXd operator*(const VectorXd& x)
    {
        const auto part = [&x](std::size_t a) { return x.segment<6>(6 * static_cast<Eigen::Index>(a)); };
        for (std::size_t a = 0; a < blocks_.size(); ++a) {
            blocks_[a] = M_.D[a] * part(a);
            if (a > 0) blocks_[a] += M_.L[a - 1] * part(a - 1);
            if (a + 1 < blocks_.size()) blocks_[a] += M_.U[a] * part(a + 1);
        }
        factors_.solve(blocks_);
        VectorXd y(x.size());
        for (std::size_t a = 0; a < blocks_.size(); ++a)
            y.segment<6>(6 * static_cast<Eigen::Index>(a)) = blocks_[a];
        return y;
    }

    /// A direction that favours none, the same in every run.
    VectorXd start() const
    {
        VectorXd x(size());
        for (Eigen::Index i = 0; i < x.size(); ++i)
            x[i] = moves(i) ? std::sin(1.0 + 2.399963 * static_cast<double>(i)) : 0.0;
        return x.normalized();
    }

 private:
    const BlockTridiagonal& M_;
    BlockFactors factors_;
    std::vector<Vector6d> blocks_;
    bool regular_ = false;
};

}  // namespace

std::optional<std::vector<std::complex<double>>> left_eigenvalues(const BlockTridiagonal& A,
                                                                  const BlockTridiagonal& M)
{
    const auto sigma = positive_shift(A, M);
    if (!sigma) return std::nullopt;
    InverseOperator inverse(A, M, *sigma);
    if (!inverse.regular()) return std::nullopt;
    const Eigen::Index most = std::min<Eigen::Index>(inverse.free(), 240);
    std::vector<std::complex<double>> found;
    if (most == 0) return found;

    MatrixXd V(inverse.size(), most + 1), H = MatrixXd::Zero(most + 1, most);
    V.col(0) = inverse.start();
    for (Eigen::Index k = 0; k < most; ++k) {
        VectorXd w = inverse * V.col(k);
        const double before = w.norm();
        for (int twice = 0; twice < 2; ++twice) {
            const VectorXd along = V.leftCols(k + 1).transpose() * w;
            w -= V.leftCols(k + 1) * along;
            H.col(k).head(k + 1) += along;
        }
        const double rest = w.norm();
        const bool ends = rest <= 1e-14 * before || k + 1 == most;
        H(k + 1, k) = rest;
        if (!ends) V.col(k + 1) = w / rest;
        if (!ends && (k + 1) % 20 != 0) continue;

        const auto ritz = general_eigen(H.topLeftCorner(k + 1, k + 1));
        if (!ritz) return std::nullopt;
        double leftmost = std::numeric_limits<double>::infinity();
        for (const auto& nu : ritz->values)
            leftmost = std::min(leftmost, (1.0 / nu).real() - *sigma);
        found.clear();
        bool all = true;
        for (Eigen::Index i = 0; i <= k; ++i) {
            const std::complex<double> nu = ritz->values[i], lambda = 1.0 / nu - *sigma;
            if (lambda.real() > std::max(leftmost, 0.0)) continue;
            const double left = rest * std::abs(ritz->vectors(k, i)) / ritz->vectors.col(i).norm();
            all = all && left <= 1e-10 * std::abs(nu);
            found.push_back(lambda);
        }
        if (all || k + 1 == inverse.free()) return found;
        if (ends) return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace supple::variational
