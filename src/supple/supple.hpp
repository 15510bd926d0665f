/// @file
/// Everything a program needs: describe a manipulator, solve, simulate, steer, compare, write results.
///
/// Fits need the library's part `fit` and its header <supple/io/fit_problem.hpp>. Loads, constraints and
/// elements of one's own are written against the headers that docs/extending.md names.
#pragma once

#include <supple/analysis/batch.hpp>
#include <supple/analysis/simulate.hpp>
#include <supple/analysis/solve.hpp>
#include <supple/analysis/steer.hpp>
#include <supple/compare/compare.hpp>
#include <supple/compare/model_error.hpp>
#include <supple/fields/input.hpp>
#include <supple/fields/writer.hpp>
#include <supple/io/case_answers.hpp>
#include <supple/io/case_solver.hpp>
#include <supple/io/model_file.hpp>
#include <supple/io/result_file.hpp>
#include <supple/io/result_json.hpp>
#include <supple/io/result_text.hpp>
#include <supple/version.hpp>
