// The nodal rod.

#include <supple/analysis/mechanics.hpp>
#include <supple/analysis/system_derivatives.hpp>
#include <supple/assembly/discretize.hpp>
#include <supple/dynamics/variational.hpp>
#include <supple/dynamics/variational_modes.hpp>
#include <supple/dynamics/variational_statics.hpp>
#include <supple/model/strain_element.hpp>
#include <supple/rod/attached.hpp>
#include <supple/statics/equilibrium.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace supple {
namespace {

/// An equilibrium in strains, with the poses of the nodes as its coordinates.
void use_node_poses(Equilibrium& equilibrium)
{
    variational::NodalState state;
    state.frames = equilibrium.shape.frames;
    equilibrium.coordinates = variational::coordinates(state);
}

/// Whether the whole rod may touch it.
bool bounds(const Constraint& constraint)
{
    return !place_of(constraint);
}

/// Solved node by node along the load. Where that path ends, as at a limit point, and where its arc length or
/// the smallest eigenvalue is asked for, the rod is solved in its strains by the solver of the chains. So is
/// a rod in a tube or among obstacles, and a warm solve, by Newton's method from the shape before, where that
/// leads to one that holds. Only the midpoint strain has them.
class NodalMechanics final : public SystemMechanics {
 public:
    explicit NodalMechanics(const Manipulator& manipulator) { NodalMechanics::update(manipulator); }

    const std::string& unsupported() const noexcept override { return unsupported_; }
    int joints() const noexcept override { return model().elements; }
    bool twists() const noexcept override { return true; }
    InputCost update_cost() const noexcept override { return InputCost::rebuild; }
    bool keeps_shape() const noexcept override { return true; }

    System* system() noexcept override
    {
        if (!system_) {
            system_ = discretize(*manipulator_);
            solver_.emplace(*system_);
        }
        return system_.get();
    }

    void update(const Manipulator& manipulator) override
    {
        manipulator_ = &manipulator;
        derivatives_.reset();
        solver_.reset();
        system_.reset();
        unsupported_ = mistake();
    }

    int find_store(std::string_view) override { return -1; }
    void store(int, double) noexcept override {}

    void solve(const SolveOptions& options, bool warm, Equilibrium& equilibrium) noexcept override
    {
        if (bounded_) {
            solve_strains(options, equilibrium);
            if (!equilibrium.shape.frames.empty()) use_node_poses(equilibrium);
            return;
        }
        if (warm && has_strains() && unsupported_.empty() && !options.arc_length &&
            solve_from_last(options, equilibrium))
            return;
        variational::StaticsOptions nodal;
        nodal.max_iterations = options.max_iterations;
        equilibrium = variational::solve_statics(*manipulator_, nodal);
        const bool ended = equilibrium.status == Status::not_converged;
        // The way may have led on where the rod does not hold; the solver of the chains looks beside it.
        const bool astray = equilibrium.status == Status::unstable;
        const bool along = options.arc_length && balanced(equilibrium);
        if (has_strains() && (ended || astray || along)) {
            Equilibrium strains;
            solve_strains(options, strains);
            if (ended ? balanced(strains) : along || strains.status == Status::converged)
                return take(std::move(strains), equilibrium);
        }
        if (has_strains() && !options.arc_length && options.eigenvalue && balanced(equilibrium))
            return add_eigenvalue(options, equilibrium);
        const std::string which =
            manipulator_->base.pinned ? "the nodal rod with a pinned base" : "the nodal strain";
        if (options.arc_length)
            equilibrium.warnings.push_back(which + " is followed by the load, not the path's arc length");
        if (options.eigenvalue)
            equilibrium.warnings.push_back(which + " gives no smallest eigenvalue, only the verdict");
    }

    Trajectory simulate(const Manipulator& m, const Progress& progress) override
    {
        return simulate_variational(m, progress);
    }
    Modes modes(const Manipulator& m, const ModesOptions& options) override
    {
        Equilibrium equilibrium;
        solve({}, false, equilibrium);
        return find_variational_modes(m, options, std::move(equilibrium));
    }

    /// Derivatives are those of the strains' equilibrium, which is the same one.
    bool linearise(const Equilibrium& equilibrium) noexcept override
    {
        if (!has_strains() || bounded_ || equilibrium.status != Status::converged || equilibrium.snapped)
            return false;
        Equilibrium strains;
        if (!solve_same({}, equilibrium, strains) || strains.status != Status::converged) return false;
        if (!derivatives_) derivatives_.emplace(*manipulator_, *system_);
        return derivatives_->linearise(strains);
    }
    int find_derivative(std::string_view path) override
    {
        if (!has_strains() || bounded_ || !unsupported_.empty()) return -1;
        if (!derivatives_) derivatives_.emplace(*manipulator_, *system());
        return derivatives_->find(path);
    }

    void report_coordinates(Equilibrium& equilibrium) const override { use_node_poses(equilibrium); }

 private:
    const VariationalModel& model() const { return std::get<VariationalModel>(manipulator_->model); }
    bool has_strains() const { return model().strain == StrainPlace::midpoint && !manipulator_->base.pinned; }

    /// Why the rod cannot be solved at rest; notes whether it may touch something.
    std::string mistake()
    {
        const Manipulator& m = *manipulator_;
        bounded_ = std::any_of(m.constraints.begin(), m.constraints.end(), bounds);
        Manipulator alone = m;
        std::erase_if(alone.constraints, bounds);
        variational::NodalRodOrMistake made = variational::model_rod(alone);
        warnings_ = std::move(made.warnings);
        std::string why = std::move(made.mistake);
        if (!bounded_) return why;
        if (why.empty() && !has_strains())
            why =
                "in a conduit, or among obstacles, the variational model has the midpoint strain and a base "
                "that is clamped";
        return why.empty() ? system()->unsupported : why;
    }

    /// The equilibrium in strains in place of that of the nodes, whose warnings stay.
    static void take(Equilibrium&& strains, Equilibrium& equilibrium)
    {
        use_node_poses(strains);
        strains.warnings.insert(strains.warnings.begin(), equilibrium.warnings.begin(),
                                equilibrium.warnings.end());
        equilibrium = std::move(strains);
    }

    /// From the shape before, where Newton's method leads from it to one that holds.
    bool solve_from_last(SolveOptions options, Equilibrium& equilibrium)
    {
        constexpr int most = 13;  // iterations: those of Newton's method from the last shape
        if (equilibrium.status != Status::converged) return false;
        options.max_iterations = std::min(options.max_iterations, most);
        Equilibrium strains;
        solve_from(options, equilibrium.shape, strains);
        if (strains.status != Status::converged || strains.snapped) return false;
        equilibrium.warnings = warnings_;
        take(std::move(strains), equilibrium);
        return true;
    }

    /// From the shape of the nodes to the same one in strains; false where that is not found.
    bool solve_same(const SolveOptions& options, const Equilibrium& equilibrium, Equilibrium& strains)
    {
        constexpr double apart = 1e-6;  // over L
        solve_from(options, equilibrium.shape, strains);
        return balanced(strains) && (strains.tip().position() - equilibrium.tip().position()).norm() <
                                        apart * manipulator_->rod.length;
    }

    /// Warm, in strains, from a shape of the nodes.
    void solve_from(const SolveOptions& options, const Shape& shape, Equilibrium& strains)
    {
        strains.status = Status::converged;
        strains.coordinates.resize(static_cast<Eigen::Index>(6 * (shape.frames.size() - 1)));
        for (std::size_t e = 0; e + 1 < shape.frames.size(); ++e) {
            strains.coordinates.segment<6>(static_cast<Eigen::Index>(6 * e)) = strains_between(
                shape.arclength[e + 1] - shape.arclength[e], shape.frames[e].inverse() * shape.frames[e + 1]);
        }
        solve_strains(options, strains, true);
    }

    void add_eigenvalue(const SolveOptions& options, Equilibrium& equilibrium)
    {
        Equilibrium strains;
        if (solve_same(options, equilibrium, strains)) return take(std::move(strains), equilibrium);
        equilibrium.warnings.emplace_back(
            "no smallest eigenvalue is given: the shape was not found in strains");
    }

    void solve_strains(const SolveOptions& options, Equilibrium& strains, bool warm = false)
    {
        system();
        StaticsOptions how;
        how.warm_start = warm;
        how.tolerance = options.tolerance;
        how.max_iterations = options.max_iterations;
        how.max_seconds = options.max_seconds;
        how.arc_length = options.arc_length;
        how.check_branch = options.check_branch;
        solver_->solve(how, strains);
        if (options.eigenvalue && balanced(strains))
            strains.stability.smallest_eigenvalue = solver_->smallest_eigenvalue();
    }

    const Manipulator* manipulator_ = nullptr;
    std::string unsupported_;
    std::vector<std::string> warnings_;
    bool bounded_ = false;  // by a tube or by obstacles
    std::optional<StaticSolver> solver_;
};

}  // namespace

std::unique_ptr<Mechanics> nodal_mechanics(const Manipulator& manipulator)
{
    return std::make_unique<NodalMechanics>(manipulator);
}

}  // namespace supple
