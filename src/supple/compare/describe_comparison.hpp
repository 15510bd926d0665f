/// @file
/// The description of a comparison of models (result/describer.hpp).
#pragma once

#include <supple/compare/joint_needs.hpp>
#include <supple/result/describe.hpp>

namespace supple {

/// A comparison with what it was asked for: of a file itself, or of a table of cases.
struct ComparisonRecord {
    std::string file;
    double length = 0.0;  ///< of the rod [m]
    bool complete = true;
    const Comparison* of_file = nullptr;
    const CasesComparison* of_cases = nullptr;
    std::size_t asked = 0;   ///< cases
    bool measured = false;   ///< the table has tips to compare with
    double tolerance = 0.0;  ///< of the tip, over the rod's length
    std::vector<JointNeed> enough;
};

/// One row a model in tables. What cannot carry the manipulator stands in `unsupported`, with the reason.
void describe(Describer& to, const ComparisonRecord& record);
void describe(Describer& to, const JointNeed& need);

constexpr const char* command_of(const ComparisonRecord&)
{
    return "compare";
}

}  // namespace supple
