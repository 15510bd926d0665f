#include <supple/algebra/decompositions.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>

namespace supple {

SymmetricEigenpairs symmetric_eigen(const MatrixXd& A)
{
    const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(A);
    return {solver.eigenvalues(), solver.eigenvectors()};
}

VectorXd symmetric_eigenvalues(const MatrixXd& A)
{
    return Eigen::SelfAdjointEigenSolver<MatrixXd>(A, Eigen::EigenvaluesOnly).eigenvalues();
}

std::optional<GeneralEigenpairs> general_eigen(const MatrixXd& A)
{
    const Eigen::EigenSolver<MatrixXd> solver(A);
    if (solver.info() != Eigen::Success) return std::nullopt;
    return GeneralEigenpairs{solver.eigenvalues(), solver.eigenvectors()};
}

Eigen::VectorXcd general_eigenvalues(const MatrixXd& A)
{
    return Eigen::EigenSolver<MatrixXd>(A, false).eigenvalues();
}

struct GeneralEigenvalues::Impl {
    explicit Impl(Eigen::Index size) : solver(size) {}
    Eigen::EigenSolver<MatrixXd> solver;
};

GeneralEigenvalues::GeneralEigenvalues(Eigen::Index size) : impl_(std::make_unique<Impl>(size)) {}

GeneralEigenvalues::~GeneralEigenvalues() = default;

const Eigen::VectorXcd* GeneralEigenvalues::find(const MatrixXd& A) noexcept
{
    impl_->solver.compute(A, false);
    return impl_->solver.info() == Eigen::Success ? &impl_->solver.eigenvalues() : nullptr;
}

MatrixXd linear_solution(const MatrixXd& A, const MatrixXd& B)
{
    return A.partialPivLu().solve(B);
}

std::optional<MatrixXd> inverse_of(const MatrixXd& A)
{
    const Eigen::FullPivLU<MatrixXd> lu(A);
    if (!lu.isInvertible()) return std::nullopt;
    return lu.inverse();
}

VectorXd least_squares_solution(const MatrixXd& A, const VectorXd& b)
{
    return Eigen::ColPivHouseholderQR<MatrixXd>(A).solve(b);
}

MatrixXd orthogonal_complement(const MatrixXd& A)
{
    if (A.cols() == 0) return MatrixXd::Identity(A.rows(), A.rows());
    const Eigen::ColPivHouseholderQR<MatrixXd> qr(A);
    return MatrixXd(qr.householderQ()).rightCols(A.rows() - qr.rank());
}

std::optional<MatrixXd> cholesky_factor(const MatrixXd& M)
{
    const Eigen::LLT<MatrixXd> llt(M);
    if (llt.info() != Eigen::Success) return std::nullopt;
    return MatrixXd(llt.matrixL());
}

MatrixXd lower_solution(const MatrixXd& L, const MatrixXd& X)
{
    return L.triangularView<Eigen::Lower>().solve(X);
}

Eigen::VectorXcd transposed_lower_solution(const MatrixXd& L, const Eigen::VectorXcd& y)
{
    return L.transpose().triangularView<Eigen::Upper>().solve(y);
}

}  // namespace supple
