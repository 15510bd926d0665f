#include <supple/lanes/factor.hpp>

namespace supple::lanes {

extern const Kernel avx512_kernel;
const Kernel avx512_kernel = functions("avx512");

}  // namespace supple::lanes
