#include <supple/result/stop.hpp>

#include <utility>

namespace supple {
namespace {

thread_local StopWhen* innermost = nullptr;

}  // namespace

StopWhen::StopWhen(std::function<bool()> wanted) : asked_(std::move(wanted)), around_(innermost)
{
    innermost = this;
}

StopWhen::~StopWhen()
{
    innermost = around_;
}

bool stop_wanted() noexcept
{
    for (StopWhen* each = innermost; each; each = each->around_) {
        each->wanted_ = each->wanted_ || each->asked_();
        if (each->wanted_) return true;
    }
    return false;
}

}  // namespace supple
