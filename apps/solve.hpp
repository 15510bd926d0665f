/// @file
/// What the files of `supple solve` share.
#pragma once

#include "command.hpp"

#include <supple/io/case_solver.hpp>
#include <supple/result/check.hpp>

namespace supple::app {

/// How the cases are solved.
inline supple::SolveOptions solve_options(const SolveOptions& options)
{
    return {.arc_length = options.arc_length, .eigenvalue = options.eigenvalue};
}

/// Solves every row of the table. @throws InputError
int solve_table(const SolveOptions& options, ModelDocument document);

}  // namespace supple::app
