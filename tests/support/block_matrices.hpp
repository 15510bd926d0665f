/// @file
/// Matrices of blocks as dense ones, to judge what works on blocks.
#pragma once

#include <supple/algebra/block_tridiagonal.hpp>

namespace supple::test {

inline MatrixXd dense(const variational::BlockTridiagonal& A)
{
    MatrixXd all = MatrixXd::Zero(6 * A.size(), 6 * A.size());
    for (std::size_t a = 0; a < A.D.size(); ++a) {
        const auto i = 6 * static_cast<Eigen::Index>(a);
        all.block<6, 6>(i, i) = A.D[a];
        if (a + 1 == A.D.size()) break;
        all.block<6, 6>(i, i + 6) = A.U[a];
        all.block<6, 6>(i + 6, i) = A.L[a];
    }
    return all;
}

}  // namespace supple::test
