/// @file
/// What the files of `supple solve` share.
#pragma once

#include "command.hpp"

#include <supple/io/case_solver.hpp>

namespace supple::app {

struct SolveOptions {
    std::string file;
    std::vector<Setting> settings;
    std::string model;  ///< replaces the file's; empty: keep it
    std::string cases;  ///< table of cases; empty: solve the file itself
    std::string out;
    bool json = false;
    bool quiet = false;
    bool arc_length = false;
    bool eigenvalue = false;
    bool sequence = false;
    int threads = 0;

    CaseOptions how() const { return {{.arc_length = arc_length}, eigenvalue}; }
};

/// Whether the result is an equilibrium, be it stable or not.
inline bool is_balanced(const Equilibrium& equilibrium)
{
    return equilibrium.status == Status::converged || equilibrium.status == Status::unstable;
}

/// The result for a person to read.
std::string solve_report(const Manipulator& manipulator, const Equilibrium& equilibrium, bool with_shape,
                         bool colour);

/// Writes a file that was asked for; false where that cannot be done, with the reason on stderr.
bool write_safely(const std::function<void()>& write);

/// Solves every row of the table. @throws InputError
int solve_table(const SolveOptions& options, ModelDocument document);

}  // namespace supple::app
