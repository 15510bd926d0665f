#include <supple/io/fingerprint.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace supple {

namespace {

/// A product with an odd number leaves no two words the same; the shift lets high bits act on low ones.
void mix_word(std::uint64_t& state, std::uint64_t word)
{
    state = (state ^ word) * 0xD6E8FEB86659FD93;
    state ^= state >> 32;
}

}  // namespace

void Fingerprint::mix(const void* words)
{
    std::array<std::uint64_t, 4> each{};
    std::memcpy(each.data(), words, sizeof each);
    for (std::size_t i = 0; i < each.size(); ++i)
        mix_word(state_[i], each[i]);
}

void Fingerprint::add(std::string_view bytes)
{
    if (bytes.empty()) return;
    const std::size_t held = size_ % rest_.size();
    size_ += bytes.size();
    if (held > 0) {
        const std::size_t taken = std::min(bytes.size(), rest_.size() - held);
        std::memcpy(rest_.data() + held, bytes.data(), taken);
        bytes.remove_prefix(taken);
        if (held + taken < rest_.size()) return;
        mix(rest_.data());
    }
    for (; bytes.size() >= rest_.size(); bytes.remove_prefix(rest_.size()))
        mix(bytes.data());
    if (!bytes.empty()) std::memcpy(rest_.data(), bytes.data(), bytes.size());
}

std::string Fingerprint::text() const
{
    Fingerprint last = *this;
    std::fill(last.rest_.begin() + size_ % rest_.size(), last.rest_.end(), '\0');
    last.mix(last.rest_.data());
    std::uint64_t all = size_;
    for (const std::uint64_t state : last.state_)
        mix_word(all, state);
    mix_word(all, 0);
    return fmt::format("{:016x}", all);
}

std::string fingerprint(std::string_view bytes)
{
    Fingerprint all;
    all.add(bytes);
    return all.text();
}

}  // namespace supple
