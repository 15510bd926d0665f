/// @file
/// Several models judged by the exact rod over many cases: statistics of their errors.
///
/// Every case is solved from rest by the exact rod and by every candidate, so that nothing depends on the
/// order or on the threads. Errors are taken where both converged; how many did is part of the answer. Where
/// tips were measured, models and exact rod are compared with them too.
#pragma once

#include <supple/compare/compare.hpp>

namespace supple {

/// What was measured of a case.
struct MeasuredTip {
    std::optional<Vector3d> position;         ///< [m]
    std::optional<Eigen::Quaterniond> frame;  ///< of the tip, z is the tangent
};

struct CaseSource {
    std::size_t rows = 0;
    /// Makes the manipulator that of the row; answers with why it cannot, empty where it can. Called on
    /// several threads, each with its own copy of the manipulator.
    std::function<std::string(std::size_t row, Manipulator&)> set;
    std::function<MeasuredTip(std::size_t row)> measured{};  ///< may be empty
};

struct CasesOptions {
    int threads = 0;                                   ///< 0: one for each core
    const std::atomic<bool>* stop = nullptr;           ///< set from outside: no further row is begun
    std::function<void(std::size_t done)> progress{};  ///< called now and then on the calling thread
};

/// How one model, or the exact rod itself, did.
struct CasesJudged {
    Tried model;
    std::size_t converged = 0;     ///< of all that were done
    std::string first_failure;     ///< "case 3: not_converged: ..."; empty where there is none
    Statistics position;           ///< tip from the exact rod [m]
    Statistics relative;           ///< the same over the case's length of rod
    Statistics rotation;           ///< [rad]
    Statistics tangent;            ///< [rad]
    Statistics reaction;           ///< over the case's largest reaction
    Statistics measured_position;  ///< tip from what was measured [m]
    Statistics measured_relative;  ///< the same over the case's length of rod
    Statistics measured_rotation;  ///< [rad]; of the tangent where the model does not twist
    Statistics seconds;            ///< one cold solve a case
};

struct CasesComparison {
    std::size_t done = 0;  ///< cases; fewer than asked for where it was stopped
    CasesJudged exact;     ///< the judge
    std::vector<CasesJudged> models;
    Judge judge;
};

/// @pre manipulator is what every row is set into
CasesComparison compare_cases(const Manipulator& manipulator, const std::vector<Candidate>& candidates,
                              const CaseSource& source, const CasesOptions& options = {});

}  // namespace supple
