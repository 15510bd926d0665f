/// @file
/// What the files of `supple compare` share.
#pragma once

#include "command.hpp"

#include <supple/compare/cases.hpp>
#include <supple/io/case_table.hpp>

namespace supple::app {

struct CompareRequest {
    std::string file;
    std::vector<Setting> settings;
    std::string cases;  ///< table of cases; empty: the file itself
    std::string out;
    CandidateOptions tried;
    double tolerance = 0.1;  ///< of the tip [% of the length]
    bool json = false;
    bool quiet = false;
    int threads = 0;
};

/// What was compared, in one of two ways.
struct Compared {
    Manipulator manipulator;
    std::optional<Comparison> file;        ///< the file itself
    std::optional<CasesComparison> cases;  ///< a table of cases
    std::size_t asked = 0;                 ///< cases, or models of a file
    bool measured = false;                 ///< the table has tips to compare with
    bool complete = true;                  ///< else interrupted
};

/// How many joints a family of models needs for the tolerance.
struct Need {
    std::string family;
    std::vector<int> tried;     ///< numbers of joints, ascending
    std::optional<int> joints;  ///< nothing where none of them is enough
    std::string setting;        ///< what to write for it
};

/// One for each family that can carry the file. A number at which a solve failed is never enough.
std::vector<Need> needs(const Compared& compared, double tolerance_percent);

std::string compare_text(const CompareRequest& request, const Compared& compared);
std::string compare_json(const CompareRequest& request, const Compared& compared);
/// One row a model.
CaseTable compare_table(const CompareRequest& request, const Compared& compared);

}  // namespace supple::app
