/// @file
/// Published figures and the experiments that compute them anew.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace supple::app {

/// What the specification says of the paper's figure.
enum class Standing {
    holds,             ///< The paper's figure is right, or it gives none.
    differs,           ///< Ours is sure and the paper's is another; `remark` says why.
    not_reproducible,  ///< No computation that the text defines gives the paper's figure; `remark` says why.
};

/// One row of the report. Several numbers in a row, such as the coordinates of a tip, are judged together.
struct Figure {
    std::string system{};         ///< "s1" ... "s4", "external"
    std::string name{};           ///< What is measured: "static sag, tip x".
    std::string unit{};           ///< Of all numbers of the row; empty where they have none.
    std::vector<double> paper{};  ///< As printed; empty where the paper gives none.
    /// What a correct implementation finds; empty where only a bound is known.
    std::vector<double> reference{};
    std::vector<double> ours{};  ///< Computed in this run.
    double tolerance = 0;        ///< |ours - reference| allowed, or the bound of |ours| without a reference.
    bool relative = false;       ///< The tolerance is a part of |reference|.
    Standing standing = Standing::holds;
    std::string remark{};  ///< A sentence; required unless the figure holds.
    /// Of each number, where they differ: the last digit of what was printed; in place of `tolerance`.
    std::vector<double> tolerances{};
};

enum class Verdict { reproduced, differs, not_reproducible, failed };

/// |ours - reference| allowed for one of the numbers, or its bound where there is no reference.
double allowed(const Figure& figure, std::size_t number);

/// `failed` where ours is outside the tolerance or not finite, whatever the standing, as long as there is
/// something to hold it to.
Verdict judge(const Figure& figure);

/// A computation that yields rows; experiments share nothing and run side by side.
struct Experiment {
    std::string name;
    std::function<std::vector<Figure>()> run;
};

std::vector<Experiment> experiments_of_s1();
std::vector<Experiment> experiments_of_s2();
std::vector<Experiment> experiments_of_s3();
std::vector<Experiment> experiments_of_s4();
/// Measurements of others, read from the folder.
std::vector<Experiment> experiments_on(const std::string& external_data);

}  // namespace supple::app
