#include <supple/lanes/factor.hpp>

namespace supple::lanes {

extern const Kernel avx2_kernel;
const Kernel avx2_kernel = functions("avx2");

}  // namespace supple::lanes
