#include <supple/compare/joint_needs.hpp>

#include <cmath>

namespace supple {
namespace {

/// Collects the attempts of each family, in the order in which they were made.
class FamilyAttempts {
 public:
    void add(const Tried& tried, double error)
    {
        if (!tried.reason.empty() || tried.candidate.as_written) return;
        if (needs_.empty() || needs_.back().family != family(tried.candidate)) {
            needs_.push_back({family(tried.candidate), {}, std::nullopt, ""});
            attempts_.emplace_back();
            settings_.emplace_back();
        }
        needs_.back().tried.push_back(tried.joints);
        attempts_.back().push_back({tried.joints, error});
        settings_.back().push_back(setting(tried.candidate.model));
    }

    std::vector<JointNeed> needs(double tolerance)
    {
        for (std::size_t i = 0; i < needs_.size(); ++i) {
            needs_[i].joints = enough_joints(attempts_[i], tolerance);
            for (std::size_t k = 0; k < attempts_[i].size(); ++k)
                if (needs_[i].joints == attempts_[i][k].joints) needs_[i].setting = settings_[i][k];
        }
        return std::move(needs_);
    }

 private:
    std::vector<JointNeed> needs_;
    std::vector<std::vector<Attempt>> attempts_;
    std::vector<std::vector<std::string>> settings_;
};

}  // namespace

std::vector<JointNeed> joint_needs(const Comparison& comparison, double length, double tolerance)
{
    FamilyAttempts all;
    for (const Judged& model : comparison.models)
        all.add(model.model,
                model.status == Status::converged ? model.error.position / length : std::nan(""));
    return all.needs(tolerance);
}

std::vector<JointNeed> joint_needs(const CasesComparison& comparison, double tolerance)
{
    FamilyAttempts all;
    for (const CasesJudged& model : comparison.models) {
        const bool everywhere =
            model.relative.count > 0 && model.relative.count == comparison.exact.converged;
        all.add(model.model, everywhere ? model.relative.mean : std::nan(""));
    }
    return all.needs(tolerance);
}

}  // namespace supple
