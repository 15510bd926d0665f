#include <supple/analysis/solve.hpp>
#include <supple/io/case_form.hpp>
#include <supple/result/check.hpp>

#include <algorithm>

namespace supple {
namespace {

/// Whether two results name the same stations, reactions, contacts, drives and fields.
bool same_items(const Equilibrium& one, const Equilibrium& other)
{
    const auto same = [](const auto& a, const auto& b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                          [](const auto& x, const auto& y) { return x.name == y.name; });
    };
    return same(one.stations, other.stations) && same(one.reactions, other.reactions) &&
           (one.contact_check ? same(one.contact_summaries, other.contact_summaries)
                              : same(one.contacts, other.contacts)) &&
           same(one.drives, other.drives) && same(one.fields, other.fields);
}

}  // namespace

CaseForm::CaseForm(const Manipulator& base)
{
    Manipulator bare = base;
    bare.loads.clear();
    like_ = supple::solve(bare);
    // A shape has a tip, also where this one was not found.
    if (like_.shape.frames.empty()) {
        like_.shape.frames.emplace_back();
        like_.shape.arclength.push_back(0.0);
    }
}

bool CaseForm::tells(const Equilibrium& equilibrium) const
{
    // What a failed solve leaves behind is no result, nor are the numbers of another model.
    return claims_balance(equilibrium.status) && same_items(equilibrium, like_);
}

}  // namespace supple
