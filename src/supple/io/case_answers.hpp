/// @file
/// What the rows of a case table gave: a table with the outputs appended, or one line of JSON a row.
///
///     CaseAnswers answers(inputs, {});
///     solve_cases(inputs, {}, [&](std::size_t row, const Equilibrium& eq) { answers.keep(row, eq); },
///     deliver); write_case_table(answers.table("results.csv", rows), "results.csv");
#pragma once

#include <supple/io/case_inputs.hpp>
#include <supple/result/equilibrium.hpp>
#include <supple/result/output.hpp>

namespace supple {

class CaseAnswers {
 public:
    struct Wanted {
        bool numbers = true;  ///< for the table
        bool lines = false;   ///< of JSON
    };

    /// @pre the inputs outlive this
    CaseAnswers(const CaseInputs& inputs, const Wanted& wanted);

    /// May be called for several rows at once, each once.
    void keep(std::size_t row, const Equilibrium& equilibrium);

    struct Row {
        Status status = Status::invalid;
        bool snapped = false;
        std::string message;
        std::string json;                ///< one line
        std::vector<std::string> words;  ///< of the outputs that are words
    };
    Row& row(std::size_t row) { return rows_[row]; }
    const Row& row(std::size_t row) const { return rows_[row]; }

    /// What the column `case` calls the row, or its number from 1.
    std::string label(std::size_t row) const;

    const std::vector<Reaction>& reactions() const { return told_.reactions; }
    /// Of the tip, or of a reaction; NaN where the row has none. @pre numbers are wanted
    Vector3d vector(std::size_t row, OutputOf of, int item, OutputPart part) const;

    /// The table as it was given, then what was computed, up to a row. Results that the table brought along
    /// stay as given.*. @pre numbers are wanted
    CaseTable table(const std::string& file_name, std::size_t rows) const;

 private:
    const CaseInputs& inputs_;
    Wanted wanted_;
    Equilibrium told_;  ///< of the file without its loads: which outputs there are
    std::vector<Output> outputs_;
    std::vector<Row> rows_;
    std::vector<double> numbers_;  ///< of the outputs, row by row; NaN where they are none
};

}  // namespace supple
