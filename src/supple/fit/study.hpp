/// @file
/// Cases of one manipulator with what was observed in each, all evaluated together.
///
/// Statics finds x with r(x, p) = 0 for the fitted values p (statics/problem.hpp), and what is seen there
/// less what was observed is e(x, p). By implicit differentiation
///
///     de/dp = ∂e/∂p − Λᵀ ∂r/∂p,     Aᵀ Λ = (∂e/∂x)ᵀ,     A = ∂r/∂x
///
/// one transposed solve a row of e, for any number of parameters. The partial derivatives at a fixed shape
/// are central differences between systems built with other values, or one-sided where no system has
/// the values beyond. The equations are close to linear in stiffnesses, lengths and loads, so these have some
/// nine digits, and any number of a model file can be fitted. Laws (tests/fit/test_study.cpp):
///   1. de/dp is the difference of solved cases.
///   2. It agrees with the exact derivatives of statics/sensitivity.hpp where those exist.
///   3. The result does not depend on the number of threads.
#pragma once

#include <supple/fit/view.hpp>
#include <supple/model/parameter.hpp>

#include <atomic>
#include <functional>
#include <memory>

namespace supple {

struct FitCase {
    std::vector<double> inputs;  ///< values of the study's inputs, SI
    std::vector<Observation> observations;
    std::string name{};  ///< for messages: "line 7"
};

/// What the cases are cases of.
struct Study {
    /// The system of a case with these fitted values; nothing where they describe no valid manipulator.
    /// Called on several threads. With `inputs` the system of any case is enough: they are set in it.
    std::function<std::unique_ptr<System>(const VectorXd& p, std::size_t sample)> build;
    bool one_system = true;           ///< cases differ by `inputs` alone; false: every case is built
    std::vector<std::string> inputs;  ///< paths of loads, currents and fields (model/parameter.hpp)
    std::vector<FitCase> cases;
    std::vector<std::string> observed;  ///< names of the things observed
    /// Where drives have a memory: the inputs of all cases as they arrive with these fitted values, a row a
    /// case; empty where the values describe no manipulator.
    std::function<MatrixXd(const VectorXd& p)> arriving;
    int curve_points = 0;                     ///< places from base to tip of which curves are seen
    int input_offsets = 0;                    ///< the last so many values of p are added to the inputs
    int threads = 0;                          ///< 0: one for each core
    const std::atomic<bool>* stop = nullptr;  ///< set from outside: an evaluation ends early and says so
};

/// The cases from `begin` on, up to `end`. Drives remember what came before the first of them.
Study part_of(const Study& study, std::size_t begin, std::size_t end);

/// Rows of e of one observation.
struct ResidualBlock {
    int first = 0, size = 0;
    std::size_t sample = 0;  ///< the case
    bool is_position = false;
};

struct Residuals {
    VectorXd e;
    MatrixXd J;                    ///< along the directions; empty where it was not asked for
    std::vector<Status> statuses;  ///< of each case
    std::size_t failed = 0;        ///< cases without a stable equilibrium; their rows are zero
    std::string message;           ///< of the first of them
    bool complete = false;         ///< false: no system for these values, or stopped from outside
};

/// Evaluates a study at many values of p; remembers each case's shape, from which the next solve starts.
class StudyEvaluator {
 public:
    /// Derivatives are taken along the columns of `directions`, each a small but sensible change of p.
    StudyEvaluator(const Study& study, MatrixXd directions);
    ~StudyEvaluator();

    const std::vector<ResidualBlock>& blocks() const { return blocks_; }
    int rows() const { return rows_; }

    void evaluate(const VectorXd& p, bool with_derivatives, Residuals& residuals);

    /// Forgets the shapes: the next evaluation follows every load from the unloaded shape.
    void forget();

    int passes() const { return passes_; }

 private:
    class Worker;

    const Study& study_;
    MatrixXd directions_;
    std::vector<ResidualBlock> blocks_;
    std::vector<std::size_t> first_block_;  // of each case, and the total
    int rows_ = 0, passes_ = 0;
    std::vector<std::unique_ptr<Worker>> workers_;  // one a thread
    std::vector<VectorXd> shapes_;                  // coordinates of each case; empty where not known
};

}  // namespace supple
