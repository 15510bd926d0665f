/// @file
/// What a fit is asked for, as people write it.
#pragma once

#include <string>
#include <vector>

namespace supple {

struct CaseTable;
struct FitSetup;
struct Manipulator;

/// Texts that take the place of what the file's `fit:` says; empty: what the file says.
struct FitTexts {
    std::vector<std::string> parameters;  ///< paths
    std::vector<std::string> bounds;      ///< PATH=LOWER,UPPER
    std::vector<std::string> sums;        ///< paths, apart by '+'
    std::vector<std::string> weights;     ///< PATH=WEIGHT
    std::vector<std::string> sigmas;      ///< PATH=SIZE
    std::string objective, metric;
    double robust_size = 0.0;
    int threads = 0;
};

/// @throws InputError
FitSetup fit_setup(Manipulator base, const FitTexts& texts);

/// Without --sigma: the deviations of those inputs of the data that the file calls uncertain.
void add_uncertain(FitSetup& setup, Manipulator& base, const CaseTable& data);

}  // namespace supple
