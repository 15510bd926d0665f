#include <supple/analysis/solve.hpp>
#include <supple/compare/model_error.hpp>
#include <supple/result/verdict.hpp>

namespace supple {

std::optional<ModelError> model_error(const Manipulator& manipulator, const Equilibrium& found)
{
    if (is_exact(manipulator.model) || found.status != Status::converged) return std::nullopt;
    const Judge judge = judge_for(manipulator);
    Manipulator judged = manipulator;
    judged.model = judge.model;
    const Equilibrium truth = solve(judged);
    ModelError error;
    error.judge = judge.name;
    if (truth.status != Status::converged) {
        error.message = "not known: " + judge.in_words() + " is " + name(truth.status) + ": " + truth.message;
        return error;
    }
    const Deviation off = deviation(found, truth);
    // Where several shapes meet the constraints, the judge need not have found the same.
    const bool several = found_beside(found) || found_beside(truth);
    if (several && off.position > 0.1 * manipulator.rod.length) {
        error.message = "not known: " + judge.in_words() + " found another shape that meets the constraints";
        return error;
    }
    if (judged_elsewhere(manipulator, judge, found, truth)) {
        error.message = std::string("not known: ") + judge_is_elsewhere;
        return error;
    }
    error.tip = off.position;
    // A rod with a pinned base may be free to turn about itself.
    const bool turns_alike = !manipulator.base.pinned && Solver(manipulator).twists();
    error.rotation = turns_alike ? off.rotation : off.tangent;
    return error;
}

void describe(Describer& to, const JudgedEquilibrium& judged)
{
    describe(to, judged.equilibrium);
    const ModelError error = judged.error.value_or(ModelError{});
    to.group({.name = "model_error",
              .help = "how far the model is from its judge",
              .absent = "the model is the exact rod, it is not converged, or --no-judge is given",
              .in_table = InTable::nothing},
             judged.error.has_value(), [&](Describer& d) {
                 const char* unknown = "the judge is not converged";
                 const bool known = error.message.empty();
                 const auto number = [&](double x) { return known ? std::optional(x) : std::nullopt; };
                 d.number({.name = "tip",
                           .help = "distance of the tips",
                           .unit = unit::length,
                           .absent = unknown,
                           .null = true},
                          number(error.tip));
                 d.number({.name = "rotation",
                           .help = "angle between the tips; of their tangents where the model does not twist "
                                   "or its base is pinned",
                           .unit = unit::angle,
                           .absent = unknown,
                           .null = true},
                          number(error.rotation));
                 d.text({.name = "judge", .help = "cosserat, or the finest chain"}, error.judge);
                 d.text({.name = "message", .help = "why there is no number", .absent = "there is one"},
                        known ? std::nullopt : std::optional<std::string_view>(error.message));
             });
}

}  // namespace supple
