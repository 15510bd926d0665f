// Chains of joints and arcs.

#include <supple/analysis/mechanics.hpp>
#include <supple/analysis/system_derivatives.hpp>
#include <supple/assembly/discretize.hpp>
#include <supple/dynamics/modes.hpp>
#include <supple/dynamics/simulate.hpp>
#include <supple/model/chain.hpp>
#include <supple/rod/events.hpp>
#include <supple/statics/batch.hpp>
#include <supple/statics/equilibrium.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace supple {
namespace {

VectorXd vector_of(const std::vector<double>& list)
{
    return Eigen::Map<const VectorXd>(list.data(), static_cast<Eigen::Index>(list.size()));
}

class ChainMechanics final : public SystemMechanics {
 public:
    explicit ChainMechanics(const Manipulator& manipulator) { ChainMechanics::update(manipulator); }

    const std::string& unsupported() const noexcept override { return system_->unsupported; }
    bool twists() const noexcept override { return system_->twists; }
    InputCost update_cost() const noexcept override { return InputCost::rebuild; }
    System* system() noexcept override { return system_.get(); }

    int joints() const noexcept override
    {
        if (!system_->model) return 0;
        const auto& links = static_cast<const Chain&>(*system_->model).links();
        const auto bends = std::count_if(links.begin(), links.end(), [](const Chain::Link& link) {
            return traits(link.element).coordinates != Coordinates::displacements;
        });
        return static_cast<int>(bends) - (system_->base_spring ? 1 : 0);  // the pin bends nothing
    }

    void update(const Manipulator& manipulator) override
    {
        derivatives_.reset();
        solver_.reset();
        system_ = discretize(manipulator);
        manipulator_ = &manipulator;
        base_ = manipulator.base;
        solver_.emplace(*system_);
        stored_.clear();
    }

    int find_store(std::string_view path) override
    {
        if (!unsupported().empty()) return -1;
        if (stored_.empty()) {
            stored_ = load_parameters(*system_);
            for (Parameter& parameter : field_parameters(*system_))
                stored_.push_back(std::move(parameter));
        }
        // A rod that is pushed into a tube or turned there goes on from where it is.
        if (!system_->obstacles.empty() && path == "base.depth") return depth_number;
        if (!system_->obstacles.empty() && path == "base.roll") return roll_number;
        const std::string known = system_path(path);
        const auto found = std::find_if(stored_.begin(), stored_.end(),
                                        [&](const Parameter& parameter) { return parameter.path == known; });
        return found == stored_.end() ? -1 : static_cast<int>(found - stored_.begin());
    }

    void store(int number, double value) noexcept override
    {
        if (number >= depth_number) {
            (number == depth_number ? base_.depth : base_.roll) = value;
            system_->X_WB = base_pose(base_);
            static_cast<Chain&>(*system_->model).move_base(system_->X_WB);
            return;
        }
        assign(*system_, stored_[static_cast<std::size_t>(number)], value);
    }

    void solve(const SolveOptions& options, bool warm, Equilibrium& equilibrium) noexcept override
    {
        // What cannot be solved has no shape, also where an earlier result is reused.
        if (!unsupported().empty()) equilibrium = {};
        equilibrium.model = system_->type;
        StaticsOptions how;
        how.tolerance = options.tolerance;
        how.max_iterations = options.max_iterations;
        how.max_seconds = options.max_seconds;
        how.arc_length = options.arc_length;
        how.check_branch = options.check_branch;
        how.warm_start = warm;
        solver_->solve(how, equilibrium);
        equilibrium.stability.smallest_eigenvalue.reset();
        if (options.eigenvalue && balanced(equilibrium)) add_eigenvalue(equilibrium);
    }

    StaticSolver* lane() noexcept override { return StaticBatch::suits(*system_) ? &*solver_ : nullptr; }

    Trajectory simulate(const Manipulator& m, const Progress& progress) override;
    Modes modes(const Manipulator& m, const ModesOptions& options) override;

    bool linearise(const Equilibrium& equilibrium) noexcept override
    {
        if (!derivatives_) derivatives_.emplace(*manipulator_, *system_);
        return derivatives_->linearise(equilibrium);
    }
    int find_derivative(std::string_view path) override
    {
        if (!unsupported().empty()) return -1;
        if (!derivatives_) derivatives_.emplace(*manipulator_, *system_);
        return derivatives_->find(path);
    }

 private:
    void add_eigenvalue(Equilibrium& equilibrium)
    {
        const bool touches = std::any_of(equilibrium.contacts.begin(), equilibrium.contacts.end(),
                                         [](const Contact& c) { return c.state != ContactState::open; });
        if (touches)
            equilibrium.warnings.emplace_back("no smallest eigenvalue is given where a wall is touched");
        else
            equilibrium.stability.smallest_eigenvalue = solver_->smallest_eigenvalue();
    }

    static constexpr int depth_number = 1 << 28, roll_number = depth_number + 1;

    const Manipulator* manipulator_ = nullptr;
    Base base_;  ///< with the depth and roll that were stored
    std::optional<StaticSolver> solver_;
    std::vector<Parameter> stored_;
};

Trajectory no_start(const System& system, Status status, const std::string& message)
{
    Trajectory trajectory;
    trajectory.model = system.type;
    trajectory.status = status;
    trajectory.message = message;
    return trajectory;
}

Trajectory ChainMechanics::simulate(const Manipulator& m, const Progress& progress)
{
    const Simulation& simulation = *m.simulation;
    const Events events = events_of(m);
    MotionStart start{{}, {}, events.switches, events.kinks};
    std::vector<std::string> warnings;
    if (!unsupported().empty()) return no_start(*system_, Status::invalid, unsupported());
    if (std::isfinite(m.base.timing.from) || std::isfinite(m.base.timing.until))
        return no_start(*system_, Status::invalid,
                        "a base cannot begin or cease to move at a time; put its rest into its history");
    switch (simulation.initial) {
        case InitialState::straight:
            start.coordinates = system_->model->rest_coordinates();
            break;
        case InitialState::given:
            start.coordinates = vector_of(simulation.coordinates);
            start.velocities = vector_of(simulation.velocities);
            break;
        case InitialState::equilibrium: {
            Equilibrium eq;
            solve({}, false, eq);
            if (!balanced(eq))
                return no_start(*system_, eq.status, "no equilibrium to start from: " + eq.message);
            if (eq.status == Status::unstable)
                warnings.emplace_back("the equilibrium it starts from is not stable");
            start.coordinates = eq.coordinates;
            break;
        }
    }
    if (start.velocities.size() == 0) start.velocities = VectorXd::Zero(start.coordinates.size());
    Trajectory trajectory =
        supple::simulate([&m](double time) { return discretize(m, time); }, simulation, start, progress);
    trajectory.warnings.insert(trajectory.warnings.begin(), warnings.begin(), warnings.end());
    return trajectory;
}

Modes ChainMechanics::modes(const Manipulator&, const ModesOptions&)
{
    Equilibrium eq;
    solve({}, false, eq);
    if (balanced(eq)) return find_modes(*system_, eq);
    Modes none;
    none.model = system_->type;
    none.status = eq.status;
    none.message = eq.message;
    none.equilibrium = std::move(eq);
    return none;
}

}  // namespace

std::unique_ptr<Mechanics> chain_mechanics(const Manipulator& manipulator)
{
    return std::make_unique<ChainMechanics>(manipulator);
}

}  // namespace supple
