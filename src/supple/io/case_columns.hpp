/// @file
/// What the rows of a case table gave, in memory: a column a number, in SI.
///
///     CaseTable table = ...;
///     CaseInputs inputs(document, table);
///     CaseColumns answers(inputs, {"tip.position", "energy.elastic"});
///     solve_cases(inputs, *cases_in(inputs.table()), {}, answers.sink());
///
/// Law (tests/io/test_case_columns.cpp): these are the numbers of the table that CaseAnswers writes.
#pragma once

#include <supple/io/case_form.hpp>
#include <supple/io/case_solver.hpp>

namespace supple {

class CaseColumns {
 public:
    /// The outputs of these paths, or all numbers that a table shows where there are none.
    /// @throws InputError where a path is no number of the result. @pre the inputs outlive this
    explicit CaseColumns(const CaseInputs& inputs, const std::vector<std::string>& paths = {});

    const std::vector<Output>& outputs() const { return outputs_; }
    std::size_t rows() const { return statuses.size(); }
    std::size_t width() const { return width_; }  ///< numbers in a row: all those of the outputs

    /// Keeps each answer; `told` hears on the calling thread how many rows are done.
    CaseSink sink(std::function<void(std::size_t done)> told = {});

    std::vector<double> values;  ///< row by row; NaN where a row has no such number or failed
    std::vector<Status> statuses;
    std::vector<std::string> messages;  ///< empty where a row converged

 private:
    void keep(std::size_t row, const Equilibrium& equilibrium);

    CaseForm form_;
    std::vector<Output> outputs_;
    std::size_t width_ = 0;
    bool in_order_ = false;  ///< single numbers in the order of the description, read in one walk
};

/// A column of numbers in memory. The name may end in a unit in brackets, in which the values are given;
/// without one the values of an input, or of a vector of a result, are in SI.
/// @throws InputError where there is no such name
CaseColumn memory_column(std::string_view name, std::vector<double> values, const Manipulator& manipulator);

}  // namespace supple
