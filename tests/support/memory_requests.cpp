#include "support/memory_requests.hpp"

#include <atomic>
#include <cstdlib>

namespace {

std::atomic<std::size_t> requests = 0;

}  // namespace

#if defined(__SANITIZE_ADDRESS__)
#define SUPPLE_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SUPPLE_SANITIZED 1
#endif
#endif

#ifdef SUPPLE_SANITIZED

// The sanitizer owns malloc and offers a hook instead.
#include <sanitizer/allocator_interface.h>

namespace {

const int installed = __sanitizer_install_malloc_and_free_hooks(
    [](const volatile void*, std::size_t) { ++requests; }, [](const volatile void*) {});

}  // namespace

#else

extern "C" void* __libc_malloc(std::size_t size);

extern "C" void* malloc(std::size_t size)
{
    ++requests;
    return __libc_malloc(size);
}

#endif

namespace supple::test {

std::size_t memory_requests()
{
    return requests;
}

}  // namespace supple::test
