#include <supple/field/field_source.hpp>
#include <supple/statics/load_values.hpp>

namespace supple {
namespace {

/// Calls f(value) with a reference to every value of loads and field, in order.
template <class F>
void for_each_value(System& system, F f)
{
    for (const auto& load : system.loads) {
        for (int k = 0; k < load->parameters(); ++k)
            f(load->parameter(k));
    }
    if (!system.field) return;
    for (int source = 0; source < field_sources(*system.field); ++source)
        f(source_value(*system.field, source));
}

}  // namespace

LoadValues::LoadValues(System& system) : system_(system)
{
    for_each_value(system_, [&](double value) { from_.push_back(value); });
    to_ = from_;
}

void LoadValues::read() noexcept
{
    std::size_t i = 0;
    for_each_value(system_, [&](double value) { to_[i++] = value; });
}

void LoadValues::set(double part) noexcept
{
    std::size_t i = 0;
    for_each_value(system_, [&](double& value) {
        value = part == 1.0 ? to_[i] : from_[i] + part * (to_[i] - from_[i]);
        ++i;
    });
}

}  // namespace supple
