#include <supple/model/slip.hpp>

#include <algorithm>

namespace supple {
namespace {

constexpr double least = 1e-3;  // of a stretch's length as built

}  // namespace

void Slips::add_guide(int constraint, double start)
{
    guides_.push_back({constraint, start, start, {}});
}

void Slips::add_stretch(const Stretch& stretch, const Model& model)
{
    stretches_.push_back(stretch);
    built_.emplace_back();
    for (int e = stretch.first; e <= stretch.last; ++e)
        built_.back().push_back(model.numbers(e));
    for (const int i : {stretch.from, stretch.to}) {
        if (i < 0) continue;
        Variation& rate = guides_[static_cast<std::size_t>(i)].rate;
        rate.insert(rate.end(), built_.back().begin(), built_.back().end());
    }
}

double Slips::length_of(const Stretch& stretch) const noexcept
{
    const double start = stretch.from < 0 ? stretch.start : at(stretch.from);
    const double end = stretch.to < 0 ? stretch.end : at(stretch.to);
    return std::max(least * (stretch.end - stretch.start), end - start);  // also where s is NaN
}

void Slips::adopt(const Model& model) noexcept
{
    for (std::size_t k = 0; k < stretches_.size(); ++k) {
        const double ratio = length_of(stretches_[k]) / (stretches_[k].end - stretches_[k].start);
        for (ElementNumbers& built : built_[k]) {
            built = model.numbers(built.element);
            built.inboard /= ratio;
            built.outboard /= ratio;
            built.rest /= ratio;
            built.stiffness *= ratio;
        }
    }
}

void Slips::update(Model& model) noexcept
{
    crossed_ = false;
    for (std::size_t k = 0; k < stretches_.size(); ++k) {
        const Stretch& stretch = stretches_[k];
        const double L0 = stretch.end - stretch.start;
        const double L = length_of(stretch);
        crossed_ = crossed_ || L == least * L0;
        const double ratio = L / L0;
        for (const ElementNumbers& built : built_[k]) {
            ElementNumbers now = built;
            now.inboard *= ratio;
            now.outboard *= ratio;
            now.rest *= ratio;
            now.stiffness /= ratio;
            model.assign(now);

            for (const int i : {stretch.from, stretch.to}) {
                if (i < 0) continue;
                const double sign = i == stretch.to ? 1.0 / L : -1.0 / L;
                Variation& rate = guides_[static_cast<std::size_t>(i)].rate;
                ElementNumbers& change = *std::find_if(rate.begin(), rate.end(), [&](const auto& entry) {
                    return entry.element == now.element;
                });
                change.inboard = sign * now.inboard;
                change.outboard = sign * now.outboard;
                change.rest = sign * now.rest;
                change.stiffness = -sign * now.stiffness;
                change.cubic = 0.0;
            }
        }
    }
}

}  // namespace supple
