#include <supple/io/case_comparison.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

/// The measured tips of a table, where it has them.
class MeasuredTips {
 public:
    explicit MeasuredTips(const CaseTable& table)
    {
        for (const char* axis : {"x", "y", "z"})
            position_.push_back(table.find(fmt::format("tip.position.{}", axis)));
        for (const char* part : {"w", "x", "y", "z"})
            quaternion_.push_back(table.find(fmt::format("tip.quaternion.{}", part)));
        for (auto* columns : {&position_, &quaternion_})
            if (std::find(columns->begin(), columns->end(), nullptr) != columns->end()) columns->clear();
        for (const CaseColumn& column : table.columns) {
            const bool used = std::find(position_.begin(), position_.end(), &column) != position_.end() ||
                              std::find(quaternion_.begin(), quaternion_.end(), &column) != quaternion_.end();
            if (column_role(column.path) == ColumnRole::output && !used) unused_.push_back(column.path);
        }
    }

    bool any() const { return !position_.empty() || !quaternion_.empty(); }
    const std::vector<std::string>& unused() const { return unused_; }

    MeasuredTip operator()(std::size_t row) const
    {
        MeasuredTip tip;
        const auto value = [row](const CaseColumn* column) { return column->values[row]; };
        if (!position_.empty()) {
            const Vector3d p(value(position_[0]), value(position_[1]), value(position_[2]));
            if (p.allFinite()) tip.position = p;
        }
        if (!quaternion_.empty()) {
            const Eigen::Quaterniond q(value(quaternion_[0]), value(quaternion_[1]), value(quaternion_[2]),
                                       value(quaternion_[3]));
            if (q.coeffs().allFinite() && q.norm() > 0.0) tip.frame = q.normalized();
        }
        return tip;
    }

 private:
    std::vector<const CaseColumn*> position_, quaternion_;  // all of its columns, or none
    std::vector<std::string> unused_;
};

}  // namespace

TableCases cases_of(const CaseInputs& inputs)
{
    const MeasuredTips measured(inputs.table());
    TableCases cases;
    cases.source.rows = inputs.table().rows;
    cases.source.set = [&inputs](std::size_t row, Manipulator& manipulator) {
        try {
            CaseRows(inputs, manipulator).set(inputs.table(), row);
            return std::string();
        } catch (const InputError& error) {
            return std::string(error.what());
        }
    };
    if (measured.any()) cases.source.measured = measured;
    cases.unused = measured.unused();
    return cases;
}

}  // namespace supple
