#include <supple/result/equilibrium.hpp>

namespace supple {

const char* name(Status status)
{
    switch (status) {
        case Status::converged:
            return "converged";
        case Status::unstable:
            return "unstable";
        case Status::not_converged:
            return "not_converged";
        case Status::infeasible:
            return "infeasible";
        case Status::invalid:
            return "invalid";
    }
    return "invalid";
}

const char* name(StabilityKind kind)
{
    switch (kind) {
        case StabilityKind::not_assessed:
            return "not-assessed";
        case StabilityKind::energy:
            return "energy";
        case StabilityKind::divergence_only:
            return "divergence-only";
    }
    return "not-assessed";
}

const char* name(FrictionUsed friction)
{
    switch (friction) {
        case FrictionUsed::none:
            return "none";
        case FrictionUsed::sharp:
            return "sharp";
        case FrictionUsed::smoothed:
            return "smoothed";
    }
    return "none";
}

}  // namespace supple
