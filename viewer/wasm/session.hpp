/// @file
/// One model file in the page: its tree, its description, and the warm solver that sliders and drags ask.
#pragma once

#include "json.hpp"
#include "record.hpp"
#include "request.hpp"

#include <supple/analysis/simulate.hpp>
#include <supple/analysis/solve.hpp>
#include <supple/analysis/steer.hpp>
#include <supple/fields/input.hpp>

#include <memory>

namespace supple::page {

/// What a call answers; it stays until the next call.
struct Answer {
    std::string text;
    std::vector<double> numbers;
};

class Session {
 public:
    Session(Request request, Answer& answer);

    /// The same file with another type of model, its problems in the answer.
    static std::unique_ptr<Session> with_model(const Session& from, const std::string& type, Answer& answer);

    bool good() const { return good_; }

    /// Builds the warm solver; says what it is, or why it cannot be.
    void prepare(Answer& answer);
    void solve(bool cold, Answer& answer);
    void solve_cold() { solver().solve_cold(); }
    void find_modes(int count, Answer& answer);
    void simulate(const Progress& progress, Answer& answer);

    /// What there is to see of the description with all that was put.
    void scene(Answer& answer) const;

    /// Whether the tip can be brought somewhere, and by what.
    void steerable(Answer& answer);

    /// Brings the tip to a place; the answer holds the record and the edits of the file.
    void steer(const Vector3d& tip, bool warm, Answer& answer);

    /// Writes a number, as it stands in the unit of the input, into the tree and the solver. Answers with the
    /// scalar that changed and its text.
    void put(std::size_t input, const std::string& number, Answer& answer);

 private:
    Solver& solver();
    void tell_problems(const std::vector<Problem>& problems, Json& json) const;
    void tell_inputs(Json& json);
    std::string write(const std::string& path, const std::string& value, int& scalar, std::string& text);
    void refuse(const std::string& why, Answer& answer) const;

    Request request_;
    Manipulator manipulator_;  ///< as written; the inputs refer to it
    bool good_ = false;
    std::vector<Input> inputs_;
    std::unique_ptr<Solver> solver_;
    std::vector<Solver::Input> handles_;  ///< of the inputs, as far as they were asked for
    std::unique_ptr<Steerer> steerer_;
    Steering steering_;
    Record record_;
};

}  // namespace supple::page
