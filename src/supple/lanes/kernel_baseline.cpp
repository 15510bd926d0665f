#include <supple/lanes/factor.hpp>

namespace supple::lanes {

extern const Kernel baseline_kernel;
const Kernel baseline_kernel = functions("baseline");

}  // namespace supple::lanes
