#include <supple/algebra/decompositions.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>

#include <algorithm>
#include <cmath>

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

namespace {

/// The iteration of Eigen, given ten times the steps: it is slow where eigenvalues are double, as those of
/// round rods are.
Eigen::EigenSolver<MatrixXd> patient_solver(Eigen::Index size)
{
    Eigen::EigenSolver<MatrixXd> solver(size);
    solver.setMaxIterations(400 * std::max<Eigen::Index>(size, 1));
    return solver;
}

}  // namespace

std::optional<GeneralEigenpairs> general_eigen(const MatrixXd& A)
{
    Eigen::EigenSolver<MatrixXd> solver = patient_solver(A.rows());
    solver.compute(A);
    if (solver.info() != Eigen::Success) return std::nullopt;
    return GeneralEigenpairs{solver.eigenvalues(), solver.eigenvectors()};
}

Eigen::VectorXcd general_eigenvalues(const MatrixXd& A)
{
    Eigen::EigenSolver<MatrixXd> solver = patient_solver(A.rows());
    if (solver.compute(A, false).info() == Eigen::Success) return solver.eigenvalues();
    // Single shifts go on where double ones do not.
    const Eigen::ComplexEigenSolver<Eigen::MatrixXcd> single(A.cast<std::complex<double>>(), false);
    if (single.info() == Eigen::Success) return single.eigenvalues();
    return Eigen::VectorXcd::Constant(A.rows(), std::nan(""));
}

struct GeneralEigenvalues::Impl {
    explicit Impl(Eigen::Index size) : solver(patient_solver(size)) {}
    Eigen::EigenSolver<MatrixXd> solver;
    Eigen::VectorXcd values;  ///< where that solver fails
};

GeneralEigenvalues::GeneralEigenvalues(Eigen::Index size) : impl_(std::make_unique<Impl>(size)) {}

GeneralEigenvalues::~GeneralEigenvalues() = default;

const Eigen::VectorXcd* GeneralEigenvalues::find(const MatrixXd& A) noexcept
{
    if (impl_->solver.compute(A, false).info() == Eigen::Success) return &impl_->solver.eigenvalues();
    impl_->values = general_eigenvalues(A);
    return impl_->values.allFinite() ? &impl_->values : nullptr;
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
