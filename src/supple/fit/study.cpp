#include <supple/fit/study.hpp>
#include <supple/statics/equilibrium.hpp>

#include <algorithm>
#include <mutex>
#include <thread>

namespace supple {
namespace {

/// Differences of second order: central, or to one side where the other describes no manipulator.
constexpr double step = 1e-4;  ///< of a direction
struct Offset {
    double at, weight;
};
const std::vector<Offset> stencils[] = {{{-1.0, -0.5}, {1.0, 0.5}},
                                        {{0.0, -1.5}, {1.0, 2.0}, {2.0, -0.5}},
                                        {{0.0, 1.5}, {-1.0, -2.0}, {-2.0, 0.5}}};

}  // namespace

Study part_of(const Study& study, std::size_t begin, std::size_t end)
{
    Study part = study;
    const auto first = study.cases.begin() + static_cast<std::ptrdiff_t>(begin);
    part.cases.assign(first, study.cases.begin() + static_cast<std::ptrdiff_t>(end));
    part.build = [build = study.build, begin](const VectorXd& p, std::size_t sample) {
        return build(p, begin + sample);
    };
    if (study.arriving) {
        part.arriving = [arriving = study.arriving, begin, end](const VectorXd& p) -> MatrixXd {
            const MatrixXd all = arriving(p);
            if (all.size() == 0) return all;
            return all.middleRows(static_cast<Eigen::Index>(begin), static_cast<Eigen::Index>(end - begin));
        };
    }
    return part;
}

/// One thread's systems: at p, and beside it for the differences.
class StudyEvaluator::Worker {
 public:
    Worker(const Study& study, const MatrixXd& directions) : study_(study), directions_(directions) {}

    /// Prepares for a pass. False where these values describe no manipulator.
    bool begin(const VectorXd& p, bool with_derivatives)
    {
        p_ = p;
        with_derivatives_ = with_derivatives;
        if (study_.one_system) open_all(0);
        return ready_ || !study_.one_system;
    }

    /// Solves a case and fills its rows.
    Status solve(std::size_t k, const std::vector<ResidualBlock>& blocks, std::size_t first, VectorXd& shape,
                 Residuals& residuals, std::string& message)
    {
        const FitCase& sample = study_.cases[k];
        if (!study_.one_system) open_all(k);
        if (!ready_) {
            message = "these values describe no manipulator";
            return Status::invalid;
        }
        set_inputs(at_p_, k);
        StaticsOptions options;
        System& system = *at_p_.system;
        if (shape.size() > 0 && system.slips.size() == 0) {
            equilibrium_.coordinates = shape;
            equilibrium_.status = Status::converged;
            options.warm_start = true;
        }
        at_p_.solver->solve(options, equilibrium_);
        if (equilibrium_.status != Status::converged) {
            message = equilibrium_.message;
            shape.resize(0);
            return equilibrium_.status;
        }
        shape = equilibrium_.coordinates;
        auto& problem = *at_p_.problem;
        problem.start_from(at_p_.solver->problem());
        problem.evaluate(1.0);
        if (with_derivatives_ && !problem.A.factor()) {
            message = "the tangent is singular";
            return Status::not_converged;
        }
        if (with_derivatives_) differentiate(k, blocks, first, residuals);
        View& view = *at_p_.view;
        view.look(with_derivatives_);
        for (std::size_t b = 0; b < sample.observations.size(); ++b) {
            const Observation& observation = sample.observations[b];
            const Vector3d e = view.seen(observation);
            int row = blocks[first + b].first;
            for (int a = 0; a < 3; ++a) {
                if (!observation.seen[static_cast<std::size_t>(a)]) continue;
                residuals.e[row] = e[a];
                if (with_derivatives_) finish_row(observation, a, residuals.J.row(row));
                ++row;
            }
        }
        return Status::converged;
    }

 private:
    struct Opened {
        std::unique_ptr<System> system;
        std::unique_ptr<StaticSolver> solver;
        std::unique_ptr<StaticProblem> problem;
        std::unique_ptr<View> view;
        VectorXd offsets;   // of the inputs
        MatrixXd arriving;  // inputs of all cases, where drives have a memory
    };

    /// A system with one value changed, and the weight of its residuals in the derivative.
    struct Beside {
        Eigen::Index direction = 0;
        double weight = 0.0;
        Opened opened;
    };

    void open_all(std::size_t k)
    {
        ready_ = open(p_, k, at_p_) && find_inputs(*at_p_.system);
        if (!ready_) return;
        at_p_.solver = std::make_unique<StaticSolver>(*at_p_.system);
        beside_.clear();
        for (Eigen::Index i = 0; with_derivatives_ && ready_ && i < directions_.cols(); ++i) {
            ready_ = std::any_of(std::begin(stencils), std::end(stencils),
                                 [&](const auto& stencil) { return open_beside(i, stencil, k); });
        }
        if (!ready_) return;
        const auto n = at_p_.problem->x.size();
        row_.setZero(n);
        dr_.setZero(n, directions_.cols());
    }

    bool open_beside(Eigen::Index direction, const std::vector<Offset>& stencil, std::size_t k)
    {
        const std::size_t before = beside_.size();
        for (const Offset& offset : stencil) {
            Beside other{direction, offset.weight / step, {}};
            if (!open(p_ + offset.at * step * directions_.col(direction), k, other.opened) ||
                other.opened.system->loads.size() != loads_) {
                beside_.resize(before);
                return false;
            }
            beside_.push_back(std::move(other));
        }
        return true;
    }

    bool open(const VectorXd& p, std::size_t k, Opened& opened) const
    {
        opened.offsets = p.tail(study_.input_offsets);
        opened.system = study_.build(p.head(p.size() - study_.input_offsets), k);
        if (!opened.system || !opened.system->unsupported.empty()) return false;
        if (study_.curve_points > 0 && opened.system->samples.size() + 1 < View::least_knots) return false;
        if (study_.arriving) {
            opened.arriving = study_.arriving(p.head(p.size() - study_.input_offsets));
            if (opened.arriving.size() == 0) return false;
        }
        opened.problem = std::make_unique<StaticProblem>(*opened.system);
        opened.view = std::make_unique<View>(*opened.problem, study_.curve_points);
        return true;
    }

    /// Where the inputs enter. Systems of one study have the same parts: one search serves them all.
    bool find_inputs(const System& system)
    {
        if (inputs_.size() == study_.inputs.size() && loads_ == system.loads.size()) return true;
        loads_ = system.loads.size();
        std::vector<Parameter> known = load_parameters(system);
        for (Parameter& parameter : field_parameters(system))
            known.push_back(std::move(parameter));
        inputs_.clear();
        for (const std::string& path : study_.inputs) {
            const auto found =
                std::find_if(known.begin(), known.end(), [&](const Parameter& q) { return q.path == path; });
            if (found == known.end()) return false;
            inputs_.push_back(std::move(*found));
        }
        return true;
    }

    void set_inputs(Opened& opened, std::size_t k) const
    {
        for (std::size_t i = 0; i < inputs_.size(); ++i) {
            const auto at = static_cast<Eigen::Index>(i);
            const double offset = at < opened.offsets.size() ? opened.offsets[at] : 0.0;
            const double input = opened.arriving.size() > 0
                                     ? opened.arriving(static_cast<Eigen::Index>(k), at)
                                     : study_.cases[k].inputs[i];
            assign(*opened.system, inputs_[i], input + offset);
        }
    }

    /// ∂r/∂p into dr_, ∂e/∂p into the rows of J.
    void differentiate(std::size_t k, const std::vector<ResidualBlock>& blocks, std::size_t first,
                       Residuals& residuals)
    {
        const FitCase& sample = study_.cases[k];
        dr_.setZero();
        for (std::size_t b = 0; b < sample.observations.size(); ++b)
            residuals.J.middleRows(blocks[first + b].first, blocks[first + b].size).setZero();
        for (auto& [column, weight, other] : beside_) {
            set_inputs(other, k);
            other.problem->start_from(*at_p_.problem);
            other.problem->evaluate(1.0, false);
            add_unscaled(*other.problem, weight, dr_.col(column));
            other.view->look(false);
            for (std::size_t b = 0; b < sample.observations.size(); ++b) {
                const Observation& observation = sample.observations[b];
                const Vector3d e = other.view->seen(observation);
                int row = blocks[first + b].first;
                for (int a = 0; a < 3; ++a) {
                    if (observation.seen[static_cast<std::size_t>(a)])
                        residuals.J(row++, column) += weight * e[a];
                }
            }
        }
    }

    /// Adds another system's residual in the scales of this one: else the scales' own changes come in.
    void add_unscaled(StaticProblem& other, double weight, Eigen::Ref<VectorXd> sum) const
    {
        StaticProblem& here = *at_p_.problem;
        const int n = here.coordinates();
        const VectorXd& scale = at_p_.system->model->coordinate_scale();
        const VectorXd& other_scale = other.system().model->coordinate_scale();
        const double rows = weight * here.row_scale() / other.row_scale();
        for (int j = 0; j < n; ++j)
            sum[j] += rows * other.r[j] * scale[j] / other_scale[j];
        const Eigen::Index rest = sum.size() - n;
        sum.tail(rest) += weight * other.system().length / at_p_.system->length * other.r.tail(rest);
    }

    /// de/dp = ∂e/∂p − Λᵀ ∂r/∂p of one row.
    void finish_row(const Observation& observation, int a,
                    Eigen::Ref<Eigen::RowVectorXd, 0, Eigen::InnerStride<>> row)
    {
        StaticProblem& problem = *at_p_.problem;
        at_p_.view->derivative(observation, a, row_);
        problem.A.solve_transposed(row_);
        row -= row_.transpose() * dr_;
    }

    const Study& study_;
    const MatrixXd& directions_;
    VectorXd p_;
    bool with_derivatives_ = false;
    std::vector<Parameter> inputs_;  // where those of the study enter
    std::size_t loads_ = 0;          // of the systems
    Opened at_p_;
    std::vector<Beside> beside_;
    bool ready_ = false;
    Equilibrium equilibrium_;
    VectorXd row_;
    MatrixXd dr_;
};

StudyEvaluator::StudyEvaluator(const Study& study, MatrixXd directions)
    : study_(study), directions_(std::move(directions)), shapes_(study.cases.size())
{
    for (std::size_t k = 0; k < study.cases.size(); ++k) {
        first_block_.push_back(blocks_.size());
        for (const Observation& observation : study.cases[k].observations) {
            const int size =
                static_cast<int>(std::count(observation.seen.begin(), observation.seen.end(), true));
            blocks_.push_back({rows_, size, k, observation.is_position()});
            rows_ += size;
        }
    }
    first_block_.push_back(blocks_.size());
}

StudyEvaluator::~StudyEvaluator() = default;

void StudyEvaluator::forget()
{
    for (VectorXd& shape : shapes_)
        shape.resize(0);
}

void StudyEvaluator::evaluate(const VectorXd& p, bool with_derivatives, Residuals& residuals)
{
    constexpr std::size_t chunk = 16;
    const std::size_t cases = study_.cases.size();
    residuals.e.setZero(rows_);
    residuals.J.resize(with_derivatives ? rows_ : 0, with_derivatives ? directions_.cols() : 0);
    residuals.J.setZero();
    residuals.statuses.assign(cases, Status::invalid);
    residuals.failed = 0;
    residuals.message.clear();
    ++passes_;

    // Threads take chunks of cases; every case writes rows of its own.
    std::atomic<std::size_t> next = 0;
    std::atomic<std::size_t> next_worker = 0;
    std::atomic<bool> broken = false;
    std::mutex mutex;
    std::size_t first_failed = cases;
    const auto work = [&] {
        Worker& worker = *workers_[next_worker++];
        if (!worker.begin(p, with_derivatives)) broken = true;
        while (!broken) {
            const std::size_t begin = next.fetch_add(chunk);
            if (begin >= cases) break;
            for (std::size_t k = begin; k < std::min(begin + chunk, cases); ++k) {
                if (study_.stop && study_.stop->load(std::memory_order_relaxed)) broken = true;
                std::string message;
                const Status status =
                    worker.solve(k, blocks_, first_block_[k], shapes_[k], residuals, message);
                residuals.statuses[k] = status;
                if (status == Status::converged) continue;
                const std::lock_guard lock(mutex);
                ++residuals.failed;
                if (k < first_failed) {
                    first_failed = k;
                    residuals.message = message;
                }
            }
        }
    };
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    const std::size_t wanted = study_.threads > 0 ? static_cast<std::size_t>(study_.threads) : cores;
    const std::size_t threads = std::min(wanted, std::max<std::size_t>(1, cases / chunk));
    while (workers_.size() < threads)
        workers_.push_back(std::make_unique<Worker>(study_, directions_));
    {
        std::vector<std::jthread> others;
        for (std::size_t i = 1; i < threads; ++i)
            others.emplace_back(work);
        work();
    }
    residuals.complete = !broken;
}

}  // namespace supple
