/// @file
/// What the rows of a case table gave: a table with the outputs appended, or one line of JSON a row.
///
///     CaseAnswers answers(inputs, {.table = true});
///     CaseFile file("results.csv", answers);
///     solve_cases(inputs, *source, {},
///                 {[&](CaseBlock& block, std::size_t row, const Equilibrium& eq) { answers.keep(block, row,
///                 eq); },
///                  [&](const CaseBlock& block, std::size_t) { file.add(block); }});
///     file.finish();
#pragma once

#include <supple/io/case_form.hpp>
#include <supple/io/case_solver.hpp>
#include <supple/io/file.hpp>
#include <supple/io/given_columns.hpp>
#include <supple/io/row_text.hpp>
#include <supple/result/output.hpp>

namespace supple {

/// How a row of answers is written. Nothing of it changes once it is made.
class CaseAnswers {
 public:
    struct Wanted {
        bool table = false;
        bool lines = false;                  ///< of JSON
        std::vector<std::string> outputs{};  ///< columns of the table, by their paths; empty: all
    };

    /// @pre the inputs outlive this. @throws InputError where a path is no number of the result
    CaseAnswers(const CaseInputs& inputs, const Wanted& wanted);

    /// Appends the answer to the texts of the block; its CSV has the cell of the message. May be called for
    /// several blocks at once.
    void keep(CaseBlock& block, std::size_t row, const Equilibrium& equilibrium) const;

    /// The header of the table, with the column of messages or without. Results that the table brought along
    /// are called given.*.
    std::string header(bool messages) const;
    /// How many cells stand before that of the message.
    std::size_t cells_before_message() const { return given_.count() + 1; }

    /// Whether the numbers of this result are those that the table has columns for.
    bool tells(const Equilibrium& equilibrium) const { return form_.tells(equilibrium); }
    const std::vector<Reaction>& reactions() const { return form_.like().reactions; }

    /// One sentence on the columns of results that those of this model do not have, such as the reaction of a
    /// fixture that the file does not name; empty where there are none. They stay as they were given.
    const std::string& foreign() const { return foreign_; }

 private:
    Wanted wanted_;
    CaseForm form_;
    std::vector<Output> outputs_;     ///< in the order of the description
    std::vector<Unit> units_;         ///< of the outputs
    std::vector<std::size_t> order_;  ///< the outputs as they stand in the table
    GivenColumns given_;              ///< columns of the table that stay
    std::string foreign_;
};

/// What the column `case` calls the row, or its number from 1.
std::string case_label(const CaseTable& rows, std::size_t row);

/// A file of answers, .csv or .jsonl, that grows as blocks are delivered (GrowingFile). A table has a column
/// `message` if a row of it failed.
class CaseFile {
 public:
    CaseFile(const std::filesystem::path& path, const CaseAnswers& answers);

    /// Throws InputError where there is no room; the rows that had room stay.
    void add(const CaseBlock& block);
    /// Gives the file its name.
    void finish() { file_.finish(); }

    std::size_t rows() const { return rows_; }
    const std::filesystem::path& part() const { return file_.part(); }

 private:
    const CaseAnswers& answers_;
    bool table_;
    GrowingFile file_;
    std::size_t rows_ = 0;
    RowText text_;
};

}  // namespace supple
