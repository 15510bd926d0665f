#include <supple/lanes/equations.hpp>

namespace supple::lanes {

extern const Kernel avx512_kernel;
const Kernel avx512_kernel = functions("avx512");

}  // namespace supple::lanes
