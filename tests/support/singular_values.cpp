#include "support/singular_values.hpp"

#include <Eigen/SVD>

namespace supple::test {

VectorXd singular_values(const MatrixXd& A)
{
    return Eigen::JacobiSVD<MatrixXd>(A).singularValues();
}

}  // namespace supple::test
