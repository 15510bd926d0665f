#include <supple/lanes/kernel.hpp>

namespace supple::lanes {

extern const Kernel baseline_kernel;
#if defined(SUPPLE_LANES_X86)
extern const Kernel avx2_kernel, avx512_kernel;
#endif

const Kernel* kernel_of(InstructionSet set) noexcept
{
    switch (set) {
        case InstructionSet::baseline:
            return &baseline_kernel;
#if defined(SUPPLE_LANES_X86)
        case InstructionSet::avx2:
            return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &avx2_kernel : nullptr;
        case InstructionSet::avx512:
            return __builtin_cpu_supports("avx512f") ? &avx512_kernel : nullptr;
#else
        case InstructionSet::avx2:
        case InstructionSet::avx512:
            return nullptr;
#endif
    }
    return nullptr;
}

const Kernel& best_kernel() noexcept
{
    if (const Kernel* kernel = kernel_of(InstructionSet::avx512)) return *kernel;
    if (const Kernel* kernel = kernel_of(InstructionSet::avx2)) return *kernel;
    return baseline_kernel;
}

}  // namespace supple::lanes
