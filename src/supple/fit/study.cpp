#include <supple/fit/study.hpp>
#include <supple/lie/so3.hpp>
#include <supple/statics/equilibrium.hpp>
#include <supple/statics/problem.hpp>

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

const Place& place_of(const System& system, const Observation& observation)
{
    return observation.index == Observation::tip
               ? system.samples.back().place
               : system.stations[static_cast<std::size_t>(observation.index)].place;
}

/// First of a constraint's multipliers in x.
int first_multiplier(const System& system, int constraint)
{
    int row = system.model->size();
    for (int i = 0; i < constraint; ++i)
        row += system.constraints[static_cast<std::size_t>(i)]->size();
    return row;
}

FrameForce reaction_of(const StaticProblem& problem, const System& system, int constraint)
{
    const FrameFunction& held = *system.constraints[static_cast<std::size_t>(constraint)];
    const int row = first_multiplier(system, constraint);
    double lambda[6];
    for (int i = 0; i < held.size(); ++i)
        lambda[i] = problem.x[row + i] * problem.force_scale();
    FrameForce force;
    held.add_force(system.model->frames()[static_cast<std::size_t>(held.point())], lambda, force);
    return force;
}

/// The three entries of an observation at the shape evaluated last.
Vector3d seen_in(const StaticProblem& problem, const System& system, const Observation& observation)
{
    if (observation.kind == Observation::Kind::reaction) {
        return observation.weight *
               (reaction_of(problem, system, observation.index).F.head<3>() - observation.value);
    }
    const SE3 X = system.model->frame_at(place_of(system, observation));
    if (observation.kind == Observation::Kind::position)
        return observation.weight * (X.position() - observation.value);
    return observation.weight * so3::log(X.rotation() * observation.rotation.transpose());
}

}  // namespace

/// One thread's systems: at p, and beside it for the differences.
class StudyEvaluator::Worker {
 public:
    Worker(const Study& study, const VectorXd& p, const MatrixXd& directions, bool with_derivatives)
        : study_(study), p_(p), directions_(directions), with_derivatives_(with_derivatives)
    {
        if (study.one_system) open_all(0);
    }

    bool ready() const { return ready_ || !study_.one_system; }

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
        set_inputs(at_p_, sample);
        StaticsOptions options;
        System& system = *at_p_.system;
        if (shape.size() > 0 && system.slips.size() == 0) {
            equilibrium_.coordinates = shape;
            equilibrium_.status = Status::converged;
            options.warm_start = true;
        }
        solve_statics(system, options, equilibrium_);
        if (equilibrium_.status != Status::converged) {
            message = equilibrium_.message;
            shape.resize(0);
            return equilibrium_.status;
        }
        shape = equilibrium_.coordinates;
        auto& problem = *at_p_.problem;
        problem.start_from(*static_cast<const StaticProblem*>(system.workspace.get()));
        problem.evaluate(1.0);
        if (with_derivatives_ && !problem.factor()) {
            message = "the tangent is singular";
            return Status::not_converged;
        }
        if (with_derivatives_) differentiate(sample, blocks, first, residuals);
        for (std::size_t b = 0; b < sample.observations.size(); ++b) {
            const Observation& observation = sample.observations[b];
            const Vector3d e = seen_in(problem, system, observation);
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
        std::unique_ptr<StaticProblem> problem;
        std::vector<Parameter> inputs;
    };

    /// A system with one value changed, and the weight of its residuals in the derivative.
    struct Beside {
        Eigen::Index direction = 0;
        double weight = 0.0;
        Opened opened;
    };

    void open_all(std::size_t k)
    {
        ready_ = open(p_, k, at_p_);
        beside_.clear();
        for (Eigen::Index i = 0; with_derivatives_ && ready_ && i < directions_.cols(); ++i) {
            ready_ = std::any_of(std::begin(stencils), std::end(stencils),
                                 [&](const auto& stencil) { return open_beside(i, stencil, k); });
        }
        if (!ready_) return;
        const auto n = at_p_.problem->x.size();
        row_.setZero(n);
        dr_.setZero(n, directions_.cols());
        J_.setZero(6, at_p_.problem->coordinates());
    }

    bool open_beside(Eigen::Index direction, const std::vector<Offset>& stencil, std::size_t k)
    {
        const std::size_t before = beside_.size();
        for (const Offset& offset : stencil) {
            Beside other{direction, offset.weight / step, {}};
            if (!open(p_ + offset.at * step * directions_.col(direction), k, other.opened)) {
                beside_.resize(before);
                return false;
            }
            beside_.push_back(std::move(other));
        }
        return true;
    }

    bool open(const VectorXd& p, std::size_t k, Opened& opened) const
    {
        opened.system = study_.build(p, k);
        if (!opened.system || !opened.system->unsupported.empty()) return false;
        const System& system = *opened.system;
        std::vector<Parameter> known = load_parameters(system);
        for (Parameter& parameter : field_parameters(system))
            known.push_back(std::move(parameter));
        for (const std::string& path : study_.inputs) {
            const auto found =
                std::find_if(known.begin(), known.end(), [&](const Parameter& q) { return q.path == path; });
            if (found == known.end()) return false;
            opened.inputs.push_back(*found);
        }
        opened.problem = std::make_unique<StaticProblem>(*opened.system);
        return true;
    }

    static void set_inputs(Opened& opened, const FitCase& sample)
    {
        for (std::size_t i = 0; i < opened.inputs.size(); ++i)
            assign(*opened.system, opened.inputs[i], sample.inputs[i]);
    }

    /// ∂r/∂p into dr_, ∂e/∂p into the rows of J.
    void differentiate(const FitCase& sample, const std::vector<ResidualBlock>& blocks, std::size_t first,
                       Residuals& residuals)
    {
        dr_.setZero();
        for (std::size_t b = 0; b < sample.observations.size(); ++b)
            residuals.J.middleRows(blocks[first + b].first, blocks[first + b].size).setZero();
        for (auto& [column, weight, other] : beside_) {
            set_inputs(other, sample);
            other.problem->start_from(*at_p_.problem);
            other.problem->evaluate(1.0, false);
            add_unscaled(*other.problem, weight, dr_.col(column));
            for (std::size_t b = 0; b < sample.observations.size(); ++b) {
                const Observation& observation = sample.observations[b];
                const Vector3d e = seen_in(*other.problem, *other.system, observation);
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
        System& system = *at_p_.system;
        const Model& model = *system.model;
        row_.setZero();
        Eigen::Matrix<double, 1, 6> by_motion = Eigen::Matrix<double, 1, 6>::Zero();
        if (observation.kind == Observation::Kind::reaction) {
            const FrameFunction& held = *system.constraints[static_cast<std::size_t>(observation.index)];
            const int first = first_multiplier(system, observation.index);
            FrameFunction::Values phi;
            FrameFunction::Gradient gradient;
            held.evaluate(model.frames()[static_cast<std::size_t>(held.point())], phi, gradient);
            for (int i = 0; i < held.size(); ++i)
                row_[first + i] = observation.weight * gradient(i, a) * problem.force_scale();
            const FrameForce force = reaction_of(problem, system, observation.index);
            if (force.varies) by_motion = observation.weight * force.dF_dx.row(a);
            model.jacobian(held.point(), J_);
        } else {
            const Place& place = place_of(system, observation);
            model.jacobian_at(place, J_);
            if (observation.kind == Observation::Kind::position) {
                by_motion[a] = observation.weight;
            } else {
                const Matrix3d R = model.frame_at(place).rotation() * observation.rotation.transpose();
                by_motion.tail<3>() = observation.weight * so3::left_jacobian_inverse(so3::log(R)).row(a);
            }
        }
        const int n = problem.coordinates();
        row_.head(n) += (by_motion * J_).transpose().cwiseProduct(model.coordinate_scale());
        problem.lu.solve_transposed(problem.A, row_);
        row -= row_.transpose() * dr_;
    }

    const Study& study_;
    const VectorXd& p_;
    const MatrixXd& directions_;
    const bool with_derivatives_;
    Opened at_p_;
    std::vector<Beside> beside_;
    bool ready_ = false;
    Equilibrium equilibrium_;
    VectorXd row_;
    MatrixXd dr_;
    Matrix6Xd J_;
};

StudyEvaluator::StudyEvaluator(const Study& study, MatrixXd directions)
    : study_(study), directions_(std::move(directions)), shapes_(study.cases.size())
{
    for (std::size_t k = 0; k < study.cases.size(); ++k) {
        first_block_.push_back(blocks_.size());
        for (const Observation& observation : study.cases[k].observations) {
            const int size =
                static_cast<int>(std::count(observation.seen.begin(), observation.seen.end(), true));
            blocks_.push_back({rows_, size, k, observation.kind == Observation::Kind::position});
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
    std::atomic<bool> broken = false;
    std::mutex mutex;
    std::size_t first_failed = cases;
    const auto work = [&] {
        Worker worker(study_, p, directions_, with_derivatives);
        if (!worker.ready()) broken = true;
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
    {
        std::vector<std::jthread> others;
        for (std::size_t i = 1; i < threads; ++i)
            others.emplace_back(work);
        work();
    }
    residuals.complete = !broken;
}

}  // namespace supple
