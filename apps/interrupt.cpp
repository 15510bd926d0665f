#include "interrupt.hpp"

#include <atomic>

namespace supple::app {
namespace {

std::atomic<bool> interrupt_asked = false;
static_assert(std::atomic<bool>::is_always_lock_free);

}  // namespace

InterruptWatch::InterruptWatch()
{
    struct sigaction action = {};
    action.sa_handler = [](int) { interrupt_asked = true; };
    action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
    sigaction(SIGINT, &action, &before_);
}

InterruptWatch::~InterruptWatch()
{
    sigaction(SIGINT, &before_, nullptr);
}

bool InterruptWatch::asked() noexcept
{
    return interrupt_asked;
}

}  // namespace supple::app
