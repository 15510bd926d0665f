#include "figure.hpp"

#include <cmath>

namespace supple::app {
namespace {

/// A row of the table that says less than it must.
bool incomplete(const Figure& figure)
{
    return figure.standing != Standing::holds && figure.remark.empty();
}

/// Nothing was computed because there is nothing to hold it to.
bool only_told(const Figure& figure)
{
    return figure.standing == Standing::not_reproducible && figure.reference.empty() &&
           figure.tolerance == 0.0 && figure.tolerances.empty();
}

bool within(const Figure& figure)
{
    if (figure.ours.empty()) return false;
    if (!figure.reference.empty() && figure.reference.size() != figure.ours.size()) return false;
    if (!figure.tolerances.empty() && figure.tolerances.size() != figure.ours.size()) return false;
    for (std::size_t i = 0; i < figure.ours.size(); ++i) {
        const double expected = figure.reference.empty() ? 0.0 : figure.reference[i];
        // Not a number is never within.
        if (!(std::abs(figure.ours[i] - expected) <= allowed(figure, i))) return false;
    }
    return true;
}

bool finite(const Figure& figure)
{
    for (const double value : figure.ours)
        if (!std::isfinite(value)) return false;
    return true;
}

}  // namespace

double allowed(const Figure& figure, std::size_t number)
{
    const double tolerance = number < figure.tolerances.size() ? figure.tolerances[number] : figure.tolerance;
    if (!figure.relative) return tolerance;
    return number < figure.reference.size() ? tolerance * std::abs(figure.reference[number]) : 0.0;
}

Verdict judge(const Figure& figure)
{
    if (incomplete(figure)) return Verdict::failed;
    if (only_told(figure) ? !finite(figure) : !within(figure)) return Verdict::failed;
    switch (figure.standing) {
        case Standing::holds:
            return Verdict::reproduced;
        case Standing::differs:
            return Verdict::differs;
        case Standing::not_reproducible:
            return Verdict::not_reproducible;
    }
    return Verdict::failed;
}

}  // namespace supple::app
